//! The nodes of the layouts with and without leaves, and the descent through both.

use arrayvec::ArrayVec;

use super::build::{Link, PlainNode, Subtree};
use crate::{Traversal, geom::Aabb};

/// A node with its box and the links to its children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OpcodeNode<B, L> {
    bounds: B,
    links: L,
}

/// A node of a tree with leaves. The two children are adjacent, so the index of the first is enough.
pub(super) type WithLeaves<B> = OpcodeNode<B, Link>;

/// A node of a tree without leaves: each child is another node or a triangle.
pub(super) type WithoutLeaves<B> = OpcodeNode<B, [Link; 2]>;

/// The two children of a node, or its only triangle.
pub(super) type Children = ArrayVec<Subtree, 2>;

/// The links of a node.
pub(super) trait Links: Copy {
    /// Calls `found` with each child, in the order in which a traversal pushes nodes.
    fn each(self, found: impl FnMut(Subtree));
}

impl Links for Link {
    #[inline(always)]
    fn each(self, mut found: impl FnMut(Subtree)) {
        match self.target() {
            Subtree::Node(first) => {
                found(Subtree::Node(first + 1));
                found(Subtree::Node(first));
            }
            triangle => found(triangle),
        }
    }
}

impl Links for [Link; 2] {
    #[inline(always)]
    fn each(self, mut found: impl FnMut(Subtree)) {
        found(self[0].target());
        found(self[1].target());
    }
}

impl<B, L: Links> OpcodeNode<B, L> {
    /// Returns the node's box, and its children.
    pub(super) fn view(&self, bounds: impl Fn(&B) -> Aabb) -> (Aabb, Children) {
        let mut children = Children::new();
        self.links.each(|child| children.push(child));
        (bounds(&self.bounds), children)
    }
}

/// Lays out all nodes, for a tree with leaves.
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

/// Lays out only the inner nodes, with new indices, for a tree without leaves.
pub(super) fn without_leaves<B>(
    plain: &[PlainNode],
    bounds: impl Fn(Aabb) -> B,
) -> Vec<WithoutLeaves<B>> {
    let is_inner = |node: &PlainNode| matches!(node.link.target(), Subtree::Node(_));
    let mut count = 0;
    let index_of = |node: &PlainNode| {
        let index = count;
        count += u32::from(is_inner(node));
        index
    };
    let indices: Vec<u32> = plain.iter().map(index_of).collect();
    let mut nodes = Vec::with_capacity(count as usize);
    for node in plain {
        let Subtree::Node(first) = node.link.target() else {
            continue;
        };
        let child = |index: usize| match plain[index].link.target() {
            Subtree::Node(_) => Link::node(indices[index]),
            Subtree::Triangle(_) => plain[index].link,
        };
        nodes.push(OpcodeNode {
            bounds: bounds(node.bounds),
            links: [first as usize, first as usize + 1].map(child),
        });
    }
    nodes
}

/// Traverses a tree; see [`BoxTree::descend`](crate::BoxTree::descend).
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
        node.links.each(|child| match child {
            Subtree::Triangle(index) => triangle(index, below),
            Subtree::Node(index) => open.push((index, below)),
        });
    }
}
