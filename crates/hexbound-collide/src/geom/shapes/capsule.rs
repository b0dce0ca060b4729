//! The capsule: a ball along a segment.

use glam::{DVec3, Vec3};

use super::Aabb;
use crate::geom::{ClosestPoint, SupportMap, Validate};

/// A solid cylinder with round ends. A capsule of radius 0 is a segment.
///
/// ```
/// use glam::{DVec3, Vec3};
/// use hexbound_collide::geom::{Capsule, ClosestPoint};
///
/// let pill = Capsule { center: Vec3::ZERO, axis: Vec3::Y, radius: 0.5, half_length: 1.0 };
/// assert_eq!(pill.closest_point(DVec3::Y * 9.0), DVec3::Y * 1.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Capsule {
    /// The center, meters.
    pub center: Vec3,
    /// The unit vector along the axis.
    pub axis: Vec3,
    /// The radius, meters; not negative.
    pub radius: f32,
    /// The distance from the center to the beginning of either round end, meters; not negative.
    pub half_length: f32,
}

impl Capsule {
    /// The smallest box around the capsule.
    pub fn bounds(&self) -> Aabb {
        let along = self.axis.abs() * self.half_length;
        Aabb::new(self.center, self.center).grown(along + Vec3::splat(self.radius))
    }
}

impl Validate for Capsule {
    fn is_valid(&self) -> bool {
        self.center.is_finite()
            && self.axis.is_normalized()
            && self.radius.is_finite()
            && self.half_length.is_finite()
            && self.radius.min(self.half_length) >= 0.0
    }
}

impl SupportMap for Capsule {
    fn interior_point(&self) -> DVec3 {
        self.center.as_dvec3()
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        self.core_support(direction) + direction.normalize_or_zero() * self.rounding()
    }

    fn rounding(&self) -> f64 {
        f64::from(self.radius)
    }

    fn core_support(&self, direction: DVec3) -> DVec3 {
        let along = self.axis.as_dvec3() * f64::from(self.half_length);
        let side = match along.dot(direction) < 0.0 {
            true => -1.0,
            false => 1.0,
        };
        self.interior_point() + along * side
    }
}

impl ClosestPoint for Capsule {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        let (axis, half) = (self.axis.as_dvec3(), f64::from(self.half_length));
        let height = axis.dot(point - self.interior_point());
        let on_axis = self.interior_point() + axis * height.clamp(-half, half);
        on_axis + (point - on_axis).clamp_length_max(self.rounding())
    }
}
