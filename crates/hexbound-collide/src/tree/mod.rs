//! Trees of boxes over triangles. A tree finds the triangles in a region or along a motion. Its shape
//! decides which boxes are tested, never the result.

mod best_first;
mod build;
mod bytes;
mod huge_pages;
mod leaf_corners;
mod node;
mod node_layouts;
mod swept_aabb;
mod wide;

pub(crate) use best_first::BestFirst;
pub use build::BuildOptions;
pub(crate) use huge_pages::{huge_page_vec, zeroed_huge_page_vec};
pub(crate) use leaf_corners::{LeafCorners, TriangleX4};
pub use node::Bvh8Node;
pub(crate) use node::MAX_TRIANGLES;
pub(crate) use swept_aabb::SweptAabb;
pub(crate) use wide::LeafVisitor;
pub use wide::{Bvh8, CompactTree, WideTree};

use crate::geom::Aabb;

/// The next step of a traversal at a box of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traversal<S> {
    /// The box is skipped, with everything in it.
    Skip,
    /// The boxes below are tested, with this state.
    Descend(S),
    /// Every triangle below is accepted without further tests.
    TakeAll,
}

/// A tree of boxes over the triangles of a mesh.
pub trait BoxTree {
    /// Visits every node whose box `enters` accepts, and calls `triangle` with the triangles in it. The
    /// triangles' own boxes may be untested.
    fn visit(&self, mut enters: impl FnMut(&Aabb) -> bool, mut triangle: impl FnMut(u32)) {
        let meets = |bounds: &Aabb, ()| match enters(bounds) {
            true => Traversal::Descend(()),
            false => Traversal::Skip,
        };
        self.descend((), meets, |index, _| triangle(index));
    }

    /// Traverses the tree with a state: `meets` tests each box with the state from the box around it,
    /// and the topmost boxes with `start`. `triangle` receives the state of the last box above a
    /// triangle, or `None` after [`Traversal::TakeAll`].
    fn descend<S: Copy>(
        &self,
        start: S,
        meets: impl FnMut(&Aabb, S) -> Traversal<S>,
        triangle: impl FnMut(u32, Option<S>),
    );
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::{
        geom::segment_meets_box,
        simd::{F32x8, PortableF32x8},
        test_meshes::boxes,
    };

    /// The leaves whose boxes a motion meets, as first triangle and count.
    struct Every<const NEAREST_FIRST: bool>(SweptAabb, Vec<(u32, u32)>);

    impl<const NEAREST_FIRST: bool> LeafVisitor for Every<NEAREST_FIRST> {
        const NEAREST_FIRST: bool = NEAREST_FIRST;

        fn swept(&self) -> SweptAabb {
            self.0
        }

        fn leaf<L: F32x8>(&mut self, first: u32, count: u32, _latest: f32) -> f32 {
            self.1.push((first, count));
            1.0
        }
    }

    /// The leaves that a motion meets, by the lanes of the CPU or by portable ones.
    fn met<const NEAREST_FIRST: bool>(
        cast: impl FnOnce(&mut Every<NEAREST_FIRST>),
        swept: SweptAabb,
    ) -> Vec<(u32, u32)> {
        let mut found = Every(swept, Vec::new());
        cast(&mut found);
        found.1
    }

    fn gathered(tree: &WideTree, order: &[u32], region: Aabb) -> Vec<u32> {
        let mut found = Vec::new();
        tree.gather(region, |first, count| {
            found.extend_from_slice(&order[first as usize..(first + count) as usize]);
            true
        });
        found
    }

