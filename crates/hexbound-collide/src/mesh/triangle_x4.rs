//! Four triangles of the mesh side by side, in double precision.

use glam::DVec3;

use super::CollisionMesh;
use crate::{
    simd::{F64x4, vec_x4},
    tree::huge_page_vec,
};

/// The first, second and third corners of four triangles.
pub(crate) struct TriangleX4<D>(pub [vec_x4::Vectors<D>; 3]);

impl<D: F64x4> TriangleX4<D> {
    /// The triangles from `first` on, relative to `start`; those after `count` repeat the last one.
    #[inline(always)]
    pub(crate) fn load(mesh: &CollisionMesh, first: u32, count: u32, start: DVec3) -> Self {
        let rows = |lane: u32| mesh.corner_rows(first + lane.min(count - 1));
        let rows = [rows(0), rows(1), rows(2), rows(3)];
        let start = vec_x4::splat(start);
        Self([
            corner(&rows, 0, &start),
            corner(&rows, 1, &start),
            corner(&rows, 2, &start),
        ])
    }

    /// The same of a leaf of the mesh's own tree; those after `count` are of no use.
    #[inline(always)]
    pub(crate) fn of_leaf(corners: &LeafCorners, first: u32, count: u32, start: DVec3) -> Self {
        let (first, count) = (NUMBERS * first as usize, count as usize);
        let numbers = &corners.0[first..first + (NUMBERS - 1) * count + 4];
        let start = vec_x4::splat::<D>(start);
        Self([
            vec_x4::sub(&leaf_corner(numbers, count, 0), &start),
            vec_x4::sub(&leaf_corner(numbers, count, 3), &start),
            vec_x4::sub(&leaf_corner(numbers, count, 6), &start),
        ])
    }
}

#[inline(always)]
fn leaf_corner<D: F64x4>(numbers: &[f32], count: usize, k: usize) -> vec_x4::Vectors<D> {
    [
        leaf_number(numbers, count * k),
        leaf_number(numbers, count * (k + 1)),
        leaf_number(numbers, count * (k + 2)),
    ]
}

#[inline(always)]
fn leaf_number<D: F64x4>(numbers: &[f32], at: usize) -> D {
    D::from_singles(numbers[at..].first_chunk().expect("four numbers are there"))
}

/// The corners of all triangles, leaf by leaf: for each of the nine numbers of a triangle, that of
/// every triangle of the leaf. So a leaf is read in one go, without a list of places.
#[derive(Clone, Debug)]
pub(crate) struct LeafCorners(Vec<f32>);

/// The numbers of a triangle's corners.
const NUMBERS: usize = 9;

impl LeafCorners {
    pub(super) fn of(mesh: &CollisionMesh) -> Self {
        // Four numbers can be read from any of them.
        let mut numbers = huge_page_vec(NUMBERS * mesh.len() + 3);
        mesh.tree().gather(mesh.bounds(), |first, count| {
            for number in 0..NUMBERS {
                let leaf = first..first + count;
                numbers.extend(leaf.map(|index| mesh.corners(index)[number / 3][number % 3]));
            }
            true
        });
        numbers.extend([0.0; 3]);
        Self(numbers)
    }
}

/// A function and no closure: a closure that is not inlined is compiled for any processor.
#[inline(always)]
fn corner<D: F64x4>(
    rows: &[[&[f32; 4]; 3]; 4],
    corner: usize,
    start: &vec_x4::Vectors<D>,
) -> vec_x4::Vectors<D> {
    let [p, q, r, s] = rows;
    vec_x4::sub(
        &D::columns([p[corner], q[corner], r[corner], s[corner]]),
        start,
    )
}
