//! The triangle.

use glam::{DVec3, Vec3};

use super::{Aabb, Closest, Convex, Valid, closest::closest_on_triangle};

/// A flat triangle, two-sided, meters. Its front is where its corners go counterclockwise.
///
/// ```
/// use glam::{DVec3, Vec3};
/// use hexbound_collide::geom::{Closest, Triangle};
///
/// let triangle = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Z);
/// assert_eq!(triangle.closest_point(DVec3::new(0.25, 2.0, 0.25)), DVec3::new(0.25, 0.0, 0.25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    pub corners: [Vec3; 3],
}

impl Triangle {
    pub fn new(a: Vec3, b: Vec3, c: Vec3) -> Self {
        Self { corners: [a, b, c] }
    }

    pub fn bounds(&self) -> Aabb {
        Aabb::from_points(self.corners)
    }

    /// The unit normal of the front; none if the corners lie on a line.
    pub fn normal(&self) -> Option<Vec3> {
        let [a, b, c] = self.exact_corners();
        let normal = (b - a).cross(c - a).try_normalize()?;
        Some(normal.as_vec3())
    }

    pub(super) fn exact_corners(&self) -> [DVec3; 3] {
        self.corners.map(|corner| corner.as_dvec3())
    }
}

impl Valid for Triangle {
    fn is_valid(&self) -> bool {
        self.corners.iter().all(|corner| corner.is_finite())
    }
}

impl Convex for Triangle {
    fn middle(&self) -> DVec3 {
        let [a, b, c] = self.exact_corners();
        (a + b + c) / 3.0
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        super::convex::furthest(&self.exact_corners(), direction)
    }
}

impl Closest for Triangle {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        closest_on_triangle(point, self.exact_corners())
    }
}
