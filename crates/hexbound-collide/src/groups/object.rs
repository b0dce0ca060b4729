//! One placed mesh of a group.

use std::sync::Arc;

use glam::{Affine3A, Quat, Vec3};

use super::Class;
use crate::{CollisionMesh, RayHit, geom::Aabb};

/// The identity of an object in one [`Group`](crate::Group). The group never reuses an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObjectId(pub(super) u32);

#[derive(Clone, Debug)]
pub(super) struct Object {
    pub mesh: Arc<CollisionMesh>,
    pub class: Class,
    pub to_world: Affine3A,
    /// The box around the object in the world, meters.
    pub bounds: Aabb,
}

impl Object {
    /// Casts a ray of the world in the mesh's own frame and converts the hit back.
    pub(super) fn ray_cast(&self, origin: Vec3, direction: Vec3, length: f32) -> Option<RayHit> {
        let to_local = self.to_world.inverse();
        let along = to_local.transform_vector3(direction).normalize_or_zero();
        let from = to_local.transform_point3(origin);
        let hit = self.mesh.ray_cast(from, along, length)?;
        let normal = self.to_world.transform_vector3(hit.normal);
        Some(RayHit {
            point: self.to_world.transform_point3(hit.point),
            normal: normal.normalize_or_zero(),
            ..hit
        })
    }
}

/// The transform of a mesh with its origin at `position`, meters, rotated by `turn`; `None` for an
/// invalid position or rotation.
pub(super) fn placement(position: Vec3, turn: Quat) -> Option<Affine3A> {
    let length = turn.length();
    let is_valid = position.is_finite() && length.is_finite() && length > 1e-6;
    is_valid.then(|| Affine3A::from_rotation_translation(turn.normalize(), position))
}
