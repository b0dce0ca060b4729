//! A body that tips over its foot like stone, and stays where it falls.

use glam::Vec3;
use hexbound_collide::hash::Hasher;
use serde::{Deserialize, Serialize};

use crate::numbers::is_in_range;
use hexbound_base::body::HALF_HEIGHT;
use hexbound_base::clock::TICK_LENGTH;

/// The height of the head above the feet of a standing walker, meters.
pub(super) const HEAD_HEIGHT: f32 = 1.7;

/// The angular acceleration of a tipping rod of the walker's height, radians a second squared, before the
/// factor of the tilt's sine: three halves of gravity over its length.
const TIPPING_ACCELERATION: f32 = 1.5 * 9.81 / (2.0 * HALF_HEIGHT);
/// The fraction of the angular speed that is kept at the impact on the ground.
const REBOUND_RATIO: f32 = 0.22;
/// The angular speed below which the body lies still, radians a second.
const STILL_SPEED: f32 = 0.5;

/// The state of a fall.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Topple {
    /// The horizontal unit vector along which the body falls.
    pub toward: Vec3,
    /// The angle from the upright, radians.
    pub tilt: f32,
    /// The angular speed, radians a second.
    pub(super) speed: f32,
    /// The tilt at which the body will lie, radians.
    pub(super) lies_at: f32,
}

impl Topple {
    /// Returns whether all numbers are usable.
    pub(super) fn is_valid(&self) -> bool {
        is_in_range(self.toward) && is_in_range(Vec3::new(self.tilt, self.speed, self.lies_at))
    }

    pub(super) fn hash(&self, hasher: &mut Hasher) {
        let Self {
            toward,
            tilt,
            speed,
            lies_at,
        } = *self;
        hasher.vec3(toward).f32(tilt).f32(speed).f32(lies_at);
    }

    /// Returns whether the body lies still.
    pub fn is_over(&self) -> bool {
        self.speed == 0.0
    }

    /// Advances the fall by one tick. Returns the angular speed of an impact on the ground that is hard
    /// enough to be heard, radians a second.
    pub(super) fn step(&mut self) -> Option<f32> {
        if self.is_over() {
            return None;
        }
        self.speed += TIPPING_ACCELERATION * libm::sinf(self.tilt) * TICK_LENGTH;
        self.tilt += self.speed * TICK_LENGTH;
        if self.tilt < self.lies_at || self.speed < 0.0 {
            return None;
        }
        let speed = self.speed;
        self.tilt = self.lies_at;
        self.speed = if speed > STILL_SPEED {
            -REBOUND_RATIO * speed
        } else {
            0.0
        };
        (speed > 2.0 * STILL_SPEED).then_some(speed)
    }

    /// The position of the head above the walker's `feet`, local, meters.
    pub(super) fn head_from(&self, feet: Vec3) -> Vec3 {
        feet + (self.toward * libm::sinf(self.tilt) + Vec3::Y * libm::cosf(self.tilt)) * HEAD_HEIGHT
    }
}
