//! The best view from a place without a chosen view. It shows much of the level, and no wall close by.

use std::f32::consts::TAU;

use glam::Vec3;
use hexbound_collide::{CollisionMesh, RayHit};

use hexbound_base::body::{EYE_HEIGHT, HALF_HEIGHT, forward, view_direction, yaw_of};

/// The height of the eyes above the middle of the standing body, meters.
pub const EYES_ABOVE_MIDDLE: f32 = EYE_HEIGHT - HALF_HEIGHT;
/// The number of directions that are compared.
const YAW_COUNT: usize = 16;
/// The horizontal angles of the rays from the middle of a view, radians.
const RAY_YAWS: [f32; 5] = [-0.6, -0.3, 0.0, 0.3, 0.6];
/// The angles of the rays above the middle of a view, radians.
const RAY_PITCHES: [f32; 3] = [-0.28, -0.04, 0.2];
/// The length of the rays, meters.
const RAY_LENGTH: f32 = 80.0;
/// The distance below which a wall straight ahead lowers the score, meters.
const NEAR_WALL_DISTANCE: f32 = 3.0;
/// The factor for a view of a wall nearer than `NEAR_WALL_DISTANCE`.
const NEAR_WALL_FACTOR: f32 = 0.3;
/// The free distance straight ahead that makes a view fully open, meters.
const OPEN_DISTANCE: f32 = 30.0;
/// The factor for a view with no free distance straight ahead.
const SHUT_FACTOR: f32 = 0.4;
/// The factor for the back of a face, which is not meant to be seen.
const BACK_FACTOR: f32 = 0.25;
/// The factor for a view without planes; it rises to 1 for a view with a different plane for each ray.
const BLANK_FACTOR: f32 = 0.5;
/// The least share of rays that hit for a horizontal view; below it, the view turns to the level's center.
const MIN_HIT_SHARE: f32 = 0.2;

/// A position, a direction to look in, and the score of the view.
#[derive(Clone, Copy, Debug)]
pub struct BestView {
    /// The body's center, meters.
    pub position: Vec3,
    /// The yaw of the view, radians.
    pub yaw: f32,
    /// The pitch of the view, radians.
    pub pitch: f32,
    /// The score of the best horizontal view. It grows with the number, distances and distinct planes of the
    /// hits.
    pub score: f32,
}

/// The best view of a body whose center is at `position`.
pub fn best_view(collision: &CollisionMesh, position: Vec3) -> BestView {
    let eye = position + Vec3::Y * EYES_ABOVE_MIDDLE;
    let best = (0..YAW_COUNT)
        .map(|spoke| (score(collision, eye, yaw_of_spoke(spoke, YAW_COUNT)), spoke))
        // Among equal scores the first wins.
        .reduce(|best, next| {
            if next.0.score > best.0.score {
                next
            } else {
                best
            }
        });
    let score = best.as_ref().map_or(0.0, |(view, _)| view.score);
    let (yaw, pitch) = match best {
        Some((it, spoke)) if it.hit_share >= MIN_HIT_SHARE => (yaw_of_spoke(spoke, YAW_COUNT), 0.0),
        _ => angles_to(eye, collision.bounds().center()),
    };
    BestView {
        position,
        yaw,
        pitch,
        score,
    }
}

/// Returns whether a ray along `direction` hit the front of a face. The corners run counterclockwise as seen
/// from the front.
pub fn shows_front(collision: &CollisionMesh, hit: &RayHit, direction: Vec3) -> bool {
    let [a, b, c] = collision.corners(hit.triangle);
    (b - a).cross(c - a).dot(direction) < 0.0
}

