//! The nodes of the layouts with and without leaves, and the descent through both.

use arrayvec::ArrayVec;

use super::build::{Link, PlainNode, TreeSlot};
use crate::{Traversal, geom::Aabb};

/// A node with its box and the links to its children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OpcodeNode<B, L> {
    bounds: B,
    links: L,
}

/// A node of a tree with leaves. Both children are adjacent, so the index of the first is enough.
pub(super) type WithLeaves<B> = OpcodeNode<B, Link>;

/// A node of a tree without leaves: each child is another node or a triangle.
pub(super) type WithoutLeaves<B> = OpcodeNode<B, [Link; 2]>;

/// The two places below a place, or its only triangle.
pub(super) type Below = ArrayVec<TreeSlot, 2>;

/// The links of a node.
pub(super) trait Links: Copy {
    /// Calls `found` with each place below; nodes come in the order in which they are pushed.
    fn each(self, found: impl FnMut(TreeSlot));
}

impl Links for Link {
    #[inline(always)]
    fn each(self, mut found: impl FnMut(TreeSlot)) {
        match self.place() {
            TreeSlot::Node(first) => {
                found(TreeSlot::Node(first + 1));
                found(TreeSlot::Node(first));
            }
            triangle => found(triangle),
        }
    }
}

impl Links for [Link; 2] {
    #[inline(always)]
    fn each(self, mut found: impl FnMut(TreeSlot)) {
        found(self[0].place());
        found(self[1].place());
    }
}

impl<B, L: Links> OpcodeNode<B, L> {
    /// The node's box, and the places below.
    pub(super) fn look(&self, bounds: impl Fn(&B) -> Aabb) -> (Aabb, Below) {
        let mut below = Below::new();
        self.links.each(|place| below.push(place));
        (bounds(&self.bounds), below)
    }
}

/// Lays out all nodes.
pub(super) fn with_leaves<B>(
    plain: &[PlainNode],
    bounds: impl Fn(Aabb) -> B,
) -> Vec<WithLeaves<B>> {
    let node = |node: &PlainNode| OpcodeNode {
        bounds: bounds(node.bounds),
        links: node.link,
    };
    plain.iter().map(node).collect()
}

/// Lays out the inner nodes with new indices.
pub(super) fn without_leaves<B>(
    plain: &[PlainNode],
    bounds: impl Fn(Aabb) -> B,
) -> Vec<WithoutLeaves<B>> {
    let is_inner = |node: &PlainNode| matches!(node.link.place(), TreeSlot::Node(_));
    let mut count = 0;
    let index_of = |node: &PlainNode| {
        let index = count;
        count += u32::from(is_inner(node));
        index
    };
    let indices: Vec<u32> = plain.iter().map(index_of).collect();
    let mut nodes = Vec::with_capacity(count as usize);
    for node in plain {
        let TreeSlot::Node(first) = node.link.place() else {
            continue;
        };
        let child = |index: usize| match plain[index].link.place() {
            TreeSlot::Node(_) => Link::node(indices[index]),
            TreeSlot::Triangle(_) => plain[index].link,
        };
        nodes.push(OpcodeNode {
            bounds: bounds(node.bounds),
            links: [first as usize, first as usize + 1].map(child),
        });
    }
    nodes
}

/// Walks down a tree.
pub(super) fn descend<B, L: Links, S: Copy>(
    nodes: &[OpcodeNode<B, L>],
    bounds: impl Fn(&B) -> Aabb,
    start: S,
    mut meets: impl FnMut(&Aabb, S) -> Traversal<S>,
    mut triangle: impl FnMut(u32, Option<S>),
) {
    // Nodes below a fully accepted one have no state and are not tested.
    let mut open: Vec<(u32, Option<S>)> = Vec::new();
    open.extend((!nodes.is_empty()).then_some((0, Some(start))));
    while let Some((index, state)) = open.pop() {
        let node = &nodes[index as usize];
        let mut below = state;
        if let Some(state) = state {
            below = match meets(&bounds(&node.bounds), state) {
                Traversal::Skip => continue,
                Traversal::Descend(state) => Some(state),
                Traversal::TakeAll => None,
            };
        }
        node.links.each(|place| match place {
            TreeSlot::Triangle(index) => triangle(index, below),
            TreeSlot::Node(index) => open.push((index, below)),
        });
    }
}
