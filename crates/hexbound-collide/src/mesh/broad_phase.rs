//! The methods that find the triangles in a region: the mesh's own tree, or another tree for comparison.
//! All find the same triangles, at different costs in time and memory.

use super::CollisionMesh;
use crate::{
    geom::Aabb,
    opcode::{OpcodeLayout, OpcodeOptions, OpcodeTree},
    tree::BoxTree,
};

/// A method that finds the triangles in a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BroadPhase {
    /// The mesh's own eight-wide tree.
    #[default]
    Wide,
    /// The same tree with compact nodes.
    Compact,
    /// One of OPCODE's trees.
    Opcode(OpcodeLayout),
    /// No tree: every triangle's box is tested.
    Brute,
}

impl CollisionMesh {
    /// Appends to `found` the triangles whose boxes meet `region`, meters, in ascending order. They are
    /// those of [`CollisionMesh::gather`], found by `broad_phase`, whose tree is built on first use and
    /// kept.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::{BroadPhase, CollisionMesh, OpcodeLayout, geom::Aabb};
    /// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    /// let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    /// let mut found = Vec::new();
    /// let tree = BroadPhase::Opcode(OpcodeLayout::NoLeaf);
    /// floor.gather_by(tree, Aabb::new(Vec3::ZERO, Vec3::ONE), &mut found);
    /// assert_eq!(found, [0]);
    /// ```
    pub fn gather_by(&self, broad_phase: BroadPhase, region: Aabb, found: &mut Vec<u32>) {
        match broad_phase {
            BroadPhase::Wide => self.gather(region, found),
            BroadPhase::Compact => {
                self.gather_with_tree(self.other_trees.compact(self.tree()), region, found);
            }
            BroadPhase::Opcode(layout) => {
                self.gather_with_tree(self.opcode_tree(layout), region, found);
            }
            BroadPhase::Brute => {
                let all = 0..self.len() as u32;
                found.extend(all.filter(|triangle| self.is_box_near(*triangle, region)));
            }
        }
    }

    /// The number of bytes allocated for a broad phase's nodes. Its tree is built on first use.
    pub fn broad_phase_bytes(&self, broad_phase: BroadPhase) -> usize {
        match broad_phase {
            BroadPhase::Wide => self.tree().size().1,
            BroadPhase::Compact => self.other_trees.compact(self.tree()).size().1,
            BroadPhase::Opcode(layout) => self.opcode_tree(layout).bytes(),
            BroadPhase::Brute => 0,
        }
    }

    fn opcode_tree(&self, layout: OpcodeLayout) -> &OpcodeTree {
        let build = || OpcodeTree::build(self, layout);
        self.other_trees.opcode(layout, build)
    }

    fn gather_with_tree(&self, tree: &impl BoxTree, region: Aabb, found: &mut Vec<u32>) {
        let first = found.len();
        tree.visit(
            |bounds| bounds.overlaps(&region),
            |triangle| {
                if self.is_box_near(triangle, region) {
                    found.push(triangle);
                }
            },
        );
        found[first..].sort_unstable();
    }

    fn is_box_near(&self, triangle: u32, region: Aabb) -> bool {
        Aabb::from_points(self.corners(triangle)).overlaps(&region)
    }
}

impl OpcodeTree {
    /// Builds a tree with the options of [`OpcodeOptions::new`].
    pub fn build(mesh: &CollisionMesh, layout: OpcodeLayout) -> Self {
        Self::build_with(mesh, OpcodeOptions::new(layout))
    }

    /// Builds a tree with `options`.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::{CollisionMesh, OpcodeLayout, OpcodeOptions, OpcodeTree, SplitRule};
    /// let corners = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::ONE];
    /// let mesh = CollisionMesh::build(&corners, &[[0, 1, 2], [1, 2, 3]]).unwrap();
    /// let options = OpcodeOptions {
    ///     rule: SplitRule::SplatterPoints,
    ///     ..OpcodeOptions::new(OpcodeLayout::QuantizedNoLeaf)
    /// };
    /// assert!(OpcodeTree::build_with(&mesh, options).bytes() <= 20 * mesh.len());
    /// ```
    pub fn build_with(mesh: &CollisionMesh, options: OpcodeOptions) -> Self {
        let boxes: Vec<Aabb> = (0..mesh.len() as u32)
            .map(|triangle| Aabb::from_points(mesh.corners(triangle)))
            .collect();
        Self::from_boxes(&boxes, options)
    }
}

/// Every broad phase.
#[cfg(test)]
pub(crate) fn all() -> impl Iterator<Item = BroadPhase> {
    let opcode = OpcodeLayout::ALL.map(BroadPhase::Opcode);
    [BroadPhase::Wide, BroadPhase::Compact, BroadPhase::Brute]
        .into_iter()
        .chain(opcode)
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::test_meshes::{mesh_of, point, soup};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn all_broad_phases_find_the_same(
            mesh in soup(), at in point(6.0), size in 0.0_f32..5.0,
        ) {
            let region = Aabb::new(at, at).grown(Vec3::splat(size));
            for broad_phase in all() {
                // Triangles that were found before stay.
                let mut found = vec![u32::MAX];
                mesh.gather_by(broad_phase, region, &mut found);
                prop_assert_eq!(found[0], u32::MAX);
                prop_assert_eq!(&found[1..], mesh.triangles_near(region), "{:?}", broad_phase);
            }
        }
    }

    #[test]
    fn smaller_nodes_take_less() {
        let row = |i: u16| [Vec3::X, Vec3::Y, Vec3::Z].map(|at| at + Vec3::X * f32::from(i));
        let mesh = mesh_of(&(0..1000).flat_map(row).collect::<Vec<_>>());
        let bytes = |broad_phase| mesh.broad_phase_bytes(broad_phase);
        assert_eq!(bytes(BroadPhase::Brute), 0);
        assert!(bytes(BroadPhase::Compact) * 2 < bytes(BroadPhase::Wide));
        let opcode = OpcodeLayout::ALL.map(|layout| bytes(BroadPhase::Opcode(layout)));
        assert!(opcode[2] * 7 <= opcode[0] * 4 && opcode[1] < opcode[0] && opcode[3] < opcode[2]);
        assert!(opcode[3] <= 20 * mesh.len());
    }
}