/// The yaw and pitch from `eye` to `target`, radians, with the pitch limited to ±1.2. Both are 0 for a target
/// straight above.
pub fn angles_to(eye: Vec3, target: Vec3) -> (f32, f32) {
    let delta = target - eye;
    let flat = delta.with_y(0.0).length();
    if flat < 0.05 {
        // Straight down, a player would not know where they stand.
        return (0.0, if delta.y < 0.0 { -1.2 } else { 0.0 });
    }
    let pitch = libm::atan2f(delta.y, flat);
    (yaw_of(delta), pitch.clamp(-1.2, 1.2))
}

/// The yaw of direction `spoke` of `spokes` evenly spaced horizontal ones, radians: −π < yaw ≤ π.
pub fn yaw_of_spoke(spoke: usize, spokes: usize) -> f32 {
    let turn = spoke as f32 / spokes as f32;
    (if turn > 0.5 { turn - 1.0 } else { turn }) * TAU
}

struct ViewScore {
    /// The share of the rays that hit.
    hit_share: f32,
    score: f32,
}

/// Scores the view from `eye` in the direction `yaw`.
fn score(collision: &CollisionMesh, eye: Vec3, yaw: f32) -> ViewScore {
    let (mut hits, mut score) = (0, 0.0);
    let mut planes: Vec<[i32; 4]> = Vec::new();
    for pitch in RAY_PITCHES {
        for aside in RAY_YAWS {
            let direction = view_direction(yaw + aside, pitch);
            let Some(hit) = collision.ray_cast(eye, direction, RAY_LENGTH) else {
                continue;
            };
            hits += 1;
            let front = shows_front(collision, &hit, direction);
            score += hit.distance.sqrt() * if front { 1.0 } else { BACK_FACTOR };
            let plane = plane_of(&hit);
            if !planes.contains(&plane) {
                planes.push(plane);
            }
        }
    }
    let rays = (RAY_YAWS.len() * RAY_PITCHES.len()) as f32;
    score *= BLANK_FACTOR + (1.0 - BLANK_FACTOR) * planes.len() as f32 / rays;
    let ahead = collision.ray_cast(eye, forward(yaw), OPEN_DISTANCE);
    let open = ahead.map_or(OPEN_DISTANCE, |hit| hit.distance);
    score *= SHUT_FACTOR + (1.0 - SHUT_FACTOR) * open / OPEN_DISTANCE;
    if open < NEAR_WALL_DISTANCE {
        score *= NEAR_WALL_FACTOR;
    }
    ViewScore {
        hit_share: hits as f32 / rays,
        score,
    }
}

/// The plane of a hit, rounded so that all triangles of a wall share one.
fn plane_of(hit: &RayHit) -> [i32; 4] {
    let [x, y, z] = (hit.normal * 8.0).round().to_array();
    let distance = (hit.normal.dot(hit.point) * 2.0).round();
    [x, y, z, distance].map(|number| number as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_support::TestMesh;

    #[test]
    fn one_looks_down_a_corridor_and_not_at_its_wall() {
        let (low, high) = (Vec3::new(-1.0, 0.0, -1.0), Vec3::new(30.0, 3.0, 1.0));
        let corridor = TestMesh::default().room(low, high).build();
        let view = best_view(&corridor, Vec3::new(0.0, 0.9, 0.0));
        assert!(view_direction(view.yaw, view.pitch).x > 0.9, "{view:?}");
    }

    #[test]
    fn above_a_small_thing_one_looks_down_at_it() {
        let half = Vec3::splat(0.4);
        let thing = TestMesh::default().cuboid(-half, half).build();
        let view = best_view(&thing, Vec3::new(0.3, 1.3, 0.3));
        assert!(view.pitch < -0.8, "{view:?}");
    }

    #[test]
    fn the_angles_point_to_the_target() {
        for target in [Vec3::new(3.0, 1.0, -2.0), Vec3::new(-1.0, -0.5, 4.0)] {
            let (yaw, pitch) = angles_to(Vec3::ZERO, target);
            let along = view_direction(yaw, pitch).dot(target.normalize());
            assert!(along > 0.9999, "{target}");
        }
    }
}
