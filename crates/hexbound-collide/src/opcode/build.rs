//! Builds the complete binary tree behind the four layouts.

use super::split::{SplitPoint, SplitRule, partition};
use crate::geom::Aabb;

/// A node of the tree before its layout, with adjacent children.
#[derive(Clone, Copy)]
pub(super) struct PlainNode {
    pub bounds: Aabb,
    pub link: Link,
}

/// The link of a node to its triangle, with the highest bit set, or otherwise to its first child.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Link(u32);

const TRIANGLE: u32 = 1 << 31;

/// A part of a tree: a node with those below it, or a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subtree {
    Node(u32),
    Triangle(u32),
}

impl Link {
    /// Creates a link to a node.
    pub(super) fn node(index: u32) -> Self {
        Self(index)
    }

    /// Returns the triangle, or the first child.
    pub(super) fn target(self) -> Subtree {
        match self.0 & TRIANGLE {
            0 => Subtree::Node(self.0),
            _ => Subtree::Triangle(self.0 & !TRIANGLE),
        }
    }
}

/// Builds the tree. Returns all nodes, the root first, and the depth of the deepest leaf.
pub(super) fn build_tree(
    boxes: &[Aabb],
    rule: SplitRule,
    point: SplitPoint,
) -> (Vec<PlainNode>, u32) {
    let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
    let mut nodes = Vec::with_capacity((2 * boxes.len()).saturating_sub(1));
    if boxes.is_empty() {
        return (nodes, 0);
    }
    let mut deepest = 0;
    nodes.push(PlainNode {
        bounds: Aabb::EMPTY,
        link: Link(0),
    });
    // The pending nodes: the index, the depth, and the range of the order below the node.
    let mut open = vec![(0, 0, 0..boxes.len())];
    while let Some((index, depth, range)) = open.pop() {
        let part = &mut order[range.clone()];
        let bounds = (part.iter()).fold(Aabb::EMPTY, |all, one| all.union(boxes[*one as usize]));
        nodes[index].bounds = bounds;
        deepest = deepest.max(depth);
        if let [triangle] = part {
            nodes[index].link = Link(TRIANGLE | *triangle);
            continue;
        }
        let middle = range.start + partition(boxes, bounds, part, rule, point);
        let first = nodes.len();
        nodes[index].link = Link(first as u32);
        let empty = nodes[index];
        nodes.extend([empty, empty]);
        open.push((first + 1, depth + 1, middle..range.end));
        open.push((first, depth + 1, range.start..middle));
    }
    (nodes, deepest)
}
