//! Builds an eight-wide tree. Nodes are split in bins until they have eight children (Wald, "On Fast
//! Construction of SAH-based Bounding Volume Hierarchies"). The surface area heuristic selects the
//! splits (MacDonald and Booth, "Heuristics for Ray Tracing Using Space Subdivision"). The triangles are
//! sorted into the order of the leaves. The tree is the same on one thread and on many.

use arrayvec::ArrayVec;
use glam::{Vec3, Vec4, Vec4Swizzles};

use super::{
    huge_pages::huge_page_vec,
    node::{Bvh8Node, Child, Link, Node, WIDTH},
};
use crate::{geom::Aabb, parallel};

/// The most triangles in a leaf.
pub(super) const LEAF_SIZE: usize = 4;

/// The number of bins per axis. More bins hardly improve the splits and cost time for small ranges.
const BINS: usize = 16;

/// The most boxes of a range that is sorted instead of binned.
const MAX_SORTED_BOXES: usize = 24;

/// The least depth, in wide nodes, at which ranges are halved, so that no input makes a deep tree.
const MIN_HALVED_DEPTH: usize = 16;

/// The least number of boxes in a range that is split among threads.
const MIN_PARALLEL_BOXES: usize = 8192;

/// Options for building a tree. The options never change the resulting tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BuildOptions {
    /// True if all of rayon's threads build the tree, false if only the calling thread does. Without the
    /// feature `rayon`, only the calling thread builds it.
    pub parallel: bool,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self { parallel: true }
    }
}

/// A box to sort into the tree. `min.w` holds the box's index; see [`tagged`].
#[derive(Clone, Copy)]
struct TaggedBox {
    min: Vec4,
    max: Vec4,
}

/// A range of boxes, and its bounds.
#[derive(Clone, Copy)]
struct Range {
    start: usize,
    end: usize,
    bounds: Bounds,
    /// The bounds of the doubled centers.
    centers: Bounds,
    /// Half the surface area of `bounds`, m².
    area: f32,
}

#[derive(Clone, Copy)]
struct Bounds {
    min: Vec4,
    max: Vec4,
}

impl Bounds {
    const EMPTY: Bounds = Bounds {
        min: Vec4::INFINITY,
        max: Vec4::NEG_INFINITY,
    };

    #[inline(always)]
    fn include(&mut self, min: Vec4, max: Vec4) {
        self.min = self.min.min(min);
        self.max = self.max.max(max);
    }

    /// Half the surface area, m².
    fn area(&self) -> f32 {
        let size = (self.max.xyz() - self.min.xyz()).max(Vec3::ZERO);
        size.x * size.y + size.y * size.z + size.z * size.x
    }

    fn aabb(&self) -> Aabb {
        Aabb::new(self.min.xyz(), self.max.xyz())
    }
}

impl TaggedBox {
    /// Twice the center. Component w is the box's index, which is ignored.
    #[inline(always)]
    fn center(&self) -> Vec4 {
        self.min + self.max
    }
}

impl Range {
    fn of(primitives: &[TaggedBox], start: usize, end: usize) -> Self {
        let (mut bounds, mut centers) = (Bounds::EMPTY, Bounds::EMPTY);
        for primitive in &primitives[start..end] {
            bounds.include(primitive.min, primitive.max);
            centers.include(primitive.center(), primitive.center());
        }
        Self::new(start, end, bounds, centers)
    }

    fn new(start: usize, end: usize, bounds: Bounds, centers: Bounds) -> Self {
        Range {
            start,
            end,
            bounds,
            centers,
            area: bounds.area(),
        }
    }

    fn len(&self) -> usize {
        self.end - self.start
    }

    /// The leaf of this range and the next one, if it costs queries less than both; see [`join_leaves`].
    fn joined(&self, next: &Range) -> Option<Range> {
        if self.len() + next.len() > LEAF_SIZE {
            return None;
        }
        let (mut bounds, mut centers) = (self.bounds, self.centers);
        bounds.include(next.bounds.min, next.bounds.max);
        centers.include(next.centers.min, next.centers.max);
        let joined = Range::new(self.start, next.end, bounds, centers);
        let is_smaller = joined.area <= self.area + next.area
            && joined.volume() <= self.volume() + next.volume();
        is_smaller.then_some(joined)
    }

