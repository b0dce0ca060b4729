//! The triangles of a mesh primitive, in the mesh's own space.

use glam::Vec3;

use crate::{Vertex, animated::AnimatedMesh};

/// The triangles of a glTF mesh primitive. All attribute lists are as long as `positions`, except that
/// `second_uvs` is empty if no texture uses them.
#[derive(Clone, Debug, Default)]
pub(super) struct Primitive {
    pub positions: Vec<Vec3>,
    /// The unit normals.
    pub normals: Vec<Vec3>,
    /// The unit tangents with the bitangent's sign in w.
    pub tangents: Vec<[f32; 4]>,
    pub uvs: Vec<[f32; 2]>,
    pub second_uvs: Vec<[f32; 2]>,
    pub colors: Vec<[f32; 4]>,
    pub triangles: Vec<[u32; 3]>,
    /// The number of degenerate triangles, which are omitted from `triangles`.
    pub degenerate: usize,
    /// True if any of `colors` is other than white.
    pub is_colored: bool,
    /// True if the primitive is lines or points, without triangles.
    pub is_lines: bool,
    /// The vertex of the file that each vertex comes from; empty unless the primitive is animated.
    pub origins: Vec<u32>,
    /// The undeformed mesh of an animated primitive, not yet placed.
    pub animated: Option<Box<AnimatedMesh>>,
}

impl Primitive {
    /// A vertex in the mesh's own space.
    pub(super) fn vertex(&self, index: usize) -> Vertex {
        Vertex {
            position: self.positions[index].to_array(),
            normal: self.normals[index].to_array(),
            tangent: self.tangents[index],
            uv: self.uvs[index],
            color: self.colors[index],
            second_uv: self.second_uvs.get(index).copied().unwrap_or_default(),
        }
    }

    /// Appends a copy of a vertex without its tangent, and returns its index.
    pub(super) fn repeat_vertex(&mut self, vertex: usize) -> u32 {
        let index = self.positions.len() as u32;
        self.positions.push(self.positions[vertex]);
        self.normals.push(self.normals[vertex]);
        self.uvs.push(self.uvs[vertex]);
        if let Some(uv) = self.second_uvs.get(vertex) {
            self.second_uvs.push(*uv);
        }
        self.colors.push(self.colors[vertex]);
        if let Some(origin) = self.origins.get(vertex) {
            self.origins.push(*origin);
        }
        index
    }

    /// Gives every triangle its own vertices with its face's normal.
    pub(super) fn flatten(&mut self) {
        let old = std::mem::take(self);
        let corners = old.triangles.as_flattened();
        *self = Self {
            positions: picked(&old.positions, corners),
            uvs: picked(&old.uvs, corners),
            second_uvs: picked(&old.second_uvs, corners),
            colors: picked(&old.colors, corners),
            origins: picked(&old.origins, corners),
            degenerate: old.degenerate,
            is_colored: old.is_colored,
            ..Self::default()
        };
        for (index, corners) in self.positions.chunks_exact(3).enumerate() {
            let [a, b, c] = [0, 1, 2].map(|corner| corners[corner].as_dvec3());
            let normal = (b - a).cross(c - a).normalize_or_zero().as_vec3();
            self.normals.extend([normal; 3]);
            let first = 3 * index as u32;
            self.triangles.push([first, first + 1, first + 2]);
        }
    }
}

/// The values at these vertices; none of an empty list.
fn picked<T: Copy>(values: &[T], vertices: &[u32]) -> Vec<T> {
    let value = |vertex: &u32| values.get(*vertex as usize).copied();
    vertices.iter().filter_map(value).collect()
}
