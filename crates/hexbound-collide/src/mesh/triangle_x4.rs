//! Four triangles of the mesh side by side, in double precision.

use glam::DVec3;

use super::CollisionMesh;
use crate::simd::{F64x4, vec_x4};

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
