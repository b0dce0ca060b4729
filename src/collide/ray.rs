//! Rays against the mesh.

use glam::Vec3;

use super::{Body, CollisionMesh};

/// Where a ray met the mesh first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Metres along the unit direction.
    pub distance: f32,
    pub point: Vec3,
    /// Unit, towards the ray's origin (everything is two-sided).
    pub normal: Vec3,
    pub triangle: u32,
}

impl CollisionMesh {
    /// The closest hit along `direction` (unit) within `length` metres; ties go to the lower
    /// triangle index.
    pub fn ray_cast(&self, _origin: Vec3, _direction: Vec3, _length: f32) -> Option<RayHit> {
        None
    }

    /// Whether `body` with its centre at `position` touches no triangle.
    pub fn is_free(&self, _body: Body, _position: Vec3) -> bool {
        true
    }
}
