//! Four triangles side by side, in double precision, and vectors of them.
//!
//! Functions where closures would do: a closure that is not inlined is compiled for any processor.

use glam::DVec3;

use super::{CollisionMesh, tree::doubles::Doubles};

/// Four vectors: their x, their y, their z.
pub(super) type Vectors<D> = [D; 3];

/// The first, second and third corners of the triangles from `first` on, relative to `start`; those
/// after `count` are the last one's again.
#[inline(always)]
pub(super) fn four_triangles<D: Doubles>(
    mesh: &CollisionMesh,
    first: u32,
    count: u32,
    start: DVec3,
) -> [Vectors<D>; 3] {
    let rows = |lane: u32| mesh.rows(first + lane.min(count - 1));
    let rows = [rows(0), rows(1), rows(2), rows(3)];
    let start = splat(start);
    [
        corner(&rows, 0, &start),
        corner(&rows, 1, &start),
        corner(&rows, 2, &start),
    ]
}

#[inline(always)]
fn corner<D: Doubles>(rows: &[[&[f32; 4]; 3]; 4], corner: usize, start: &Vectors<D>) -> Vectors<D> {
    let [p, q, r, s] = rows;
    sub(
        &D::columns([p[corner], q[corner], r[corner], s[corner]]),
        start,
    )
}

/// The same vector four times.
#[inline(always)]
pub(super) fn splat<D: Doubles>(v: DVec3) -> Vectors<D> {
    [D::splat(v.x), D::splat(v.y), D::splat(v.z)]
}

#[inline(always)]
pub(super) fn sub<D: Doubles>(p: &Vectors<D>, q: &Vectors<D>) -> Vectors<D> {
    [p[0].sub(q[0]), p[1].sub(q[1]), p[2].sub(q[2])]
}

#[inline(always)]
pub(super) fn cross<D: Doubles>(p: &Vectors<D>, q: &Vectors<D>) -> Vectors<D> {
    [
        p[1].mul(q[2]).sub(p[2].mul(q[1])),
        p[2].mul(q[0]).sub(p[0].mul(q[2])),
        p[0].mul(q[1]).sub(p[1].mul(q[0])),
    ]
}

#[inline(always)]
pub(super) fn dot<D: Doubles>(p: &Vectors<D>, q: &Vectors<D>) -> D {
    p[0].mul(q[0]).add(p[1].mul(q[1])).add(p[2].mul(q[2]))
}
