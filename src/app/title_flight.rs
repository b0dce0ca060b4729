//! The flight of the start screen: its camera passes slowly through the open level, round and round. The
//! simulation does not depend on it.

use glam::DVec3;

use hexbound_check::look_at;
use hexbound_level::Level;
use hexbound_sim::View;

/// The time from one key of a flight to the next, seconds.
const KEY_TIME: f32 = 12.0;
/// The angular speed of the view in a level without a flight, radians a second.
const TURN_RATE: f32 = 0.04;
/// The longest step of a flight, seconds: a late frame must not leap.
const MAX_STEP: f32 = 0.1;
/// The mean time between frames beyond which the flight stops, seconds. It would be jerky, and keep the
/// machine busy.
const MAX_FRAME_TIME: f32 = 0.12;
/// The weight of the newest frame in the mean time.
const NEWEST_WEIGHT: f32 = 0.05;

/// A key of a flight: the name of its level, the eye, and the point that it looks at, in the level file's coordinates,
/// meters.
type Key = (&'static str, [f64; 3], [f64; 3]);

/// The flights through the levels that come with the game. Each leads from its last key back to its first.
const TITLE_FLIGHTS: &[Key] = &[
    ("quarry", [0.0, 7.0, 19.0], [3.0, 3.0, -12.0]),
    ("quarry", [10.5, 8.5, 11.0], [-8.0, 3.0, -8.0]),
    ("quarry", [15.0, 12.0, -5.0], [-14.0, 4.0, 2.0]),
    ("quarry", [4.0, 12.0, -17.0], [-8.0, 3.0, 12.0]),
    ("quarry", [-10.0, 11.0, -8.0], [8.0, 1.0, 14.0]),
    ("quarry", [-10.0, 8.0, 10.0], [12.0, 4.0, -10.0]),
    ("observatory", [0.0, 7.5, 6.5], [0.0, 9.0, -20.0]),
    ("observatory", [14.0, 9.0, 6.5], [-4.0, 7.0, -18.0]),
    ("observatory", [20.0, 13.0, 0.0], [-10.0, 6.0, -10.0]),
    ("observatory", [11.0, 17.0, -8.0], [-10.0, 1.0, 8.0]),
    ("observatory", [-11.0, 17.0, -8.0], [8.0, 1.0, 9.0]),
    ("observatory", [-20.0, 13.0, 0.0], [12.0, 6.0, -10.0]),
    ("observatory", [-14.0, 9.0, 6.5], [4.0, 8.0, -18.0]),
    ("foundry", [0.0, 6.2, 4.5], [2.0, 2.0, -16.0]),
    ("foundry", [5.5, 6.0, -2.0], [-6.0, 1.0, -14.0]),
    ("foundry", [7.0, 6.0, -12.0], [-10.0, 2.0, -4.0]),
    ("foundry", [0.0, 6.5, -18.0], [-4.0, 2.0, 8.0]),
    ("foundry", [-6.5, 6.0, -12.0], [4.0, 2.0, 10.0]),
    ("foundry", [-4.5, 6.0, -2.0], [10.0, 2.0, -6.0]),
    ("locks", [0.0, 10.0, 26.0], [0.0, 1.0, 4.0]),
    ("locks", [8.0, 12.0, 16.0], [-4.0, 1.0, -4.0]),
    ("locks", [7.0, 16.5, 3.0], [-6.0, 2.0, -16.0]),
    ("locks", [0.0, 17.0, -6.0], [-4.0, 1.0, 12.0]),
    ("locks", [-7.0, 16.5, 3.0], [4.0, 0.0, 20.0]),
    ("locks", [-8.0, 12.0, 16.0], [4.0, 1.0, 2.0]),
    ("weigh", [21.0, 3.0, 2.2], [8.0, 1.5, -1.0]),
    ("weigh", [16.0, 3.4, -2.4], [8.0, 1.5, 3.0]),
    ("weigh", [11.0, 3.6, -1.6], [20.0, 1.2, 4.0]),
    ("weigh", [10.5, 3.6, 1.6], [22.0, 1.5, -2.0]),
    ("weigh", [16.0, 3.4, 3.0], [23.0, 1.5, -4.0]),
    ("march", [0.0, 11.0, -23.0], [-3.0, 2.0, -48.0]),
    ("march", [14.0, 11.0, -32.0], [-6.0, 2.0, -48.0]),
    ("march", [14.0, 12.0, -48.0], [-8.0, 3.0, -36.0]),
    ("march", [0.0, 13.0, -57.0], [-3.0, 2.0, -28.0]),
    ("march", [-14.0, 12.0, -48.0], [8.0, 3.0, -36.0]),
    ("march", [-14.0, 11.0, -32.0], [6.0, 2.0, -52.0]),
];

/// The keys of the flight through a level, if there is one.
fn keys_of(level: &str) -> Option<&'static [Key]> {
    let mut flights = TITLE_FLIGHTS.chunk_by(|one, next| one.0 == next.0);
    flights.find(|keys| keys[0].0 == level)
}

