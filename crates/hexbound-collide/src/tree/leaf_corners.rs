//! The corners of a tree's triangles, leaf by leaf, and the triangles of a leaf in lanes of double
//! precision.

use arrayvec::ArrayVec;
use glam::{DVec3, Vec3};

use super::{build::LEAF_SIZE, huge_pages::huge_page_vec};
use crate::simd::{F64x4, vec_x4};

/// The corners of all triangles, meters. Each leaf has the first coordinates of its triangles, then the
/// second ones, up to the ninth. A leaf is loaded at once, without a list of indices.
#[derive(Debug)]
pub(crate) struct LeafCorners(Vec<f32>);

/// The number of coordinates of a triangle's corners.
const TRIANGLE_COORDINATES: usize = 9;

/// The number of values after the last leaf, so that full vectors can be loaded from its end.
const PADDING: usize = 3;

impl LeafCorners {
    /// Stores the corners of `leaves`, each given by its first triangle and its number of triangles.
    /// `triangles` is the number in all leaves.
    pub(crate) fn new(
        leaves: &[(u32, u32)],
        triangles: usize,
        corners: impl Fn(u32) -> [Vec3; 3],
    ) -> Self {
        let mut coordinates = huge_page_vec(TRIANGLE_COORDINATES * triangles + PADDING);
        for &(first, count) in leaves {
            let leaf: ArrayVec<_, LEAF_SIZE> = (first..first + count).map(&corners).collect();
            for index in 0..TRIANGLE_COORDINATES {
                coordinates.extend((leaf.iter()).map(|corners| corners[index / 3][index % 3]));
            }
        }
        coordinates.extend([0.0; PADDING]);
        Self(coordinates)
    }

    /// The coordinates of a leaf.
    #[inline(always)]
    pub(crate) fn leaf(&self, first: u32, count: u32) -> &[f32] {
        let first = TRIANGLE_COORDINATES * first as usize;
        &self.0[first..first + TRIANGLE_COORDINATES * count as usize + PADDING]
    }
}

/// The first, second and third corners of four triangles.
pub(crate) struct TriangleX4<D>(pub [vec_x4::Vectors<D>; 3]);

impl<D: F64x4> TriangleX4<D> {
    /// Loads the triangles of a leaf, relative to `origin`. Lanes after the last triangle are unused.
    #[inline(always)]
    pub(crate) fn load(leaf: &[f32], count: u32, origin: DVec3) -> Self {
        let (count, origin) = (count as usize, vec_x4::splat(origin));
        let leaf = &leaf[..(TRIANGLE_COORDINATES - 1) * count + 4];
        Self([
            load_corner(leaf, 0, count, &origin),
            load_corner(leaf, 3 * count, count, &origin),
            load_corner(leaf, 6 * count, count, &origin),
        ])
    }

    /// The corners of the triangle in a lane.
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

/// Loads a corner of four triangles, whose x coordinates begin at index `x`. This is no closure, since a
/// closure that is not inlined is compiled without AVX2.
#[inline(always)]
fn load_corner<D: F64x4>(
    leaf: &[f32],
    x: usize,
    count: usize,
    origin: &vec_x4::Vectors<D>,
) -> vec_x4::Vectors<D> {
    let (y, z) = (x + count, x + 2 * count);
    vec_x4::sub(&[load(leaf, x), load(leaf, y), load(leaf, z)], origin)
}

#[inline(always)]
fn load<D: F64x4>(leaf: &[f32], at: usize) -> D {
    D::from_singles(leaf[at..].first_chunk().expect("a leaf has spare numbers"))
}
