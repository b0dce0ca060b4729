//! Builds the complete binary tree that the four layouts lay out, on one thread or many.

use super::{Leads, TRIANGLE};
use crate::{BuildOptions, geom::Aabb};

/// The whole tree before it is laid out: an inner node's children stand side by side.
#[derive(Clone, Copy)]
pub(super) struct Plain {
    pub bounds: Aabb,
    pub leads: Leads,
}

impl Plain {
    const EMPTY: Plain = Plain {
        bounds: Aabb::EMPTY,
        leads: Leads(TRIANGLE),
    };
}

/// Ranges at least this large are given to other threads.
const PARALLEL: usize = 8192;

/// All nodes, the root first.
pub(super) fn complete_tree(boxes: &[Aabb], options: BuildOptions) -> Vec<Plain> {
    let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
    let mut nodes = vec![Plain::EMPTY; (2 * boxes.len()).saturating_sub(1)];
    if let Some((node, below)) = nodes.split_first_mut() {
        let named = &mut order;
        let whole = Part {
            node,
            below,
            first: 1,
            named,
        };
        grow(boxes, whole, options.parallel);
    }
    nodes
}

/// A node over n boxes and the room for the 2n − 2 nodes below it: its two children side by side,
/// then what is below the left one, then what is below the right one. Places are known beforehand,
/// so any number of threads write the same tree.
struct Part<'a> {
    node: &'a mut Plain,
    below: &'a mut [Plain],
    /// The number of the first node of `below`.
    first: u32,
    named: &'a mut [u32],
}

fn grow(boxes: &[Aabb], part: Part, is_parallel: bool) {
    let is_shared = is_parallel && part.named.len() >= PARALLEL;
    let Some([left, right]) = split(boxes, part) else {
        return;
    };
    if is_shared {
        rayon::join(|| grow(boxes, left, true), || grow(boxes, right, true));
    } else {
        grow(boxes, left, false);
        grow(boxes, right, false);
    }
}

/// Fills in a node; of more than one box, gives its two parts.
fn split<'a>(boxes: &[Aabb], part: Part<'a>) -> Option<[Part<'a>; 2]> {
    let Part {
        node,
        below,
        first,
        named,
    } = part;
    node.bounds = (named.iter()).fold(Aabb::EMPTY, |sum, b| sum.union(boxes[*b as usize]));
    if let [triangle] = named {
        node.leads = Leads(TRIANGLE | *triangle);
        return None;
    }
    node.leads = Leads(first);
    let middle = arrange(boxes, node.bounds, named);
    let (left, right) = named.split_at_mut(middle);
    let ([left_node, right_node], below) = below.split_first_chunk_mut::<2>()?;
    let (below_left, below_right) = below.split_at_mut(2 * left.len() - 2);
    let after_left = first + 2 + below_left.len() as u32;
    let part = |node, below, first, named| Part {
        node,
        below,
        first,
        named,
    };
    Some([
        part(left_node, below_left, first + 2, left),
        part(right_node, below_right, after_left, right),
    ])
}

/// Split along the longest side at the mean of the centers, in the middle where that parts nothing:
/// puts the left part first and gives its length.
fn arrange(boxes: &[Aabb], bounds: Aabb, named: &mut [u32]) -> usize {
    let axis = bounds.size().max_position();
    let center = |index: u32| boxes[index as usize].center()[axis];
    let sum: f64 = named.iter().map(|b| f64::from(center(*b))).sum();
    let mean = sum / named.len() as f64;
    let mut lower = 0;
    for place in 0..named.len() {
        if f64::from(center(named[place])) < mean {
            named.swap(lower, place);
            lower += 1;
        }
    }
    // Ever smaller boxes would make a deep tree: neither side may be less than a sixteenth.
    let least = (named.len() / 16).max(1);
    let middle = lower.clamp(least, named.len() - least);
    if middle != lower {
        named.select_nth_unstable_by(middle, |a, b| {
            center(*a).total_cmp(&center(*b)).then(a.cmp(b))
        });
    }
    middle
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::{Layout, OpcodeTree};

    /// As many boxes as several threads share.
    fn many() -> Vec<Aabb> {
        let place = |i: u32, by: u32| (i.wrapping_mul(by) >> 12) as f32 * 1e-4;
        let corner = |i| {
            Vec3::new(
                place(i, 2_654_435_761),
                place(i, 40_503),
                place(i, 97) * 0.1,
            )
        };
        (1..60_000)
            .map(|i| Aabb::new(corner(i), corner(i) + place(i, 7919) * 0.01))
            .collect()
    }

    #[test]
    fn threads_build_the_same_tree() {
        let (boxes, parallel) = (many(), BuildOptions::default());
        let serial = BuildOptions { parallel: false };
        for layout in Layout::ALL {
            let one = OpcodeTree::of_boxes_with(&boxes, layout, serial);
            assert!(one == OpcodeTree::of_boxes_with(&boxes, layout, parallel));
        }
    }
}
