//! The positions of light probes: at their grid's points, or a little beside points that are in a wall or too
//! near to one.

use glam::Vec3;

use crate::{BakeScene, surface::SurfaceHit};

/// The minimum distance of a probe from a wall, as a share of the spacing.
const MIN_WALL_DISTANCE: f32 = 0.25;
/// The maximum displacement of a probe, as a share of the spacing.
const MAX_NUDGE: f32 = 0.45;
/// The length of the rays that find walls, as a share of the spacing.
const SIGHT_DISTANCE: f32 = 0.7;

/// The position of the probe of the grid's `point`.
pub(super) fn nudge_probe(scene: &BakeScene, point: Vec3, spacing: f32) -> Vec3 {
    let hits: Vec<(Vec3, SurfaceHit)> = cube_directions()
        .filter_map(|ray| Some((ray, scene.cast_ray(point, ray, SIGHT_DISTANCE * spacing)?)))
        .collect();
    let behind = hits.iter().filter(|(_, hit)| hit.from_behind).count();
    let is_in_wall = 2 * behind > hits.len();
    let nearest = (hits.iter())
        .filter(|(_, hit)| hit.from_behind == is_in_wall)
        .min_by(|one, other| one.1.distance.total_cmp(&other.1.distance));
    let Some((ray, hit)) = nearest else {
        return point;
    };
    if is_in_wall {
        // The probe moves through the surface, and farther if there is space.
        let beyond = MAX_NUDGE * spacing - hit.distance;
        let exit = point + *ray * (hit.distance + 1e-3);
        return if beyond > 0.01 * spacing {
            exit + *ray * free_distance(scene, exit, *ray, beyond.min(MIN_WALL_DISTANCE * spacing))
        } else {
            point
        };
    }
    let missing = MIN_WALL_DISTANCE * spacing + ray.dot(hit.normal) * hit.distance;
    if missing <= 0.0 {
        return point;
    }
    point + hit.normal * free_distance(scene, point, hit.normal, missing)
}

/// The distance to move, at most `wanted` meters: half the distance to a wall if one is near.
fn free_distance(scene: &BakeScene, from: Vec3, ray: Vec3, wanted: f32) -> f32 {
    match scene.cast_ray(from, ray, 2.0 * wanted) {
        Some(hit) => 0.5 * hit.distance,
        None => wanted,
    }
}

/// The directions to the sides and the corners of a cube.
fn cube_directions() -> impl Iterator<Item = Vec3> {
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let sides = axes.into_iter().flat_map(|axis| [axis, -axis]);
    let corners = (0..8).map(|corner| {
        let bit = |bit: u32| if corner >> bit & 1 == 1 { 1.0 } else { -1.0 };
        Vec3::new(bit(0), bit(1), bit(2)).normalize()
    });
    sides.chain(corners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tests::gray_scene;
    use hexbound_scenes::SceneBuilder;

    fn scene(builder: SceneBuilder) -> BakeScene {
        let level = builder.build("test").expect("a valid scene");
        gray_scene(&level)
    }

    #[test]
    fn probes_keep_off_walls_and_leave_them() {
        let post = SceneBuilder::new().cuboid(Vec3::ZERO, Vec3::new(0.5, 3.0, 3.0));
        let scene = scene(post);
        let near = nudge_probe(&scene, Vec3::new(-0.05, 1.5, 1.5), 1.0);
        assert!((near.x + 0.25).abs() < 1e-3, "{near}");
        let inside = nudge_probe(&scene, Vec3::new(0.1, 1.5, 1.5), 1.0);
        assert!(inside.x < -0.2, "{inside}");
        let free = Vec3::new(-0.4, 1.5, 1.5);
        assert_eq!(nudge_probe(&scene, free, 1.0), free);
    }

    #[test]
    fn in_a_gap_a_probe_stands_in_the_middle() {
        let gap = SceneBuilder::new()
            .cuboid(Vec3::new(-1.0, 0.0, 0.0), Vec3::new(0.0, 3.0, 3.0))
            .cuboid(Vec3::new(0.3, 0.0, 0.0), Vec3::new(1.0, 3.0, 3.0));
        let place = nudge_probe(&scene(gap), Vec3::new(0.05, 1.5, 1.5), 1.0);
        assert!((place.x - 0.175).abs() < 1e-2, "{place}");
    }
}
