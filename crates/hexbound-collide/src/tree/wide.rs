//! The eight-wide tree over nodes of any layout. Triangles are in the order of the tree's leaves, so a
//! leaf is a range of triangles and needs no list.

use std::{
    mem::MaybeUninit,
    ops::Range,
    sync::{Arc, OnceLock},
};

use glam::Vec3;

use super::{
    BoxTree, Traversal,
    build::{BuildOptions, build, build_in_order},
    leaf_corners::LeafCorners,
    node::{Bvh8Node, Child, Link, Node, PackedLink, StackEntry, WIDTH},
    node_layouts::{CompactNode, WideNode},
    swept_aabb::{SweptAabb, SweptAabbX8},
};
#[cfg(target_arch = "x86_64")]
use crate::simd::{AvxF32x8, has_avx2};
use crate::{
    geom::Aabb,
    simd::{F32x8, PortableF32x8, prefetch},
};

/// The size of a traversal's stack: the levels of the deepest tree times the entries that a node leaves.
pub(super) const STACK_SIZE: usize = 512;

/// An eight-wide tree of boxes, over nodes of one layout.
#[derive(Clone, Debug, Default)]
pub struct Bvh8<N> {
    pub(super) nodes: Vec<N>,
    pub(super) bounds: Aabb,
    /// The corners of the triangles, stored on first use. Trees with the same leaves share the corners.
    pub(super) leaf_corners: Arc<OnceLock<LeafCorners>>,
}

/// The tree of a mesh: boxes in single precision, 224 bytes per node.
pub type WideTree = Bvh8<WideNode>;

/// A compact tree, less than half as large: boxes in up to 255 steps across a node, 96 bytes per node.
pub type CompactTree = Bvh8<CompactNode>;

/// The visitor of the leaves that a moving box meets. Implementations are inlined into the traversal, so
/// that they are compiled for the same CPU features.
pub(crate) trait LeafVisitor {
    /// True if leaves are visited nearest first, false if in any order.
    const NEAREST_FIRST: bool = true;

    fn swept(&self) -> SweptAabb;

    /// Visits the triangles `first..first + count`. Returns the fraction after which no leaf matters,
    /// which is `latest` if nothing was found. A negative fraction stops the traversal.
    fn leaf<L: F32x8>(&mut self, first: u32, count: u32, latest: f32) -> f32;
}

impl<N: PartialEq> PartialEq for Bvh8<N> {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.bounds == other.bounds
    }
}

impl<N: Bvh8Node> Bvh8<N> {
    /// Builds the tree over boxes. Returns the tree and the indices of the boxes in leaf order.
    pub fn build(boxes: &[Aabb], options: BuildOptions) -> (Self, Vec<u32>) {
        let (nodes, order) = build(boxes, options);
        (Self::new(nodes, boxes), order)
    }

    /// Builds the tree over boxes that are in leaf order already.
    pub fn build_in_order(boxes: &[Aabb], options: BuildOptions) -> Self {
        Self::new(build_in_order(boxes, options), boxes)
    }

    fn new(nodes: Vec<N>, boxes: &[Aabb]) -> Self {
        let bounds = boxes.iter().fold(Aabb::EMPTY, |sum, next| sum.union(*next));
        Self {
            nodes,
            bounds,
            leaf_corners: Arc::default(),
        }
    }

    /// The corners of the `count` triangles, in meters, leaf by leaf. From the first query on, they take
    /// 36 bytes per triangle.
    #[inline]
    pub(crate) fn leaf_corners(
        &self,
        count: usize,
        corners: impl Fn(u32) -> [Vec3; 3],
    ) -> &LeafCorners {
        self.leaf_corners.get_or_init(|| {
            let mut leaves = Vec::new();
            self.gather(self.bounds, |first, count| {
                leaves.push((first, count));
                true
            });
            LeafCorners::new(&leaves, count, corners)
        })
    }

