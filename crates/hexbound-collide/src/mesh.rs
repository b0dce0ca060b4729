//! The CPU copy of the level that collision works on: welded vertices, triangles, their stored
//! planes and the tree.

use std::{collections::HashMap, sync::OnceLock};

use glam::{DVec3, Vec3, Vec4};
use rayon::prelude::*;
use thiserror::Error;

use super::{
    article::Hexagons,
    prism::{Prism, is_needle},
    tree::{BuildOptions, MOST_TRIANGLES, WideTree, room::room},
};
use crate::{geom::Aabb, hash::Hasher};

/// Why a triangle list is no collision mesh.
#[derive(Debug, Error, PartialEq)]
pub enum MeshError {
    #[error("vertex {vertex} is not finite ({position})")]
    NotFinite { vertex: usize, position: Vec3 },
    #[error(
        "vertex {vertex} is {:.0} km from the origin, further than the {:.0} km within which collision is exact",
        position.abs().max_element() / 1000.0,
        CollisionMesh::FURTHEST / 1000.0
    )]
    TooFar { vertex: usize, position: Vec3 },
    #[error("triangle {triangle} names vertex {vertex}, but there are only {vertices}")]
    IndexOutOfRange {
        triangle: usize,
        vertex: u32,
        vertices: usize,
    },
    #[error("there is no triangle to collide with")]
    NoTriangles,
    #[error("{triangles} triangles are more than the {MOST_TRIANGLES} that a tree can hold")]
    TooMany { triangles: usize },
}

/// A static triangle level, ready to be asked.
#[derive(Clone, Debug)]
pub struct CollisionMesh {
    /// And one more, so that four numbers can be read from any place.
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    prisms: Vec<Prism>,
    /// What the author counted each triangle as.
    source: Vec<u32>,
    needles: usize,
    left_out: usize,
    identity: u64,
    pub(super) tree: WideTree,
    /// For the article's test; built when that mode first runs.
    pub(super) hexagons: OnceLock<Hexagons>,
}

/// What a mesh is made of, beside its tree; the fields are the mesh's own.
pub(super) struct Parts {
    pub vertices: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    pub prisms: Vec<Prism>,
    pub source: Vec<u32>,
    pub left_out: usize,
}

impl CollisionMesh {
    /// How far from the origin a triangle may reach, meters, in each coordinate. Further out single
    /// precision, in which bodies are placed, is coarser than the skin: walks at 60 km were up to
    /// 1.5 mm inside the level, walks at 30 km never more than the skin.
    pub const FURTHEST: f32 = 30_000.0;

    /// Vertices at the same position become one. Triangles shrunk to a point are left out;
    /// needles (no area, but some length) stay, as the segments they are.
    pub fn build(positions: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self, MeshError> {
        Self::build_with(positions, triangles, BuildOptions::default())
    }

    /// As [`CollisionMesh::build`], on one thread or many.
    pub fn build_with(
        positions: &[Vec3],
        triangles: &[[u32; 3]],
        options: BuildOptions,
    ) -> Result<Self, MeshError> {
        check(positions, triangles)?;
        let given = triangles.len();
        let (vertices, renamed) = weld(positions);
        let (source, welded): (Vec<u32>, Vec<[u32; 3]>) = (0_u32..)
            .zip(triangles)
            .map(|(number, corners)| (number, corners.map(|corner| renamed[corner as usize])))
            .filter(|(_, [a, b, c])| a != b || b != c)
            .unzip();
        if welded.is_empty() {
            return Err(MeshError::NoTriangles);
        }
        let boxes: Vec<Aabb> = welded
            .par_iter()
            .map(|triangle| Aabb::from_points(triangle.map(|vertex| vertices[vertex as usize])))
            .collect();
        let (tree, order) = WideTree::build(&boxes, options);
        let mut in_leaves = room(welded.len());
        in_leaves.extend(order.iter().map(|place| welded[*place as usize]));
        let (vertices, triangles) = by_first_use(&vertices, in_leaves);
        let mut prisms = room(triangles.len());
        prisms.par_extend(
            triangles
                .par_iter()
                .map(|triangle| Prism::of_triangle(triangle.map(|v| vertices[v as usize]))),
        );
        let source = order.iter().map(|place| source[*place as usize]).collect();
        let left_out = given - welded.len();
        let parts = Parts {
            vertices,
            triangles,
            prisms,
            source,
            left_out,
        };
        Ok(Self::of_parts(parts, tree))
    }

    /// From parts that fit together.
    pub(super) fn of_parts(parts: Parts, tree: WideTree) -> Self {
        let Parts {
            mut vertices,
            triangles,
            prisms,
            source,
            left_out,
        } = parts;
        let identity = identity(&vertices, &triangles);
        vertices.reserve_exact(1);
        vertices.push(Vec3::ZERO);
        Self {
            identity,
            needles: triangles
                .par_iter()
                .filter(|triangle| is_needle(triangle.map(|v| vertices[v as usize])))
                .count(),
            hexagons: OnceLock::new(),
            left_out,
            source,
            tree,
            triangles,
            vertices,
            prisms,
        }
    }

    /// Every triangle's stored planes.
    pub(super) fn prisms(&self) -> &[Prism] {
        &self.prisms
    }

    /// Every triangle's [`CollisionMesh::source`].
    pub(super) fn sources(&self) -> &[u32] {
        &self.source
    }

    /// How many triangles collide.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    pub fn bounds(&self) -> Aabb {
        self.tree.bounds()
    }

