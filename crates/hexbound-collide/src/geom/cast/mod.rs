//! The point where a ray enters a shape. Rays against a mesh are not here.

mod clip;
mod flat;
mod solid;

use glam::{DVec3, Vec3};

use super::{Ray, Validate};

/// The point where a ray first meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ShapeHit {
    /// The distance from the ray's origin, meters; zero if the ray starts inside.
    pub distance: f32,
    /// The point where the ray meets the shape, meters.
    pub point: Vec3,
    /// The outward unit normal there: of a flat shape that of the side which faces the ray, and
    /// against the ray's direction if it starts inside.
    pub normal: Vec3,
}

/// A shape that a ray can meet. Both sides of a flat shape count.
pub trait RayCast: Validate {
    /// Returns how far along a line from `origin` the shape, grown by `grown`, begins (meters), and
    /// its outward normal there. `direction` is a unit vector, or zero.
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)>;
}

impl Ray {
    /// Returns where the ray enters a shape. `None` if it passes by, or if either is not valid.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::geom::{Ray, Sphere};
    ///
    /// let ray = Ray::new(Vec3::new(0.0, 5.0, 0.0), Vec3::NEG_Y);
    /// let hit = ray.cast(&Sphere::new(Vec3::ZERO, 1.0)).unwrap();
    /// assert_eq!((hit.distance, hit.point, hit.normal), (4.0, Vec3::Y, Vec3::Y));
    /// ```
    pub fn cast(&self, shape: &(impl RayCast + ?Sized)) -> Option<ShapeHit> {
        if !self.is_valid() || !shape.is_valid() {
            return None;
        }
        let line = self.span();
        let (distance, normal) = shape.entry(line.origin, line.along, 0.0)?;
        Some(ShapeHit {
            distance: distance as f32,
            point: line.at(distance).as_vec3(),
            normal: normal.as_vec3(),
        })
    }
}
