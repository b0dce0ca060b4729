//! A walk of the tree that visits boxes by a measure of the caller's, the least first. The walk costs
//! more per box than the other walks, but tests fewer boxes if they are close together.

use std::{cmp::Ordering, collections::BinaryHeap};

use super::{
    node::{Bvh8Node, Link, PackedLink, WIDTH},
    wide::{Bvh8, bounds_of_all},
};
use crate::{
    geom::Aabb,
    work::{NODE_WORK, Work},
};

/// The visitor of a walk: measures boxes, and processes the triangles in those of interest.
pub(crate) trait BestFirst {
    /// The least measure of triangles in a box; `None` if none is of interest.
    fn measure(&mut self, bounds: &Aabb) -> Option<f64>;

    /// Returns whether boxes with the measure `measure` or more are still of interest.
    fn wants(&self, measure: f64) -> bool;

    /// Processes the triangles `first..first + count`.
    fn visit_leaf(&mut self, first: u32, count: u32);
}

/// A pending link with its measure.
struct Waiting {
    measure: f64,
    link: PackedLink,
}

impl<N: Bvh8Node> Bvh8<N> {
    /// Visits the boxes of interest, the least measure first, until the visitor stops. If the work is
    /// spent before, returns the least remaining measure, and a triangle there.
    pub(crate) fn best_first(
        &self,
        visitor: &mut impl BestFirst,
        work: &Work,
    ) -> Option<(f64, u32)> {
        if self.nodes.is_empty() {
            return None;
        }
        let mut open = BinaryHeap::new();
        let mut next = Waiting {
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
                Some(nearest) if visitor.wants(nearest.measure) => next = nearest,
                _ => return None,
            }
        }
    }
}

impl Ord for Waiting {
    /// The order is reversed, since a heap returns the greatest first.
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
