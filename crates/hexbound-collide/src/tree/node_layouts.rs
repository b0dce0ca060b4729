//! The two stored layouts of an eight-wide tree's nodes: full-precision boxes, or compact ones.

use bytemuck::{Pod, Zeroable};

use super::node::{Bvh8Node, Node, PackedLink, WIDTH};
use crate::simd::F32x8;

/// A node with boxes in full precision: 224 bytes for up to eight boxes.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct WideNode {
    /// The planes min x, y, z, max x, y, z of each child. The box of an absent child is inside out.
    planes: [[f32; WIDTH]; 6],
    links: [PackedLink; WIDTH],
}

impl Bvh8Node for WideNode {
    fn new(children: &Node) -> Self {
        let mut wide = WideNode {
            planes: [[f32::INFINITY; WIDTH]; 6],
            links: [PackedLink::ABSENT; WIDTH],
        };
        for plane in &mut wide.planes[3..] {
            *plane = [f32::NEG_INFINITY; WIDTH];
        }
        for (lane, child) in children.iter().enumerate() {
            for axis in 0..3 {
                wide.planes[axis][lane] = child.bounds.min[axis];
                wide.planes[axis + 3][lane] = child.bounds.max[axis];
            }
            wide.links[lane] = PackedLink::new(child.link);
        }
        wide
    }

    #[inline(always)]
    fn planes<L: F32x8>(&self, plane: usize) -> L {
        L::load(&self.planes[plane % 6])
    }

    /// The boxes of absent children are inside out.
    #[inline(always)]
    fn present(&self) -> u32 {
        0xff
    }

    #[inline(always)]
    fn link(&self, lane: usize) -> PackedLink {
        self.links[lane]
    }

    fn rebased(mut self, offset: u32) -> Self {
        self.links = self.links.map(|link| link.rebased(offset));
        self
    }
}

/// A node with compact boxes: 96 bytes for up to eight boxes. The planes are whole steps from the node's
/// lowest corner. The layout is after Ylitie, Karras and Laine, "Efficient Incoherent Ray Traversal on
/// GPUs Through Compressed Wide BVHs".
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(8))]
pub struct CompactNode {
    steps: [[u8; WIDTH]; 6],
    origin: [f32; 3],
    /// The biased exponent of the step, a power of two, on each axis.
    exponents: [u8; 3],
    present: u8,
    links: [PackedLink; WIDTH],
}

const MAX_STEPS: f32 = 255.0;

impl CompactNode {
    #[inline(always)]
    fn step(&self, axis: usize) -> f32 {
        f32::from_bits(u32::from(self.exponents[axis]) << 23)
    }

    /// Stores the boxes on an axis, rounded outward in steps of the smallest power of two that spans
    /// them. The computation is that of the queries, so that their rounding never shrinks a box.
    fn quantize(&mut self, children: &Node, axis: usize) {
        let low = children.iter().map(|c| c.bounds.min[axis]);
        let high = children.iter().map(|c| c.bounds.max[axis]);
        let origin = low.fold(f32::INFINITY, f32::min);
        let size = high.fold(f32::NEG_INFINITY, f32::max) - origin;
        self.origin[axis] = origin;
        let smallest = (size / MAX_STEPS).max(f32::MIN_POSITIVE).to_bits() >> 23;
        for exponent in smallest..=254 {
            self.exponents[axis] = exponent as u8;
            if self.quantize_with_step(children, axis) {
                return;
            }
        }
    }

    fn quantize_with_step(&mut self, children: &Node, axis: usize) -> bool {
        let (origin, step) = (self.origin[axis], self.step(axis));
        let plane = |steps: f32| steps * step + origin;
        for (lane, child) in children.iter().enumerate() {
            let (min, max) = (child.bounds.min[axis], child.bounds.max[axis]);
            let mut low = ((min - origin) / step).floor().clamp(0.0, MAX_STEPS);
            while low > 0.0 && plane(low) > min {
                low -= 1.0;
            }
            let mut high = ((max - origin) / step).ceil().clamp(0.0, MAX_STEPS);
            while high < MAX_STEPS && plane(high) < max {
                high += 1.0;
            }
            if plane(high) < max {
                return false;
            }
            self.steps[axis][lane] = low as u8;
            self.steps[axis + 3][lane] = high as u8;
        }
        true
    }
}

impl Bvh8Node for CompactNode {
    fn new(children: &Node) -> Self {
        let mut node = CompactNode {
            steps: [[0; WIDTH]; 6],
            origin: [0.0; 3],
            exponents: [0; 3],
            present: ((1_u32 << children.len()) - 1) as u8,
            links: [PackedLink::ABSENT; WIDTH],
        };
        for (lane, child) in children.iter().enumerate() {
            node.links[lane] = PackedLink::new(child.link);
        }
        (0..3).for_each(|axis| node.quantize(children, axis));
        node
    }

    #[inline(always)]
    fn planes<L: F32x8>(&self, plane: usize) -> L {
        let axis = plane % 3;
        let steps = L::from_bytes(&self.steps[plane % 6]);
        steps
            .mul(L::splat(self.step(axis)))
            .add(L::splat(self.origin[axis]))
    }

    #[inline(always)]
    fn present(&self) -> u32 {
        u32::from(self.present)
    }

    #[inline(always)]
    fn link(&self, lane: usize) -> PackedLink {
        self.links[lane]
    }

    fn rebased(mut self, offset: u32) -> Self {
        self.links = self.links.map(|link| link.rebased(offset));
        self
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::node::{Child, Link},
        *,
    };
    use crate::{geom::Aabb, simd::PortableF32x8, test_meshes::boxes};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// No box becomes smaller, however flat, small or far away.
        #[test]
        fn compact_boxes_hold_the_true_ones(
            boxes in boxes(1..9, 0), size in -6..3_i32, away in -3..5_i32, flat in 0..6_usize,
        ) {
            let (size, away) = (10.0_f32.powi(size), 10.0_f32.powi(away));
            let child = |at: &Aabb| {
                let mut bounds = Aabb::new(at.min * size + away, at.max * size + away);
                if flat < 3 {
                    bounds.max[flat] = bounds.min[flat];
                }
                Child { bounds, link: Link::Leaf { first: 0, count: 1 } }
            };
            let children: Node = boxes.iter().map(child).collect();
            let node = CompactNode::new(&children);
            for (lane, child) in children.iter().enumerate() {
                for axis in 0..3 {
                    let low = node.planes::<PortableF32x8>(axis).store()[lane];
                    let high = node.planes::<PortableF32x8>(axis + 3).store()[lane];
                    prop_assert!(low <= child.bounds.min[axis] && high >= child.bounds.max[axis]);
                }
            }
        }
    }
}