    /// Triangles without area that collide as segments.
    pub fn needles(&self) -> usize {
        self.needles
    }

    /// Triangles shrunk to a point, which do not collide.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The number that the author's list of triangles gave to triangle `index`: the mesh keeps
    /// them in the order of its tree's leaves.
    pub fn source(&self, index: u32) -> u32 {
        self.source[index as usize]
    }

    /// Distinct positions, in the order in which the triangles use them.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices[..self.vertices.len() - 1]
    }

    /// Each triangle's corners in `vertices`.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The tree over the triangles' boxes.
    pub fn tree(&self) -> &WideTree {
        &self.tree
    }

    /// Hands over the boxes of the tree's nodes and leaves `depth` levels below the box around
    /// everything, which is depth 0; none where the tree ends sooner.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::CollisionMesh;
    /// let corners = [Vec3::ZERO, Vec3::Z, Vec3::X];
    /// let mesh = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    /// mesh.tree_boxes(0, |bounds| assert_eq!(bounds, mesh.bounds()));
    /// ```
    pub fn tree_boxes(&self, depth: u32, found: impl FnMut(Aabb)) {
        self.tree.boxes_at(depth, found);
    }

    /// The corners of triangle `index`.
    pub fn corners(&self, index: u32) -> [Vec3; 3] {
        let [a, b, c] = self.triangles[index as usize];
        let corner = |vertex: u32| self.vertices[vertex as usize];
        [corner(a), corner(b), corner(c)]
    }

    /// The stored planes of triangle `index`.
    pub fn prism(&self, index: u32) -> &Prism {
        &self.prisms[index as usize]
    }

    /// Differs between meshes of different triangles: names what kept answers belong to.
    pub fn identity(&self) -> u64 {
        self.identity
    }

    /// Appends the triangles whose boxes meet `region`, ascending.
    pub fn gather(&self, region: Aabb, found: &mut Vec<u32>) {
        // The fourth number is nobody's and always within.
        let low = region.min.extend(f32::NEG_INFINITY);
        let high = region.max.extend(f32::INFINITY);
        self.tree.gather(region, |first, count| {
            for triangle in first..first + count {
                let [a, b, c] = self.rows(triangle);
                let (a, b, c) = (
                    Vec4::from_array(*a),
                    Vec4::from_array(*b),
                    Vec4::from_array(*c),
                );
                let (least, most) = (a.min(b).min(c), a.max(b).max(c));
                if (least.cmple(high) & most.cmpge(low)).all() {
                    found.push(triangle);
                }
            }
        });
    }

    /// The triangles whose boxes meet `region`, ascending.
    pub fn triangles_near(&self, region: Aabb) -> Vec<u32> {
        let mut found = Vec::new();
        self.gather(region, &mut found);
        found
    }

    /// Written out: arrays' `map` is not always inlined, and this is asked all the time.
    #[inline]
    pub(super) fn corners_f64(&self, index: u32) -> [DVec3; 3] {
        let [a, b, c] = self.triangles[index as usize];
        let corner = |vertex: u32| self.vertices[vertex as usize].as_dvec3();
        [corner(a), corner(b), corner(c)]
    }

    /// The triangle's corners, a number more in each row.
    #[inline(always)]
    pub(super) fn rows(&self, index: u32) -> [&[f32; 4]; 3] {
        let numbers: &[f32] = bytemuck::cast_slice(&self.vertices);
        let row = |vertex: u32| {
            let start = 3 * vertex as usize;
            numbers[start..]
                .first_chunk()
                .expect("one vertex more than is named")
        };
        let [a, b, c] = self.triangles[index as usize];
        [row(a), row(b), row(c)]
    }
}

