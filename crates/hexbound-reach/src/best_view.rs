//! The direction to look in from a place for which nobody chose one: to where most of the level is
//! in the picture, and not at a wall close by.

use std::f32::consts::TAU;

use glam::Vec3;
use hexbound_collide::{CollisionMesh, RayHit};

use hexbound_base::body::{EYE_HEIGHT, HALF_HEIGHT, forward, view_direction, yaw_of};

/// The height of the eyes above the middle of the standing body, meters.
pub const EYES_ABOVE_MIDDLE: f32 = EYE_HEIGHT - HALF_HEIGHT;
/// The number of directions that are compared.
const YAW_COUNT: usize = 16;
/// The angles of the rays through a picture from its middle, to the side and upward, radians.
const RAY_YAWS: [f32; 5] = [-0.6, -0.3, 0.0, 0.3, 0.6];
const RAY_PITCHES: [f32; 3] = [-0.28, -0.04, 0.2];
/// The longest view that counts, meters.
const MAX_VIEW: f32 = 80.0;
/// A wall straight ahead that is nearer than this many meters lowers the score by the factor below.
const ARMS_LENGTH: f32 = 3.0;
const FACE_TO_WALL: f32 = 0.3;
/// The free way straight ahead that makes an open view, meters, and the factor for none at all.
const OPEN_LENGTH: f32 = 30.0;
const SHUT_FACTOR: f32 = 0.4;
/// The factor for the back of a face, which was not made to be seen.
const BACK_FACTOR: f32 = 0.25;
/// The factor for a view of a single plane, compared with one of as many planes as there are rays.
const BLANK_FACTOR: f32 = 0.5;
/// Where a smaller share of the rays than this meets anything, the level is below and is looked
/// down at.
const ALMOST_NOTHING: f32 = 0.2;

/// A place to look from, a direction to look in, and how much is seen in it.
#[derive(Clone, Copy, Debug)]
pub struct BestView {
    /// The body's center, meters.
    pub position: Vec3,
    /// Radians.
    pub yaw: f32,
    /// Radians.
    pub pitch: f32,
    /// Grows with how much is seen, how far away and on how many planes.
    pub score: f32,
}

/// The direction in which most is seen by a body whose center is at `position`.
pub fn best_view(collision: &CollisionMesh, position: Vec3) -> BestView {
    let eye = position + Vec3::Y * EYES_ABOVE_MIDDLE;
    let best = (0..YAW_COUNT)
        .map(|spoke| (seen(collision, eye, yaw_of_spoke(spoke, YAW_COUNT)), spoke))
        // Of equals the first wins.
        .reduce(|best, next| {
            if next.0.score > best.0.score {
                next
            } else {
                best
            }
        });
    let score = best.as_ref().map_or(0.0, |(seen, _)| seen.score);
    let (yaw, pitch) = match best {
        Some((it, spoke)) if it.share >= ALMOST_NOTHING => (yaw_of_spoke(spoke, YAW_COUNT), 0.0),
        _ => toward(eye, collision.bounds().center()),
    };
    BestView {
        position,
        yaw,
        pitch,
        score,
    }
}

/// Returns whether a ray along `direction` meets the front of a face, from which its corners run
/// counter-clockwise.
pub fn shows_front(collision: &CollisionMesh, hit: &RayHit, direction: Vec3) -> bool {
    let [a, b, c] = collision.corners(hit.triangle);
    (b - a).cross(c - a).dot(direction) < 0.0
}

/// The yaw and pitch from `eye` to `target`, radians; the pitch is at most 1.2 up or down.
pub fn toward(eye: Vec3, target: Vec3) -> (f32, f32) {
    let way = target - eye;
    let flat = way.with_y(0.0).length();
    if flat < 0.05 {
        // Straight down, a player would not know where they stand.
        return (0.0, if way.y < 0.0 { -1.2 } else { 0.0 });
    }
    let pitch = libm::atan2f(way.y, flat);
    (yaw_of(way), pitch.clamp(-1.2, 1.2))
}

/// The yaw of one of so many spokes of a circle, radians: −π < yaw ≤ π.
pub fn yaw_of_spoke(spoke: usize, spokes: usize) -> f32 {
    let turn = spoke as f32 / spokes as f32;
    (if turn > 0.5 { turn - 1.0 } else { turn }) * TAU
}

struct Seen {
    /// The share of the rays that meet anything.
    share: f32,
    score: f32,
}

/// Returns what is seen from `eye` in the direction `yaw`.
fn seen(collision: &CollisionMesh, eye: Vec3, yaw: f32) -> Seen {
    let (mut hits, mut score) = (0, 0.0);
    let mut planes: Vec<[i32; 4]> = Vec::new();
    for pitch in RAY_PITCHES {
        for aside in RAY_YAWS {
            let direction = view_direction(yaw + aside, pitch);
            let Some(hit) = collision.ray_cast(eye, direction, MAX_VIEW) else {
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
    let ahead = collision.ray_cast(eye, forward(yaw), OPEN_LENGTH);
    let open = ahead.map_or(OPEN_LENGTH, |hit| hit.distance);
    score *= SHUT_FACTOR + (1.0 - SHUT_FACTOR) * open / OPEN_LENGTH;
    if open < ARMS_LENGTH {
        score *= FACE_TO_WALL;
    }
    Seen {
        share: hits as f32 / rays,
        score,
    }
}

/// The plane of a hit, rounded, so that a wall of many triangles is one.
fn plane_of(hit: &RayHit) -> [i32; 4] {
    let [x, y, z] = (hit.normal * 8.0).round().to_array();
    let along = (hit.normal.dot(hit.point) * 2.0).round();
    [x, y, z, along].map(|number| number as i32)
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
    fn toward_points_there() {
        for target in [Vec3::new(3.0, 1.0, -2.0), Vec3::new(-1.0, -0.5, 4.0)] {
            let (yaw, pitch) = toward(Vec3::ZERO, target);
            let along = view_direction(yaw, pitch).dot(target.normalize());
            assert!(along > 0.9999, "{target}");
        }
    }
}
