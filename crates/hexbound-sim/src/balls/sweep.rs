//! The straight way of a ball, by which all that it may meet is asked.

use glam::{DVec3, Vec3};
use hexbound_collide::{Class, geom::Aabb};

/// A ball on its straight way from place to place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallSweep {
    pub class: Class,
    pub from: DVec3,
    pub to: DVec3,
    /// The radius, meters.
    pub reach: f64,
    /// A box around the way, a little larger.
    pub bounds: Aabb,
}

impl BallSweep {
    pub(super) fn new(class: Class, from: DVec3, to: DVec3, reach: f64) -> Self {
        let way = Aabb::new(from.min(to).as_vec3(), from.max(to).as_vec3());
        Self {
            class,
            from,
            to,
            reach,
            bounds: way.grown(Vec3::splat(reach as f32 + 1e-3)),
        }
    }
}
