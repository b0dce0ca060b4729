//! The infinite plane.

use glam::{DVec3, Vec3};

use super::{Closest, Convex, Valid};

/// The points x with normal · x = offset, meters. The normal need not be of unit length, then the
/// offset is in units of its length; a zero normal is no plane and touches nothing.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Plane, Side, Sphere};
///
/// let floor = Plane::new(Vec3::Y, 1.0);
/// assert_eq!(floor.side(&Sphere::new(Vec3::Y * 3.0, 1.0)), Side::Front);
/// assert_eq!(floor.side(&Sphere::new(Vec3::Y * 1.5, 1.0)), Side::Across);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    pub normal: Vec3,
    pub offset: f32,
}

/// On which side of a plane something lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where the normal points.
    Front,
    Back,
    /// On both sides, or touching.
    Across,
}

impl Plane {
    pub fn new(normal: Vec3, offset: f32) -> Self {
        Self { normal, offset }
    }

    /// The plane through `point`. `normal` is made a unit vector (zero stays zero).
    pub fn through(point: Vec3, normal: Vec3) -> Self {
        let normal = normal.normalize_or_zero();
        let offset = normal.as_dvec3().dot(point.as_dvec3()) as f32;
        Self { normal, offset }
    }

    /// The unit normal and the offset that belongs to it.
    pub(crate) fn unit(&self) -> (DVec3, f64) {
        let normal = self.normal.as_dvec3();
        let length = normal.length();
        (normal / length, f64::from(self.offset) / length)
    }

    /// The signed distance of a point, positive where the normal points; NaN for a zero normal.
    pub fn distance(&self, point: DVec3) -> f64 {
        let (normal, offset) = self.unit();
        normal.dot(point) - offset
    }

    /// Which side a shape lies on, by its projection on the normal (Ericson, 5.2.2 to 5.2.4).
    /// [`Side::Across`] exactly when the two intersect, or when one of them is not valid.
    pub fn side(&self, shape: &impl Convex) -> Side {
        let (normal, offset) = self.unit();
        let (low, high) = shape.extent(normal);
        let hair = super::hair([low, high, offset]);
        if low > offset + hair {
            Side::Front
        } else if high < offset - hair {
            Side::Back
        } else {
            Side::Across
        }
    }
}

impl Valid for Plane {
    fn is_valid(&self) -> bool {
        self.normal.is_finite() && self.offset.is_finite() && self.normal != Vec3::ZERO
    }
}

impl Closest for Plane {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        point - self.unit().0 * self.distance(point)
    }
}
