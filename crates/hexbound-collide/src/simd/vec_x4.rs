//! Four vectors in lanes.
//!
//! The operations are functions, since a closure that is not inlined is compiled without AVX2.

use glam::DVec3;

use super::F64x4;

/// The components x, y and z of four vectors.
pub(crate) type Vectors<D> = [D; 3];

/// One vector in all four lanes.
#[inline(always)]
pub(crate) fn splat<D: F64x4>(v: DVec3) -> Vectors<D> {
    [D::splat(v.x), D::splat(v.y), D::splat(v.z)]
}

/// The vector in a lane.
#[inline(always)]
pub(crate) fn lane<D: F64x4>([x, y, z]: &Vectors<D>, lane: usize) -> DVec3 {
    let lane = lane & 3;
    DVec3::new(x.store()[lane], y.store()[lane], z.store()[lane])
}

#[inline(always)]
pub(crate) fn sub<D: F64x4>(p: &Vectors<D>, q: &Vectors<D>) -> Vectors<D> {
    [p[0].sub(q[0]), p[1].sub(q[1]), p[2].sub(q[2])]
}

/// The products of the vectors' components.
#[inline(always)]
pub(crate) fn mul<D: F64x4>(p: &Vectors<D>, q: &Vectors<D>) -> Vectors<D> {
    [p[0].mul(q[0]), p[1].mul(q[1]), p[2].mul(q[2])]
}

#[inline(always)]
pub(crate) fn cross<D: F64x4>(p: &Vectors<D>, q: &Vectors<D>) -> Vectors<D> {
    [
        p[1].mul(q[2]).sub(p[2].mul(q[1])),
        p[2].mul(q[0]).sub(p[0].mul(q[2])),
        p[0].mul(q[1]).sub(p[1].mul(q[0])),
    ]
}

#[inline(always)]
pub(crate) fn dot<D: F64x4>(p: &Vectors<D>, q: &Vectors<D>) -> D {
    p[0].mul(q[0]).add(p[1].mul(q[1])).add(p[2].mul(q[2]))
}
