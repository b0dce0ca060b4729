//! Random values for the moves and the scenes.

use glam::DVec3;

use crate::random::Random;

impl Random {
    /// The next number in `low..high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A point of the cube about the origin whose sides are `2 * size` long.
    pub fn point(&mut self, size: f64) -> DVec3 {
        DVec3::from_array([(); 3].map(|()| self.between(-size, size)))
    }
}
