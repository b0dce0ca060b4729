//! The ray. The module `cast` computes its entry into a shape.

use glam::{DVec3, Vec3};

use super::line_span::LineSpan;
use crate::geom::{ClosestPoint, Validate, distance::closest_on_span};

/// A half-line. Its direction need not be of unit length; distances along the ray are in meters
/// regardless. A ray with a zero direction is a point.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Aabb, Ray};
///
/// let ray = Ray::new(Vec3::X * -3.0, Vec3::X);
/// let hit = ray.cast(&Aabb::new(Vec3::NEG_ONE, Vec3::ONE)).unwrap();
/// assert_eq!((hit.distance, hit.normal), (2.0, Vec3::NEG_X));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ray {
    /// The ray's start, meters.
    pub origin: Vec3,
    /// The ray's direction, of any length.
    pub direction: Vec3,
}

impl Ray {
    /// The ray from `origin` along `direction`.
    pub fn new(origin: Vec3, direction: Vec3) -> Self {
        Self { origin, direction }
    }

    /// The point `distance` meters along the ray.
    pub fn at(&self, distance: f32) -> Vec3 {
        self.span().at(f64::from(distance)).as_vec3()
    }

    /// The ray with a unit direction, or zero.
    pub(in crate::geom) fn span(&self) -> LineSpan {
        LineSpan {
            origin: self.origin.as_dvec3(),
            along: self.direction.as_dvec3().normalize_or_zero(),
            max_t: f64::INFINITY,
        }
    }
}

impl Validate for Ray {
    fn is_valid(&self) -> bool {
        self.origin.is_finite() && self.direction.is_finite()
    }
}

impl ClosestPoint for Ray {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        closest_on_span(point, &self.span())
    }
}