    /// The volume of the bounds, m³.
    fn volume(&self) -> f32 {
        (self.bounds.max - self.bounds.min).xyz().element_product()
    }
}

/// Builds the nodes, the root first, and returns them with the indices of the boxes in leaf order.
/// Without boxes there are no nodes.
pub(super) fn build<N: Bvh8Node>(boxes: &[Aabb], options: BuildOptions) -> (Vec<N>, Vec<u32>) {
    build_at_depth(0, boxes, options)
}

/// Builds the nodes over boxes that are in leaf order already.
pub(super) fn build_in_order<N: Bvh8Node>(boxes: &[Aabb], options: BuildOptions) -> Vec<N> {
    // At this depth and below, ranges are halved in their order.
    build_at_depth(MIN_HALVED_DEPTH, boxes, options).0
}

fn build_at_depth<N: Bvh8Node>(
    depth: usize,
    boxes: &[Aabb],
    options: BuildOptions,
) -> (Vec<N>, Vec<u32>) {
    let primitive = |(index, bounds): (usize, &Aabb)| TaggedBox {
        min: bounds.min.extend(tagged(index as u32)),
        max: bounds.max.extend(0.0),
    };
    let mut primitives: Vec<TaggedBox> = boxes.iter().enumerate().map(primitive).collect();
    if primitives.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let root = Range::of(&primitives, 0, primitives.len());
    let nodes = subtree(&mut primitives, 0, root, depth, options.parallel);
    let order = primitives.iter().map(|p| p.min.w.to_bits() - TAG).collect();
    (nodes, order)
}

/// The addend that turns an index of 28 bits into the bits of a normal single-precision number, so that
/// sums with the index cost no more than others.
const TAG: u32 = 0x4000_0000;

fn tagged(index: u32) -> f32 {
    f32::from_bits(TAG + index)
}

/// Builds the nodes of a range, the range's own first, with links relative to that node. `primitives`
/// holds only the range; `first` is the range's start in leaf order.
fn subtree<N: Bvh8Node + Send>(
    primitives: &mut [TaggedBox],
    first: usize,
    range: Range,
    depth: usize,
    parallel: bool,
) -> Vec<N> {
    if !parallel || range.len() < MIN_PARALLEL_BOXES {
        let mut nodes = huge_page_vec(range.len() / 10 + 1);
        append_subtree(&mut nodes, primitives, first, range, depth);
        return nodes;
    }
    let ranges = split_into_children(primitives, range, depth);
    let mut tasks: Vec<(&mut [TaggedBox], Range)> = Vec::with_capacity(WIDTH);
    let mut rest = primitives;
    for range in &ranges {
        let (part, after) = rest.split_at_mut(range.len());
        tasks.push((part, *range));
        rest = after;
    }
    let below: Vec<Vec<N>> = parallel::map(tasks, |(part, range)| {
        if range.len() <= LEAF_SIZE {
            return Vec::new();
        }
        let start = range.start;
        let local = Range {
            start: 0,
            end: range.len(),
            ..range
        };
        subtree(part, first + start, local, depth + 1, true)
    });
    let mut root = Node::new();
    let count = below.iter().map(Vec::len).sum::<usize>();
    let mut nodes = huge_page_vec(1 + count);
    nodes.push(N::new(&root));
    for (range, below) in ranges.iter().zip(below) {
        let offset = nodes.len() as u32;
        let link = if range.len() <= LEAF_SIZE {
            leaf(first, range)
        } else {
            Link::Node(offset)
        };
        let bounds = range.bounds.aabb();
        root.push(Child { bounds, link });
        nodes.extend(below.into_iter().map(|node| node.rebased(offset)));
    }
    nodes[0] = N::new(&root);
    nodes
}

fn leaf(first: usize, range: &Range) -> Link {
    Link::Leaf {
        first: (first + range.start) as u32,
        count: range.len() as u32,
    }
}

