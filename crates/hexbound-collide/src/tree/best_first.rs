//! A walk of the tree that takes boxes by a measure of the caller's, the least first. It costs more a
//! box than the other walks, and asks about fewer where boxes lie close together.

use std::{cmp::Ordering, collections::BinaryHeap};

use super::{
    node::{Bvh8Node, Link, PackedLink, WIDTH},
    wide::{Bvh8, bounds_of_all},
};
use crate::geom::Aabb;

/// Measures boxes, and takes the triangles in those that are of interest.
pub(crate) trait BestFirst {
    /// The measure of what may lie in a box; `None` if none of it is of interest.
    fn measure(&mut self, bounds: &Aabb) -> Option<f64>;

    /// Returns whether what lies in boxes of that measure and more is still of interest.
    fn wants(&self, measure: f64) -> bool;

    /// Takes the triangles `first..first + count`.
    fn take(&mut self, first: u32, count: u32);
}

/// A link that waits for its turn.
struct Waiting {
    measure: f64,
    link: PackedLink,
}

impl<N: Bvh8Node> Bvh8<N> {
    /// Walks into the boxes that the visitor measures, the least measure first, until it wants no
    /// more.
    pub(crate) fn best_first(&self, visitor: &mut impl BestFirst) {
        if self.nodes.is_empty() {
            return;
        }
        let mut open = BinaryHeap::new();
        let mut next = PackedLink::ROOT;
        loop {
            match next.unpack() {
                Link::Leaf { first, count } => visitor.take(first, count),
                Link::Node(index) => {
                    let node = &self.nodes[index as usize];
                    let boxes = bounds_of_all(node);
                    for lane in (0..WIDTH).filter(|lane| node.present() >> lane & 1 == 1) {
                        if let Some(measure) = visitor.measure(&boxes[lane]) {
                            let link = node.link(lane);
                            open.push(Waiting { measure, link });
                        }
                    }
                }
            }
            match open.pop() {
                Some(Waiting { measure, link }) if visitor.wants(measure) => next = link,
                _ => return,
            }
        }
    }
}

impl Ord for Waiting {
    /// The least measure is the greatest: a heap hands out the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.measure.total_cmp(&self.measure)
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}
