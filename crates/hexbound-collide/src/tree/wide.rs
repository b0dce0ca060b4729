//! The eight-wide tree, whatever its nodes look like. Triangles lie in the order of its leaves, so
//! a leaf is a run of them and needs no list.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx, has_avx2};
use super::{
    BoxTree, Meets,
    build::{BuildOptions, Child, Link, Node, WIDTH, build},
    lanes::{Lanes, Portable},
    nodes::{CompactNode, WideNode},
    room::fetch_ahead,
    way::{Way, WideWay},
};
use crate::geom::Aabb;

/// The deepest tree there can be, times what a node leaves on the stack.
pub(super) const STACK: usize = 512;

/// An eight-wide tree of boxes over nodes of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Eight<N> {
    pub(super) nodes: Vec<N>,
    pub(super) bounds: Aabb,
}

/// The game's own: whole boxes in single precision.
pub type WideTree = Eight<WideNode>;

/// Less than half as large: boxes in steps of a 255th of their node's.
pub type CompactTree = Eight<CompactNode>;

/// A node of up to eight boxes.
pub trait EightBoxes: Copy + Send {
    /// Boxes may be stored larger than they are, never smaller.
    fn new(children: &Node) -> Self;
    /// Plane k of all boxes: min x, y, z, max x, y, z.
    fn planes<L: Lanes>(&self, plane: usize) -> L;
    /// A bit for each child there is; others, if set, have boxes that are inside out.
    fn present(&self) -> u32;
    fn link(&self, lane: usize) -> PackedLink;
    /// With its nodes' numbers raised by `offset`.
    fn moved(self, offset: u32) -> Self;
}

/// Who follows a way is told of the leaves on it.
pub trait Leaves {
    /// A run of triangles, `first..first + count`, whose box is entered at the fraction `enter`.
    /// Gives the fraction from which on nothing is of interest. Implementations are inlined into
    /// the walk, so that they are compiled for the same processor.
    fn leaf<L: Lanes>(&mut self, first: u32, count: u32, enter: f32) -> f32;
}

/// A node's index; or, with the highest bit, three bits for the count less one and the first
/// triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct PackedLink(u32);

const LEAF: u32 = 1 << 31;
const COUNT_SHIFT: u32 = 28;
const FIRST_MASK: u32 = (1 << COUNT_SHIFT) - 1;

/// Triangles a tree can hold.
pub const MOST_TRIANGLES: usize = FIRST_MASK as usize + 1;

impl PackedLink {
    /// Where there is no child.
    pub const ABSENT: PackedLink = PackedLink(LEAF);

    pub fn new(link: Link) -> Self {
        match link {
            Link::Node(index) => PackedLink(index),
            Link::Leaf { first, count } => PackedLink(LEAF | (count - 1) << COUNT_SHIFT | first),
        }
    }

    pub fn moved(self, offset: u32) -> Self {
        match self.unpack() {
            Link::Node(index) => PackedLink(index + offset),
            Link::Leaf { .. } => self,
        }
    }

    #[inline(always)]
    pub fn unpack(self) -> Link {
        if self.0 & LEAF == 0 {
            Link::Node(self.0)
        } else {
            Link::Leaf {
                first: self.0 & FIRST_MASK,
                count: (self.0 >> COUNT_SHIFT & 7) + 1,
            }
        }
    }
}