fn check(positions: &[Vec3], triangles: &[[u32; 3]]) -> Result<(), MeshError> {
    if triangles.len() > MOST_TRIANGLES {
        return Err(MeshError::TooMany {
            triangles: triangles.len(),
        });
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        for &vertex in corners {
            match positions.get(vertex as usize) {
                None => {
                    let vertices = positions.len();
                    return Err(MeshError::IndexOutOfRange {
                        triangle,
                        vertex,
                        vertices,
                    });
                }
                Some(position) if !position.is_finite() => {
                    let vertex = vertex as usize;
                    return Err(MeshError::NotFinite {
                        vertex,
                        position: *position,
                    });
                }
                Some(position) if position.abs().max_element() > CollisionMesh::FURTHEST => {
                    let vertex = vertex as usize;
                    return Err(MeshError::TooFar {
                        vertex,
                        position: *position,
                    });
                }
                Some(_) => {}
            }
        }
    }
    Ok(())
}

/// The vertices that triangles use, in the order in which they do, and the triangles so renamed.
fn by_first_use(vertices: &[Vec3], mut triangles: Vec<[u32; 3]>) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    const UNUSED: u32 = u32::MAX;
    let mut renamed = vec![UNUSED; vertices.len()];
    // One more is added to them.
    let mut used = room(vertices.len() + 1);
    for vertex in triangles.as_flattened_mut() {
        let name = &mut renamed[*vertex as usize];
        if *name == UNUSED {
            *name = used.len() as u32;
            used.push(vertices[*vertex as usize]);
        }
        *vertex = *name;
    }
    (used, triangles)
}

fn identity(vertices: &[Vec3], triangles: &[[u32; 3]]) -> u64 {
    let mut hasher = Hasher::default();
    hasher.words(bytemuck::cast_slice(vertices));
    hasher.words(triangles.as_flattened());
    hasher.finish()
}

/// Distinct positions in order of first appearance, and each old vertex's new number.
fn weld(positions: &[Vec3]) -> (Vec<Vec3>, Vec<u32>) {
    let mut vertices = Vec::new();
    let mut numbers: HashMap<[u32; 3], u32> = HashMap::with_capacity(positions.len());
    let renamed = positions
        .iter()
        .map(|position| {
            // + 0.0 turns −0 into 0, which is the same place.
            let key = (*position + Vec3::ZERO).to_array().map(f32::to_bits);
            *numbers.entry(key).or_insert_with(|| {
                vertices.push(*position);
                (vertices.len() - 1) as u32
            })
        })
        .collect();
    (vertices, renamed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seams_are_welded_and_points_left_out() {
        let corner = Vec3::new(1.0, 0.0, 1.0);
        let positions = [
            Vec3::ZERO,
            Vec3::X,
            corner,
            Vec3::ZERO,
            corner,
            Vec3::Z,
            Vec3::Y,
        ];
        let mesh = CollisionMesh::build(&positions, &[[0, 1, 2], [3, 4, 5], [6, 6, 6], [0, 1, 3]])
            .unwrap();
        assert_eq!(mesh.vertices().len(), 4, "nobody uses the point's");
        let mut sources: Vec<u32> = (0..3).map(|triangle| mesh.source(triangle)).collect();
        sources.sort_unstable();
        assert_eq!(sources, [0, 1, 3]);
        assert_eq!((mesh.len(), mesh.left_out(), mesh.needles()), (3, 1, 1));
    }

    #[test]
    fn minus_zero_is_zero() {
        let positions = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::new(-0.0, 0.0, -0.0)];
        let mesh = CollisionMesh::build(&positions, &[[0, 1, 2], [3, 2, 1]]).unwrap();
        assert_eq!(mesh.vertices().len(), 3);
    }

    #[test]
    fn wrong_input_is_named() {
        let bad = [Vec3::ZERO, Vec3::NAN, Vec3::X];
        let error = CollisionMesh::build(&bad, &[[0, 1, 2]]).unwrap_err();
        assert!(matches!(error, MeshError::NotFinite { vertex: 1, .. }));
        let error = CollisionMesh::build(&bad, &[[0, 2, 9]]).unwrap_err();
        assert!(matches!(
            error,
            MeshError::IndexOutOfRange {
                vertex: 9,
                vertices: 3,
                ..
            }
        ));
        assert_eq!(
            CollisionMesh::build(&bad, &[]).unwrap_err(),
            MeshError::NoTriangles
        );
    }
}