    /// The box around everything, meters.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The number of nodes, and the number of bytes allocated for them.
    pub fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.nodes.capacity() * size_of::<N>())
    }

    /// Calls `found` with the boxes `depth` levels below the root's own box, which has depth 0. Branches
    /// that end above this depth are omitted.
    pub(crate) fn boxes_at(&self, depth: u32, mut found: impl FnMut(Aabb)) {
        let mut open = match self.nodes.is_empty() {
            true => vec![],
            false => vec![(PackedLink::ROOT, self.bounds, 0)],
        };
        while let Some((link, bounds, level)) = open.pop() {
            match (level == depth, link.unpack()) {
                (true, _) => found(bounds),
                (false, Link::Leaf { .. }) => {}
                (false, Link::Node(index)) => {
                    let node = &self.nodes[index as usize];
                    open.extend((0..WIDTH).rev().filter_map(|lane| {
                        Some((node.link(lane), child_box(node, lane)?, level + 1))
                    }));
                }
            }
        }
    }

    /// Visits the leaves that the visitor's box meets up to the fraction `latest`.
    #[inline(always)]
    pub(crate) fn cast(&self, latest: f32, visitor: &mut impl LeafVisitor) {
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the CPU was just tested for AVX2. Boxes take the larger half of a query's time,
            // and AVX2 halves that.
            return unsafe { self.cast_avx2(latest, visitor) };
        }
        self.cast_with::<PortableF32x8, _>(latest, visitor);
    }

    /// Calls `leaf` with the leaves whose boxes meet `region`, in ascending order, until `leaf` returns
    /// false. Its arguments are the first triangle and the number of triangles.
    pub(crate) fn gather(&self, region: Aabb, mut leaf: impl FnMut(u32, u32) -> bool) {
        if self.nodes.is_empty() || !region.overlaps(&self.bounds) {
            return;
        }
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: as above.
            return unsafe { self.gather_avx2(region, &mut leaf) };
        }
        self.gather_with::<PortableF32x8>(region, &mut leaf);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma,popcnt,bmi1")]
    unsafe fn cast_avx2(&self, latest: f32, visitor: &mut impl LeafVisitor) {
        self.cast_with::<AvxF32x8, _>(latest, visitor);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma,popcnt,bmi1")]
    unsafe fn gather_avx2(&self, region: Aabb, leaf: &mut impl FnMut(u32, u32) -> bool) {
        self.gather_with::<AvxF32x8>(region, leaf);
    }

    #[inline(always)]
    pub(super) fn cast_with<L: F32x8, V: LeafVisitor>(&self, mut latest: f32, visitor: &mut V) {
        let swept = visitor.swept();
        if self.nodes.is_empty() || !swept.is_valid() {
            return;
        }
        let wide = SweptAabbX8::<L>::new(&swept);
        // The number of entries in use is a separate variable, so that it stays in a register.
        let mut stack = [const { MaybeUninit::<StackEntry>::uninit() }; STACK_SIZE];
        let mut open = 0;
        let mut next = PackedLink::ROOT;
        loop {
            match next.unpack() {
                Link::Leaf { first, count } => {
                    latest = visitor.leaf::<L>(first, count, latest);
                    if latest < 0.0 {
                        return;
                    }
                }
                Link::Node(index) => {
                    let node = &self.nodes[index as usize];
                    let (mut hits, enter) = wide.meets(node, latest);
                    if hits != 0 {
                        let lane = take_lane(&mut hits);
                        next = node.link(lane);
                        if hits == 0 {
                            continue;
                        }
                        let mut nearest = StackEntry::new(next, enter[lane]);
                        let bottom = open;
                        while hits != 0 {
                            let lane = take_lane(&mut hits);
                            if !V::NEAREST_FIRST {
                                stack[open].write(StackEntry::new(node.link(lane), 0.0));
                                open += 1;
                                continue;
                            }
                            let other = StackEntry::new(node.link(lane), enter[lane]);
                            let far = nearest.max(other);
                            nearest = nearest.min(other);
                            // The entries stay sorted, the nearest last.
                            let mut slot = open;
                            while slot > bottom {
                                // SAFETY: as below.
                                let before = unsafe { stack[slot - 1].assume_init() };
                                if before >= far {
                                    break;
                                }
                                stack[slot].write(before);
                                slot -= 1;
                            }
                            stack[slot].write(far);
                            open += 1;
                        }
                        // SAFETY: as below.
                        let second = unsafe { stack[open - 1].assume_init() };
                        if let Link::Node(index) = second.link().unpack() {
                            prefetch(&self.nodes[index as usize]);
                        }
                        if V::NEAREST_FIRST {
                            next = nearest.link();
                        }
                        continue;
                    }
                }
            }
            loop {
                if open == 0 {
                    return;
                }
                open -= 1;
                // SAFETY: the entries before `open` were written.
                let top = unsafe { stack[open].assume_init() };
                if top <= StackEntry::last(latest) {
                    next = top.link();
                    break;
                }
            }
        }
    }

    #[inline(always)]
    fn gather_with<L: F32x8>(&self, region: Aabb, leaf: &mut impl FnMut(u32, u32) -> bool) {
        let low = [region.min.x, region.min.y, region.min.z].map(L::splat);
        let high = [region.max.x, region.max.y, region.max.z].map(L::splat);
        let mut open = arrayvec::ArrayVec::<PackedLink, STACK_SIZE>::new();
        open.push(PackedLink::ROOT);
        while let Some(link) = open.pop() {
            match link.unpack() {
                Link::Leaf { first, count } => {
                    if !leaf(first, count) {
                        return;
                    }
                }
                Link::Node(index) => {
                    let node = &self.nodes[index as usize];
                    let mut hits = node.present();
                    for axis in 0..3 {
                        hits &= node.planes::<L>(axis).le_mask(high[axis]);
                        hits &= low[axis].le_mask(node.planes(axis + 3));
                    }
                    // The last child is pushed first, so that the first child is popped first.
                    while hits != 0 {
                        let lane = 31 - hits.leading_zeros();
                        hits &= !(1 << lane);
                        open.push(node.link(lane as usize & 7));
                    }
                }
            }
        }
    }
}

