//! The sphere.

use glam::{DVec3, Vec3};

use super::Aabb;
use crate::geom::{ClosestPoint, SupportMap, Validate};

/// A solid ball.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Intersects, Sphere};
///
/// let ball = Sphere::new(Vec3::ZERO, 1.0);
/// assert!(ball.intersects(&Sphere::new(Vec3::X * 2.0, 1.0)), "touching counts");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sphere {
    /// The center, meters.
    pub center: Vec3,
    /// The radius, meters; not negative.
    pub radius: f32,
}

impl Sphere {
    /// The sphere around `center`.
    pub fn new(center: Vec3, radius: f32) -> Self {
        Self { center, radius }
    }

    /// The smallest box around the sphere.
    pub fn bounds(&self) -> Aabb {
        Aabb::new(self.center, self.center).grown(Vec3::splat(self.radius))
    }
}

impl Validate for Sphere {
    fn is_valid(&self) -> bool {
        self.center.is_finite() && self.radius.is_finite() && self.radius >= 0.0
    }
}

impl SupportMap for Sphere {
    fn interior_point(&self) -> DVec3 {
        self.center.as_dvec3()
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        self.interior_point() + direction.normalize_or_zero() * f64::from(self.radius)
    }

    fn rounding(&self) -> f64 {
        f64::from(self.radius)
    }

    fn core_support(&self, _direction: DVec3) -> DVec3 {
        self.interior_point()
    }
}

impl ClosestPoint for Sphere {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        let center = self.interior_point();
        center + (point - center).clamp_length_max(f64::from(self.radius))
    }
}
