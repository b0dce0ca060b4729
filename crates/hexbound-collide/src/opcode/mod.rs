//! OPCODE's four trees by their names: complete binary trees of boxes with one triangle a leaf,
//! with or without nodes for the leaves, in whole or in quantized boxes (Terdiman, OPCODE; the
//! quantizing after Deering 1995). Here for comparison and for memory that must be small and plain;
//! the game walks `tree`'s.

mod grow;

use glam::Vec3;
use rayon::prelude::*;

use self::grow::{Plain, complete_tree};
use super::{BoxTree, BuildOptions, CollisionMesh, Traversal};
use crate::geom::Aabb;

/// Which of the four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// 2N − 1 nodes, whole boxes.
    Normal,
    /// N − 1 nodes: a triangle's number stands in its parent, its own box is left out.
    NoLeaf,
    /// 2N − 1 nodes of half the size.
    Quantized,
    /// N − 1 nodes of half the size: at most 20 bytes a triangle.
    QuantizedNoLeaf,
}

impl Layout {
    pub const ALL: [Layout; 4] = [
        Layout::Normal,
        Layout::NoLeaf,
        Layout::Quantized,
        Layout::QuantizedNoLeaf,
    ];
}

/// A tree in one of OPCODE's layouts.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::{CollisionMesh, Layout, OpcodeTree};
/// let corners = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::ONE];
/// let mesh = CollisionMesh::build(&corners, &[[0, 1, 2], [1, 2, 3]]).unwrap();
/// assert_eq!(OpcodeTree::build(&mesh, Layout::Normal).nodes(), 3);
/// assert_eq!(OpcodeTree::build(&mesh, Layout::NoLeaf).nodes(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct OpcodeTree {
    triangles: usize,
    nodes: Nodes,
}

#[derive(Clone, Debug, PartialEq)]
enum Nodes {
    Normal(Vec<WithLeaves<Aabb>>),
    NoLeaf(Vec<WithoutLeaves<Aabb>>),
    Quantized(Grid, Vec<WithLeaves<Steps>>),
    QuantizedNoLeaf(Grid, Vec<WithoutLeaves<Steps>>),
}

/// Where a node leads: a triangle with the highest bit, else a node.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Leads(u32);

const TRIANGLE: u32 = 1 << 31;

/// Both children stand side by side, so the first one's place is enough.
#[derive(Clone, Copy, Debug, PartialEq)]
struct WithLeaves<B> {
    bounds: B,
    leads: Leads,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct WithoutLeaves<B> {
    bounds: B,
    children: [Leads; 2],
}

/// A box in whole steps from the grid's lowest corner.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Steps {
    min: [u16; 3],
    max: [u16; 3],
}

/// What all quantized boxes are counted in.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Grid {
    origin: Vec3,
    step: Vec3,
}

impl OpcodeTree {
    pub fn build(mesh: &CollisionMesh, layout: Layout) -> Self {
        Self::of_boxes(&triangle_boxes(mesh), layout)
    }

    /// As [`OpcodeTree::build`], on one thread or many.
    pub fn build_with(mesh: &CollisionMesh, layout: Layout, options: BuildOptions) -> Self {
        Self::of_boxes_with(&triangle_boxes(mesh), layout, options)
    }

    /// Over any boxes; at least one, and fewer than 2³¹.
    pub fn of_boxes(boxes: &[Aabb], layout: Layout) -> Self {
        Self::of_boxes_with(boxes, layout, BuildOptions::default())
    }

    /// As [`OpcodeTree::of_boxes`] with options.
    pub fn of_boxes_with(boxes: &[Aabb], layout: Layout, options: BuildOptions) -> Self {
        Self::laid_out(complete_tree(boxes, options), layout)
    }

    fn laid_out(plain: Vec<Plain>, layout: Layout) -> Self {
        let all = plain.first().map_or(Aabb::EMPTY, |root| root.bounds);
        let grid = Grid::around(all);
        let nodes = match layout {
            Layout::Normal => Nodes::Normal(with_leaves(&plain, |bounds| bounds)),
            Layout::NoLeaf => Nodes::NoLeaf(without_leaves(&plain, |bounds| bounds)),
            Layout::Quantized => {
                Nodes::Quantized(grid, with_leaves(&plain, |bounds| grid.steps(&bounds)))
            }
            Layout::QuantizedNoLeaf => {
                Nodes::QuantizedNoLeaf(grid, without_leaves(&plain, |bounds| grid.steps(&bounds)))
            }
        };
        Self {
            triangles: plain.len().div_ceil(2),
            nodes,
        }
    }

    pub fn layout(&self) -> Layout {
        match self.nodes {
            Nodes::Normal(_) => Layout::Normal,
            Nodes::NoLeaf(_) => Layout::NoLeaf,
            Nodes::Quantized(..) => Layout::Quantized,
            Nodes::QuantizedNoLeaf(..) => Layout::QuantizedNoLeaf,
        }
    }