/// Appends the nodes of a range, the range's own first.
fn append_subtree<N: Bvh8Node>(
    nodes: &mut Vec<N>,
    primitives: &mut [TaggedBox],
    first: usize,
    range: Range,
    depth: usize,
) {
    let this = nodes.len();
    let mut node = Node::new();
    nodes.push(N::new(&node));
    for range in split_into_children(primitives, range, depth) {
        let link = if range.len() <= LEAF_SIZE {
            leaf(first, &range)
        } else {
            let index = nodes.len() as u32;
            append_subtree(nodes, primitives, first, range, depth + 1);
            Link::Node(index)
        };
        let bounds = range.bounds.aabb();
        node.push(Child { bounds, link });
    }
    nodes[this] = N::new(&node);
}

/// Splits a range into up to eight, from left to right. Each step splits the range with the largest
/// surface among those larger than a leaf. If there is room, leaves are split, too, which sorts their
/// triangles; those that cost less together are joined again.
fn split_into_children(
    primitives: &mut [TaggedBox],
    range: Range,
    depth: usize,
) -> ArrayVec<Range, WIDTH> {
    let mut ranges = ArrayVec::<Range, WIDTH>::new();
    ranges.push(range);
    while ranges.len() < WIDTH {
        let worth = |range: &Range| match range.len() {
            1 => -1.0,
            count if count <= LEAF_SIZE => range.area.min(f32::MAX) * 1e-20,
            _ => range.area.min(f32::MAX),
        };
        let is_larger = |a: usize, b: usize| worth(&ranges[a]) > worth(&ranges[b]);
        let largest = (1..ranges.len()).fold(0, |a, b| if is_larger(b, a) { b } else { a });
        if ranges[largest].len() == 1 {
            break;
        }
        let (left, right) = match depth < MIN_HALVED_DEPTH {
            true => split(primitives, &ranges[largest]),
            false => halve(primitives, &ranges[largest]),
        };
        ranges[largest] = left;
        ranges.insert(largest + 1, right);
    }
    join_leaves(&mut ranges);
    ranges
}

/// Joins neighboring leaves where their joint box is no larger than both boxes together, by surface and
/// by volume. A query then tests one box and one leaf instead of two. Without the volumes, faces of one
/// large hull would be joined, whose joint box holds everything.
fn join_leaves(ranges: &mut ArrayVec<Range, WIDTH>) {
    let mut left = 0;
    while left + 1 < ranges.len() {
        if let Some(joined) = ranges[left].joined(&ranges[left + 1]) {
            ranges[left] = joined;
            ranges.remove(left + 1);
            left = left.saturating_sub(1);
        } else {
            left += 1;
        }
    }
}

/// Splits a range at the cheapest cut between bins on any axis, or in the middle if all centers are
/// equal.
fn split(primitives: &mut [TaggedBox], range: &Range) -> (Range, Range) {
    if range.len() <= MAX_SORTED_BOXES {
        return split_small(primitives, range);
    }
    let binning = Binning::of(range);
    let found = best_cut(&primitives[range.start..range.end], &binning);
    let Some(BinCut { axis, bin, bounds }) = found else {
        return halve(primitives, range);
    };
    let mut centers = [Bounds::EMPTY; 2];
    let mut left = range.start;
    // Lomuto's partition always swaps, so that no branch depends on the outcome.
    for next in range.start..range.end {
        let primitive = primitives[next];
        let center = primitive.center();
        let goes_left = binning.bin(center)[axis] < bin as u32;
        centers[usize::from(goes_left)].include(center, center);
        primitives[next] = primitives[left];
        primitives[left] = primitive;
        left += usize::from(goes_left);
    }
    (
        Range::new(range.start, left, bounds[0], centers[1]),
        Range::new(left, range.end, bounds[1], centers[0]),
    )
}

