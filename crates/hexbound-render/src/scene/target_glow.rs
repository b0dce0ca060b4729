//! The glow of a target: faint until a ball has lit it, then bright.

use std::mem::offset_of;

use glam::Vec3;

use super::materials::MaterialUniforms;
use crate::Gpu;
use hexbound_level::Material;
use hexbound_sim::View;

/// The light of a target whose material emits none, linear.
const TEAL_LIGHT: Vec3 = Vec3::new(0.05, 0.74, 0.55);
/// The minimum brightness of a material's own light that counts as a target's.
const GLOW_LIGHT: f32 = 0.02;
/// The factor of an unlit target's light.
const DIM_FACTOR: f32 = 0.45;
/// The factor of a lit target's light.
const BRIGHT_FACTOR: f32 = 2.2;
/// The light of an unlit target whose material emits none, as a factor of the teal.
const FAINT_FACTOR: f32 = 0.10;
/// The factor of the flash of a newly lit target.
const FLASH_FACTOR: f32 = 4.0;
/// The decay rate of the flash, 1/s.
const FADE_RATE: f32 = 2.5;

/// The light of unlit targets in the colors for every kind of color vision, linear.
const ORANGE_LIGHT: Vec3 = Vec3::new(1.0, 0.33, 0.02);
/// The light of lit targets in the colors for every kind of color vision, linear.
const BLUE_LIGHT: Vec3 = Vec3::new(0.05, 0.30, 1.0);

/// The colors of glowing targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TargetColors {
    /// The colors of the level.
    #[default]
    Own,
    /// Orange for unlit targets, and blue for lit ones.
    OrangeAndBlue,
}

/// The glow of one target in one material.
pub(crate) struct TargetGlow {
    target: u32,
    material: Material,
    uniforms: wgpu::Buffer,
    /// The light on the device, and the colors it was computed with.
    written: (Vec3, TargetColors),
}

impl TargetGlow {
    pub(super) fn new(target: u32, material: &Material, uniforms: wgpu::Buffer) -> Self {
        Self {
            target,
            written: (
                emitted(material, None, TargetColors::Own),
                TargetColors::Own,
            ),
            material: material.clone(),
            uniforms,
        }
    }

    /// Writes the light of the target in the view, if it has changed.
    pub(super) fn write(&mut self, gpu: &Gpu, view: &View, colors: TargetColors) {
        let lit = view.lit.iter().find(|lit| lit.target == self.target);
        let light = emitted(&self.material, lit.map(|lit| lit.seconds), colors);
        if (light, colors) == self.written {
            return;
        }
        self.written = (light, colors);
        // The texture of a glow has the level's own color as well.
        let is_gray = colors != TargetColors::Own;
        let gray_glow = [f32::from(u8::from(is_gray))];
        for (offset, values) in [
            (
                offset_of!(MaterialUniforms, emissive),
                &light.to_array()[..],
            ),
            (offset_of!(MaterialUniforms, gray_glow), &gray_glow),
        ] {
            let bytes = bytemuck::cast_slice(values);
            gpu.queue.write_buffer(&self.uniforms, offset as u64, bytes);
        }
    }
}

/// The linear light of a target; `lit` is the time since it was lit, seconds, or `None` if it is unlit.
pub(super) fn emitted(material: &Material, lit: Option<f32>, colors: TargetColors) -> Vec3 {
    let own = Vec3::from(material.emissive);
    let factor = match lit {
        None => DIM_FACTOR,
        // After a few seconds the light is constant.
        Some(seconds) if seconds > 4.0 => BRIGHT_FACTOR,
        Some(seconds) => BRIGHT_FACTOR + FLASH_FACTOR * (-FADE_RATE * seconds).exp(),
    };
    let glows = own.max_element() > GLOW_LIGHT;
    let strength = if glows { own.max_element() } else { 1.0 };
    let color = match (colors, lit) {
        (TargetColors::Own, _) if glows => own,
        (TargetColors::Own, _) => TEAL_LIGHT,
        (TargetColors::OrangeAndBlue, None) => ORANGE_LIGHT * strength,
        (TargetColors::OrangeAndBlue, Some(_)) => BLUE_LIGHT * strength,
    };
    match (glows, lit) {
        (true, _) => color * factor,
        (false, None) => own + color * FAINT_FACTOR,
        (false, Some(_)) => color * (0.4 * factor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lit_target_is_brighter_whatever_its_material() {
        for emissive in [[0.0; 3], [0.1, 0.8, 0.6]] {
            let material = Material {
                emissive,
                ..Material::default()
            };
            let light = |lit| emitted(&material, lit, TargetColors::Own).max_element();
            assert!(light(None) > 0.0 && light(Some(60.0)) > 3.0 * light(None));
            assert!(light(Some(0.0)) > 2.0 * light(Some(60.0)));
            assert_eq!(light(Some(5.0)), light(Some(50.0)));
        }
    }

    #[test]
    fn orange_turns_to_a_brighter_blue_whatever_the_material() {
        for emissive in [[0.0; 3], [0.1, 0.8, 0.6], [2.0, 0.1, 0.1]] {
            let material = Material {
                emissive,
                ..Material::default()
            };
            let light = |lit| emitted(&material, lit, TargetColors::OrangeAndBlue);
            let (before, after) = (light(None), light(Some(60.0)));
            assert!(before.x > 3.0 * before.z, "{before}");
            assert!(after.z > 3.0 * after.x, "{after}");
            assert!(after.z > 2.0 * before.x, "{after}");
        }
    }
}