    pub fn nodes(&self) -> usize {
        match &self.nodes {
            Nodes::Normal(nodes) => nodes.len(),
            Nodes::NoLeaf(nodes) => nodes.len(),
            Nodes::Quantized(_, nodes) => nodes.len(),
            Nodes::QuantizedNoLeaf(_, nodes) => nodes.len(),
        }
    }

    /// What the nodes take, from their allocation.
    pub fn bytes(&self) -> usize {
        fn taken<N>(nodes: &Vec<N>) -> usize {
            nodes.capacity() * size_of::<N>()
        }
        match &self.nodes {
            Nodes::Normal(nodes) => taken(nodes),
            Nodes::NoLeaf(nodes) => taken(nodes),
            Nodes::Quantized(_, nodes) => taken(nodes),
            Nodes::QuantizedNoLeaf(_, nodes) => taken(nodes),
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
            Nodes::Normal(nodes) => with_leaves_descend(nodes, |b| *b, start, meets, triangle),
            Nodes::Quantized(grid, nodes) => {
                with_leaves_descend(nodes, |steps| grid.bounds(steps), start, meets, triangle);
            }
            // One triangle alone has no node at all.
            _ if self.triangles == 1 => triangle(0, Some(start)),
            Nodes::NoLeaf(nodes) => without_leaves_descend(nodes, |b| *b, start, meets, triangle),
            Nodes::QuantizedNoLeaf(grid, nodes) => {
                without_leaves_descend(nodes, |steps| grid.bounds(steps), start, meets, triangle);
            }
        }
    }
}

fn with_leaves_descend<B, S: Copy>(
    nodes: &[WithLeaves<B>],
    bounds: impl Fn(&B) -> Aabb,
    start: S,
    mut meets: impl FnMut(&Aabb, S) -> Traversal<S>,
    mut triangle: impl FnMut(u32, Option<S>),
) {
    // Nodes below one that was met whole come with no state, and are not asked about.
    let mut open: Vec<(u32, Option<S>)> = Vec::new();
    open.extend((!nodes.is_empty()).then_some((0, Some(start))));
    while let Some((index, state)) = open.pop() {
        let node = &nodes[index as usize];
        let Some(state) = met(state, || bounds(&node.bounds), &mut meets) else {
            continue;
        };
        match node.leads.triangle() {
            Some(number) => triangle(number, state),
            None => open.extend([(node.leads.0 + 1, state), (node.leads.0, state)]),
        }
    }
}

fn without_leaves_descend<B, S: Copy>(
    nodes: &[WithoutLeaves<B>],
    bounds: impl Fn(&B) -> Aabb,
    start: S,
    mut meets: impl FnMut(&Aabb, S) -> Traversal<S>,
    mut triangle: impl FnMut(u32, Option<S>),
) {
    let mut open: Vec<(u32, Option<S>)> = Vec::new();
    open.extend((!nodes.is_empty()).then_some((0, Some(start))));
    while let Some((index, state)) = open.pop() {
        let node = &nodes[index as usize];
        let Some(state) = met(state, || bounds(&node.bounds), &mut meets) else {
            continue;
        };
        for leads in node.children {
            match leads.triangle() {
                Some(number) => triangle(number, state),
                None => open.push((leads.0, state)),
            }
        }
    }
}

/// What to go on with below a node, if at all.
#[inline(always)]
fn met<S: Copy>(
    state: Option<S>,
    bounds: impl Fn() -> Aabb,
    meets: &mut impl FnMut(&Aabb, S) -> Traversal<S>,
) -> Option<Option<S>> {
    let Some(state) = state else {
        return Some(None);
    };
    match meets(&bounds(), state) {
        Traversal::Skip => None,
        Traversal::Descend(state) => Some(Some(state)),
        Traversal::TakeAll => Some(None),
    }
}

impl Leads {
    fn triangle(self) -> Option<u32> {
        (self.0 & TRIANGLE != 0).then_some(self.0 & !TRIANGLE)
    }
}

impl Grid {
    fn around(all: Aabb) -> Self {
        // A little more than the 65,535th part, so that the last step is beyond the end; and no
        // step so small that adding it changes nothing.
        let least = (all.min.abs().max(all.max.abs()) * 1e-6).max(Vec3::splat(f32::MIN_POSITIVE));
        Self {
            origin: all.min,
            step: (all.size() * (1.0001 / 65_534.0)).max(least),
        }
    }

    /// Rounded outward, as `bounds` will compute it.
    fn steps(&self, bounds: &Aabb) -> Steps {
        let plane =
            |axis: usize, steps: u16| self.origin[axis] + f32::from(steps) * self.step[axis];
        let place = |axis: usize, value: f32| (value - self.origin[axis]) / self.step[axis];
        Steps {
            min: [0, 1, 2].map(|axis| {
                let mut steps = place(axis, bounds.min[axis]).floor() as u16;
                while steps > 0 && plane(axis, steps) > bounds.min[axis] {
                    steps -= 1;
                }
                steps
            }),
            max: [0, 1, 2].map(|axis| {
                let mut steps = place(axis, bounds.max[axis]).ceil() as u16;
                while steps < u16::MAX && plane(axis, steps) < bounds.max[axis] {
                    steps += 1;
                }
                steps
            }),
        }
    }

