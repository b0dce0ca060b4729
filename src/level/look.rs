//! Where to look from a place that nobody chose a direction for: to where most of the level is in
//! the picture, and not at a wall close by. From the collision mesh alone, so that it is the same on
//! every machine.

use std::f32::consts::TAU;

use glam::Vec3;
use hexbound_collide::{CollisionMesh, RayHit};

/// Meters from the middle of the standing body up to its eyes.
pub const EYES_ABOVE_MIDDLE: f32 = 0.75;
/// Directions that are compared.
const SPOKES: usize = 16;
/// The rays through a picture, radians from its middle.
const ACROSS: [f32; 5] = [-0.6, -0.3, 0.0, 0.3, 0.6];
const UPWARDS: [f32; 3] = [-0.28, -0.04, 0.2];
/// Meters. What is farther is as good.
const FAR: f32 = 80.0;
/// Meters straight ahead; less is a wall in the face, and counts for so much less.
const ARMS_LENGTH: f32 = 3.0;
const FACE_TO_WALL: f32 = 0.3;
/// Meters straight ahead that make an open view, and what none at all counts for.
const OPEN: f32 = 30.0;
const SHUT: f32 = 0.4;
/// What the back of a face counts for: it was not made to be seen.
const BACK: f32 = 0.25;
/// What a view of one blank wall counts for, beside one of as many surfaces as there are rays.
const BLANK: f32 = 0.5;
/// When fewer of all rays than this share meet anything, the level is below: it is looked down at.
const ALMOST_NOTHING: f32 = 0.2;

/// Where to look from a place, radians, and how much is seen there.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub yaw: f32,
    pub pitch: f32,
    /// Grows with what is seen, how far and how manifold that is.
    pub worth: f32,
}

/// Yaw and pitch, radians.
pub fn fullest_look(collision: &CollisionMesh, position: Vec3) -> (f32, f32) {
    let look = best_look(collision, position);
    (look.yaw, look.pitch)
}

/// To where most is seen, and how much.
pub fn best_look(collision: &CollisionMesh, position: Vec3) -> Look {
    let eye = position + Vec3::Y * EYES_ABOVE_MIDDLE;
    let best = (0..SPOKES)
        .map(|spoke| (seen(collision, eye, yaw_of(spoke, SPOKES)), spoke))
        // The first of equals.
        .reduce(|best, next| {
            if next.0.worth > best.0.worth {
                next
            } else {
                best
            }
        });
    let worth = best.as_ref().map_or(0.0, |(seen, _)| seen.worth);
    let (yaw, pitch) = match best {
        Some((seen, spoke)) if seen.share >= ALMOST_NOTHING => (yaw_of(spoke, SPOKES), 0.0),
        _ => toward(eye, collision.bounds().center()),
    };
    Look { yaw, pitch, worth }
}

/// Whether a ray along `direction` meets the side of a face that is meant to be seen: from which
/// its corners run counter-clockwise.
pub fn shows_front(collision: &CollisionMesh, hit: &RayHit, direction: Vec3) -> bool {
    let [a, b, c] = collision.corners(hit.triangle);
    (b - a).cross(c - a).dot(direction) < 0.0
}

/// Yaw and pitch from `eye` to `target`, radians.
pub fn toward(eye: Vec3, target: Vec3) -> (f32, f32) {
    let way = target - eye;
    let flat = way.with_y(0.0).length();
    if flat < 0.05 {
        // Straight down one would not know where one stands.
        return (0.0, if way.y < 0.0 { -1.2 } else { 0.0 });
    }
    let pitch = libm::atan2f(way.y, flat);
    (libm::atan2f(-way.x, -way.z), pitch.clamp(-1.2, 1.2))
}

/// Unit.
pub fn direction_of(yaw: f32, pitch: f32) -> Vec3 {
    let flat = libm::cosf(pitch);
    Vec3::new(
        -libm::sinf(yaw) * flat,
        libm::sinf(pitch),
        -libm::cosf(yaw) * flat,
    )
}

/// −π < yaw ≤ π.
pub fn yaw_of(spoke: usize, spokes: usize) -> f32 {
    let turn = spoke as f32 / spokes as f32;
    (if turn > 0.5 { turn - 1.0 } else { turn }) * TAU
}

struct Seen {
    /// Of the rays, those that meet anything.
    share: f32,
    worth: f32,
}

fn seen(collision: &CollisionMesh, eye: Vec3, yaw: f32) -> Seen {
    let (mut hits, mut worth) = (0, 0.0);
    let mut planes: Vec<[i32; 4]> = Vec::new();
    for pitch in UPWARDS {
        for aside in ACROSS {
            let direction = direction_of(yaw + aside, pitch);
            let Some(hit) = collision.ray_cast(eye, direction, FAR) else {
                continue;
            };
            hits += 1;
            let front = shows_front(collision, &hit, direction);
            worth += hit.distance.sqrt() * if front { 1.0 } else { BACK };
            let plane = plane_of(&hit);
            if !planes.contains(&plane) {
                planes.push(plane);
            }
        }
    }
    let rays = (ACROSS.len() * UPWARDS.len()) as f32;
    worth *= BLANK + (1.0 - BLANK) * planes.len() as f32 / rays;
    let ahead = collision.ray_cast(eye, direction_of(yaw, 0.0), OPEN);
    let open = ahead.map_or(OPEN, |hit| hit.distance);
    worth *= SHUT + (1.0 - SHUT) * open / OPEN;
    if open < ARMS_LENGTH {
        worth *= FACE_TO_WALL;
    }
    Seen {
        share: hits as f32 / rays,
        worth,
    }
}

/// The plane of what was hit, roughly: a wall of many triangles is one.
fn plane_of(hit: &RayHit) -> [i32; 4] {
    let [x, y, z] = (hit.normal * 8.0).round().to_array();
    let along = (hit.normal.dot(hit.point) * 2.0).round();
    [x, y, z, along].map(|number| number as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_meshes::TestMesh;

    #[test]
    fn one_looks_down_a_corridor_and_not_at_its_wall() {
        let (low, high) = (Vec3::new(-1.0, 0.0, -1.0), Vec3::new(30.0, 3.0, 1.0));
        let corridor = TestMesh::default().room(low, high).build();
        let (yaw, pitch) = fullest_look(&corridor, Vec3::new(0.0, 0.9, 0.0));
        assert!(direction_of(yaw, pitch).x > 0.9, "{yaw} {pitch}");
    }

    #[test]
    fn above_a_small_thing_one_looks_down_at_it() {
        let half = Vec3::splat(0.4);
        let thing = TestMesh::default().cuboid(-half, half).build();
        let (_, pitch) = fullest_look(&thing, Vec3::new(0.3, 1.3, 0.3));
        assert!(pitch < -0.8, "{pitch}");
    }

    #[test]
    fn toward_points_there() {
        for target in [Vec3::new(3.0, 1.0, -2.0), Vec3::new(-1.0, -0.5, 4.0)] {
            let (yaw, pitch) = toward(Vec3::ZERO, target);
            let along = direction_of(yaw, pitch).dot(target.normalize());
            assert!(along > 0.9999, "{target}");
        }
    }
}
