//! The collision mesh: the CPU copy of a level for collision. Welded vertices, triangles in the order of
//! the tree's leaves, their planes, and the tree.
//!
//! `build` creates a mesh from a triangle list, `cache_file` from stored bytes. `broad_phase` has the
//! trees that can replace the mesh's own.

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

/// A static triangle level with everything that sweeps and queries need. Results contain indices of
/// triangles in the mesh, not in the source list: [`CollisionMesh::source`] converts them.
#[derive(Clone, Debug)]
pub struct CollisionMesh {
    /// The positions and one more, so that four numbers can be loaded from any of them.
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// The planes of [`PRISM_PAGE`] triangles each, computed on first use of one of them.
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

/// The number of triangles whose planes are computed together.
const PRISM_PAGE: usize = 32;

/// The number of boxes that may be tested per triangle that may be gathered.
const TESTS_PER_FOUND: usize = 8;

impl CollisionMesh {
    /// The largest coordinate that a triangle may have, meters from the origin. Positions of bodies are
    /// in single precision, which is coarser than the skin further out. Walks at 60 km were up to 1.5 mm
    /// inside the level, walks at 30 km never more than the skin.
    pub const FURTHEST: f32 = 30_000.0;

    /// The number of triangles that collide.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Returns whether the mesh has no triangle, which is never true.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// The box around all triangles, meters.
    pub fn bounds(&self) -> Aabb {
        self.tree.bounds()
    }

    /// The number of triangles without area, which collide as segments. Each call counts them again.
    pub fn needles(&self) -> usize {
        let triangles = 0..self.len() as u32;
        triangles
            .filter(|index| is_needle(self.corners(*index)))
            .count()
    }

    /// The number of triangles that are single points and were left out.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The index of triangle `index` in the source list. The mesh stores triangles in the order of its
    /// tree's leaves.
    pub fn source(&self, index: u32) -> u32 {
        self.source[index as usize]
    }

    /// The distinct positions, meters, in the order in which the triangles use them.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices[..self.vertices.len() - 1]
    }

    /// The corners of every triangle, as indices in [`CollisionMesh::vertices`].
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The tree over the triangles' boxes.
    pub fn tree(&self) -> &WideTree {
        &self.tree
    }

    /// Calls `found` with the boxes, in meters, of the tree's nodes and leaves `depth` levels below the
    /// box around everything, which is depth 0. Branches that end sooner have none.
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

    /// The planes of triangle `index`, computed on first use. From then on they take 80 bytes, as do
    /// those of up to 31 adjacent triangles.
    #[inline]
    pub fn prism(&self, index: u32) -> &Prism {
        let (page, place) = (index as usize / PRISM_PAGE, index as usize % PRISM_PAGE);
        let prisms = self.prisms[page].get_or_init(|| self.prism_page(page));
        &prisms[place]
    }

    #[cold]
    fn prism_page(&self, page: usize) -> Box<[Prism]> {
        let first = page * PRISM_PAGE;
        let triangles = first..self.len().min(first + PRISM_PAGE);
        triangles
            .map(|index| Prism::from_triangle(self.corners(index as u32)))
            .collect()
    }

    /// The corners, leaf by leaf, of the mesh's tree or of another tree over its triangles.
    #[inline]
    pub(crate) fn leaf_corners<'a, N: Bvh8Node>(&self, tree: &'a Bvh8<N>) -> &'a LeafCorners {
        tree.leaf_corners(self.len(), |index| self.corners(index))
    }

    /// A hash of the triangles, by which caches distinguish meshes.
    pub fn identity(&self) -> u64 {
        self.identity
    }

    /// Triangle `index` as a shape.
    pub(crate) fn triangle(&self, index: u32) -> Triangle {
        Triangle {
            corners: self.corners(index),
        }
    }

    /// Appends to `found` the triangles whose boxes meet `region`, meters, by index.
    pub fn gather(&self, region: Aabb, found: &mut Vec<u32>) {
        self.gather_at_most(usize::MAX, region, found);
    }

    /// Appends to `found` the triangles whose boxes meet `region`, meters, by index. Stops once `found`
    /// has more than `most`, or after many more tests. Returns whether all were found.
    pub(crate) fn gather_at_most(&self, most: usize, region: Aabb, found: &mut Vec<u32>) -> bool {
        let (mut left, mut are_all) = (most.saturating_mul(TESTS_PER_FOUND), true);
        self.gather_while(region, found, |tested, listed| {
            left = left.saturating_sub(tested);
            are_all = listed <= most && left > 0;
            are_all
        });
        are_all
    }

    /// Returns the triangles whose boxes meet `region`, meters, by index, or `None` if too little work is left.
    pub(crate) fn gather_by_work(&self, work: &Work, region: Aabb) -> Option<Vec<u32>> {
        let (mut found, mut known, mut is_enough) = (Vec::new(), 0, true);
        self.gather_while(region, &mut found, |tested, listed| {
            is_enough = work.spend(tested * BOX_WORK + (listed - known) * LISTED_WORK);
            known = listed;
            is_enough
        });
        is_enough.then_some(found)
    }

    /// Appends to `found` the triangles whose boxes meet `region`, by index. `goes_on` decides after
    /// each leaf whether to continue, by the number of triangles tested there and the number in `found`.
    fn gather_while(
        &self,
        region: Aabb,
        found: &mut Vec<u32>,
        mut goes_on: impl FnMut(usize, usize) -> bool,
    ) {
        // The fourth number of a corner is not part of it and always passes.
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
            goes_on(count as usize, found.len())
        });
    }

    /// The triangles whose boxes meet `region`, meters, by index.
    pub fn triangles_near(&self, region: Aabb) -> Vec<u32> {
        let mut found = Vec::new();
        self.gather(region, &mut found);
        found
    }

    /// The corners in double precision, without `map`, which is not always inlined: this is a hot path.
    #[inline]
    pub(crate) fn corners_f64(&self, index: u32) -> [DVec3; 3] {
        let [a, b, c] = self.triangles[index as usize];
        let corner = |vertex: u32| self.vertices[vertex as usize].as_dvec3();
        [corner(a), corner(b), corner(c)]
    }

    /// The triangle's corners, each followed by one number of the next vertex.
    #[inline(always)]
    fn corner_rows(&self, index: u32) -> [Vec4; 3] {
        let numbers: &[f32] = bytemuck::cast_slice(&self.vertices);
        // The list has one more vertex than the triangles use.
        let row = |vertex: u32| Vec4::from_slice(&numbers[3 * vertex as usize..]);
        let [a, b, c] = self.triangles[index as usize];
        [row(a), row(b), row(c)]
    }
}