    fn bounds(&self, steps: &Steps) -> Aabb {
        let corner = |steps: [u16; 3]| self.origin + Vec3::from(steps.map(f32::from)) * self.step;
        Aabb::new(corner(steps.min), corner(steps.max))
    }
}

fn triangle_boxes(mesh: &CollisionMesh) -> Vec<Aabb> {
    (0..mesh.len() as u32)
        .into_par_iter()
        .map(|triangle| Aabb::from_points(mesh.corners(triangle)))
        .collect()
}

fn with_leaves<B>(plain: &[Plain], bounds: impl Fn(Aabb) -> B) -> Vec<WithLeaves<B>> {
    let node = |node: &Plain| WithLeaves {
        bounds: bounds(node.bounds),
        leads: node.leads,
    };
    plain.iter().map(node).collect()
}

fn without_leaves<B>(plain: &[Plain], bounds: impl Fn(Aabb) -> B) -> Vec<WithoutLeaves<B>> {
    let inner = |node: &Plain| node.leads.triangle().is_none();
    let mut renamed = 0;
    let names: Vec<u32> = plain
        .iter()
        .map(|node| {
            let name = renamed;
            renamed += u32::from(inner(node));
            name
        })
        .collect();
    let mut nodes = Vec::with_capacity(renamed as usize);
    for node in plain.iter().filter(|node| inner(node)) {
        let child = |index: usize| {
            let leads = plain[index].leads;
            leads.triangle().map_or(Leads(names[index]), |_| leads)
        };
        let first = node.leads.0 as usize;
        nodes.push(WithoutLeaves {
            bounds: bounds(node.bounds),
            children: [child(first), child(first + 1)],
        });
    }
    nodes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
        let corner = [-50.0_f32..50.0, -5.0..5.0, -50.0..50.0].prop_map(Vec3::from_array);
        let size = [0.0_f32..3.0, 0.0..3.0, 0.0..0.5].prop_map(Vec3::from_array);
        let one = (corner, size, 0..6_i32).prop_map(|(at, size, far)| {
            let scale = 10.0_f32.powi(far - 3);
            Aabb::new(at * scale, (at + size) * scale)
        });
        prop::collection::vec(one, 1..200)
    }

    proptest! {
        /// Node counts and sizes as OPCODE has them; every box that meets a region is found, and
        /// each once; quantized boxes hold the true ones, since nothing is missed.
        #[test]
        fn all_layouts_find_what_brute_force_finds(
            boxes in boxes(), place in any::<prop::sample::Index>(), size in 0.0_f32..20.0,
        ) {
            let region = boxes[place.index(boxes.len())].grown(Vec3::splat(size));
            for layout in Layout::ALL {
                let tree = OpcodeTree::of_boxes(&boxes, layout);
                let n = boxes.len();
                let leaves = matches!(layout, Layout::Normal | Layout::Quantized);
                prop_assert_eq!(tree.nodes(), if leaves { 2 * n - 1 } else { n - 1 });
                prop_assert_eq!(tree.layout(), layout);
                let mut found = Vec::new();
                tree.visit(|bounds| bounds.overlaps(&region), |triangle| found.push(triangle));
                found.sort_unstable();
                prop_assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
                for (index, bounds) in boxes.iter().enumerate() {
                    let missed = found.binary_search(&(index as u32)).is_err();
                    prop_assert!(!(missed && bounds.overlaps(&region)), "{layout:?}");
                }
            }
        }

        #[test]
        fn quantized_boxes_are_never_smaller(boxes in boxes()) {
            let all = boxes.iter().fold(Aabb::EMPTY, |sum, next| sum.union(*next));
            let grid = Grid::around(all);
            for bounds in &boxes {
                let stored = grid.bounds(&grid.steps(bounds));
                prop_assert!(stored.contains(bounds.min) && stored.contains(bounds.max));
            }
        }
    }

    #[test]
    fn sizes_are_those_of_the_layouts() {
        let boxes: Vec<Aabb> = (0..1000)
            .map(|i| Aabb::new(Vec3::splat(i as f32), Vec3::splat(i as f32 + 1.5)))
            .collect();
        let bytes = |layout| OpcodeTree::of_boxes(&boxes, layout).bytes();
        assert!(bytes(Layout::QuantizedNoLeaf) <= 20 * boxes.len());
        assert!(bytes(Layout::Quantized) * 7 <= bytes(Layout::Normal) * 4);
        assert!(bytes(Layout::NoLeaf) < bytes(Layout::Normal));
    }
}