/// The progress of the start screen's flight.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TitleFlight {
    /// The seconds since the flight began.
    flown: f32,
    /// The mean time between frames, seconds.
    frame_time: f32,
}

impl TitleFlight {
    /// Advances the flight by the time between two frames, seconds. On a machine that is too slow the
    /// flight stops for good.
    pub(crate) fn advance(&mut self, seconds: f32) {
        if self.frame_time > MAX_FRAME_TIME {
            return;
        }
        let seconds = seconds.min(2.0 * MAX_FRAME_TIME);
        self.frame_time += (seconds - self.frame_time) * NEWEST_WEIGHT;
        self.flown += seconds.min(MAX_STEP);
    }

    /// Moves the view to the present point of the flight. In a level without a flight, the view turns.
    pub(crate) fn move_view(&self, view: &mut View, level: &Level) {
        view.seconds += f64::from(self.flown);
        let Some(keys) = keys_of(&level.name) else {
            view.yaw += self.flown * TURN_RATE;
            return;
        };
        let [eye, point] = at(keys, self.flown / KEY_TIME);
        view.eye = level.to_local(eye);
        look_at(view, level.to_local(point));
    }
}

/// The eye and its target after `passed` keys, on a closed curve through all of them (Edwin Catmull and
/// Raphael Rom, "A Class of Local Interpolating Splines", 1974).
fn at(keys: &[Key], passed: f32) -> [DVec3; 2] {
    let (first, part) = (passed.floor() as usize, f64::from(passed.fract()));
    let key = |ahead: usize| keys[(first + keys.len() - 1 + ahead) % keys.len()];
    let curve = |of: fn(Key) -> [f64; 3]| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|ahead| DVec3::from(of(key(ahead))));
        let slope =
            (c - a) + part * ((2.0 * a - 5.0 * b + 4.0 * c - d) + part * (3.0 * (b - c) + d - a));
        b + 0.5 * part * slope
    };
    [curve(|key| key.1), curve(|key| key.2)]
}

#[cfg(test)]
mod tests {
    use hexbound_collide::Body;

    use super::*;
    use hexbound_level::inside::is_inside;
    use hexbound_scenes::catalog::{self, SHIPPED_LEVELS};

    /// The radius of the free space around the eye, meters, and the time between two tests of it,
    /// seconds.
    const ROOM: f32 = 0.4;
    const BETWEEN: f32 = 0.1;

    fn seen(level: &Level, seconds: f32) -> View {
        let flight = TitleFlight {
            flown: seconds,
            ..TitleFlight::default()
        };
        let mut view = View::default();
        flight.move_view(&mut view, level);
        view
    }

    #[test]
    fn every_own_level_is_flown_through_without_touching_anything() {
        let room = Body::sphere(ROOM).unwrap();
        for name in SHIPPED_LEVELS {
            let level = catalog::open(name).unwrap();
            let end = keys_of(name).unwrap().len() as f32 * KEY_TIME;
            let mut before = seen(&level, 0.0);
            assert!(!is_inside(before.eye, &level.collision), "{name}");
            for look in 1..=(end / BETWEEN) as usize {
                let after = seen(&level, look as f32 * BETWEEN);
                let (from, to) = (before.eye.as_dvec3(), after.eye.as_dvec3());
                let hit = level.collision.sweep(room, from, to).unwrap();
                let at = level.to_file(after.eye);
                assert!(hit.is_none(), "{name} at {at}");
                let speed = before.eye.distance(after.eye) / BETWEEN;
                assert!((0.1..3.0).contains(&speed), "{name} at {at}: {speed} m/s");
                before = after;
            }
            assert!(before.eye.distance(seen(&level, 0.0).eye) < 0.5, "{name}");
        }
    }

    #[test]
    fn another_level_is_looked_round_in_from_where_the_view_is() {
        let level = catalog::open("test:box-room").unwrap();
        let (first, then) = (seen(&level, 0.0), seen(&level, 2.0));
        assert_eq!((first.eye, first.pitch), (then.eye, then.pitch));
        assert!((then.yaw - first.yaw - 2.0 * TURN_RATE).abs() < 1e-6);
    }

    #[test]
    fn a_slow_machine_rests_after_a_while_and_one_slow_picture_is_no_slow_machine() {
        let mut flight = TitleFlight::default();
        flight.advance(3.0);
        assert_eq!(flight.flown, MAX_STEP);
        for _ in 0..400 {
            flight.advance(0.05);
        }
        assert!((flight.flown - 20.1).abs() < 1e-2, "{}", flight.flown);
        for _ in 0..400 {
            flight.advance(0.3);
        }
        assert!(flight.flown < 30.0, "{}", flight.flown);
    }
}
