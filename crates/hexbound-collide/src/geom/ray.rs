//! The ray. Where it enters a shape is in `cast`.

use glam::{DVec3, Vec3};

use super::{Closest, Valid, closest::closest_on_stretch, segment::Stretch};

/// A half-line, meters. The direction need not be of unit length; distances along the ray are
/// meters all the same. With a zero direction it is a point.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Aabb, Ray};
///
/// let ray = Ray::new(Vec3::X * -3.0, Vec3::X);
/// let touch = ray.cast(&Aabb::new(Vec3::NEG_ONE, Vec3::ONE)).unwrap();
/// assert_eq!((touch.distance, touch.normal), (2.0, Vec3::NEG_X));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    pub origin: Vec3,
    pub direction: Vec3,
}

impl Ray {
    pub fn new(origin: Vec3, direction: Vec3) -> Self {
        Self { origin, direction }
    }

    /// The point `distance` meters along.
    pub fn at(&self, distance: f32) -> Vec3 {
        self.stretch().at(f64::from(distance)).as_vec3()
    }

    /// With a unit direction, or zero.
    pub(super) fn stretch(&self) -> Stretch {
        Stretch {
            origin: self.origin.as_dvec3(),
            along: self.direction.as_dvec3().normalize_or_zero(),
            most: f64::INFINITY,
        }
    }
}

impl Valid for Ray {
    fn is_valid(&self) -> bool {
        self.origin.is_finite() && self.direction.is_finite()
    }
}

impl Closest for Ray {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        closest_on_stretch(point, &self.stretch())
    }
}
