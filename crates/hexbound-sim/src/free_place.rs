//! Finds a free place for a body that can't stay at its position.

use glam::Vec3;
use hexbound_collide::{Body, CollisionMesh, Faces, SKIN};

use hexbound_level::Level;

/// The number of places tried straight up.
const UP_COUNT: usize = 60;
/// The distance between places straight up, meters.
const UP_STEP: f32 = 0.05;
/// The number of rings of places around the position.
const RING_COUNT: usize = 16;
/// The distance between rings, meters.
const RING_STEP: f32 = 0.25;
/// The number of places on a ring.
const SPOKE_COUNT: usize = 16;
/// The heights tried at each place of a ring, meters.
const RING_HEIGHTS: [f32; 5] = [0.0, 0.5, 1.0, -0.5, 2.0];

/// Returns whether a ray straight down from `position` hits the static level; `faces` selects the sides
/// that count.
pub(crate) fn has_floor(level: &Level, position: Vec3, faces: Faces) -> bool {
    let length = position.y - level.bounds.min.y + 1.0;
    (level.collision).ray_hits_any(position, Vec3::NEG_Y, length, faces)
}

/// A free place for `body` at `position` or near it: straight up first, then on rings, nearest first.
/// Places on a clear straight line come first. A body whose center is inside a solid may leave through
/// the back faces of its sides. No path leads through the front of a wall, and every place other than
/// `position` has a floor below.
pub(crate) fn free_place(level: &Level, body: Body, position: Vec3) -> Option<Vec3> {
    if !position.is_finite() {
        return None;
    }
    let mesh = &level.collision;
    if mesh.is_free(body, position) {
        return Some(position);
    }
    let body = body.grown(SKIN * 0.5).ok()?;
    let free: Vec<Vec3> = places(position)
        .filter(|place| mesh.is_free(body, *place) && has_floor(level, *place, Faces::Front))
        .collect();
    [Faces::Both, Faces::Front].into_iter().find_map(|faces| {
        let is_reached = |place: &&Vec3| !has_face_between(mesh, position, **place, faces);
        free.iter().find(is_reached).copied()
    })
}

fn has_face_between(mesh: &CollisionMesh, from: Vec3, to: Vec3, faces: Faces) -> bool {
    let delta = to - from;
    let length = delta.length();
    mesh.ray_hits_any(from, delta / length, length, faces)
}

fn places(around: Vec3) -> impl Iterator<Item = Vec3> {
    let up = (1..=UP_COUNT).map(|step| Vec3::Y * (step as f32 * UP_STEP));
    let ring = |index: usize| {
        let radius = RING_STEP * (index / SPOKE_COUNT + 1) as f32;
        let angle = (index % SPOKE_COUNT) as f32 / SPOKE_COUNT as f32 * std::f32::consts::TAU;
        Vec3::new(libm::cosf(angle), 0.0, libm::sinf(angle)) * radius
    };
    let aside = (0..RING_COUNT * SPOKE_COUNT)
        .flat_map(move |index| RING_HEIGHTS.map(|height| ring(index) + Vec3::Y * height));
    up.chain(aside).map(move |offset| around + offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::SceneBuilder;

    /// A thin wall at x = 0, seen from both sides, on a floor; a solid block beside it.
    fn level() -> Level {
        SceneBuilder::new()
            .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
            .cuboid(Vec3::new(-0.01, 0.0, -20.0), Vec3::new(0.01, 9.0, 20.0))
            .cuboid(Vec3::new(4.0, 0.0, -3.0), Vec3::new(10.0, 9.0, 3.0))
            .spawn(Vec3::new(2.0, 0.0, 8.0), 0.0)
            .build("walls")
            .unwrap()
    }

    const BODY: Vec3 = Vec3::new(0.4, 0.9, 0.4);

    #[test]
    fn a_body_in_a_thin_wall_comes_out_on_the_side_of_its_center() {
        let (level, body) = (level(), Body::ellipsoid(BODY.x, BODY.y).unwrap());
        for x in [-0.3_f32, -0.05, 0.05, 0.3] {
            let place = free_place(&level, body, Vec3::new(x, 0.95, 12.0)).unwrap();
            assert!(level.collision.is_free(body, place));
            assert_eq!(place.x.signum(), x.signum(), "from {x} to {place}");
        }
    }

    #[test]
    fn out_of_a_solid_block_and_up_through_the_floor() {
        let (level, body) = (level(), Body::ellipsoid(BODY.x, BODY.y).unwrap());
        for from in [
            Vec3::new(4.6, 1.0, 0.0),
            Vec3::new(7.0, 1.0, 2.5),
            Vec3::new(2.0, -0.5, 8.0),
            Vec3::new(2.0, 0.2, 8.0),
        ] {
            let place = free_place(&level, body, from).unwrap();
            assert!(level.collision.is_free(body, place) && place.x > 0.0);
            assert!(place.y > 0.85, "from {from} to {place}");
        }
    }

    #[test]
    fn senseless_places_are_none() {
        let (level, body) = (level(), Body::ellipsoid(BODY.x, BODY.y).unwrap());
        for from in [Vec3::NAN, Vec3::INFINITY] {
            assert_eq!(free_place(&level, body, from), None);
        }
    }
}
