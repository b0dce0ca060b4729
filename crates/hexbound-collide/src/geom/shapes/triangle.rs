//! The triangle.

use glam::{DVec3, Vec3};

use super::Aabb;
use crate::geom::{
    ClosestPoint, SupportMap, Validate, distance::closest_on_triangle, traits::furthest,
};

/// A flat, two-sided triangle. Its corners go counterclockwise as seen from the front.
///
/// ```
/// use glam::{DVec3, Vec3};
/// use hexbound_collide::geom::{ClosestPoint, Triangle};
///
/// let triangle = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Z);
/// assert_eq!(triangle.closest_point(DVec3::new(0.25, 2.0, 0.25)), DVec3::new(0.25, 0.0, 0.25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Triangle {
    /// The three corners, meters.
    pub corners: [Vec3; 3],
}

impl Triangle {
    /// The triangle with the corners `a`, `b` and `c`, meters.
    pub fn new(a: Vec3, b: Vec3, c: Vec3) -> Self {
        Self { corners: [a, b, c] }
    }

    /// The smallest box around the triangle.
    pub fn bounds(&self) -> Aabb {
        Aabb::from_points(self.corners)
    }

    pub(in crate::geom) fn exact_corners(&self) -> [DVec3; 3] {
        self.corners.map(Vec3::as_dvec3)
    }
}

impl Validate for Triangle {
    fn is_valid(&self) -> bool {
        self.corners.iter().all(|corner| corner.is_finite())
    }
}

impl SupportMap for Triangle {
    fn interior_point(&self) -> DVec3 {
        let [a, b, c] = self.exact_corners();
        (a + b + c) / 3.0
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        furthest(&self.exact_corners(), direction)
    }
}

impl ClosestPoint for Triangle {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        closest_on_triangle(point, self.exact_corners())
    }
}
