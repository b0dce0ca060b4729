//! OPCODE's trees: complete binary trees of boxes with one triangle per leaf (Terdiman, OPCODE). Leaves
//! have their own nodes or none, boxes are exact or quantized, and one of several rules splits the
//! nodes. The trees serve for comparison and need little memory; the eight-wide tree is faster.

mod build;
mod nodes;
mod quantized;
mod split;
mod together;

use self::{
    build::{PlainNode, build_tree},
    nodes::{WithLeaves, WithoutLeaves, descend},
    quantized::{QuantizationGrid, QuantizedBox},
};
pub use self::{
    split::{SplitPoint, SplitRule},
    together::TreePart,
};
use crate::{
    geom::Aabb,
    tree::{BoxTree, Traversal},
};

/// The layout of an OPCODE tree over N triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OpcodeLayout {
    /// 2N − 1 nodes with boxes of six floats.
    Normal,
    /// N − 1 nodes: a triangle's parent holds the triangle's index, and the triangle's box is omitted.
    NoLeaf,
    /// 2N − 1 nodes of about half the size: boxes of six 16-bit steps on a grid (Deering, "Geometry
    /// Compression"), rounded outward.
    Quantized,
    /// N − 1 nodes with boxes of 16-bit steps: at most 20 bytes per triangle.
    QuantizedNoLeaf,
}

impl OpcodeLayout {
    /// All four layouts.
    pub const ALL: [OpcodeLayout; 4] = [
        OpcodeLayout::Normal,
        OpcodeLayout::NoLeaf,
        OpcodeLayout::Quantized,
        OpcodeLayout::QuantizedNoLeaf,
    ];
}

/// Options for building an OPCODE tree. Rule and point change the number of nodes that a query visits,
/// but never the query's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OpcodeOptions {
    /// The layout of the nodes.
    pub layout: OpcodeLayout,
    /// The rule that chooses the axis along which a node's triangles are split.
    pub rule: SplitRule,
    /// The point on that axis at which the triangles are split.
    pub point: SplitPoint,
}

impl OpcodeOptions {
    /// Creates options with a layout, and the split along the largest axis at the geometric center.
    pub fn new(layout: OpcodeLayout) -> Self {
        Self {
            layout,
            rule: SplitRule::LargestAxis,
            point: SplitPoint::GeometricCenter,
        }
    }
}

/// A tree over a mesh's triangles in one of OPCODE's layouts.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::{CollisionMesh, OpcodeLayout, OpcodeTree};
/// let corners = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::ONE];
/// let mesh = CollisionMesh::build(&corners, &[[0, 1, 2], [1, 2, 3]]).unwrap();
/// assert_eq!(OpcodeTree::build(&mesh, OpcodeLayout::Normal).node_count(), 3);
/// assert_eq!(OpcodeTree::build(&mesh, OpcodeLayout::NoLeaf).node_count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct OpcodeTree {
    layout: OpcodeLayout,
    triangles: usize,
    depth: u32,
    nodes: Nodes,
}

#[derive(Clone, Debug, PartialEq)]
enum Nodes {
    Normal(Vec<WithLeaves<Aabb>>),
    NoLeaf(Vec<WithoutLeaves<Aabb>>),
    Quantized(QuantizationGrid, Vec<WithLeaves<QuantizedBox>>),
    QuantizedNoLeaf(QuantizationGrid, Vec<WithoutLeaves<QuantizedBox>>),
}

impl OpcodeTree {
    /// Builds a tree over at least one box and fewer than 2³¹.
    pub(crate) fn from_boxes(boxes: &[Aabb], options: OpcodeOptions) -> Self {
        let (plain, depth) = build_tree(boxes, options.rule, options.point);
        Self {
            layout: options.layout,
            triangles: boxes.len(),
            depth,
            nodes: Nodes::new(&plain, options.layout),
        }
    }

    /// The layout of the tree's nodes.
    pub fn layout(&self) -> OpcodeLayout {
        self.layout
    }

    /// The number of splits from the root to the deepest triangle.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The number of nodes in the tree.
    pub fn node_count(&self) -> usize {
        self.nodes.size().0
    }

    /// The number of bytes that are allocated for the nodes.
    pub fn bytes(&self) -> usize {
        self.nodes.size().1
    }
}

impl Nodes {
    /// The number of nodes, and the number of bytes that are allocated for them.
    fn size(&self) -> (usize, usize) {
        fn of<N>(nodes: &Vec<N>) -> (usize, usize) {
            (nodes.len(), nodes.capacity() * size_of::<N>())
        }
        match self {
            Nodes::Normal(nodes) => of(nodes),
            Nodes::NoLeaf(nodes) => of(nodes),
            Nodes::Quantized(_, nodes) => of(nodes),
            Nodes::QuantizedNoLeaf(_, nodes) => of(nodes),
        }
    }

    fn new(plain: &[PlainNode], layout: OpcodeLayout) -> Self {
        let grid = QuantizationGrid::around(plain.first().map_or(Aabb::EMPTY, |root| root.bounds));
        let whole = |bounds: Aabb| bounds;
        let quantized = |bounds: Aabb| grid.quantized(&bounds);
        match layout {
            OpcodeLayout::Normal => Nodes::Normal(nodes::with_leaves(plain, whole)),
            OpcodeLayout::NoLeaf => Nodes::NoLeaf(nodes::without_leaves(plain, whole)),
            OpcodeLayout::Quantized => Nodes::Quantized(grid, nodes::with_leaves(plain, quantized)),
            OpcodeLayout::QuantizedNoLeaf => {
                Nodes::QuantizedNoLeaf(grid, nodes::without_leaves(plain, quantized))
            }
        }
    }
}

