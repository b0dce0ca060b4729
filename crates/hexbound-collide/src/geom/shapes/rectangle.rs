//! The flat rectangle in space.

use glam::{DVec3, Vec3};

use crate::geom::{
    ClosestPoint, SupportMap, Validate,
    distance::{closest_on_triangle, nearer},
    traits::furthest,
};

/// A flat quad: the points center + s · half_u + t · half_v with s and t from −1 to 1. The two half axes
/// are meant to be perpendicular. Otherwise the shape is a parallelogram, and every test is still exact.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Intersects, Ray, Rectangle};
///
/// let door = Rectangle::new(Vec3::Y, Vec3::X * 0.5, Vec3::Y);
/// assert!(door.intersects(&Ray::new(Vec3::new(0.2, 1.0, -1.0), Vec3::Z)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rectangle {
    /// The center, meters.
    pub center: Vec3,
    /// The vector from the center to the middle of one side, meters.
    pub half_u: Vec3,
    /// The vector from the center to the middle of an adjacent side, meters.
    pub half_v: Vec3,
}

impl Rectangle {
    /// The rectangle around `center` with these half axes, meters.
    pub fn new(center: Vec3, half_u: Vec3, half_v: Vec3) -> Self {
        Self {
            center,
            half_u,
            half_v,
        }
    }

    /// The corners, in order around the rectangle.
    pub(in crate::geom) fn exact_corners(&self) -> [DVec3; 4] {
        let center = self.center.as_dvec3();
        let (u, v) = (self.half_u.as_dvec3(), self.half_v.as_dvec3());
        [
            center - u - v,
            center + u - v,
            center + u + v,
            center - u + v,
        ]
    }

    /// Two triangles that share a diagonal.
    pub(in crate::geom) fn halves(&self) -> [[DVec3; 3]; 2] {
        let [a, b, c, d] = self.exact_corners();
        [[a, b, c], [a, c, d]]
    }
}

impl Validate for Rectangle {
    fn is_valid(&self) -> bool {
        self.center.is_finite() && self.half_u.is_finite() && self.half_v.is_finite()
    }
}

impl SupportMap for Rectangle {
    fn interior_point(&self) -> DVec3 {
        self.center.as_dvec3()
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        furthest(&self.exact_corners(), direction)
    }
}

impl ClosestPoint for Rectangle {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        let [first, second] = self.halves().map(|half| closest_on_triangle(point, half));
        nearer(point, first, second)
    }
}
