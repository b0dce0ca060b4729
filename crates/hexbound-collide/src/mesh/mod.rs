//! The collision mesh: the CPU copy of a level for collision. The mesh has welded vertices, triangles in
//! the order of the tree's leaves, their planes, and the tree.
//!
//! `build` creates a mesh from a triangle list, `cache_file` from stored bytes. `broad_phase` has the
//! trees that can replace the mesh's own tree.

mod broad_phase;
mod build;
mod cache_file;
mod hexagon_tree;
mod other_trees;
#[cfg(feature = "serde")]
mod stored;

use std::sync::OnceLock;

use glam::{DVec3, Vec3, Vec4};

pub use broad_phase::BroadPhase;
pub use build::MeshError;
pub use cache_file::CacheFileError;
pub(crate) use hexagon_tree::HexagonTree;

use other_trees::OtherTrees;

use crate::{
    geom::{Aabb, Triangle},
    prism::{Prism, is_needle},
    tree::{Bvh8, Bvh8Node, LeafCorners, WideTree},
    work::{BOX_WORK, LISTED_WORK, Work},
};

/// A static triangle level, with everything that sweeps and queries need. Results contain the indices of
/// triangles in the mesh. [`CollisionMesh::source`] converts them to indices in the source list.
#[derive(Clone, Debug)]
pub struct CollisionMesh {
    /// The positions, and an unused one, so that four numbers can be loaded from each position.
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// The planes in pages of [`PAGE_LEN`] triangles, each page computed on first use.
    prisms: Vec<OnceLock<Box<[Prism]>>>,
    /// The index of each triangle in the source list.
    source: Vec<u32>,
    left_out: usize,
    identity: u64,
    tree: WideTree,
    /// The tree for the article's test, built on its first run.
    pub(crate) hexagons: OnceLock<HexagonTree>,
    /// The trees that can replace the mesh's own, for comparison, each built on first use.
    other_trees: OtherTrees,
}

/// The number of triangles in a page of planes, which are computed together.
const PAGE_LEN: usize = 32;

/// The largest number of boxes that are tested per triangle that may be gathered.
const MAX_TESTS_PER_TRIANGLE: usize = 8;

impl CollisionMesh {
    /// The largest coordinate that a vertex may have, meters from the origin. Further out, the single
    /// precision of bodies' positions is coarser than the skin. Walks at 60 km were up to 1.5 mm inside
    /// the level, walks at 30 km never more than the skin.
    pub const MAX_COORDINATE: f32 = 30_000.0;

    /// The number of triangles in the mesh.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Returns whether the mesh has no triangles, which is never true.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// The box around all triangles, meters.
    pub fn bounds(&self) -> Aabb {
        self.tree.bounds()
    }

    /// The number of triangles without area, which collide as segments. Each call counts them anew.
    pub fn needles(&self) -> usize {
        let triangles = 0..self.len() as u32;
        triangles
            .filter(|index| is_needle(self.corners(*index)))
            .count()
    }

    /// The number of triangles of the source list that are single points and were left out of the mesh.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The index in the source list of the mesh's triangle `index`. The mesh stores triangles in the
    /// order of its tree's leaves.
    pub fn source(&self, index: u32) -> u32 {
        self.source[index as usize]
    }

