//! The corners of a tree's triangles, leaf by leaf, and the triangles of a leaf side by side in
//! double precision.

use glam::{DVec3, Vec3};

use super::huge_pages::zeroed_huge_page_vec;
use crate::{
    parallel,
    simd::{F64x4, vec_x4},
};

/// The corners of all triangles. Each leaf has its triangles' first numbers side by side, then the
/// second ones, up to the ninth: it is read in one go, and without a list of places.
#[derive(Debug)]
pub(crate) struct LeafCorners(Vec<f32>);

/// The numbers of a triangle's corners.
const CORNER_NUMBERS: usize = 9;

/// As many numbers can be read from a leaf's last one as from any other.
const SPARE_NUMBERS: usize = 3;

/// The fewest leaves for which a second thread is worth its start.
const MIN_SHARED_LEAVES: usize = 1 << 14;

impl LeafCorners {
    /// The corners of leaves, each as first triangle and count, in order over so many triangles.
    pub(super) fn of(
        leaves: &[(u32, u32)],
        triangles: usize,
        corners: impl Fn(u32) -> [Vec3; 3] + Sync,
    ) -> Self {
        let mut numbers = zeroed_huge_page_vec(CORNER_NUMBERS * triangles + SPARE_NUMBERS);
        if leaves.len() < MIN_SHARED_LEAVES {
            fill(&mut numbers, leaves, corners);
            return Self(numbers);
        }
        let (low, high) = leaves.split_at(leaves.len() / 2);
        let (before, after) = numbers.split_at_mut(CORNER_NUMBERS * high[0].0 as usize);
        parallel::both(
            || fill(before, low, &corners),
            || fill(after, high, &corners),
        );
        Self(numbers)
    }

    /// The numbers of a leaf.
    #[inline(always)]
    pub(crate) fn leaf(&self, first: u32, count: u32) -> &[f32] {
        let first = CORNER_NUMBERS * first as usize;
        &self.0[first..first + CORNER_NUMBERS * count as usize + SPARE_NUMBERS]
    }
}

/// Fills in the numbers of leaves that follow each other.
fn fill(mut numbers: &mut [f32], leaves: &[(u32, u32)], corners: impl Fn(u32) -> [Vec3; 3]) {
    for &(first, count) in leaves {
        let (leaf, rest) = numbers.split_at_mut(CORNER_NUMBERS * count as usize);
        for (lane, triangle) in (first..first + count).enumerate() {
            let lanes = leaf[lane..].iter_mut().step_by(count as usize);
            let all = corners(triangle).into_iter().flat_map(|it| it.to_array());
            lanes.zip(all).for_each(|(to, number)| *to = number);
        }
        numbers = rest;
    }
}

/// The first, second and third corners of four triangles.
pub(crate) struct TriangleX4<D>(pub [vec_x4::Vectors<D>; 3]);

impl<D: F64x4> TriangleX4<D> {
    /// The triangles of a leaf, relative to `start`. Those after the last are of no use.
    #[inline(always)]
    pub(crate) fn load(leaf: &[f32], count: u32, start: DVec3) -> Self {
        let (count, start) = (count as usize, vec_x4::splat(start));
        let leaf = &leaf[..(CORNER_NUMBERS - 1) * count + 4];
        Self([
            corner(leaf, 0, count, &start),
            corner(leaf, 3 * count, count, &start),
            corner(leaf, 6 * count, count, &start),
        ])
    }
}

/// Functions and no closures: a closure that is not inlined is compiled for any processor.
#[inline(always)]
fn corner<D: F64x4>(
    leaf: &[f32],
    at: usize,
    count: usize,
    start: &vec_x4::Vectors<D>,
) -> vec_x4::Vectors<D> {
    let (y, z) = (at + count, at + 2 * count);
    vec_x4::sub(&[four(leaf, at), four(leaf, y), four(leaf, z)], start)
}

#[inline(always)]
fn four<D: F64x4>(leaf: &[f32], at: usize) -> D {
    D::from_singles(leaf[at..].first_chunk().expect("a leaf has spare numbers"))
}
