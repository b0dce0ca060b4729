//! Appends a primitive to a draft at the place of a node: positions, directions and triangles.

use glam::{DAffine3, Vec3};

use super::{
    pose::{cofactors, transformed},
    primitive::Primitive,
};
use crate::{
    Vertex,
    build::{Draft, DraftInstance},
    error::Fault,
};

/// The most vertices, and the most corners of triangles: a small file can request any number by placing
/// one mesh often.
pub(super) const MAX_VERTICES: usize = 24_000_000;

/// Appends the vertices and triangles of a primitive, transformed. `name` is the node's, for
/// messages.
pub(super) fn add_instance(
    draft: &mut Draft,
    transform: &DAffine3,
    primitive: &Primitive,
    name: &str,
) -> Result<DraftInstance, Fault> {
    let first = draft.mesh.vertices.len();
    let first_corner = draft.mesh.indices.len() as u32;
    let corners = draft.mesh.indices.len() + primitive.triangles.len() * 3;
    if first + primitive.positions.len() > MAX_VERTICES || corners > MAX_VERTICES {
        return Err(too_many());
    }
    let mirrored = is_mirrored(transform);
    for position in &primitive.positions {
        let position = transform.transform_point3(position.as_dvec3());
        if !position.as_vec3().is_finite() {
            let problem = "moves its mesh out of the range of numbers";
            return Err(Fault::malformed(format!("node \"{name}\""), problem));
        }
        draft.mesh.positions.push(position);
    }
    // Normals are transformed by the cofactors, which also works for a node that flattens the mesh.
    let (matrix, cofactors) = (&transform.matrix3, cofactors(&transform.matrix3));
    let sign = if mirrored { -1.0 } else { 1.0 };
    for index in 0..primitive.positions.len() {
        let normal = transformed(&cofactors, primitive.normals[index]).normalize_or(Vec3::Y);
        let [x, y, z, w] = primitive.tangents[index];
        let tangent = transformed(matrix, Vec3::new(x, y, z))
            .try_normalize()
            .map(|tangent| tangent - normal * normal.dot(tangent))
            .and_then(Vec3::try_normalize)
            .unwrap_or_else(|| normal.any_orthonormal_vector());
        draft.mesh.vertices.push(Vertex {
            position: [0.0; 3],
            normal: normal.to_array(),
            tangent: tangent.extend(w * sign).to_array(),
            ..primitive.vertex(index)
        });
    }
    for [a, b, c] in &primitive.triangles {
        let [a, b, c] = [a, b, c].map(|corner| first as u32 + corner);
        let turned = if mirrored { [a, c, b] } else { [a, b, c] };
        draft.mesh.indices.extend(turned);
    }
    Ok(DraftInstance {
        transform: *transform,
        vertices: first as u32..draft.mesh.vertices.len() as u32,
        indices: first_corner..draft.mesh.indices.len() as u32,
    })
}

/// Returns whether a transform reverses the order of triangles' corners.
pub(super) fn is_mirrored(transform: &DAffine3) -> bool {
    transform.matrix3.determinant() < 0.0
}

/// The fault of a level with more than [`MAX_VERTICES`].
pub(super) fn too_many() -> Fault {
    let what = format!("a level of more than {MAX_VERTICES} vertices");
    Fault::unsupported(what, "Split it, or place its meshes less often")
}
