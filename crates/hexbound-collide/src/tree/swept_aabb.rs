//! The test of a box or point that moves on a straight line against one box or eight.

use glam::Vec3;

use super::node::Bvh8Node;
use crate::{geom::Aabb, simd::F32x8};

/// The factor for the largest error of a fraction of the motion: three roundings of 2⁻²⁴ on each side.
const ROUNDING: f32 = 1.0 + 4e-7;

/// The component of a motion below which the motion counts as static along the axis.
const STATIC_MOTION: f32 = 1e-20;

/// A box with the half extents `half`, zero for a ray, whose center moves from `origin` by `direction`.
/// Times are fractions of `direction`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptAabb {
    origin: Vec3,
    direction: Vec3,
    half: Vec3,
}

/// The divisions and margins that the tests of all boxes share. A sweep computes them on use, since
/// loads of numbers that were stored one by one would cost more.
struct PreparedSweep {
    /// The index of the plane of a box (min x, y, z, max x, y, z) that is met first on each axis.
    near: [usize; 3],
    near_origin: Vec3,
    far_origin: Vec3,
    inverse: Vec3,
}

impl SweptAabb {
    pub(crate) fn new(origin: Vec3, direction: Vec3, half: Vec3) -> Self {
        Self {
            origin,
            direction,
            half,
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
        let limit = Vec3::splat(STATIC_MOTION);
        let is_static = self.direction.abs().cmplt(limit);
        let direction = Vec3::select(is_static, limit.copysign(self.direction), self.direction);
        // A motion from below meets a box at its lower plane, moved down by the reach. A motion that is
        // static exactly on a box's face never leaves the face, so a margin is added there, too.
        let margin = (origin.abs() + half) * 2e-7 + Vec3::splat(1e-12);
        let margin = if half == Vec3::ZERO {
            Vec3::select(is_static, margin, Vec3::ZERO)
        } else {
            margin
        };
        let reach = (half + margin).copysign(direction);
        let near = [
            3 * usize::from(direction.x < 0.0),
            1 + 3 * usize::from(direction.y < 0.0),
            2 + 3 * usize::from(direction.z < 0.0),
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

/// A swept box with each number in eight lanes, for a test of a node's eight boxes at once.
pub(super) struct SweptAabbX8<L> {
    near: [usize; 3],
    near_origin: [L; 3],
    far_origin: [L; 3],
    inverse: [L; 3],
    rounding: L,
    zero: L,
}

impl<L: F32x8> SweptAabbX8<L> {
    #[inline(always)]
    pub(super) fn new(swept: &SweptAabb) -> Self {
        let swept = swept.prepared();
        Self {
            near: swept.near,
            near_origin: splat(swept.near_origin),
            far_origin: splat(swept.far_origin),
            inverse: splat(swept.inverse),
            rounding: L::splat(ROUNDING),
            zero: L::splat(0.0),
        }
    }

    /// The mask of the boxes that are entered no later than `latest`, and the fractions of the entries.
    #[inline(always)]
    pub(super) fn meets<N: Bvh8Node>(&self, node: &N, latest: f32) -> (u32, [f32; 8]) {
        let enter = |axis: usize| {
            let near = node.planes::<L>(self.near[axis]);
            near.sub(self.near_origin[axis]).mul(self.inverse[axis])
        };
        let leave = |axis: usize| {
            let far = node.planes::<L>((self.near[axis] + 3) % 6);
            far.sub(self.far_origin[axis]).mul(self.inverse[axis])
        };
        let first = enter(0).max(enter(1)).max(enter(2)).max(self.zero);
        let last = leave(0).min(leave(1)).min(leave(2)).mul(self.rounding);
        let last = last.min(L::splat(latest));
        (first.le_mask(last) & node.present(), first.store())
    }
}

#[inline(always)]
fn splat<L: F32x8>(v: Vec3) -> [L; 3] {
    [L::splat(v.x), L::splat(v.y), L::splat(v.z)]
}
