//! A node of an eight-wide tree: its children and links, and the interface of its stored layouts.

use arrayvec::ArrayVec;
use bytemuck::{Pod, Zeroable};

use crate::{geom::Aabb, simd::F32x8};

/// The most children of a node.
pub(super) const WIDTH: usize = 8;

/// A child of a wide node during the build.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    pub bounds: Aabb,
    pub link: Link,
}

/// The link to a child: a node, or a leaf's triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The node's index.
    Node(u32),
    /// The triangles `first..first + count` in the order of the leaves.
    Leaf { first: u32, count: u32 },
}

/// A wide node before it is packed.
pub(super) type Node = ArrayVec<Child, WIDTH>;

/// The stored layout of a node of up to eight boxes, that of a [`WideTree`](crate::WideTree) or of a
/// [`CompactTree`](crate::CompactTree).
pub trait Bvh8Node: Copy + Send {
    /// Creates a node from its children. Boxes may be stored larger than they are, never smaller.
    fn new(children: &Node) -> Self;
    /// The coordinates of one plane of all boxes. The planes are min x, y, z, max x, y, z.
    fn planes<L: F32x8>(&self, plane: usize) -> L;
    /// The mask of the children. Bits of absent children may be set if their boxes are inside out.
    fn present(&self) -> u32;
    /// The link to the child in a lane.
    fn link(&self, lane: usize) -> PackedLink;
    /// The node with `offset` added to the indices of the nodes below it.
    fn rebased(self, offset: u32) -> Self;
}

/// A packed link. Without the highest bit it is a node's index. With that bit it is a leaf: three bits
/// for the count less one, then the first triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct PackedLink(u32);

const LEAF: u32 = 1 << 31;
const COUNT_SHIFT: u32 = 28;
const FIRST_MASK: u32 = (1 << COUNT_SHIFT) - 1;

/// The most triangles that a tree can hold.
pub(crate) const MAX_TRIANGLES: usize = FIRST_MASK as usize + 1;

impl PackedLink {
    /// The link to the root.
    pub const ROOT: PackedLink = PackedLink(0);

    /// The link of an absent child.
    pub const ABSENT: PackedLink = PackedLink(LEAF);

    pub fn new(link: Link) -> Self {
        match link {
            Link::Node(index) => PackedLink(index),
            Link::Leaf { first, count } => PackedLink(LEAF | (count - 1) << COUNT_SHIFT | first),
        }
    }

    pub fn rebased(self, offset: u32) -> Self {
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

/// A link and the fraction at which the motion enters its box, as one number. The nearer of two boxes
/// has the lesser number, so the choice needs no branch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StackEntry(u64);

impl StackEntry {
    #[inline(always)]
    pub(super) fn new(link: PackedLink, enter: f32) -> Self {
        StackEntry(u64::from(enter.to_bits()) << 32 | u64::from(link.0))
    }

    #[inline(always)]
    pub(super) fn link(self) -> PackedLink {
        PackedLink(self.0 as u32)
    }

    /// The greatest entry that is entered at `latest`, which must not be negative.
    #[inline(always)]
    pub(super) fn last(latest: f32) -> Self {
        StackEntry(u64::from(latest.to_bits()) << 32 | u64::from(u32::MAX))
    }
}
