//! A best-first search of the tree, in ascending order of the caller's measure of boxes. The search
//! costs more per box than the other traversals, but tests fewer boxes if they are close together.

use std::{cmp::Ordering, collections::BinaryHeap};

use super::{
    node::{Bvh8Node, Link, PackedLink, WIDTH},
    wide::{Bvh8, stored_boxes},
};
use crate::{
    geom::Aabb,
    work::{NODE_WORK, Work},
};

/// The visitor of a best-first search: measures boxes, and processes the triangles of those of interest.
pub(crate) trait BestFirst {
    /// The least possible measure of the triangles in a box; `None` if no triangle is of interest.
    fn measure(&mut self, bounds: &Aabb) -> Option<f64>;

    /// Returns whether boxes with the measure `measure` or more are still of interest.
    fn wants(&self, measure: f64) -> bool;

    /// Processes a leaf's triangles, `first..first + count`.
    fn visit_leaf(&mut self, first: u32, count: u32);
}

/// A pending link with its measure.
struct PendingLink {
    measure: f64,
    link: PackedLink,
}

impl<N: Bvh8Node> Bvh8<N> {
    /// Visits the boxes of interest, least measure first, until the visitor wants no more. If the work
    /// is spent before, returns the least remaining measure and a triangle with it.
    pub(crate) fn best_first(
        &self,
        visitor: &mut impl BestFirst,
        work: &Work,
    ) -> Option<(f64, u32)> {
        if self.nodes.is_empty() {
            return None;
        }
        let mut open = BinaryHeap::new();
        let mut next = PendingLink {
            measure: f64::NEG_INFINITY,
            link: PackedLink::ROOT,
        };
        loop {
            if work.is_spent() {
                return Some((next.measure, self.triangles_below(next.link).start));
            }
            match next.link.unpack() {
                Link::Leaf { first, count } => visitor.visit_leaf(first, count),
                Link::Node(index) => {
                    work.spend(NODE_WORK);
                    let node = &self.nodes[index as usize];
                    let boxes = stored_boxes(node);
                    for lane in (0..WIDTH).filter(|lane| node.present() >> lane & 1 == 1) {
                        if let Some(measure) = visitor.measure(&boxes[lane]) {
                            let link = node.link(lane);
                            open.push(PendingLink { measure, link });
                        }
                    }
                }
            }
            match open.pop() {
                Some(nearest) if visitor.wants(nearest.measure) => next = nearest,
                _ => return None,
            }
        }
    }
}

impl Ord for PendingLink {
    /// The order is reversed, since a heap returns the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.measure.total_cmp(&self.measure)
    }
}

impl PartialOrd for PendingLink {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for PendingLink {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for PendingLink {}
