//! The sphere, and two spheres that move.

use glam::{DVec3, Vec3};

use super::{Aabb, Closest, Convex, Valid};

/// A solid ball, meters.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Intersects, Sphere};
///
/// let ball = Sphere::new(Vec3::ZERO, 1.0);
/// assert!(ball.intersects(&Sphere::new(Vec3::X * 2.0, 1.0)), "touching counts");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    pub center: Vec3,
    pub radius: f32,
}

impl Sphere {
    pub fn new(center: Vec3, radius: f32) -> Self {
        Self { center, radius }
    }

    pub fn bounds(&self) -> Aabb {
        Aabb::new(self.center, self.center).grown(Vec3::splat(self.radius))
    }
}

impl Valid for Sphere {
    fn is_valid(&self) -> bool {
        self.center.is_finite() && self.radius.is_finite() && self.radius >= 0.0
    }
}

impl Convex for Sphere {
    fn middle(&self) -> DVec3 {
        self.center.as_dvec3()
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        self.middle() + direction.normalize_or_zero() * f64::from(self.radius)
    }
}

impl Closest for Sphere {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        let offset = point - self.middle();
        self.middle() + offset.clamp_length_max(f64::from(self.radius))
    }
}
