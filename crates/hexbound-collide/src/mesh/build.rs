//! Builds a collision mesh from a triangle list: validation, welding, and the tree.

use std::{hash::BuildHasher, sync::OnceLock};

use glam::Vec3;
use thiserror::Error;

use super::{CollisionMesh, PAGE_LEN};
use crate::{
    geom::Aabb,
    hash::Hasher,
    parallel,
    tree::{BuildOptions, MAX_TRIANGLES, WideTree, huge_page_vec},
};

/// The reason why a triangle list makes no collision mesh.
#[derive(Debug, Error, PartialEq)]
pub enum MeshError {
    /// A triangle's vertex is NaN or infinite.
    #[error("vertex {vertex} is not finite ({position})")]
    NotFinite {
        /// The index of the vertex in the list of positions.
        vertex: usize,
        /// The position of the vertex, meters.
        position: Vec3,
    },
    /// A triangle's vertex is further from the origin than [`CollisionMesh::MAX_COORDINATE`].
    #[error(
        "vertex {vertex} is {:.0} km from the origin, further than the {:.0} km within which collision is exact",
        position.abs().max_element() / 1000.0,
        CollisionMesh::MAX_COORDINATE / 1000.0
    )]
    TooFar {
        /// The index of the vertex in the list of positions.
        vertex: usize,
        /// The position of the vertex, meters.
        position: Vec3,
    },
    /// A triangle has an index beyond the list of positions.
    #[error("triangle {triangle} names vertex {vertex}, but there are only {vertices}")]
    IndexOutOfRange {
        /// The index of the triangle in the list of triangles.
        triangle: usize,
        /// The index that is out of range.
        vertex: u32,
        /// The number of positions.
        vertices: usize,
    },
    /// The list is empty, or all of its triangles are single points.
    #[error("there is no triangle to collide with")]
    NoTriangles,
    /// The list has more triangles than a tree can hold.
    #[error("{triangles} triangles are more than the {MAX_TRIANGLES} that a tree can hold")]
    TooMany {
        /// The number of triangles.
        triangles: usize,
    },
}

/// The parts of a mesh other than its tree: the validated triangles of a list, with vertices at the same
/// position merged.
pub(super) struct MeshParts {
    pub vertices: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    /// The index of each triangle in the original list.
    pub source: Vec<u32>,
    /// The number of triangles that are left out as single points.
    pub left_out: usize,
}

