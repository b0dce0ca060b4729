//! The effects of Khronos' extensions on a material, approximated by properties that every material has.
//! The extensions' textures are not read; a factor modulated by one counts in part. Deviations from the
//! extensions are reported once for a whole file.

use std::collections::BTreeSet;

use glam::Vec3;
use gltf::json::{self, Root};
use serde_json::Value;

use super::{
    extension_values::{color, number, share, textured_share},
    thin_film,
};
use crate::Material;

/// Extensions whose look is only approximated.
const APPROXIMATED_EXTENSIONS: [&str; 7] = [
    "KHR_materials_anisotropy",
    "KHR_materials_clearcoat",
    "KHR_materials_iridescence",
    "KHR_materials_sheen",
    "KHR_materials_specular",
    "KHR_materials_transmission",
    "KHR_materials_volume",
];
/// Extensions that are fully drawn, or don't affect the look.
const DRAWN_EXTENSIONS: [&str; 5] = [
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_unlit",
    "KHR_materials_variants",
];

/// Changes a material by its extensions, except for glass.
pub(super) fn apply(given: &json::Material, material: &mut Material) {
    let Some(extensions) = &given.extensions else {
        return;
    };
    let found = |name: &str| extensions.others.get(name);
    if let Some(coat) = found("KHR_materials_clearcoat") {
        // The visible surface is the smooth coat, with the color beneath it.
        let share = share(coat, "clearcoat", 0.0);
        let roughness = number(coat, "clearcoatRoughnessFactor", 0.0);
        material.roughness += (roughness - material.roughness).min(0.0) * share;
    }
    if let Some(sheen) = found("KHR_materials_sheen") {
        apply_sheen(sheen, material);
    }
    let (ior, specular) = (found("KHR_materials_ior"), found("KHR_materials_specular"));
    if ior.or(specular).is_some() {
        material.reflectance = reflectance(ior, specular);
    }
    if let Some(film) = found("KHR_materials_iridescence") {
        thin_film::cover(film, material);
    }
    if let Some(anisotropy) = found("KHR_materials_anisotropy") {
        apply_anisotropy(anisotropy, material);
    }
}

/// Roughens a material with stretched highlights: the mean of both directions is drawn.
fn apply_anisotropy(anisotropy: &Value, material: &mut Material) {
    let strength = number(anisotropy, "anisotropyStrength", 0.0).min(1.0);
    let strength = strength * textured_share(anisotropy, "anisotropy");
    let across = material.roughness * material.roughness;
    let along = across + (1.0 - across) * strength * strength;
    material.roughness = (across * along).powf(0.25);
}

/// Lightens a material by the mean light of its fibers from all directions.
fn apply_sheen(sheen: &Value, material: &mut Material) {
    /// The mean share of the light that full sheen reflects.
    const SHEEN_ALBEDO: f32 = 0.16;
    let color = color(sheen, "sheenColorFactor", Vec3::ZERO) * textured_share(sheen, "sheenColor");
    let base = Vec3::from_slice(&material.base_color[..3]);
    let mixed = base * (1.0 - SHEEN_ALBEDO * color.max_element()) + color * SHEEN_ALBEDO;
    material.base_color[..3].copy_from_slice(&mixed.to_array());
}

/// The share of the light that a non-metallic surface reflects head-on.
fn reflectance(ior: Option<&Value>, specular: Option<&Value>) -> f32 {
    let ior = ior.map_or(1.5, |extension| number(extension, "ior", 1.5));
    // In the extension, 0 stands for total reflection.
    let fresnel = match ior {
        0.0 => 1.0,
        ior => ((ior.max(1.0) - 1.0) / (ior.max(1.0) + 1.0)).powi(2),
    };
    let factor = specular.map_or(1.0, |extension| {
        let tint = color(extension, "specularColorFactor", Vec3::ONE);
        share(extension, "specular", 1.0) * tint.dot(Vec3::splat(1.0 / 3.0))
    });
    (fresnel * factor).clamp(0.0, 1.0)
}

/// The color of glass of some thickness by its absorption; white without the extension.
pub(super) fn attenuation(given: &json::Material) -> Vec3 {
    let extensions = given.extensions.as_ref();
    let volume = extensions.and_then(|found| found.others.get("KHR_materials_volume"));
    let Some(volume) = volume else {
        return Vec3::ONE;
    };
    let thickness = share(volume, "thickness", 0.0);
    let distance = number(volume, "attenuationDistance", f32::INFINITY);
    let color = color(volume, "attenuationColor", Vec3::ONE).clamp(Vec3::splat(1e-3), Vec3::ONE);
    match thickness / distance {
        distances if distances.is_finite() && distances > 0.0 => color.powf(distances.min(10.0)),
        _ => Vec3::ONE,
    }
}

/// Explains which materials look simpler than the file requests, with the first such material; `None` if
/// all are complete.
pub(super) fn shortcomings(document: &Root) -> Option<(usize, String)> {
    let (mut names, mut first) = (BTreeSet::new(), None);
    for (index, material) in document.materials.iter().enumerate() {
        let extensions = material.extensions.iter();
        let of_material = extensions.flat_map(|extensions| extensions.others.keys());
        for name in of_material.map(String::as_str) {
            if name.contains("_materials_") && !DRAWN_EXTENSIONS.contains(&name) {
                names.insert(name);
                first = first.or(Some(index));
            }
        }
    }
    let (near, not): (Vec<&str>, Vec<&str>) = names
        .iter()
        .partition(|name| APPROXIMATED_EXTENSIONS.contains(name));
    let list = |names: &[&str], verb: &str| match names {
        [] => None,
        [one] => Some(format!("{one} is {verb}")),
        [all @ .., last] => Some(format!("{} and {last} are {verb}", all.join(", "))),
    };
    let parts = [
        list(&near, "approximated, without textures"),
        list(&not, "not drawn"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    first.map(|first| (first, format!("the materials' look: {}", parts.join("; "))))
}
