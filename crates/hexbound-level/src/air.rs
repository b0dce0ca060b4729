//! The light and the haze of a level's sky, as plain numbers. Other modules read them from a file and
//! draw them.

use glam::Vec3;
use serde::{Deserialize, Serialize};

/// The sky's own light and its haze, linear RGB, where a sunlit white wall is about 3.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Air {
    /// The light straight overhead.
    pub zenith: Vec3,
    /// The light at the horizon, and the color of the haze.
    pub horizon: Vec3,
    /// The light of the haze below the horizon.
    pub ground: Vec3,
    /// The brightness of the sun, which is 3.6 in the afternoon and a twentieth of that for a moon.
    pub sun_strength: f32,
    /// The density of the haze at the height of the spawn, per meter.
    pub haze: f32,
    /// The meters upward over which the haze thins to 1 / e of its density.
    pub haze_height: f32,
}

impl Air {
    /// Returns whether all numbers are finite.
    pub fn is_finite(&self) -> bool {
        let lights = [self.zenith, self.horizon, self.ground];
        let numbers = [self.sun_strength, self.haze, self.haze_height];
        lights.iter().all(|light| light.is_finite())
            && numbers.iter().all(|number| number.is_finite())
    }
}

impl Default for Air {
    /// A clear late afternoon.
    fn default() -> Self {
        Self {
            zenith: Vec3::new(0.055, 0.17, 0.50),
            horizon: Vec3::new(1.05, 0.66, 0.40),
            ground: Vec3::new(0.36, 0.30, 0.27),
            sun_strength: 3.6,
            haze: 0.0026,
            haze_height: 40.0,
        }
    }
}