    /// The distinct positions of the corners, meters, in the order in which the triangles use them.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices[..self.vertices.len() - 1]
    }

    /// The corners of each triangle, as indices in [`CollisionMesh::vertices`].
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The tree over the triangles' boxes.
    pub fn tree(&self) -> &WideTree {
        &self.tree
    }

    /// Calls `found` with the boxes, in meters, of the tree's nodes and leaves at `depth`. The box
    /// around everything has depth 0. Branches that end above this depth are omitted.
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

    /// The corners of triangle `index`, meters.
    pub fn corners(&self, index: u32) -> [Vec3; 3] {
        let [a, b, c] = self.triangles[index as usize];
        let corner = |vertex: u32| self.vertices[vertex as usize];
        [corner(a), corner(b), corner(c)]
    }

    /// The planes of triangle `index`. Planes are computed on first use, for 32 adjacent triangles at a
    /// time, and then take 80 bytes per triangle.
    #[inline]
    pub fn prism(&self, index: u32) -> &Prism {
        let (page, slot) = (index as usize / PAGE_LEN, index as usize % PAGE_LEN);
        let prisms = self.prisms[page].get_or_init(|| self.prism_page(page));
        &prisms[slot]
    }

    #[cold]
    fn prism_page(&self, page: usize) -> Box<[Prism]> {
        let first = page * PAGE_LEN;
        let triangles = first..self.len().min(first + PAGE_LEN);
        triangles
            .map(|index| Prism::from_triangle(self.corners(index as u32)))
            .collect()
    }

    /// The corners, leaf by leaf of `tree`, which is the mesh's own or another over its triangles.
    #[inline]
    pub(crate) fn leaf_corners<'a, N: Bvh8Node>(&self, tree: &'a Bvh8<N>) -> &'a LeafCorners {
        tree.leaf_corners(self.len(), |index| self.corners(index))
    }

    /// The hash of the triangles, by which caches distinguish meshes.
    pub fn identity(&self) -> u64 {
        self.identity
    }

    /// Triangle `index` as a shape.
    pub(crate) fn triangle(&self, index: u32) -> Triangle {
        Triangle {
            corners: self.corners(index),
        }
    }

    /// Appends to `found` the triangles whose boxes meet `region`, meters, in ascending order.
    pub fn gather(&self, region: Aabb, found: &mut Vec<u32>) {
        self.gather_up_to(usize::MAX, region, found);
    }

    /// Appends to `found` the triangles whose boxes meet `region`, meters, in ascending order, until it
    /// has more than `limit` or after many tests. Returns whether all triangles were found.
    pub(crate) fn gather_up_to(&self, limit: usize, region: Aabb, found: &mut Vec<u32>) -> bool {
        let (mut left, mut are_all) = (limit.saturating_mul(MAX_TESTS_PER_TRIANGLE), true);
        self.gather_while(region, found, |tested, listed| {
            left = left.saturating_sub(tested);
            are_all = listed <= limit && left > 0;
            are_all
        });
        are_all
    }

    /// The triangles whose boxes meet `region`, meters, in ascending order; `None` if the work is spent.
    pub(crate) fn gather_by_work(&self, work: &Work, region: Aabb) -> Option<Vec<u32>> {
        let (mut found, mut known, mut is_enough) = (Vec::new(), 0, true);
        self.gather_while(region, &mut found, |tested, listed| {
            is_enough = work.spend(tested * BOX_WORK + (listed - known) * LISTED_WORK);
            known = listed;
            is_enough
        });
        is_enough.then_some(found)
    }

    /// Appends to `found` the triangles whose boxes meet `region`, meters, in ascending order. After
    /// each leaf, `continues` decides, by the number of triangles in the leaf and the length of `found`.
    fn gather_while(
        &self,
        region: Aabb,
        found: &mut Vec<u32>,
        mut continues: impl FnMut(usize, usize) -> bool,
    ) {
        // The fourth number of a row is not part of the corner, and always passes.
        let low = region.min.extend(f32::NEG_INFINITY);
        let high = region.max.extend(f32::INFINITY);
        self.tree.gather(region, |first, count| {
            for triangle in first..first + count {
                let [a, b, c] = self.corner_rows(triangle);
                let (least, most) = (a.min(b).min(c), a.max(b).max(c));
                if (least.cmple(high) & most.cmpge(low)).all() {
                    found.push(triangle);
                }
            }
            continues(count as usize, found.len())
        });
    }

    /// The triangles whose boxes meet `region`, meters, in ascending order.
    pub fn triangles_near(&self, region: Aabb) -> Vec<u32> {
        let mut found = Vec::new();
        self.gather(region, &mut found);
        found
    }

    /// The corners in double precision, meters. This hot path avoids `map`, which is not always inlined.
    #[inline]
    pub(crate) fn corners_f64(&self, index: u32) -> [DVec3; 3] {
        let [a, b, c] = self.triangles[index as usize];
        let corner = |vertex: u32| self.vertices[vertex as usize].as_dvec3();
        [corner(a), corner(b), corner(c)]
    }

    /// The corners of a triangle, each followed by one coordinate of the next vertex.
    #[inline(always)]
    fn corner_rows(&self, index: u32) -> [Vec4; 3] {
        let numbers: &[f32] = bytemuck::cast_slice(&self.vertices);
        // The list has one more vertex than the triangles use.
        let row = |vertex: u32| Vec4::from_slice(&numbers[3 * vertex as usize..]);
        let [a, b, c] = self.triangles[index as usize];
        [row(a), row(b), row(c)]
    }
}