impl<N: EightBoxes> Eight<N> {
    /// The tree over the boxes, and the order in which its leaves name them.
    pub fn build(boxes: &[Aabb], options: BuildOptions) -> (Self, Vec<u32>) {
        let (nodes, order) = build(boxes, options);
        let bounds = boxes.iter().fold(Aabb::EMPTY, |sum, next| sum.union(*next));
        (Self { nodes, bounds }, order)
    }

    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Nodes, and the bytes they take.
    pub fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.nodes.capacity() * size_of::<N>())
    }

    /// Hands over the boxes `depth` levels below the root's own, which is depth 0. Leaves end
    /// sooner: a branch without boxes so deep gives none.
    pub fn boxes_at(&self, depth: u32, mut found: impl FnMut(Aabb)) {
        let mut open = match self.nodes.is_empty() {
            true => vec![],
            false => vec![(PackedLink(0), self.bounds, 0)],
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

    /// Walks the way, nearest boxes first, up to the fraction `latest`.
    #[inline(always)]
    pub fn follow(&self, way: &Way, latest: f32, leaves: &mut impl Leaves) {
        if self.nodes.is_empty() || !way.is_valid() {
            return;
        }
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the processor has just said that it has AVX2. Boxes are the larger half of
            // a query's time, and this halves it.
            return unsafe { self.follow_avx2(way, latest, leaves) };
        }
        self.follow_with::<Portable>(way, latest, leaves);
    }

    /// Appends the leaves' triangles whose leaf box meets `region`, ascending.
    pub fn gather(&self, region: Aabb, mut leaf: impl FnMut(u32, u32)) {
        if self.nodes.is_empty() || !region.overlaps(&self.bounds) {
            return;
        }
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: as above.
            return unsafe { self.gather_avx2(region, &mut leaf) };
        }
        self.gather_with::<Portable>(region, &mut leaf);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    unsafe fn follow_avx2(&self, way: &Way, latest: f32, leaves: &mut impl Leaves) {
        self.follow_with::<Avx>(way, latest, leaves);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    unsafe fn gather_avx2(&self, region: Aabb, leaf: &mut impl FnMut(u32, u32)) {
        self.gather_with::<Avx>(region, leaf);
    }

    #[inline(always)]
    pub(super) fn follow_with<L: Lanes>(
        &self,
        way: &Way,
        mut latest: f32,
        leaves: &mut impl Leaves,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        let wide = WideWay::<L>::new(way);
        let mut open = arrayvec::ArrayVec::<(PackedLink, f32), STACK>::new();
        let mut next = (PackedLink(0), 0.0_f32);
        loop {
            match next.0.unpack() {
                Link::Leaf { first, count } => latest = leaves.leaf::<L>(first, count, next.1),
                Link::Node(index) => {
                    let node = &self.nodes[index as usize];
                    let (mut hits, enter) = wide.meet(node, latest);
                    if hits != 0 {
                        let lane = hits.trailing_zeros() as usize;
                        hits &= hits - 1;
                        let mut nearest = (node.link(lane & 7), enter[lane & 7]);
                        let bottom = open.len();
                        while hits != 0 {
                            let lane = hits.trailing_zeros() as usize;
                            hits &= hits - 1;
                            let other = (node.link(lane & 7), enter[lane & 7]);
                            let (near, far) = if other.1 < nearest.1 {
                                (other, nearest)
                            } else {
                                (nearest, other)
                            };
                            nearest = near;
                            // Kept sorted, the nearest on top.
                            let mut place = open.len();
                            open.push(far);
                            while place > bottom && open[place - 1].1 < open[place].1 {
                                open.swap(place - 1, place);
                                place -= 1;
                            }
                        }
                        if open.len() > bottom
                            && let Some((second, _)) = open.last()
                            && let Link::Node(index) = second.unpack()
                        {
                            fetch_ahead(&self.nodes[index as usize]);
                        }
                        next = nearest;
                        continue;
                    }
                }
            }
            loop {
                let Some(top) = open.pop() else {
                    return;
                };
                if top.1 <= latest {
                    next = top;
                    break;
                }
            }
        }
    }

    #[inline(always)]
    fn gather_with<L: Lanes>(&self, region: Aabb, leaf: &mut impl FnMut(u32, u32)) {
        let low = [region.min.x, region.min.y, region.min.z].map(L::splat);
        let high = [region.max.x, region.max.y, region.max.z].map(L::splat);
        let mut open = arrayvec::ArrayVec::<PackedLink, STACK>::new();
        open.push(PackedLink(0));
        while let Some(link) = open.pop() {
            match link.unpack() {
                Link::Leaf { first, count } => leaf(first, count),
                Link::Node(index) => {
                    let node = &self.nodes[index as usize];
                    let mut hits = node.present();
                    for axis in 0..3 {
                        hits &= node.planes::<L>(axis).at_most(high[axis]);
                        hits &= low[axis].at_most(node.planes(axis + 3));
                    }
                    // From the last, so that the first comes off the stack first.
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

impl<N: EightBoxes> BoxTree for Eight<N> {
    fn descend<S: Copy>(
        &self,
        start: S,
        mut meets: impl FnMut(&Aabb, S) -> Meets<S>,
        mut triangle: impl FnMut(u32, Option<S>),
    ) {
        let mut open = vec![(PackedLink(0), start)];
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
                            Meets::Nothing => {}
                            Meets::Partly(state) => open.push((node.link(lane), state)),
                            Meets::All => self
                                .triangles_below(node.link(lane))
                                .for_each(|index| triangle(index, None)),
                        }
                    }
                }
            }
        }
    }
}

impl<N: EightBoxes> Eight<N> {
    /// One run, since triangles lie in the order of the leaves: from the first leaf's to the
    /// last's. Out of line, so that the walk stays small.
    #[inline(never)]
    fn triangles_below(&self, link: PackedLink) -> Range<u32> {
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

/// The box of one of a node's children, if there is one.
#[inline]
fn child_box<N: EightBoxes>(node: &N, lane: usize) -> Option<Aabb> {
    let bounds = bounds(node, lane);
    (node.present() >> lane & 1 == 1 && !bounds.is_empty()).then_some(bounds)
}

/// One of a node's boxes, as it is stored.
pub(super) fn bounds<N: EightBoxes>(node: &N, lane: usize) -> Aabb {
    let plane = |plane: usize| node.planes::<Portable>(plane).store()[lane];
    Aabb::new(
        Vec3::new(plane(0), plane(1), plane(2)),
        Vec3::new(plane(3), plane(4), plane(5)),
    )
}

impl WideTree {
    /// The same tree with compact nodes.
    pub fn compact(&self) -> CompactTree {
        let children = |node: &WideNode| -> Node {
            let present = (0..WIDTH).filter(|lane| !bounds(node, *lane).is_empty());
            present
                .map(|lane| Child {
                    bounds: bounds(node, lane),
                    link: node.link(lane).unpack(),
                })
                .collect()
        };
        Eight {
            nodes: self
                .nodes
                .iter()
                .map(|node| CompactNode::new(&children(node)))
                .collect(),
            bounds: self.bounds,
        }
    }
}