impl BoxTree for OpcodeTree {
    fn descend<S: Copy>(
        &self,
        start: S,
        meets: impl FnMut(&Aabb, S) -> Traversal<S>,
        mut triangle: impl FnMut(u32, Option<S>),
    ) {
        match &self.nodes {
            Nodes::Normal(nodes) => descend(nodes, |b| *b, start, meets, triangle),
            Nodes::Quantized(grid, nodes) => {
                descend(nodes, |b| grid.bounds(b), start, meets, triangle);
            }
            // A tree over one triangle has no node.
            _ if self.triangles == 1 => triangle(0, Some(start)),
            Nodes::NoLeaf(nodes) => descend(nodes, |b| *b, start, meets, triangle),
            Nodes::QuantizedNoLeaf(grid, nodes) => {
                descend(nodes, |b| grid.bounds(b), start, meets, triangle);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::{random::Random, test_meshes::boxes};

    /// Every layout with every rule and point.
    fn all_options() -> impl Iterator<Item = OpcodeOptions> {
        OpcodeLayout::ALL.into_iter().flat_map(|layout| {
            SplitRule::ALL.into_iter().flat_map(move |rule| {
                let points = [SplitPoint::BoxCenter, SplitPoint::GeometricCenter];
                points.map(|point| OpcodeOptions {
                    layout,
                    rule,
                    point,
                })
            })
        })
    }

    proptest! {
        /// Node counts are those of OPCODE. Each box that meets a region is found once. So quantized
        /// boxes contain the exact ones.
        #[test]
        fn every_layout_and_rule_finds_what_brute_force_finds(
            boxes in boxes(1..200, -3), index in any::<prop::sample::Index>(), size in 0.0_f32..20.0,
        ) {
            let chosen = boxes[index.index(boxes.len())];
            let corners = [chosen.min, chosen.max].map(|corner| Aabb::new(corner, corner));
            let regions = [chosen.grown(Vec3::splat(size)), corners[0], corners[1]];
            for (options, region) in all_options().flat_map(|it| regions.map(|region| (it, region))) {
                let tree = OpcodeTree::from_boxes(&boxes, options);
                let (n, layout) = (boxes.len(), options.layout);
                let leaves = matches!(layout, OpcodeLayout::Normal | OpcodeLayout::Quantized);
                prop_assert_eq!(tree.node_count(), if leaves { 2 * n - 1 } else { n - 1 });
                prop_assert_eq!(tree.layout(), layout);
                let mut found = Vec::new();
                tree.visit(|bounds| bounds.overlaps(&region), |triangle| found.push(triangle));
                found.sort_unstable();
                prop_assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
                for (index, bounds) in boxes.iter().enumerate() {
                    let missed = found.binary_search(&(index as u32)).is_err();
                    prop_assert!(!(missed && bounds.overlaps(&region)), "{options:?}");
                }
            }
        }
    }

    /// Boxes in a long, low, uneven heap, for which no two rules build the same tree.
    fn heap() -> Vec<Aabb> {
        let mut random = Random(1);
        let mut one = || {
            let [along, up, across] = [(); 3].map(|()| random.fraction());
            let at = Vec3::new(along.powi(3) * 90.0, up * 9.0, across * 40.0);
            let size = Vec3::new(1.0 + random.fraction() * 5.0, 1.0, 0.2);
            Aabb::new(at, at + size)
        };
        // A row of boxes that are longest along the axis on which they do not differ.
        let row = |i: u8| {
            let at = Vec3::new(-300.0, f32::from(i * 5 % 9) * 0.1, 0.0);
            Aabb::new(at, at + Vec3::X * 200.0)
        };
        (1..2000).map(|_| one()).chain((0..9).map(row)).collect()
    }

    #[test]
    fn rules_and_points_make_different_trees() {
        let normal = all_options().filter(|options| options.layout == OpcodeLayout::Normal);
        let trees = normal.map(|options| (options, OpcodeTree::from_boxes(&heap(), options)));
        let trees: Vec<(OpcodeOptions, OpcodeTree)> = trees.collect();
        assert_eq!(trees.len(), 10);
        for (index, (options, tree)) in trees.iter().enumerate() {
            for (other_options, other) in &trees[..index] {
                // Halving the order uses no point.
                let same = [options.rule, other_options.rule] == [SplitRule::Fifty; 2];
                assert_eq!(tree == other, same, "{options:?} and {other_options:?}");
            }
        }
    }

    #[test]
    fn trees_stay_shallow_however_boxes_lie() {
        let at = |value: f32| Aabb::new(Vec3::splat(value), Vec3::splat(value));
        let shrinking: Vec<Aabb> = (0..1000_i32).map(|i| at(0.5_f32.powi(i / 8))).collect();
        let alike = vec![at(1.0); 1000];
        for options in all_options() {
            for boxes in [&shrinking, &alike] {
                let depth = OpcodeTree::from_boxes(boxes, options).depth();
                assert!((10..=100).contains(&depth), "{depth} with {options:?}");
            }
        }
    }
}
