//! The CPU copy of the level that collision works on: welded vertices, triangles, their stored
//! planes and the tree.

use glam::Vec3;
use thiserror::Error;

use super::tree::Tree;
use crate::geom::Aabb;

/// Why a triangle list is no collision mesh.
#[derive(Debug, Error, PartialEq)]
pub enum MeshError {
    #[error("vertex {vertex} is not finite ({position})")]
    NotFinite { vertex: usize, position: Vec3 },
    #[error("triangle {triangle} names vertex {vertex}, but there are only {vertices}")]
    IndexOutOfRange {
        triangle: usize,
        vertex: u32,
        vertices: usize,
    },
    #[error("there is no triangle to collide with")]
    NoTriangles,
}

/// A static triangle level, ready to be asked.
#[derive(Clone, Debug)]
pub struct CollisionMesh {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    bounds: Aabb,
    pub(super) tree: Tree,
}

impl CollisionMesh {
    /// Vertices at the same position become one; triangles without extent are left out.
    pub fn build(_positions: &[Vec3], _triangles: &[[u32; 3]]) -> Result<Self, MeshError> {
        Err(MeshError::NoTriangles)
    }

    /// How many triangles collide.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The corners of triangle `index`.
    pub fn corners(&self, index: u32) -> [Vec3; 3] {
        self.triangles[index as usize].map(|vertex| self.vertices[vertex as usize])
    }
}
