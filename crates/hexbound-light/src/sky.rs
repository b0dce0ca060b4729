//! The light of the sky and its sun, for the bake and the renderer.

use glam::Vec3;

use hexbound_level::{Air, Sun};

/// The light from above, linear RGB. A sunlit white wall is about 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sky {
    /// The unit vector from the level to the sun.
    pub to_sun: Vec3,
    /// The sun's light on a surface that faces it.
    pub sun_color: Vec3,
    /// The sky's light straight overhead.
    pub zenith: Vec3,
    /// The sky's light at the horizon.
    pub horizon: Vec3,
    /// The light of the haze below the horizon.
    pub ground: Vec3,
    /// The density of the haze at the height `haze_base`, per meter.
    pub fog_density: f32,
    /// The height over which the haze thins to 1 / e of its density, meters.
    pub haze_height: f32,
    /// The height at which the haze has the density `fog_density`, meters in the level's coordinates.
    pub haze_base: f32,
}

/// The direction to the sun of a level that names none: a late afternoon, low in the south-west
/// (+X is east, −Z is north).
const AFTERNOON_TO_SUN: Vec3 = Vec3::new(-0.57, 0.60, 0.56);
/// The color of the afternoon sun, about 5,200 K.
const AFTERNOON_COLOR: Vec3 = Vec3::new(1.0, 0.83, 0.62);

impl Sky {
    /// The sky for a level's air and sun. A level without a sun gets an afternoon sun.
    pub fn new(sun: Option<Sun>, air: Air) -> Self {
        let (to_sun, color) = match sun {
            Some(sun) => (
                -sun.direction,
                sun.color * AFTERNOON_COLOR.lerp(Vec3::ONE, 0.5),
            ),
            None => (AFTERNOON_TO_SUN, AFTERNOON_COLOR),
        };
        Self {
            to_sun: to_sun.normalize_or(Vec3::Y),
            sun_color: color * air.sun_strength,
            zenith: air.zenith,
            horizon: air.horizon,
            ground: air.ground,
            fog_density: air.haze,
            haze_height: air.haze_height,
            haze_base: 0.0,
        }
    }

    /// The light from a unit `direction`, without the sun's disc. `sky_radiance` in
    /// shaders/common.wgsl computes the same.
    pub fn radiance(&self, direction: Vec3) -> Vec3 {
        let low = 1.0 - direction.y.clamp(0.0, 1.0);
        let haze = low.powi(4);
        let toward = direction.dot(self.to_sun).max(0.0);
        let glow = toward.powi(4) * (0.35 + 0.65 * low * low);
        let above = self.zenith.lerp(self.horizon, haze) + self.sun_color * (0.09 * glow);
        let below = (-direction.y * 5.0).clamp(0.0, 1.0);
        above.lerp(self.ground, below * (2.0 - below))
    }
}
