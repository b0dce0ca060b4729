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
    /// Triangles `first..first + count` in the order of the leaves.
    Leaf { first: u32, count: u32 },
}

/// A wide node before it is packed.
pub(super) type Node = ArrayVec<Child, WIDTH>;

/// A stored layout of a node of up to eight boxes: the layouts of
/// [`WideTree`](crate::WideTree) and of [`CompactTree`](crate::CompactTree).
pub trait Bvh8Node: Copy + Send {
    /// Creates a node from its children. Boxes may be stored larger than they are, never smaller.
    fn new(children: &Node) -> Self;
    /// One plane of all boxes by index: min x, y, z, max x, y, z.
    fn planes<L: F32x8>(&self, plane: usize) -> L;
    /// A bit for each child. Bits of absent children may be set: their boxes are inside out.
    fn present(&self) -> u32;
    /// The link to a child.
    fn link(&self, lane: usize) -> PackedLink;
    /// The node with the indices of the nodes below it raised by `offset`.
    fn moved(self, offset: u32) -> Self;
}

/// A packed link: a node's index, or, with the highest bit set, three bits for the count less one and
/// the first triangle.
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

/// A link and the fraction of the entry into its box, as one number. The nearer of two entries is the
/// lesser number, and the choice needs no branch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct QueueEntry(u64);

impl QueueEntry {
    #[inline(always)]
    pub(super) fn new(link: PackedLink, enter: f32) -> Self {
        QueueEntry(u64::from(enter.to_bits()) << 32 | u64::from(link.0))
    }

    #[inline(always)]
    pub(super) fn link(self) -> PackedLink {
        PackedLink(self.0 as u32)
    }

    #[inline(always)]
    pub(super) fn enter(self) -> f32 {
        f32::from_bits((self.0 >> 32) as u32)
    }
}
