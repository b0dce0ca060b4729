//! The hash of meshes within content hashes.

use hexbound_collide::{CollisionMesh, hash::Hasher};

/// Feeds the corners of all triangles to a hash.
pub(crate) fn hash_corners(mesh: &CollisionMesh, hasher: &mut Hasher) {
    for triangle in 0..mesh.len() as u32 {
        for corner in mesh.corners(triangle) {
            hasher.vec3(corner);
        }
    }
}
