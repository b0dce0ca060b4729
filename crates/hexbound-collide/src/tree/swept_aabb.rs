//! The test of a box or point that moves on a straight line against one box or eight.

use glam::Vec3A;

use super::node::Bvh8Node;
use crate::{geom::Aabb, simd::F32x8};

/// The factor for the largest error of a fraction of the motion: seven roundings of 2⁻²⁴.
const ROUNDING: f32 = 1.0 + 5e-7;

/// The component of a motion below which the motion counts as static along the axis.
const STATIC_MOTION: f32 = 1e-20;

/// A box with the half extents `half`, zero for a ray, whose center moves from `origin` by `direction`.
/// Times are fractions of `direction`. The vectors have four lanes, which are stored and loaded at once:
/// three numbers that were stored one by one are loaded late.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptAabb {
    origin: Vec3A,
    direction: Vec3A,
    half: Vec3A,
}

/// The divisions and margins that the tests of all boxes share. A sweep computes them on use, since
/// loads of numbers that were stored one by one would cost more.
struct PreparedSweep {
    /// The index of the plane of a box (min x, y, z, max x, y, z) that is met first on each axis.
    near: [usize; 3],
    near_origin: Vec3A,
    far_origin: Vec3A,
    inverse: Vec3A,
}

impl SweptAabb {
    #[inline(always)]
    pub(crate) fn new(
        origin: impl Into<Vec3A>,
        direction: impl Into<Vec3A>,
        half: impl Into<Vec3A>,
    ) -> Self {
        Self {
            origin: origin.into(),
            direction: direction.into(),
            half: half.into(),
        }
    }

    /// Returns whether every component is finite.
    #[inline(always)]
    pub(crate) fn is_valid(&self) -> bool {
        // The sum is finite only if all of its terms are.
        (self.origin.abs() + self.direction.abs() + self.half).element_sum() < f32::INFINITY
    }

    #[inline(always)]
    fn prepared(&self) -> PreparedSweep {
        let Self { origin, half, .. } = *self;
        let moving = (self.direction.abs()).max(Vec3A::splat(STATIC_MOTION));
        let direction = moving.copysign(self.direction);
        // A motion from below meets a box at its lower plane, moved down by the reach. The margin is that
        // of three roundings of coordinates. It also holds a motion that is static exactly on a face.
        let margin = (origin.abs() + half) * 2e-7 + Vec3A::splat(1e-12);
        let reach = (half + margin).copysign(direction);
        let backward = direction.cmplt(Vec3A::ZERO).bitmask() as usize;
        let near = [
            3 * (backward & 1),
            1 + 3 * (backward >> 1 & 1),
            2 + 3 * (backward >> 2 & 1),
        ];
        PreparedSweep {
            near,
            near_origin: origin + reach,
            far_origin: origin - reach,
            inverse: direction.recip(),
        }
    }

    /// The fraction at which the motion enters a box, if that is no later than `latest`.
    pub(crate) fn enters(&self, bounds: &Aabb, latest: f32) -> Option<f32> {
        let planes = [bounds.min, bounds.max];
        let swept = self.prepared();
        let (mut enter, mut leave) = (0.0_f32, latest);
        for axis in 0..3 {
            let near = planes[swept.near[axis] / 3][axis];
            let far = planes[1 - swept.near[axis] / 3][axis];
            enter = enter.max((near - swept.near_origin[axis]) * swept.inverse[axis]);
            leave = leave.min((far - swept.far_origin[axis]) * swept.inverse[axis] * ROUNDING);
        }
        (enter <= leave).then_some(enter)
    }
}

/// A swept box with each number in eight lanes, for a test of a node's eight boxes at once. A plane at
/// `p` is met at the fraction `p * inverse - start`. The next node is known only after this test, so its
/// latency counts: one fused instruction for each plane, and as few steps as possible in a row.
pub(super) struct SweptAabbX8<L> {
    near: [usize; 3],
    near_inverse: [L; 3],
    near_start: [L; 3],
    far_inverse: [L; 3],
    far_start: [L; 3],
    zero: L,
}

impl<L: F32x8> SweptAabbX8<L> {
    #[inline(always)]
    pub(super) fn new(swept: &SweptAabb) -> Self {
        let swept = swept.prepared();
        let far_inverse = swept.inverse * ROUNDING;
        Self {
            near: swept.near,
            near_inverse: splat(swept.inverse),
            near_start: splat(swept.near_origin * swept.inverse),
            far_inverse: splat(far_inverse),
            far_start: splat(swept.far_origin * far_inverse),
            zero: L::splat(0.0),
        }
    }

    /// The mask of the boxes that are entered no later than `latest`, and the fractions of the entries.
    #[inline(always)]
    pub(super) fn meets<N: Bvh8Node>(&self, node: &N, latest: f32) -> (u32, [f32; 8]) {
        let enter = |axis: usize| {
            let near = node.planes::<L>(self.near[axis]);
            near.mul_sub(self.near_inverse[axis], self.near_start[axis])
        };
        let leave = |axis: usize| {
            let far = node.planes::<L>((self.near[axis] + 3) % 6);
            far.mul_sub(self.far_inverse[axis], self.far_start[axis])
        };
        let first = enter(0).max(enter(1)).max(enter(2).max(self.zero));
        let last = leave(0).min(leave(1)).min(leave(2).min(L::splat(latest)));
        (first.le_mask(last) & node.present(), first.store())
    }
}

#[inline(always)]
fn splat<L: F32x8>(v: Vec3A) -> [L; 3] {
    [L::splat(v.x), L::splat(v.y), L::splat(v.z)]
}
