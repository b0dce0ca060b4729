//! Builds the complete binary tree that the four layouts lay out, on one thread or many.

use super::{Leads, TRIANGLE};
use crate::{BuildOptions, geom::Aabb, tree::build::Report};

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

/// Ranges at least this large are given to other threads; smaller ones are built in one go before
/// progress is told.
const PARALLEL: usize = 8192;

/// All nodes, the root first; `None` when progress stopped it.
pub(super) fn complete_tree(boxes: &[Aabb], options: BuildOptions) -> Option<Vec<Plain>> {
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
        let report = Report::new(boxes.len(), options.progress);
        grow_told(boxes, whole, options.parallel, &report)?;
    }
    Some(nodes)
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

fn grow_told(boxes: &[Aabb], part: Part, is_parallel: bool, report: &Report) -> Option<()> {
    let count = part.named.len();
    if count < PARALLEL {
        grow(boxes, part);
        return report.advance(count);
    }
    let Some([left, right]) = split(boxes, part) else {
        return Some(());
    };
    if !is_parallel {
        grow_told(boxes, left, false, report)?;
        return grow_told(boxes, right, false, report);
    }
    let (one, other) = rayon::join(
        || grow_told(boxes, left, true, report),
        || grow_told(boxes, right, true, report),
    );
    one.and(other)
}

fn grow(boxes: &[Aabb], part: Part) {
    if let Some([left, right]) = split(boxes, part) {
        grow(boxes, left);
        grow(boxes, right);
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
    use std::sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    };

    use glam::Vec3;

    use super::*;
    use crate::{Layout, OpcodeTree, Progress};

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
        let serial = BuildOptions {
            parallel: false,
            progress: None,
        };
        for layout in Layout::ALL {
            let one = OpcodeTree::of_boxes_with(&boxes, layout, serial);
            assert!(one.is_some() && one == OpcodeTree::of_boxes_with(&boxes, layout, parallel));
        }
    }

    #[test]
    fn building_tells_how_far_it_is_and_can_be_stopped() {
        let boxes = many();
        let (calls, last) = (AtomicUsize::new(0), Mutex::new(0.0_f32));
        let tell = |part: f32| {
            calls.fetch_add(1, Ordering::Relaxed);
            let mut last = last.lock().unwrap();
            *last = last.max(part);
            true
        };
        for (parallel, progress, is_stopped) in [
            (true, &tell as Progress, false),
            (true, &|_| false, true),
            (false, &|_| false, true),
        ] {
            let options = BuildOptions {
                parallel,
                progress: Some(progress),
            };
            let tree = OpcodeTree::of_boxes_with(&boxes, Layout::NoLeaf, options);
            assert_eq!(tree.is_none(), is_stopped);
        }
        assert!((*last.lock().unwrap() - 1.0).abs() < 1e-6);
        assert!(calls.into_inner() > 4);
    }
}
