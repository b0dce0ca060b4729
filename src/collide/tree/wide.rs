//! The game's own tree: eight children a node, their boxes side by side in single precision.
//! Triangles lie in the order of its leaves, so a leaf is a run of them and needs no list.

use glam::Vec3;

use super::{
    BoxTree,
    build::{BuildOptions, Link, Node, WIDTH, build},
    lanes::{Lanes, Portable},
    way::{Way, WideWay},
};
use crate::geom::Aabb;

/// The deepest tree there can be, times what a node leaves on the stack.
const STACK: usize = 512;

/// An eight-wide tree of boxes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WideTree {
    nodes: Vec<WideNode>,
    bounds: Aabb,
}

/// Who follows a way is told of the leaves on it.
pub trait Leaves {
    /// A run of triangles, `first..first + count`, whose box is entered at the fraction `enter`.
    /// Gives the fraction from which on nothing is of interest. Implementations are inlined into
    /// the walk, so that they are compiled for the same processor.
    fn leaf(&mut self, first: u32, count: u32, enter: f32) -> f32;
}

/// 224 bytes for up to eight boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
struct WideNode {
    /// Min x, y, z, max x, y, z of each child; an absent one is entered by nothing.
    planes: [[f32; WIDTH]; 6],
    links: [PackedLink; WIDTH],
}

/// A node's index; or, with the highest bit, three bits for the count less one and the first
/// triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PackedLink(u32);

const LEAF: u32 = 1 << 31;
const COUNT_SHIFT: u32 = 28;
const FIRST_MASK: u32 = (1 << COUNT_SHIFT) - 1;

/// Triangles a tree can hold.
pub const MOST_TRIANGLES: usize = FIRST_MASK as usize + 1;

impl PackedLink {
    fn new(link: Link) -> Self {
        match link {
            Link::Node(index) => PackedLink(index),
            Link::Leaf { first, count } => PackedLink(LEAF | (count - 1) << COUNT_SHIFT | first),
        }
    }

    #[inline(always)]
    fn unpack(self) -> Link {
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

impl WideTree {
    /// The tree over the boxes, and the order in which its leaves name them; `None` when the
    /// options' progress stopped it.
    pub fn build(boxes: &[Aabb], options: BuildOptions) -> Option<(Self, Vec<u32>)> {
        let (nodes, order) = build(boxes, options)?;
        let bounds = boxes.iter().fold(Aabb::EMPTY, |sum, next| sum.union(*next));
        let nodes = nodes.iter().map(WideNode::new).collect();
        Some((Self { nodes, bounds }, order))
    }

    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Nodes, and the bytes they take.
    pub fn size(&self) -> (usize, usize) {
        (
            self.nodes.len(),
            self.nodes.capacity() * size_of::<WideNode>(),
        )
    }

    /// Walks the way, nearest boxes first, up to the fraction `latest`.
    #[inline]
    pub fn follow(&self, way: &Way, latest: f32, leaves: &mut impl Leaves) {
        if self.nodes.is_empty() || !way.is_valid() {
            return;
        }
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
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
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { self.gather_avx2(region, &mut leaf) };
        }
        self.gather_with::<Portable>(region, &mut leaf);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn follow_avx2(&self, way: &Way, latest: f32, leaves: &mut impl Leaves) {
        self.follow_with::<super::lanes::Avx>(way, latest, leaves);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn gather_avx2(&self, region: Aabb, leaf: &mut impl FnMut(u32, u32)) {
        self.gather_with::<super::lanes::Avx>(region, leaf);
    }

    #[inline(always)]
    pub(super) fn follow_with<L: Lanes>(
        &self,
        way: &Way,
        mut latest: f32,
        leaves: &mut impl Leaves,
    ) {
        let wide = WideWay::<L>::new(way);
        let mut open = arrayvec::ArrayVec::<(PackedLink, f32), STACK>::new();
        let mut next = (PackedLink(0), 0.0_f32);
        loop {
            match next.0.unpack() {
                Link::Leaf { first, count } => latest = leaves.leaf(first, count, next.1),
                Link::Node(index) => {
                    let node = &self.nodes[index as usize];
                    let (mut hits, enter) = wide.meet(&node.planes, latest);
                    if hits != 0 {
                        let lane = hits.trailing_zeros() as usize;
                        hits &= hits - 1;
                        let mut nearest = (node.links[lane & 7], enter[lane & 7]);
                        let bottom = open.len();
                        while hits != 0 {
                            let lane = hits.trailing_zeros() as usize;
                            hits &= hits - 1;
                            let other = (node.links[lane & 7], enter[lane & 7]);
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
                    let mut hits = 0xff;
                    for axis in 0..3 {
                        hits &= L::load(&node.planes[axis]).at_most(high[axis]);
                        hits &= low[axis].at_most(L::load(&node.planes[axis + 3]));
                    }
                    // From the last, so that the first comes off the stack first.
                    while hits != 0 {
                        let lane = 31 - hits.leading_zeros();
                        hits &= !(1 << lane);
                        open.push(node.links[lane as usize & 7]);
                    }
                }
            }
        }
    }
}

impl BoxTree for WideTree {
    fn visit(&self, mut enters: impl FnMut(&Aabb) -> bool, mut triangle: impl FnMut(u32)) {
        let mut open = vec![PackedLink(0)];
        if self.nodes.is_empty() {
            open.clear();
        }
        while let Some(link) = open.pop() {
            match link.unpack() {
                Link::Leaf { first, count } => (first..first + count).for_each(&mut triangle),
                Link::Node(index) => {
                    let node = &self.nodes[index as usize];
                    for lane in (0..WIDTH).rev() {
                        let bounds = node.bounds(lane);
                        if !bounds.is_empty() && enters(&bounds) {
                            open.push(node.links[lane]);
                        }
                    }
                }
            }
        }
    }
}

impl WideNode {
    fn new(node: &Node) -> Self {
        let mut wide = WideNode {
            planes: [[f32::INFINITY; WIDTH]; 6],
            links: [PackedLink::default(); WIDTH],
        };
        for plane in &mut wide.planes[3..] {
            *plane = [f32::NEG_INFINITY; WIDTH];
        }
        for (lane, child) in node.iter().enumerate() {
            for axis in 0..3 {
                wide.planes[axis][lane] = child.bounds.min[axis];
                wide.planes[axis + 3][lane] = child.bounds.max[axis];
            }
            wide.links[lane] = PackedLink::new(child.link);
        }
        wide
    }

    fn bounds(&self, lane: usize) -> Aabb {
        let corner = |from: usize| {
            Vec3::new(
                self.planes[from][lane],
                self.planes[from + 1][lane],
                self.planes[from + 2][lane],
            )
        };
        Aabb::new(corner(0), corner(3))
    }
}