    proptest! {
        #[test]
        fn gathers_what_brute_force_gathers(boxes in boxes(0..300, -1), index in any::<prop::sample::Index>(), size in 0.0_f32..20.0) {
            prop_assume!(!boxes.is_empty());
            let (tree, order) = WideTree::build(&boxes, BuildOptions::default());
            let region = boxes[index.index(boxes.len())].grown(Vec3::splat(size));
            let found = gathered(&tree, &order, region);
            // Leaves are gathered whole: no box may be missing, and none may be found twice.
            let expected = (0..boxes.len() as u32).filter(|i| boxes[*i as usize].overlaps(&region));
            for index in expected {
                prop_assert!(found.contains(&index));
            }
            let mut once = found.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), found.len());
            let mut sorted = order;
            sorted.sort_unstable();
            prop_assert!(sorted.into_iter().eq(0..boxes.len() as u32));
        }

        /// Every box that the motion meets is visited, with and without AVX2.
        #[test]
        fn a_swept_box_finds_every_box_on_its_path(
            boxes in boxes(0..300, -1), from in [-60.0_f32..60.0, -9.0..9.0, -60.0..60.0],
            along in [-1.0_f32..1.0, -1.0..1.0, -1.0..1.0], half in 0.0_f32..2.0, flat in 0..4_usize,
        ) {
            prop_assume!(!boxes.is_empty());
            let (tree, order) = WideTree::build(&boxes, BuildOptions::default());
            let mut along = Vec3::from_array(along) * 100.0;
            if flat < 3 {
                along[flat] = 0.0;
            }
            let (from, half) = (Vec3::from_array(from), Vec3::splat(half));
            let swept = SweptAabb::new(from, along, half);
            let compact = tree.compact();
            let found = met::<true>(|it| tree.cast(1.0, it), swept);
            let mut unordered = met::<false>(|it| tree.cast(1.0, it), swept);
            unordered.sort_unstable();
            let mut sorted = found.clone();
            sorted.sort_unstable();
            prop_assert_eq!(unordered, sorted);
            let by_portable = met::<true>(|it| tree.cast_with::<PortableF32x8, _>(1.0, it), swept);
            let in_compact = met::<true>(|it| compact.cast(1.0, it), swept);
            let in_both = met::<true>(|it| compact.cast_with::<PortableF32x8, _>(1.0, it), swept);
            prop_assert!(found.iter().all(|leaf| in_compact.contains(leaf)));
            for leaves in [found, by_portable, in_compact, in_both] {
                let slots = leaves.iter().flat_map(|(first, count)| *first..first + count);
                let named: Vec<u32> = slots.map(|slot| order[slot as usize]).collect();
                for (index, bounds) in boxes.iter().enumerate() {
                    let start = (from - bounds.center()).as_dvec3();
                    let size = (bounds.size() * 0.5 + half).as_dvec3();
                    let is_met = segment_meets_box(start, start + along.as_dvec3(), size);
                    prop_assert!(!is_met || named.contains(&(index as u32)));
                    prop_assert!(!is_met || swept.enters(bounds, 1.0).is_some());
                }
            }
        }

        #[test]
        fn threads_build_the_same_tree(boxes in boxes(0..300, -1)) {
            let many: Vec<Aabb> = (0..100).flat_map(|i| {
                boxes.iter().map(move |b| Aabb::new(b.min + i as f32, b.max + i as f32))
            }).collect();
            let one = BuildOptions { parallel: false };
            let (serial, serial_order) = WideTree::build(&many, one);
            let (parallel, parallel_order) = WideTree::build(&many, BuildOptions::default());
            prop_assert_eq!(serial_order, parallel_order);
            prop_assert!(serial == parallel);
        }
    }

    /// Boxes of which each is half of the last, the worst case for bins, and equal boxes.
    #[test]
    fn ever_smaller_and_equal_boxes_make_no_deep_tree() {
        for divisor in [120, 1] {
            let sizes = (0..4000).map(|i| 2.0_f32.powi(-(i % divisor)));
            let boxes = sizes.map(|small| Aabb::new(Vec3::splat(small), Vec3::splat(small * 1.5)));
            let boxes: Vec<Aabb> = boxes.collect();
            let (tree, order) = WideTree::build(&boxes, BuildOptions::default());
            let all = Aabb::new(Vec3::ZERO, Vec3::splat(2.0));
            assert_eq!(gathered(&tree, &order, all).len(), boxes.len());
        }
    }
}
