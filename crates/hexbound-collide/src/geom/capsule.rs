//! The capsule.

use glam::{DVec3, Vec3};

use super::{Aabb, Closest, Convex, Segment, Valid};

/// Everything within `radius` of a segment, meters.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Capsule, Intersects, Sphere};
///
/// let standing = Capsule::new(Vec3::Y * 0.4, Vec3::Y * 1.4, 0.4);
/// assert!(standing.intersects(&Sphere::new(Vec3::X, 0.8)));
/// assert!(!standing.intersects(&Sphere::new(Vec3::Y * 3.0, 1.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    pub segment: Segment,
    pub radius: f32,
}

impl Capsule {
    pub fn new(start: Vec3, end: Vec3, radius: f32) -> Self {
        Self {
            segment: Segment::new(start, end),
            radius,
        }
    }

    pub fn bounds(&self) -> Aabb {
        Aabb::from_points([self.segment.start, self.segment.end]).grown(Vec3::splat(self.radius))
    }
}

impl Valid for Capsule {
    fn is_valid(&self) -> bool {
        self.segment.is_valid() && self.radius.is_finite() && self.radius >= 0.0
    }
}

impl Convex for Capsule {
    fn middle(&self) -> DVec3 {
        self.segment.middle()
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        let end = self.segment.support(direction);
        end + direction.normalize_or_zero() * f64::from(self.radius)
    }
}

impl Closest for Capsule {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        let on_axis = self.segment.closest_point(point);
        on_axis + (point - on_axis).clamp_length_max(f64::from(self.radius))
    }
}