impl<N: Bvh8Node> BoxTree for Bvh8<N> {
    fn descend<S: Copy>(
        &self,
        start: S,
        mut meets: impl FnMut(&Aabb, S) -> Traversal<S>,
        mut triangle: impl FnMut(u32, Option<S>),
    ) {
        let mut open = vec![(PackedLink::ROOT, start)];
        if self.nodes.is_empty() {
            open.clear();
        }
        while let Some((link, state)) = open.pop() {
            match link.unpack() {
                Link::Leaf { first, count } => {
                    (first..first + count).for_each(|index| triangle(index, Some(state)));
                }
                Link::Node(index) => {
                    let node = &self.nodes[index as usize];
                    for lane in (0..WIDTH).rev() {
                        let Some(bounds) = child_box(node, lane) else {
                            continue;
                        };
                        match meets(&bounds, state) {
                            Traversal::Skip => {}
                            Traversal::Descend(state) => open.push((node.link(lane), state)),
                            Traversal::TakeAll => self
                                .triangles_below(node.link(lane))
                                .for_each(|index| triangle(index, None)),
                        }
                    }
                }
            }
        }
    }
}

impl<N: Bvh8Node> Bvh8<N> {
    /// The triangles below a link. They are one range from the first leaf to the last, since triangles
    /// are in the order of the leaves. The function is out of line, so that the traversal stays small.
    #[inline(never)]
    pub(super) fn triangles_below(&self, link: PackedLink) -> Range<u32> {
        let leaf = |mut link: PackedLink, is_last: bool| loop {
            match link.unpack() {
                Link::Leaf { first, count } => break first..first + count,
                Link::Node(index) => {
                    let node = &self.nodes[index as usize];
                    let mut lanes = (0..WIDTH).filter(|lane| child_box(node, *lane).is_some());
                    let lane = if is_last {
                        lanes.next_back()
                    } else {
                        lanes.next()
                    };
                    let Some(lane) = lane else { break 0..0 };
                    link = node.link(lane);
                }
            }
        };
        leaf(link, false).start..leaf(link, true).end
    }
}

/// Removes the first lane from the mask and returns it.
#[inline(always)]
fn take_lane(lanes: &mut u32) -> usize {
    let first = lanes.trailing_zeros() as usize & 7;
    *lanes &= *lanes - 1;
    first
}

/// The box of a node's child, if there is one.
#[inline]
fn child_box<N: Bvh8Node>(node: &N, lane: usize) -> Option<Aabb> {
    let bounds = stored_box(node, lane);
    (node.present() >> lane & 1 == 1 && !bounds.is_empty()).then_some(bounds)
}

/// The box in a lane of a node, as stored.
pub(super) fn stored_box<N: Bvh8Node>(node: &N, lane: usize) -> Aabb {
    let plane = |plane: usize| node.planes::<PortableF32x8>(plane).store()[lane];
    Aabb::new(
        Vec3::new(plane(0), plane(1), plane(2)),
        Vec3::new(plane(3), plane(4), plane(5)),
    )
}

/// The eight boxes of a node, as stored.
pub(super) fn stored_boxes<N: Bvh8Node>(node: &N) -> [Aabb; WIDTH] {
    let planes: [[f32; WIDTH]; 6] =
        std::array::from_fn(|plane| node.planes::<PortableF32x8>(plane).store());
    std::array::from_fn(|lane| {
        let corner =
            |first: usize| Vec3::from_array([0, 1, 2].map(|axis| planes[first + axis][lane]));
        Aabb::new(corner(0), corner(3))
    })
}

impl WideTree {
    /// Returns the same tree with compact nodes: less than half as large, and about as fast.
    pub fn compact(&self) -> CompactTree {
        let child = |node: &WideNode, lane: usize| {
            let link = node.link(lane).unpack();
            child_box(node, lane).map(|bounds| Child { bounds, link })
        };
        let compact = |node: &WideNode| {
            let children: Node = (0..WIDTH).filter_map(|lane| child(node, lane)).collect();
            CompactNode::new(&children)
        };
        Bvh8 {
            nodes: self.nodes.iter().map(compact).collect(),
            bounds: self.bounds,
            leaf_corners: self.leaf_corners.clone(),
        }
    }
}
