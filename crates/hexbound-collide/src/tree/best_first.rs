//! A walk of the tree that takes boxes by a measure of the caller's, the least first. It costs more a
//! box than the other walks, and asks about fewer where boxes lie close together.

use std::{cmp::Ordering, collections::BinaryHeap};

use super::{
    node::{Bvh8Node, Link, PackedLink, WIDTH},
    wide::{Bvh8, bounds_of_all},
};
use crate::{
    geom::Aabb,
    work::{NODE_WORK, Work},
};

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
    /// more. Where the work is spent before, it gives the least measure of what is left, and a triangle
    /// there.
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
                Link::Leaf { first, count } => visitor.take(first, count),
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