impl CollisionMesh {
    /// Builds the mesh of a triangle list: positions in meters, three indices per triangle, front faces
    /// counterclockwise. Vertices at the same position are merged. Triangles that are single points are
    /// left out; those with a length but no area remain as segments. An invalid list is an error.
    pub fn build(positions: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self, MeshError> {
        Self::build_with(positions, triangles, BuildOptions::default())
    }

    /// Builds the same mesh as [`CollisionMesh::build`], on one thread or on many.
    pub fn build_with(
        positions: &[Vec3],
        triangles: &[[u32; 3]],
        options: BuildOptions,
    ) -> Result<Self, MeshError> {
        let parts = MeshParts::welded(positions, triangles)?;
        let (tree, order) = WideTree::build(&parts.boxes(), options);
        Ok(parts.in_leaf_order(tree, &order))
    }

    /// Builds the mesh of a triangle list like [`CollisionMesh::build`], but keeps the order of the
    /// list. A part of another mesh should keep that mesh's order. The first of several simultaneous
    /// contacts is then the same in both, and sums over contacts have the same bits.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::CollisionMesh;
    /// let row = |i: u8| [Vec3::X, Vec3::Y, Vec3::Z].map(|at| at + Vec3::X * f32::from(i % 7));
    /// let corners: Vec<Vec3> = (0..50).flat_map(row).collect();
    /// let triangles: Vec<[u32; 3]> = (0..50).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    /// let mesh = CollisionMesh::build_in_order(&corners, &triangles).unwrap();
    /// assert!((0..50).all(|triangle| mesh.source(triangle) == triangle));
    /// ```
    pub fn build_in_order(positions: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self, MeshError> {
        let parts = MeshParts::welded(positions, triangles)?;
        let tree = WideTree::build_in_order(&parts.boxes(), BuildOptions::default());
        let order: Vec<u32> = (0..parts.triangles.len() as u32).collect();
        Ok(parts.in_leaf_order(tree, &order))
    }

    /// Creates a mesh from matching parts.
    pub(super) fn from_parts(mut parts: MeshParts, tree: WideTree) -> Self {
        let identity = identity(&parts.vertices, &parts.triangles);
        parts.vertices.reserve_exact(1);
        parts.vertices.push(Vec3::ZERO);
        Self {
            identity,
            hexagons: OnceLock::new(),
            other_trees: Default::default(),
            left_out: parts.left_out,
            source: parts.source,
            tree,
            prisms: vec![OnceLock::new(); parts.triangles.len().div_ceil(PAGE_LEN)],
            triangles: parts.triangles,
            vertices: parts.vertices,
        }
    }
}

impl MeshParts {
    fn welded(positions: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self, MeshError> {
        validate(positions, triangles)?;
        let (vertices, new_index) = weld(positions);
        let (source, welded): (Vec<u32>, Vec<[u32; 3]>) = (0_u32..)
            .zip(triangles)
            .map(|(index, corners)| (index, corners.map(|corner| new_index[corner as usize])))
            .filter(|(_, [a, b, c])| a != b || b != c)
            .unzip();
        if welded.is_empty() {
            return Err(MeshError::NoTriangles);
        }
        Ok(Self {
            vertices,
            left_out: triangles.len() - welded.len(),
            triangles: welded,
            source,
        })
    }

    fn boxes(&self) -> Vec<Aabb> {
        let mut boxes = Vec::with_capacity(self.triangles.len());
        parallel::extend(&mut boxes, &self.triangles, |triangle| {
            Aabb::from_points(triangle.map(|vertex| self.vertices[vertex as usize]))
        });
        boxes
    }

    /// Creates the mesh with its triangles in the order `order`, which is that of the tree's leaves.
    fn in_leaf_order(self, tree: WideTree, order: &[u32]) -> CollisionMesh {
        let mut in_leaves = huge_page_vec(order.len());
        in_leaves.extend(order.iter().map(|index| self.triangles[*index as usize]));
        let (vertices, triangles) = by_first_use(&self.vertices, in_leaves);
        let source = order.iter().map(|index| self.source[*index as usize]);
        let parts = MeshParts {
            vertices,
            triangles,
            source: source.collect(),
            ..self
        };
        CollisionMesh::from_parts(parts, tree)
    }
}

fn validate(positions: &[Vec3], triangles: &[[u32; 3]]) -> Result<(), MeshError> {
    if triangles.len() > MAX_TRIANGLES {
        return Err(MeshError::TooMany {
            triangles: triangles.len(),
        });
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        for &vertex in corners {
            let Some(&position) = positions.get(vertex as usize) else {
                let vertices = positions.len();
                return Err(MeshError::IndexOutOfRange {
                    triangle,
                    vertex,
                    vertices,
                });
            };
            let vertex = vertex as usize;
            if !position.is_finite() {
                return Err(MeshError::NotFinite { vertex, position });
            }
            if position.abs().max_element() > CollisionMesh::MAX_COORDINATE {
                return Err(MeshError::TooFar { vertex, position });
            }
        }
    }
    Ok(())
}

/// Returns the vertices in the order of their first use, and the triangles with the new indices.
fn by_first_use(vertices: &[Vec3], mut triangles: Vec<[u32; 3]>) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    const UNUSED: u32 = u32::MAX;
    let mut new_index = vec![UNUSED; vertices.len()];
    // `from_parts` appends one more vertex.
    let mut used = huge_page_vec(vertices.len() + 1);
    for vertex in triangles.as_flattened_mut() {
        let index = &mut new_index[*vertex as usize];
        if *index == UNUSED {
            *index = used.len() as u32;
            used.push(vertices[*vertex as usize]);
        }
        *vertex = *index;
    }
    (used, triangles)
}

fn identity(vertices: &[Vec3], triangles: &[[u32; 3]]) -> u64 {
    let mut hasher = Hasher::default();
    hasher.words(bytemuck::cast_slice(vertices));
    hasher.words(triangles.as_flattened());
    hasher.finish()
}

/// Returns the distinct positions in order of first appearance, and the new index of each old vertex. An
/// open-addressing table of indices takes a third of the time of the standard `HashMap`. The hash has a
/// random seed, so no list can be crafted to be slow.
fn weld(positions: &[Vec3]) -> (Vec<Vec3>, Vec<u32>) {
    const FREE_SLOT: u32 = u32::MAX;
    #[expect(clippy::disallowed_types, reason = "the secret is in no result")]
    let secret = std::hash::RandomState::new().hash_one(0);
    let mut table = vec![FREE_SLOT; (2 * positions.len()).next_power_of_two()];
    let last = table.len() - 1;
    let mut vertices: Vec<Vec3> = Vec::new();
    let mut index_of = |position: &Vec3| {
        let [x, y, z] = bits(*position).map(u128::from);
        let product = (u128::from(secret) ^ (x << 32 | y)) * (u128::from(!secret) ^ z);
        let mut slot = (product ^ product >> 64) as usize & last;
        while table[slot] != FREE_SLOT && bits(vertices[table[slot] as usize]) != bits(*position) {
            slot = (slot + 1) & last;
        }
        if table[slot] == FREE_SLOT {
            table[slot] = vertices.len() as u32;
            vertices.push(*position);
        }
        table[slot]
    };
    let new_index = positions.iter().map(&mut index_of).collect();
    (vertices, new_index)
}

/// Returns the bits of a position, which are equal for equal positions: the sum with 0 turns −0 into 0.
fn bits(position: Vec3) -> [u32; 3] {
    (position + Vec3::ZERO).to_array().map(f32::to_bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Prism, test_meshes::mesh_of};

    #[test]
    fn seams_are_welded_and_points_left_out() {
        let corner = Vec3::new(1.0, 0.0, 1.0);
        let halves = [[Vec3::ZERO, Vec3::X, corner], [Vec3::ZERO, corner, Vec3::Z]];
        let positions = [halves.as_flattened(), &[Vec3::Y]].concat();
        let triangles = [[0, 1, 2], [3, 4, 5], [6, 6, 6], [0, 1, 3]];
        let mesh = CollisionMesh::build(&positions, &triangles).unwrap();
        assert_eq!(mesh.vertices().len(), 4, "nobody uses the point's");
        let mut sources: Vec<u32> = (0..3).map(|triangle| mesh.source(triangle)).collect();
        sources.sort_unstable();
        assert_eq!(sources, [0, 1, 3]);
        assert_eq!((mesh.len(), mesh.left_out(), mesh.needles()), (3, 1, 1));
    }

    #[test]
    fn planes_on_demand_are_each_triangles_own() {
        let at = |k: usize| Vec3::new((k % 9) as f32, (k * k % 7) as f32, (k % 5) as f32);
        let positions: Vec<Vec3> = (0..300).map(at).collect();
        let triangles: Vec<[u32; 3]> = (0..70).map(|k| [k, k + 1, 3 * k + 7]).collect();
        let mesh = CollisionMesh::build(&positions, &triangles).unwrap();
        mesh.prism(40);
        for mesh in [&mesh, &mesh.clone()] {
            assert!(mesh.len() > 2 * PAGE_LEN);
            for triangle in (0..mesh.len() as u32).rev() {
                let corners = mesh.corners(triangle);
                assert_eq!(*mesh.prism(triangle), Prism::from_triangle(corners));
            }
        }
    }

    #[test]
    fn minus_zero_is_zero() {
        let [o, minus] = [0.0, -0.0].map(|zero| Vec3::new(zero, 0.0, zero));
        let mesh = mesh_of(&[o, Vec3::X, Vec3::Z, minus, Vec3::Z, Vec3::X]);
        assert_eq!(mesh.vertices().len(), 3);
    }

    #[test]
    fn wrong_input_is_named() {
        let bad = [Vec3::ZERO, Vec3::NAN, Vec3::X];
        let fault = |triangles: &[[u32; 3]]| {
            let error = CollisionMesh::build(&bad, triangles).unwrap_err();
            format!("{error:?}")
        };
        for (triangles, words) in [
            (&[[0, 1, 2]][..], "NotFinite { vertex: 1"),
            (&[[0, 2, 9]], "vertex: 9, vertices: 3"),
            (&[], "NoTriangles"),
        ] {
            let fault = fault(triangles);
            assert!(fault.contains(words), "{fault}");
        }
    }
}
