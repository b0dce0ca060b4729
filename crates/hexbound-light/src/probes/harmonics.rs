//! The light at a point from all around, as the first two bands of spherical harmonics for each
//! color (Ramamoorthi and Hanrahan, "An Efficient Representation for Irradiance Environment Maps").

use bytemuck::{Pod, Zeroable};
use glam::{Vec3, Vec4};
use serde::{Deserialize, Serialize};

/// The light from all around: for each color, the mean and the slope along x, y and z. The light from a
/// direction is about `mean + slope · direction`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
#[repr(C)]
pub struct ProbeLight {
    pub red: Vec4,
    pub green: Vec4,
    pub blue: Vec4,
}

impl ProbeLight {
    /// The largest difference between two lights, as a share of the brighter one.
    pub fn difference(&self, other: &ProbeLight) -> f32 {
        let colors = |light: &ProbeLight| [light.red, light.green, light.blue];
        let max_of = |light: &ProbeLight| colors(light).map(|color| color.abs().max_element());
        let difference = (colors(self).into_iter().zip(colors(other)))
            .map(|(one, other)| (one - other).abs().max_element())
            .fold(0.0, f32::max);
        let max_light = max_of(self)
            .into_iter()
            .chain(max_of(other))
            .fold(1e-6, f32::max);
        difference / max_light
    }

    /// The irradiance of a surface facing `normal`, divided by π.
    pub fn falling_on(&self, normal: Vec3) -> Vec3 {
        let weights = (normal * (2.0 / 3.0)).extend(0.0);
        let weights = Vec4::new(1.0, weights.x, weights.y, weights.z);
        Vec3::new(
            self.red.dot(weights),
            self.green.dot(weights),
            self.blue.dot(weights),
        )
        .max(Vec3::ZERO)
    }

    pub fn add(&mut self, other: &ProbeLight, weight: f32) {
        self.red += other.red * weight;
        self.green += other.green * weight;
        self.blue += other.blue * weight;
    }
}

/// Projects light from directions that are spread evenly over the sphere.
pub(super) fn gather(lights: impl ExactSizeIterator<Item = (Vec3, Vec3)>) -> ProbeLight {
    let share = 1.0 / lights.len() as f32;
    let mut sum = ProbeLight::default();
    for (direction, light) in lights {
        let basis = Vec4::new(1.0, 3.0 * direction.x, 3.0 * direction.y, 3.0 * direction.z) * share;
        sum.red += basis * light.x;
        sum.green += basis * light.y;
        sum.blue += basis * light.z;
    }
    sum
}
