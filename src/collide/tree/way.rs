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
    /// Which of the six planes of a box (min x, y, z, max x, y, z) is met first on each axis.
    near: [usize; 3],
    near_origin: [f32; 3],
    far_origin: [f32; 3],
    inverse: [f32; 3],
    is_valid: bool,
}

impl Way {
    pub fn new(origin: Vec3, direction: Vec3, half: Vec3) -> Self {
        let speed = |speed: f32| {
            if speed.abs() < STILL {
                STILL.copysign(speed)
            } else {
                speed
            }
        };
        let direction = Vec3::new(speed(direction.x), speed(direction.y), speed(direction.z));
        // A box met from below is met early at its lower plane, moved down by the reach. A way that
        // stands still exactly on a box's face never leaves it: there too a little is added.
        let little = (origin.abs() + half) * 2e-7 + Vec3::splat(1e-12);
        let still = direction.abs().cmple(Vec3::splat(STILL));
        let little = if half == Vec3::ZERO {
            Vec3::select(still, little, Vec3::ZERO)
        } else {
            little
        };
        let reach = (half + little).copysign(direction);
        let near = |axis: usize| axis + if direction[axis] < 0.0 { 3 } else { 0 };
        Way {
            near: [near(0), near(1), near(2)],
            near_origin: (origin + reach).to_array(),
            far_origin: (origin - reach).to_array(),
            inverse: direction.recip().to_array(),
            // A sum is finite where all of its parts are.
            is_valid: (origin + direction + reach).element_sum().is_finite(),
        }
    }

    /// Whether the way is of use: every component is finite.
    pub fn is_valid(&self) -> bool {
        self.is_valid
    }

    /// When it enters one box, if it does before `latest`.
    pub fn enters(&self, bounds: &Aabb, latest: f32) -> Option<f32> {
        let planes = [bounds.min, bounds.max];
        let (mut enter, mut leave) = (0.0_f32, latest);
        for axis in 0..3 {
            let near = planes[self.near[axis] / 3][axis];
            let far = planes[1 - self.near[axis] / 3][axis];
            enter = enter.max((near - self.near_origin[axis]) * self.inverse[axis]);
            leave = leave.min((far - self.far_origin[axis]) * self.inverse[axis] * ROUNDING);
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
        let wide = |v: [f32; 3]| [L::splat(v[0]), L::splat(v[1]), L::splat(v[2])];
        Self {
            near: way.near,
            near_origin: wide(way.near_origin),
            far_origin: wide(way.far_origin),
            inverse: wide(way.inverse),
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
