//! A straight way of a point or of a box through the tree: what of it lies in eight boxes at once.

use glam::Vec3;

use super::{lanes::Lanes, wide::EightBoxes};
use crate::geom::Aabb;

/// A fraction of the way is wrong by at most this part: three roundings of 2⁻²⁴ on each side.
const ROUNDING: f32 = 1.0 + 4e-7;

/// Slower along an axis than this, a way stands still there.
const STILL: f32 = 1e-20;

/// From `origin` along `direction`: fractions count in its length. Boxes are met as if they were
/// larger by `half`, which is where a box of that half size meets them.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    origin: Vec3,
    direction: Vec3,
    half: Vec3,
}

/// What all boxes on a way have in common. Made where it is used: numbers that are stored one by
/// one and loaded together cost more than all of this.
struct Prepared {
    /// Which of the six planes of a box (min x, y, z, max x, y, z) is met first on each axis.
    near: [usize; 3],
    near_origin: Vec3,
    far_origin: Vec3,
    inverse: Vec3,
}

impl Way {
    pub fn new(origin: Vec3, direction: Vec3, half: Vec3) -> Self {
        Self {
            origin,
            direction,
            half,
        }
    }

    /// Whether the way is of use: every component is finite.
    #[inline(always)]
    pub fn is_valid(&self) -> bool {
        // A sum is finite where all of its parts are.
        (self.origin.abs() + self.direction.abs() + self.half).element_sum() < f32::INFINITY
    }

    #[inline(always)]
    fn prepared(&self) -> Prepared {
        let Way { origin, half, .. } = *self;
        let still = Vec3::splat(STILL);
        let stands = self.direction.abs().cmplt(still);
        let direction = Vec3::select(stands, still.copysign(self.direction), self.direction);
        // A box met from below is met early at its lower plane, moved down by the reach. A way that
        // stands still exactly on a box's face never leaves it: there too a little is added.
        let little = (origin.abs() + half) * 2e-7 + Vec3::splat(1e-12);
        let little = if half == Vec3::ZERO {
            Vec3::select(stands, little, Vec3::ZERO)
        } else {
            little
        };
        let reach = (half + little).copysign(direction);
        let near = [
            3 * usize::from(direction.x < 0.0),
            1 + 3 * usize::from(direction.y < 0.0),
            2 + 3 * usize::from(direction.z < 0.0),
        ];
        Prepared {
            near,
            near_origin: origin + reach,
            far_origin: origin - reach,
            inverse: direction.recip(),
        }
    }

    /// When it enters one box, if it does before `latest`.
    pub fn enters(&self, bounds: &Aabb, latest: f32) -> Option<f32> {
        let planes = [bounds.min, bounds.max];
        let way = self.prepared();
        let (mut enter, mut leave) = (0.0_f32, latest);
        for axis in 0..3 {
            let near = planes[way.near[axis] / 3][axis];
            let far = planes[1 - way.near[axis] / 3][axis];
            enter = enter.max((near - way.near_origin[axis]) * way.inverse[axis]);
            leave = leave.min((far - way.far_origin[axis]) * way.inverse[axis] * ROUNDING);
        }
        (enter <= leave).then_some(enter)
    }
}

/// A way with each number eight times.
pub struct WideWay<L> {
    near: [usize; 3],
    near_origin: [L; 3],
    far_origin: [L; 3],
    inverse: [L; 3],
    rounding: L,
    zero: L,
}

impl<L: Lanes> WideWay<L> {
    #[inline(always)]
    pub fn new(way: &Way) -> Self {
        let way = way.prepared();
        Self {
            near: way.near,
            near_origin: splat(way.near_origin),
            far_origin: splat(way.far_origin),
            inverse: splat(way.inverse),
            rounding: L::splat(ROUNDING),
            zero: L::splat(0.0),
        }
    }

    /// The boxes that are entered before `latest`, a bit each, and when.
    #[inline(always)]
    pub fn meet<N: EightBoxes>(&self, node: &N, latest: f32) -> (u32, [f32; 8]) {
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
        (first.at_most(last) & node.present(), first.store())
    }
}

#[inline(always)]
fn splat<L: Lanes>(v: Vec3) -> [L; 3] {
    [L::splat(v.x), L::splat(v.y), L::splat(v.z)]
}
