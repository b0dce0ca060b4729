//! The straight path of a ball, for queries of everything that it may meet.

use glam::{DVec3, Vec3};
use hexbound_collide::{Class, geom::Aabb};

/// A ball on its straight path between two positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallSweep {
    pub class: Class,
    pub from: DVec3,
    pub to: DVec3,
    /// The ball's radius with its skin, meters.
    pub reach: f64,
    /// A box around the path, with a small margin.
    pub bounds: Aabb,
}

/// The most steps toward a contact; a handful is usual.
const MAX_STEPS: usize = 200;
/// The gap that counts as touching, meters.
const TOUCH_GAP: f64 = 1e-7;

impl BallSweep {
    pub(super) fn new(class: Class, from: DVec3, to: DVec3, reach: f64) -> Self {
        let path = Aabb::new(from.min(to).as_vec3(), from.max(to).as_vec3());
        Self {
            class,
            from,
            to,
            reach,
            bounds: path.grown(Vec3::splat(reach as f32 + 1e-3)),
        }
    }
}

/// The fraction of the path at which a sphere first touches a convex body, and the offset of its center
/// from the body there. `offset_to` computes that offset. The distance to a convex body is convex along
/// the path, so steps by the remaining distance never pass the contact.
pub(crate) fn first_touch(
    radius: f64,
    from: DVec3,
    to: DVec3,
    offset_to: impl Fn(DVec3) -> DVec3,
) -> Option<(f64, DVec3)> {
    let length = (to - from).length();
    let mut distance = 0.0;
    for _ in 0..MAX_STEPS {
        let fraction = if length > 0.0 { distance / length } else { 0.0 };
        let offset = offset_to(from.lerp(to, fraction));
        let gap = offset.length() - radius;
        if gap < TOUCH_GAP {
            return Some((fraction, offset));
        }
        distance += gap;
        if distance > length {
            return None;
        }
    }
    None
}
