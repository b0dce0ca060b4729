//! The corners of a tree's triangles, leaf by leaf, and the triangles of a leaf side by side in
//! double precision.

use arrayvec::ArrayVec;
use glam::{DVec3, Vec3};

use super::{build::LEAF_SIZE, huge_pages::huge_page_vec};
use crate::simd::{F64x4, vec_x4};

/// The corners of all triangles. Each leaf has its triangles' first coordinates side by side, then the
/// second ones, up to the ninth. A leaf is loaded at once, without a list of indices.
#[derive(Debug)]
pub(crate) struct LeafCorners(Vec<f32>);

/// The number of coordinates of a triangle's corners.
const CORNER_NUMBERS: usize = 9;

/// The padding after the last leaf, so that full vectors can be loaded from its end.
const SPARE_NUMBERS: usize = 3;

impl LeafCorners {
    /// Stores the corners of leaves, each as first triangle and count, over `triangles` triangles in
    /// all.
    pub(crate) fn of(
        leaves: &[(u32, u32)],
        triangles: usize,
        corners: impl Fn(u32) -> [Vec3; 3],
    ) -> Self {
        let mut numbers = huge_page_vec(CORNER_NUMBERS * triangles + SPARE_NUMBERS);
        for &(first, count) in leaves {
            let leaf: ArrayVec<_, LEAF_SIZE> = (first..first + count).map(&corners).collect();
            for number in 0..CORNER_NUMBERS {
                numbers.extend((leaf.iter()).map(|corners| corners[number / 3][number % 3]));
            }
        }
        numbers.extend([0.0; SPARE_NUMBERS]);
        Self(numbers)
    }

    /// The coordinates of a leaf.
    #[inline(always)]
    pub(crate) fn leaf(&self, first: u32, count: u32) -> &[f32] {
        let first = CORNER_NUMBERS * first as usize;
        &self.0[first..first + CORNER_NUMBERS * count as usize + SPARE_NUMBERS]
    }
}

/// The first, second and third corners of four triangles.
pub(crate) struct TriangleX4<D>(pub [vec_x4::Vectors<D>; 3]);

impl<D: F64x4> TriangleX4<D> {
    /// The triangles of a leaf, relative to `start`. Lanes after the last triangle are unused.
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

    /// The corners of one triangle.
    #[inline(always)]
    pub(crate) fn lane(&self, lane: usize) -> [DVec3; 3] {
        let Self([a, b, c]) = self;
        [
            vec_x4::lane(a, lane),
            vec_x4::lane(b, lane),
            vec_x4::lane(c, lane),
        ]
    }
}

/// Loads a corner of four triangles. This is a function and no closure, since a closure that is not
/// inlined is compiled without AVX2.
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
