//! The transforms of nodes, in double precision.

use glam::{DAffine3, DMat4, DQuat, DVec3};

use super::document::Transform;
use crate::Placed;
use hexbound_base::body::yaw_of_f64;

/// The transform from a node to its parent.
pub(super) fn local_transform(local: &Transform) -> DAffine3 {
    match &local.matrix {
        Some(matrix) => DAffine3::from_mat4(DMat4::from_cols_array(matrix)),
        None => placed(local).affine(),
    }
}

/// A node's own translation, rotation and scale; its matrix is ignored.
pub(super) fn placed(local: &Transform) -> Placed {
    Placed {
        translation: local.translation.map_or(DVec3::ZERO, DVec3::from),
        rotation: local.rotation.map_or(DQuat::IDENTITY, rotation_of),
        scale: local.scale.map_or(DVec3::ONE, DVec3::from),
    }
}

/// The rotation of a quaternion of any length; the identity for a zero one. NaN is rejected later.
pub(super) fn rotation_of(rotation: [f64; 4]) -> DQuat {
    let rotation = DQuat::from_array(rotation);
    match rotation.length_squared() {
        0.0 => DQuat::IDENTITY,
        _ => rotation.normalize(),
    }
}

/// The yaw in radians of a node's −Z, or of its +Y if −Z is upright.
pub(super) fn yaw_of(transform: &DAffine3) -> f32 {
    let flat = |direction: DVec3| DVec3::new(direction.x, 0.0, direction.z);
    let forward = transform
        .transform_vector3(DVec3::NEG_Z)
        .normalize_or_zero();
    let up = transform.transform_vector3(DVec3::Y).normalize_or_zero();
    let facing = if flat(forward).length() > 0.05 {
        forward
    } else {
        up * -forward.y.signum()
    };
    if flat(facing).length() < 0.05 {
        return 0.0;
    }
    yaw_of_f64(facing)
}
