//! The upright cylinder around the origin.

use glam::{DVec2, DVec3};

use super::super::triangle::flat;

/// The vertical or horizontal part of a normal below which the part counts as zero.
const MIN_COMPONENT: f64 = 1e-12;

#[derive(Clone, Copy)]
pub(in crate::contact) struct Cylinder {
    pub radius: f64,
    pub half_height: f64,
}

impl Cylinder {
    pub(in crate::contact) fn new(radius: f32, half_height: f32) -> Self {
        Self {
            radius: f64::from(radius),
            half_height: f64::from(half_height),
        }
    }

    #[inline]
    pub(super) fn reach(&self, normal: DVec3) -> f64 {
        self.radius * flat(normal).length() + self.half_height * normal.y.abs()
    }

    /// The point of the cylinder around the origin that is furthest along `direction`; the middle of a
    /// cap or of a side if all of that is.
    #[inline]
    pub(super) fn support(&self, direction: DVec3) -> DVec3 {
        let level = flat(direction);
        let rim = match level.length() > MIN_COMPONENT {
            true => level.normalize() * self.radius,
            false => DVec2::ZERO,
        };
        let up = match direction.y.abs() > MIN_COMPONENT {
            true => self.half_height * direction.y.signum(),
            false => 0.0,
        };
        DVec3::new(rim.x, up, rim.y)
    }
}
