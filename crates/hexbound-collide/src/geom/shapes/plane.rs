//! The infinite plane.

use glam::{DVec3, Vec3};

use crate::geom::{ClosestPoint, SupportMap, Validate, epsilon::epsilon};

/// The points x with normal · x = offset. The normal need not be of unit length; the offset is in units
/// of its length. A plane with a zero normal is not valid and touches nothing.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Plane, PlaneSide, Sphere};
///
/// let floor = Plane::new(Vec3::Y, 1.0);
/// assert_eq!(floor.side(&Sphere::new(Vec3::Y * 3.0, 1.0)), PlaneSide::Front);
/// assert_eq!(floor.side(&Sphere::new(Vec3::Y * 1.5, 1.0)), PlaneSide::Intersecting);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Plane {
    /// The normal, which points to the plane's front.
    pub normal: Vec3,
    /// The distance from the origin along the normal, in meters for a unit normal.
    pub offset: f32,
}

/// The side of a plane on which a shape lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PlaneSide {
    /// All of the shape is on the side to which the normal points.
    Front,
    /// All of the shape is on the opposite side.
    Back,
    /// The shape is on both sides, or touches the plane.
    Intersecting,
}

impl Plane {
    /// The plane of the points x with normal · x = offset.
    pub fn new(normal: Vec3, offset: f32) -> Self {
        Self { normal, offset }
    }

    /// The unit normal and the offset along it, meters.
    pub(crate) fn unit(&self) -> (DVec3, f64) {
        let normal = self.normal.as_dvec3();
        let length = normal.length();
        (normal / length, f64::from(self.offset) / length)
    }

    /// The side on which a shape lies, by its projection on the normal (Ericson, "Real-Time Collision
    /// Detection", 5.2.2 to 5.2.4). The result is [`PlaneSide::Intersecting`] exactly if the two
    /// intersect, or if one of them is not valid.
    pub fn side(&self, shape: &impl SupportMap) -> PlaneSide {
        let (normal, offset) = self.unit();
        let (low, high) = shape.extent(normal);
        let allowed = epsilon([low, high, offset]);
        if low > offset + allowed {
            PlaneSide::Front
        } else if high < offset - allowed {
            PlaneSide::Back
        } else {
            PlaneSide::Intersecting
        }
    }
}

impl Validate for Plane {
    fn is_valid(&self) -> bool {
        self.normal.is_finite() && self.offset.is_finite() && self.normal != Vec3::ZERO
    }
}

impl ClosestPoint for Plane {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        let (normal, offset) = self.unit();
        point - normal * (normal.dot(point) - offset)
    }
}
