//! The flat rectangle in space.

use glam::{DVec3, Vec3};

use super::{Closest, Convex, Valid, closest::closest_on_triangle};

/// A flat quad: the points center + s·half_u + t·half_v with s and t from −1 to 1, meters. The two
/// half axes are meant to stand at right angles; if they don't it is a parallelogram, and every
/// test still holds.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Intersects, Rectangle, Segment};
///
/// let door = Rectangle::new(Vec3::Y, Vec3::X * 0.5, Vec3::Y);
/// assert!(door.intersects(&Segment::new(Vec3::new(0.2, 1.0, -1.0), Vec3::new(0.2, 1.0, 1.0))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    pub center: Vec3,
    pub half_u: Vec3,
    pub half_v: Vec3,
}

impl Rectangle {
    pub fn new(center: Vec3, half_u: Vec3, half_v: Vec3) -> Self {
        Self {
            center,
            half_u,
            half_v,
        }
    }

    /// Going around.
    pub fn corners(&self) -> [Vec3; 4] {
        self.exact_corners().map(|corner| corner.as_vec3())
    }

    pub(super) fn exact_corners(&self) -> [DVec3; 4] {
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
    pub(super) fn halves(&self) -> [[DVec3; 3]; 2] {
        let [a, b, c, d] = self.exact_corners();
        [[a, b, c], [a, c, d]]
    }
}

impl Valid for Rectangle {
    fn is_valid(&self) -> bool {
        self.center.is_finite() && self.half_u.is_finite() && self.half_v.is_finite()
    }
}

impl Convex for Rectangle {
    fn middle(&self) -> DVec3 {
        self.center.as_dvec3()
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        super::convex::furthest(&self.exact_corners(), direction)
    }
}

impl Closest for Rectangle {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        let [first, second] = self.halves().map(|half| closest_on_triangle(point, half));
        if second.distance_squared(point) < first.distance_squared(point) {
            second
        } else {
            first
        }
    }
}
