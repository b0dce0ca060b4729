//! The wide tree as bytes, for the cache file, and the validation of nodes from such bytes.

use super::{
    build::LEAF_SIZE,
    node::{Bvh8Node, Link, WIDTH},
    node_layouts::WideNode,
    wide::{STACK_SIZE, WideTree, stored_box},
};
use crate::geom::Aabb;

impl WideTree {
    /// The size of a node, bytes.
    pub(crate) const NODE_BYTES: usize = size_of::<WideNode>();

    /// The nodes as the bytes in memory.
    pub(crate) fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.nodes)
    }

    /// Creates a tree over `count` triangles with `boxes` from stored nodes; `None` if the tree is not
    /// valid. In a valid tree every link leads to a later node, every triangle is in one leaf, in order,
    /// and every box contains everything below it.
    pub(crate) fn from_nodes(
        nodes: Vec<WideNode>,
        count: u32,
        boxes: impl Fn(u32) -> Aabb,
    ) -> Option<Self> {
        let mut check = NodeCheck {
            nodes: &nodes,
            boxes,
            next_node: 0,
            next_triangle: 0,
            count,
        };
        let bounds = check.check_node(0, 0)?;
        let all = check.next_node == nodes.len() && check.next_triangle == count;
        all.then_some(Self {
            nodes,
            bounds,
            leaf_corners: Default::default(),
        })
    }
}

/// The largest depth of a tree for which a stack of [`STACK_SIZE`] entries is enough.
const MAX_DEPTH: usize = STACK_SIZE / WIDTH - 1;

/// The validation of the nodes, in the order of their indices.
struct NodeCheck<'a, B> {
    nodes: &'a [WideNode],
    boxes: B,
    next_node: usize,
    next_triangle: u32,
    count: u32,
}

impl<B: Fn(u32) -> Aabb> NodeCheck<'_, B> {
    /// Validates a node and those below it. Returns the box around their triangles.
    fn check_node(&mut self, index: usize, depth: usize) -> Option<Aabb> {
        if index != self.next_node || index >= self.nodes.len() || depth > MAX_DEPTH {
            return None;
        }
        self.next_node += 1;
        let node = self.nodes[index];
        let mut all = Aabb::EMPTY;
        for lane in 0..WIDTH {
            let stored = stored_box(&node, lane);
            if stored == Aabb::EMPTY {
                continue;
            }
            let real = match node.link(lane).unpack() {
                Link::Node(child) => self.check_node(child as usize, depth + 1)?,
                Link::Leaf { first, count } => self.check_leaf(first, count)?,
            };
            if !(stored.contains(real.min) && stored.contains(real.max)) {
                return None;
            }
            all = all.union(real);
        }
        Some(all)
    }

    fn check_leaf(&mut self, first: u32, count: u32) -> Option<Aabb> {
        let is_leaf = count <= LEAF_SIZE as u32 && first == self.next_triangle;
        if !is_leaf || count > self.count - first {
            return None;
        }
        self.next_triangle += count;
        let boxes = (first..first + count).map(&self.boxes);
        Some(boxes.fold(Aabb::EMPTY, Aabb::union))
    }
}
