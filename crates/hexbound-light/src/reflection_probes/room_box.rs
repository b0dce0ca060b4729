//! The room about a reflection probe as a box. A reflection is looked up at its ray's exit from the box, so
//! that its image is in the right place (Lagarde and Zanuttini, "Local Image-based Lighting with
//! Parallax-corrected Cubemaps"). A box keeps straight edges straight; the distances of hits would bend
//! them.

use glam::Vec3;

use crate::{
    BakeScene,
    octahedron::{direction_at, position_on_edges},
};
use hexbound_collide::geom::Aabb;

/// The number of rays along each side of the octahedron.
const RAYS_A_SIDE: usize = 24;
/// The distance beyond which a reflection does not move with the eye, meters.
const FAR_DISTANCE: f32 = 200.0;
/// The cosine above which a wall faces the probe.
const FACING_COSINE: f32 = 0.8;
/// The share of the surfaces facing the probe that may stand before the wall of a side, as furniture does.
const FURNITURE_SHARE: f32 = 0.6;
/// The share of rays to a side that meet the sky above which the side is open.
const OPEN_SHARE: f32 = 0.5;
/// The cosine above which a ray counts as one to a side.
const STRAIGHT_COSINE: f32 = 0.8;

/// The box around the room at `position`, which contains `position`.
pub(super) fn room_box(scene: &BakeScene, position: Vec3) -> Aabb {
    let last = (RAYS_A_SIDE - 1) as f32;
    let sights: Vec<(Vec3, Option<(Vec3, Vec3)>)> = (0..RAYS_A_SIDE * RAYS_A_SIDE)
        .map(|index| {
            // Rays stay off the edges, where directions are twice in the map.
            let shrunk = |along: usize| 0.5 + along as f32 * (last - 1.0) / last;
            let ray = direction_at(position_on_edges(
                RAYS_A_SIDE,
                shrunk(index % RAYS_A_SIDE),
                shrunk(index / RAYS_A_SIDE),
            ));
            let sight = scene.cast_ray(position, ray, FAR_DISTANCE);
            (ray, sight.map(|sight| (ray * sight.distance, sight.normal)))
        })
        .collect();
    let side = |axis: Vec3| bound(&sights, axis).clamp(0.05, FAR_DISTANCE);
    let low = Vec3::AXES.map(|axis| side(-axis));
    let high = Vec3::AXES.map(side);
    Aabb::new(position - Vec3::from(low), position + Vec3::from(high))
}

/// The extent of the room in a direction, meters.
fn bound(sights: &[(Vec3, Option<(Vec3, Vec3)>)], axis: Vec3) -> f32 {
    let straight = || {
        sights
            .iter()
            .filter(|sight| sight.0.dot(axis) > STRAIGHT_COSINE)
    };
    let open = straight().filter(|sight| sight.1.is_none()).count() as f32;
    if open > OPEN_SHARE * straight().count() as f32 {
        return FAR_DISTANCE;
    }
    let hits = || sights.iter().filter_map(|sight| sight.1);
    let ahead = |(hit, _): &(Vec3, Vec3)| hit.dot(axis) > 0.0;
    let facing = hits().filter(|(_, normal)| normal.dot(axis) < -FACING_COSINE);
    // The weight is more than a ray's solid angle, or furniture would count like walls. It is less
    // than the area, or the next room through an open door would.
    let mut walls: Vec<(f32, f32)> = facing
        .filter(ahead)
        .map(|(hit, _)| {
            (
                hit.dot(axis),
                hit.length().powi(2) / hit.dot(axis).max(0.05),
            )
        })
        .collect();
    walls.sort_by(|one, other| one.0.total_cmp(&other.0));
    let all: f32 = walls.iter().map(|wall| wall.1).sum();
    let mut passed = 0.0;
    for (far, area) in &walls {
        passed += area;
        if passed >= FURNITURE_SHARE * all {
            return *far;
        }
    }
    let farthest = hits().map(|(hit, _)| hit.dot(axis));
    farthest.fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tests::gray_scene;
    use hexbound_scenes::SceneBuilder;

    fn room(builder: SceneBuilder, position: Vec3) -> Aabb {
        let level = builder.build("test").expect("a valid scene");
        let scene = gray_scene(&level);
        room_box(&scene, position)
    }

    #[test]
    fn a_furnished_room_is_as_large_as_its_walls() {
        let (low, high) = (Vec3::new(-9.0, 0.0, -4.0), Vec3::new(11.0, 3.0, 4.0));
        let scene = SceneBuilder::new()
            .room(low, high)
            .cuboid(Vec3::new(2.0, 0.0, -1.0), Vec3::new(3.0, 1.0, 1.0))
            .cuboid(Vec3::new(-3.0, 0.0, 1.5), Vec3::new(-2.0, 2.2, 2.0));
        let seen = room(scene, Vec3::new(0.0, 1.6, 0.0));
        assert!(seen.min.abs_diff_eq(low, 0.02), "{seen:?}");
        assert!(seen.max.abs_diff_eq(high, 0.02), "{seen:?}");
    }

    #[test]
    fn an_open_floor_is_bounded_below_alone() {
        let floor = SceneBuilder::new().floor(-30.0, -30.0, 30.0, 30.0, 0.0);
        let seen = room(floor, Vec3::new(0.0, 1.6, 0.0));
        assert!(seen.min.y.abs() < 0.02, "{seen:?}");
        let sides = [seen.max.x, seen.max.y, seen.max.z, -seen.min.x, -seen.min.z];
        assert!(sides.iter().all(|side| *side > 20.0), "{seen:?}");
    }

    #[test]
    fn the_next_room_through_a_door_is_not_of_this_one() {
        let wall = [
            ([-0.1, 0.0, -3.0], [0.1, 3.0, -0.6]),
            ([-0.1, 0.0, 0.6], [0.1, 3.0, 3.0]),
            ([-0.1, 2.2, -0.6], [0.1, 3.0, 0.6]),
        ];
        let scene = SceneBuilder::new().room(Vec3::new(-6.0, 0.0, -3.0), Vec3::new(6.0, 3.0, 3.0));
        let scene = wall.iter().fold(scene, |scene, &(low, high)| {
            scene.cuboid(Vec3::from(low), Vec3::from(high))
        });
        let seen = room(scene, Vec3::new(3.6, 1.0, -0.2));
        assert!((seen.min.x - 0.1).abs() < 0.02, "{seen:?}");
    }
}