/// Splits a small range: sorts it along the axis of its largest extent and cuts it at the cheapest
/// position. Bins would cost more than they save.
fn split_small(primitives: &mut [TaggedBox], range: &Range) -> (Range, Range) {
    let items = &mut primitives[range.start..range.end];
    let size = (range.centers.max - range.centers.min).xyz();
    let axis = size.max_position();
    let mut keys = [0.0_f32; MAX_SORTED_BOXES];
    for (key, primitive) in keys.iter_mut().zip(items.iter()) {
        *key = primitive.center()[axis];
    }
    for sorted in 1..items.len() {
        let (key, primitive) = (keys[sorted], items[sorted]);
        let mut slot = sorted;
        while slot > 0 && keys[slot - 1] > key {
            keys[slot] = keys[slot - 1];
            items[slot] = items[slot - 1];
            slot -= 1;
        }
        (keys[slot], items[slot]) = (key, primitive);
    }
    let mut areas_from = [0.0_f32; MAX_SORTED_BOXES];
    let mut bounds = Bounds::EMPTY;
    for (index, primitive) in items.iter().enumerate().rev() {
        bounds.include(primitive.min, primitive.max);
        areas_from[index] = bounds.area();
    }
    let (mut cut, mut least) = (1, f32::INFINITY);
    let mut bounds = Bounds::EMPTY;
    for index in 1..items.len() {
        bounds.include(items[index - 1].min, items[index - 1].max);
        let cost = bounds.area() * index as f32 + areas_from[index] * (items.len() - index) as f32;
        if cost < least {
            (cut, least) = (index, cost);
        }
    }
    (
        Range::of(primitives, range.start, range.start + cut),
        Range::of(primitives, range.start + cut, range.end),
    )
}

fn halve(primitives: &[TaggedBox], range: &Range) -> (Range, Range) {
    let middle = range.start + range.len() / 2;
    (
        Range::of(primitives, range.start, middle),
        Range::of(primitives, middle, range.end),
    )
}

/// The mapping from a doubled center to its bin on each axis.
struct Binning {
    base: Vec4,
    scale: Vec4,
}

impl Binning {
    fn of(range: &Range) -> Self {
        let size = range.centers.max - range.centers.min;
        let scale = |size: f32| {
            let scale = BINS as f32 * (1.0 - 1e-5) / size;
            if scale.is_finite() { scale } else { 0.0 }
        };
        Self {
            base: range.centers.min,
            scale: Vec4::new(scale(size.x), scale(size.y), scale(size.z), 0.0),
        }
    }

    #[inline(always)]
    fn bin(&self, center: Vec4) -> [u32; 3] {
        // Rounding to the nearest number after subtracting a half rounds down. The result may exceed the
        // last bin.
        let position = (center - self.base) * self.scale - 0.5;
        let sum = position.min(Vec4::splat(BINS as f32 - 1.0)) + Vec4::splat(TO_INTEGER);
        [sum.x, sum.y, sum.z].map(|sum| sum.to_bits() % BINS as u32)
    }
}

/// The addend 1.5 · 2²³, which leaves the nearest whole number of a small number in the low bits.
/// Conversions of four numbers at a time are not portable.
const TO_INTEGER: f32 = 12_582_912.0;

/// The cut of a range before a bin on an axis, with the bounds of both sides.
struct BinCut {
    axis: usize,
    bin: usize,
    bounds: [Bounds; 2],
}

/// The cheapest cut between bins; `None` if all boxes are in one bin.
fn best_cut(primitives: &[TaggedBox], binning: &Binning) -> Option<BinCut> {
    let mut bins = [[(Bounds::EMPTY, 0_u32); BINS]; 3];
    for primitive in primitives {
        let bin_of = binning.bin(primitive.center());
        for (axis, bins) in bins.iter_mut().enumerate() {
            let (bounds, count) = &mut bins[bin_of[axis] as usize % BINS];
            bounds.include(primitive.min, primitive.max);
            *count += 1;
        }
    }
    let mut best = None;
    let mut least = f32::INFINITY;
    for (axis, bins) in bins.iter().enumerate() {
        let mut behind = [(Bounds::EMPTY, 0_u32); BINS];
        let mut sum = (Bounds::EMPTY, 0);
        for (bin, (inside, count)) in bins.iter().enumerate().rev() {
            sum.0.include(inside.min, inside.max);
            sum.1 += count;
            behind[bin] = sum;
        }
        let mut sum = (Bounds::EMPTY, 0);
        for (bin, (after, after_count)) in behind.into_iter().enumerate().skip(1) {
            let (inside, count) = bins[bin - 1];
            sum.0.include(inside.min, inside.max);
            sum.1 += count;
            if sum.1 == 0 || after_count == 0 {
                continue;
            }
            let cost = sum.0.area() * sum.1 as f32 + after.area() * after_count as f32;
            if cost < least || best.is_none() {
                least = cost;
                let bounds = [sum.0, after];
                best = Some(BinCut { axis, bin, bounds });
            }
        }
    }
    best
}
