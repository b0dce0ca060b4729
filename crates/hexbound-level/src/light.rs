//! The lamps of a level and the falloff of their light. Other modules read them from a file and convert
//! them to the game's scale.

use glam::Vec3;
use serde::{Deserialize, Serialize};

/// A static lamp.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Light {
    /// The node's name, for messages.
    pub name: String,
    /// The position, local, meters.
    pub position: Vec3,
    /// The color, linear RGB, at most 1.
    pub color: Vec3,
    /// The brightness of a white wall that faces the lamp one meter away; in the sun, such a wall has
    /// about 3.
    pub strength: f32,
    /// The distance at which the light ends, meters.
    pub range: f32,
    /// The cone of a spot light.
    pub cone: Option<Cone>,
}

/// The directions in which a spot light shines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cone {
    /// The unit vector of the cone's axis.
    pub direction: Vec3,
    /// The angle from the axis at which the light begins to fade, radians.
    pub inner: f32,
    /// The angle from the axis at which the light ends, radians; larger than `inner`.
    pub outer: f32,
}

impl Light {
    /// A lamp that shines in all directions.
    pub fn point(position: Vec3, color: Vec3, strength: f32) -> Self {
        Self {
            name: String::from("light"),
            position,
            color,
            strength,
            range: range_of(strength),
            cone: None,
        }
    }

    /// Makes the lamp a spot light along `direction`, with full light up to the angle `inner` and none
    /// from `outer` on, radians.
    pub fn spot(mut self, direction: Vec3, inner: f32, outer: f32) -> Self {
        self.cone = Some(Cone {
            direction: direction.normalize_or(Vec3::NEG_Y),
            inner,
            outer,
        });
        self
    }

    /// The brightness of a surface that faces the lamp at the offset `offset`, meters, ignoring walls.
    pub fn falling_on(&self, offset: Vec3) -> f32 {
        let squared = offset.length_squared();
        let share = squared / (self.range * self.range);
        let window = (1.0 - share * share).clamp(0.0, 1.0);
        let cone = self.cone.map_or(1.0, |cone| {
            cone.share(offset.normalize_or(cone.direction).dot(cone.direction))
        });
        self.strength * window * cone / squared.max(MIN_LIGHT_DISTANCE * MIN_LIGHT_DISTANCE)
    }
}

impl Cone {
    /// The share of the light at an angle from the axis, given as its cosine (KHR_lights_punctual).
    pub fn share(&self, cosine: f32) -> f32 {
        let (scale, offset) = self.slope();
        let linear = (cosine * scale + offset).clamp(0.0, 1.0);
        linear * linear
    }

    /// The scale and the offset by which a cosine gives the share of the light: share = saturate(cosine ·
    /// scale + offset)².
    pub fn slope(&self) -> (f32, f32) {
        let (inner, outer) = (libm::cosf(self.inner), libm::cosf(self.outer));
        let scale = 1.0 / (inner - outer).max(1e-3);
        (scale, -outer * scale)
    }
}

/// The distance below which the light no longer grows, meters: lamps have a size.
pub(crate) const MIN_LIGHT_DISTANCE: f32 = 0.1;
/// The least visible brightness.
const MIN_VISIBLE: f32 = 0.012;
/// The longest range of a lamp, meters.
pub(crate) const MAX_LIGHT_REACH: f32 = 120.0;

/// The distance at which a lamp without a range is too weak to be seen, meters.
pub(crate) fn range_of(strength: f32) -> f32 {
    (strength / MIN_VISIBLE).sqrt().clamp(0.5, MAX_LIGHT_REACH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_falls_with_the_square_and_ends_at_its_range_and_cone() {
        let light = Light::point(Vec3::ZERO, Vec3::ONE, 8.0);
        let near = light.falling_on(Vec3::X * 2.0);
        assert!((near - 2.0).abs() < 1e-3, "{near}");
        assert!((near / light.falling_on(Vec3::X * 4.0) - 4.0).abs() < 0.01);
        assert_eq!(light.falling_on(Vec3::X * light.range), 0.0);
        let spot = light.spot(Vec3::NEG_Y, 0.3, 0.5);
        let at = |angle: f32| {
            let (sine, cosine) = libm::sincosf(angle);
            spot.falling_on(Vec3::new(sine, -cosine, 0.0) * 2.0)
        };
        assert!((at(0.0) - near).abs() < 1e-5 && (at(0.29) - near).abs() < 1e-5);
        assert!(at(0.4) > 0.0 && at(0.4) < near);
        assert_eq!(at(0.51), 0.0);
    }
}
