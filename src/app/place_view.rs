//! The view of a place that something is to be said about: the picture flies from where it was to a
//! free spot near the place, and looks at it. The simulation does not depend on it.

use glam::{Quat, Vec3};

use crate::{level::Level, sim::View};

/// The time of the flight, seconds.
const FLIGHT: f32 = 1.2;
/// The distance to the place, where nothing is in the way, meters.
const AWAY: f32 = 4.0;
/// The distance from walls, meters.
const CLEAR: f32 = 0.2;
/// The number of directions about the place that are tried, and their angles above the horizon,
/// radians.
const SIDES: usize = 12;
const HEIGHTS: [f32; 4] = [0.35, 0.8, 1.3, -0.4];

/// A place that is looked at, and the way of the picture to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlaceView {
    place: Vec3,
    /// The eye, and the point that it looked at, when the flight began.
    start: [Vec3; 2],
    /// The eye at the end of the flight.
    end: Vec3,
    /// The seconds since the flight began.
    flown: f32,
}

impl PlaceView {
    /// Begins to fly from a view to a place, local, meters.
    pub(crate) fn begin(view: &View, place: Vec3, level: &Level) -> Self {
        let ahead = view.eye + view.direction() * AWAY;
        Self {
            place,
            start: [view.eye, ahead],
            end: free_spot(place, view.eye, level),
            flown: 0.0,
        }
    }

    /// Lets so many seconds of the flight pass.
    pub(crate) fn advance(&mut self, seconds: f32) {
        self.flown = (self.flown + seconds).min(FLIGHT);
    }

    /// Puts the view where the flight is now.
    pub(crate) fn place(&self, view: &mut View) {
        let part = self.flown / FLIGHT;
        let part = part * part * (3.0 - 2.0 * part);
        let [eye, looked_at] = self.start;
        view.eye = eye.lerp(self.end, part);
        look_at(view, looked_at.lerp(self.place, part));
    }
}

/// Turns a view toward a point; one that is at the eye leaves it as it is.
fn look_at(view: &mut View, point: Vec3) {
    let Some(way) = (point - view.eye).try_normalize() else {
        return;
    };
    view.pitch = way.y.asin();
    if way.with_y(0.0).length() > 1e-3 {
        view.yaw = f32::atan2(-way.x, -way.z);
    }
}

/// Returns the spot from which a place is seen best: the one farthest from it, up to a few meters, and
/// of those the one that lies most on the side of `from`.
fn free_spot(place: Vec3, from: Vec3, level: &Level) -> Vec3 {
    let toward = (from - place).normalize_or(Vec3::Z);
    let spots = HEIGHTS.iter().flat_map(|height| {
        (0..SIDES).map(move |side| {
            let yaw = side as f32 * std::f32::consts::TAU / SIDES as f32;
            Quat::from_rotation_y(yaw) * Quat::from_rotation_x(*height) * Vec3::NEG_Z
        })
    });
    let judged = spots.map(|way| {
        // A place on a face would meet it at once.
        let start = outside(place + way * 0.02, way, level);
        let hit = level.collision.ray_cast(start, way, AWAY + CLEAR);
        let free = hit.map_or(AWAY, |hit| (hit.distance - CLEAR).max(0.0));
        (free + 0.5 * way.dot(toward), start + way * free)
    });
    let best = judged.max_by(|one, other| one.0.total_cmp(&other.0));
    best.map_or(place, |(_, spot)| spot)
}

/// Returns the start of a ray, or where it leaves the solid that it starts in: through a face that is met
/// from behind.
fn outside(start: Vec3, way: Vec3, level: &Level) -> Vec3 {
    let Some(hit) = level.collision.ray_cast(start, way, AWAY) else {
        return start;
    };
    let [a, b, c] = level.collision.corners(hit.triangle);
    let is_behind = (b - a).cross(c - a).dot(way) > 0.0;
    if is_behind {
        hit.point + way * 0.02
    } else {
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalog, scenes::SceneBuilder};

    #[test]
    fn it_flies_to_where_the_place_is_seen() {
        let level = catalog::open("test:box-room").unwrap();
        let at = |x, y, z| level.to_local(glam::DVec3::new(x, y, z));
        let seen = View {
            eye: at(0.0, 1.7, 0.0),
            ..View::default()
        };
        // In the open, in a corner, on the floor, and inside the wall.
        for place in [at(5.0, 1.0, 5.0), at(9.9, 0.1, 9.9), at(3.0, 0.0, -3.0)] {
            let mut flight = PlaceView::begin(&seen, place, &level);
            let mut view = seen.clone();
            flight.place(&mut view);
            assert_eq!(view.eye, seen.eye);
            assert!(view.direction().dot(seen.direction()) > 0.999);
            for _ in 0..20 {
                flight.advance(0.1);
            }
            flight.place(&mut view);
            let way = place - view.eye;
            assert!(way.length() > 2.0 && way.length() < AWAY + 0.1, "{way}");
            assert!(view.direction().dot(way.normalize()) > 0.999);
            let hit = level
                .collision
                .ray_cast(view.eye, view.direction(), way.length() - 0.1);
            assert!(hit.is_none(), "{place} is hidden");
            assert!(level.bounds.contains(view.eye));
        }
    }

    #[test]
    fn a_thing_is_looked_at_from_without() {
        let level = SceneBuilder::new()
            .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
            .cuboid(Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 1.0, 1.0))
            .build("block")
            .expect("a level");
        let middle = level.to_local(glam::DVec3::new(0.0, 0.5, 0.0));
        let spot = free_spot(middle, middle + Vec3::Z * 9.0, &level);
        let away = spot - middle;
        assert!(away.abs().max_element() > 2.0, "{away}");
        assert!(away.z > 0.0, "on the side that the view comes from: {away}");
    }
}
