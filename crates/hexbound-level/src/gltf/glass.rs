//! Detects opaque materials that are meant as glass, and computes how much of their own color covers the
//! background. They collide like any other.

use glam::Vec3;
use gltf::json;

use super::{
    extension_values::{number, textured_share},
    material_extensions,
};
use crate::{Alpha, Material};

/// The alpha of clear glass with full transmission: its sheen, some dust.
const CLEAR_ALPHA: f32 = 0.2;
/// The alpha of deeply colored glass with full transmission: blending can't filter the light from behind,
/// so the color has to come from the pane.
const COLORED_ALPHA: f32 = 0.65;
/// The least metalness of metal, which transmits nothing.
const MIN_METALNESS: f32 = 0.5;

/// The share of the light that glass reflects, compared with paint of its color.
const REFLECTED: f32 = 0.4;
/// The greatest roughness of panes that are glass by their name alone.
const MAX_POLISHED_ROUGHNESS: f32 = 0.15;

/// Makes an opaque material see-through if it is glass: by KHR_materials_transmission, or by the word in
/// the name of a plain material, since many programs lose the extension.
pub(super) fn apply(given: &json::Material, material: &mut Material) {
    let is_plain =
        material.base_color_texture.is_none() && material.metallic_roughness_texture.is_none();
    let is_metal =
        material.metallic >= MIN_METALNESS && material.metallic_roughness_texture.is_none();
    if is_metal || material.alpha != Alpha::Opaque {
        return;
    }
    let transmission = match transmission(given) {
        Some(factor) => factor,
        None if is_plain && is_named_glass(&material.name) => {
            material.roughness = material.roughness.min(MAX_POLISHED_ROUGHNESS);
            1.0
        }
        None => 0.0,
    };
    if transmission > 0.0 {
        let [red, green, blue, _] = material.base_color;
        let [red, green, blue] =
            (material_extensions::attenuation(given) * Vec3::new(red, green, blue)).to_array();
        let clearness = red.min(green).min(blue);
        let toward = |full: f32| full * transmission + (1.0 - transmission);
        let [red, green, blue] = [red, green, blue].map(|channel| channel * toward(REFLECTED));
        let alpha = toward(CLEAR_ALPHA * clearness + COLORED_ALPHA * (1.0 - clearness));
        material.alpha = Alpha::Blend;
        material.base_color = [red, green, blue, alpha];
    }
}

/// The transmission of a material, 0 to 1; `None` without the extension.
fn transmission(given: &json::Material) -> Option<f32> {
    let extensions = given.extensions.as_ref()?;
    let extension = extensions.others.get("KHR_materials_transmission")?;
    let factor = number(extension, "transmissionFactor", 0.0).min(1.0);
    Some(factor * textured_share(extension, "transmission"))
}

/// Returns whether a material's name indicates glass.
fn is_named_glass(name: &str) -> bool {
    let name = name.to_lowercase();
    let others = ["fiberglass", "fibreglass", "glass frame", "glass_frame"];
    name.contains("glass") && !others.iter().any(|other| name.contains(other))
}
