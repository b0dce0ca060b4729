//! The flight of a measured camera: from the spawn, once around, out through free places and back. It
//! depends on the level alone, so that every run draws the same frames.

use std::f32::consts::TAU;

use glam::{Quat, Vec3};

use hexbound_base::body::{EYE_HEIGHT, HALF_HEIGHT, yaw_of};
use hexbound_level::Level;

/// The number of directions that are tried at each place.
const HEADING_COUNT: usize = 16;
/// The largest number of places after the spawn.
const MAX_PLACES: usize = 8;
/// The largest distance from one place to the next, meters.
const MAX_LEG: f32 = 12.0;
/// The least distance from one place to the next, meters.
const MIN_LEG: f32 = 1.5;
/// The distance kept from the obstacle ahead, meters.
const WALL_MARGIN: f32 = 0.8;
/// The share of the flight for the turn at the spawn.
const TURN_END: f32 = 0.4;

/// The place and direction of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The eye, local, meters.
    pub eye: Vec3,
    /// The angles of view, radians, as in `View`.
    pub yaw: f32,
    pub pitch: f32,
}

#[derive(Clone, Debug)]
pub(crate) struct CameraFlight {
    /// The places of the flight; at least the spawn.
    places: Vec<Vec3>,
    yaw: f32,
}

impl CameraFlight {
    pub(crate) fn through(level: &Level) -> Self {
        let spawn = level.spawn;
        let mut places = vec![spawn.position + Vec3::Y * (EYE_HEIGHT - HALF_HEIGHT)];
        while places.len() <= MAX_PLACES {
            match next_place(level, &places) {
                Some(place) => places.push(place),
                None => break,
            }
        }
        Self {
            places,
            yaw: spawn.yaw,
        }
    }

    /// The pose at `share`, from 0 at the start to 1 at the end, where the flight returns to its start.
    pub(crate) fn pose(&self, share: f32) -> Pose {
        let share = share.clamp(0.0, 1.0);
        let at_spawn = |yaw| Pose {
            eye: self.places[0],
            yaw,
            pitch: 0.0,
        };
        if share < TURN_END || self.places.len() < 2 {
            return at_spawn(self.yaw + TAU * (share / TURN_END).min(1.0));
        }
        let legs = self.places.len() - 1;
        let along = (share - TURN_END) / (1.0 - TURN_END) * 2.0 * legs as f32;
        let is_back = along > legs as f32;
        let out = if is_back {
            2.0 * legs as f32 - along
        } else {
            along
        };
        let leg = (out.max(0.0) as usize).min(legs - 1);
        let (from, to) = (self.places[leg], self.places[leg + 1]);
        let delta = if is_back { from - to } else { to - from };
        Pose {
            eye: from.lerp(to, out - leg as f32),
            yaw: yaw_of(delta),
            // A little downward, as a walker looks.
            pitch: -0.08,
        }
    }
}

/// The end of the free path that leads farthest from the places of the flight; the first of equals.
fn next_place(level: &Level, places: &[Vec3]) -> Option<Vec3> {
    let here = *places.last()?;
    let ends = (0..HEADING_COUNT).filter_map(|heading| {
        let turn = Quat::from_rotation_y(heading as f32 * TAU / HEADING_COUNT as f32);
        let ahead = turn * Vec3::NEG_Z;
        let free = (level.collision.ray_cast(here, ahead, MAX_LEG + WALL_MARGIN))
            .map_or(MAX_LEG, |hit| hit.distance - WALL_MARGIN);
        (free >= MIN_LEG).then(|| here + ahead * free)
    });
    let from_others = |end: &Vec3| {
        let distances = places.iter().map(|place| place.distance(*end));
        distances.fold(f32::INFINITY, f32::min)
    };
    ends.map(|end| (from_others(&end), end))
        .filter(|(distance, _)| *distance >= MIN_LEG)
        .reduce(|best, other| if other.0 > best.0 { other } else { best })
        .map(|(_, end)| end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;

    fn flight(name: &str) -> (Level, CameraFlight) {
        let level = catalog::open(name).unwrap();
        let flight = CameraFlight::through(&level);
        (level, flight)
    }

    #[test]
    fn is_the_same_on_every_run_and_ends_where_it_began() {
        let (_, first) = flight("test:props");
        let (_, second) = flight("test:props");
        for step in 0..=50 {
            let share = step as f32 / 50.0;
            assert_eq!(first.pose(share), second.pose(share));
        }
        let distance = first.pose(0.0).eye.distance(first.pose(1.0).eye);
        assert!(distance < 1e-3, "{distance}");
    }

    #[test]
    fn leaves_the_spawn_and_meets_no_wall() {
        let (level, flight) = flight("test:box-room");
        assert!(flight.places.len() > 2, "{:?}", flight.places);
        for pair in flight.places.windows(2) {
            let delta = pair[1] - pair[0];
            let hit = (level.collision).ray_cast(pair[0], delta.normalize(), delta.length());
            assert_eq!(hit, None, "{pair:?}");
        }
    }

    #[test]
    fn looks_where_it_goes() {
        let (_, flight) = flight("test:box-room");
        let (one, next) = (flight.pose(TURN_END + 0.01), flight.pose(TURN_END + 0.02));
        let looks = Quat::from_rotation_y(one.yaw) * Vec3::NEG_Z;
        assert!(looks.dot((next.eye - one.eye).normalize()) > 0.99);
    }
}
