//! The color of a surface under a film about as thin as a wavelength of light, as on soap bubbles and
//! heat-tinted steel (KHR_materials_iridescence). Only its head-on look is drawn.

use std::f32::consts::PI;

use glam::Vec3;
use serde_json::Value;

use super::extension_values::{number, share};
use crate::Material;

/// The wavelengths of red, green and blue, nanometers.
const RGB_WAVELENGTHS: [f32; 3] = [612.0, 549.0, 464.0];

/// Covers a material with a film. A metal takes on the film's color. Any other material reflects as
/// strongly as the film, and its base color loses the film's excess colors.
pub(super) fn cover(film: &Value, material: &mut Material) {
    let part = share(film, "iridescence", 0.0).min(1.0);
    let ior = number(film, "iridescenceIor", 1.3).max(1.0);
    let thickness = thickness(film);
    let base = Vec3::from_slice(&material.base_color[..3]);
    let metal = reflected(base, ior, thickness);
    let other = reflected(Vec3::splat(material.reflectance), ior, thickness);
    let mean = other.element_sum() / 3.0;
    let beneath = base * (Vec3::ONE - (other - Vec3::splat(mean)));
    let covered = beneath.lerp(metal, material.metallic);
    let color = base.lerp(covered, part).clamp(Vec3::ZERO, Vec3::ONE);
    material.base_color[..3].copy_from_slice(&color.to_array());
    material.reflectance += (mean - material.reflectance) * part;
}

/// The thickness of a film, nanometers: the mean of its range if a texture, which is not read, sets it.
fn thickness(film: &Value) -> f32 {
    let most = number(film, "iridescenceThicknessMaximum", 400.0);
    match film.get("iridescenceThicknessTexture") {
        Some(_) => 0.5 * (most + number(film, "iridescenceThicknessMinimum", 100.0)),
        None => most,
    }
}

/// The share of light reflected by a surface under a film, for each color (Airy's sum of the reflections
/// in a thin film). Without the film the surface reflects `base` head-on; `thickness` is in nanometers.
fn reflected(base: Vec3, ior: f32, thickness: f32) -> Vec3 {
    let outer = (1.0 - ior) / (1.0 + ior);
    let color = |at: usize| {
        let root = base[at].clamp(0.0, 0.999).sqrt();
        let below = (1.0 + root) / (1.0 - root);
        let inner = (ior - below) / (ior + below);
        let phase = (4.0 * PI * ior * thickness / RGB_WAVELENGTHS[at]).cos();
        let cross = 2.0 * outer * inner * phase;
        let (outer, inner) = (outer * outer, inner * inner);
        (outer + inner + cross) / (1.0 + outer * inner + cross)
    };
    Vec3::new(color(0), color(1), color(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_of_a_quarter_wave_swallows_its_color() {
        // Between air and glass with an index in between, a quarter of a wavelength reflects least.
        let ior = 1.25;
        let quarter = RGB_WAVELENGTHS[1] / (4.0 * ior);
        let bare = Vec3::splat(0.04);
        let coated = reflected(bare, ior, quarter);
        assert!(coated.y < 1e-3, "{coated}");
        assert!(coated.y < coated.x, "{coated}");
        assert!(coated.y < coated.z, "{coated}");
        let half = reflected(bare, ior, quarter * 2.0);
        assert!((half.y - bare.y).abs() < 1e-4, "{half}");
    }
}
