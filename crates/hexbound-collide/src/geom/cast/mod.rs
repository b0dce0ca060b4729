//! The entry of a ray into a shape. Rays against a mesh are in `query`.

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
    /// The outward unit normal at the point. That of a flat shape faces the ray. If the ray starts
    /// inside, the normal is opposite to the ray's direction.
    pub normal: Vec3,
}

/// A shape that a ray can meet. Both sides of a flat shape count.
pub trait RayCast: Validate {
    /// Returns the distance from `origin` along `direction` at which a ray enters the shape grown by
    /// `margin` (meters), and the outward normal there. `direction` is a unit vector, or zero.
    fn entry(&self, origin: DVec3, direction: DVec3, margin: f64) -> Option<(f64, DVec3)>;
}

impl Ray {
    /// Returns the entry of the ray into a shape. `None` if the ray misses the shape, or if either is
    /// not valid.
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
