//! The changes that Khronos' extensions make to a material, as far as they are drawn: by numbers that
//! every material has. The extensions' textures are not read; a factor that one modulates counts
//! for a part. What is less than the extension asks for is reported once for a whole file.

use std::collections::BTreeSet;

use glam::Vec3;
use gltf::json::{self, Root};
use serde_json::Value;

use super::{
    extension_values::{TEXTURED_SHARE, color, number, share},
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
/// Extensions that are drawn as they ask for, or say nothing about a look.
const DRAWN_EXTENSIONS: [&str; 5] = [
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_unlit",
    "KHR_materials_variants",
];

/// Changes a material as its extensions ask for, but for what is glass.
pub(super) fn apply(given: &json::Material, material: &mut Material) {
    let Some(extensions) = &given.extensions else {
        return;
    };
    let found = |name: &str| extensions.others.get(name);
    if let Some(coat) = found("KHR_materials_clearcoat") {
        // What is seen is the smooth coat, and through it the color beneath.
        let share = share(coat, "clearcoat", 0.0);
        let roughness = number(coat, "clearcoatRoughnessFactor", 0.0);
        material.roughness += (roughness - material.roughness).min(0.0) * share;
    }
    if let Some(sheen) = found("KHR_materials_sheen") {
        sheen_on(sheen, material);
    }
    let (ior, specular) = (found("KHR_materials_ior"), found("KHR_materials_specular"));
    if ior.or(specular).is_some() {
        material.reflectance = reflectance(ior, specular);
    }
    if let Some(film) = found("KHR_materials_iridescence") {
        thin_film::cover(film, material);
    }
    if let Some(brushed) = found("KHR_materials_anisotropy") {
        brush(brushed, material);
    }
}

/// Roughens a material whose highlights are drawn out along its grain as much as they get wider on the
/// whole: the mean of both directions is what is drawn.
fn brush(brushed: &Value, material: &mut Material) {
    let textured = brushed.get("anisotropyTexture").is_some();
    let strength = number(brushed, "anisotropyStrength", 0.0).min(1.0);
    let strength = strength * if textured { TEXTURED_SHARE } else { 1.0 };
    let across = material.roughness * material.roughness;
    let along = across + (1.0 - across) * strength * strength;
    material.roughness = (across * along).powf(0.25);
}

/// Lightens a material as much as its fibers do, seen from all sides together.
fn sheen_on(sheen: &Value, material: &mut Material) {
    /// The mean share of the light that full sheen gives back.
    const SHEEN_ALBEDO: f32 = 0.16;
    let textured = sheen.get("sheenColorTexture").is_some();
    let color =
        color(sheen, "sheenColorFactor", Vec3::ZERO) * if textured { TEXTURED_SHARE } else { 1.0 };
    let base = Vec3::from_slice(&material.base_color[..3]);
    let mixed = base * (1.0 - SHEEN_ALBEDO * color.max_element()) + color * SHEEN_ALBEDO;
    material.base_color[..3].copy_from_slice(&mixed.to_array());
}

/// The share of the light that a surface that is no metal reflects head-on.
fn reflectance(ior: Option<&Value>, specular: Option<&Value>) -> f32 {
    let ior = ior.map_or(1.5, |extension| number(extension, "ior", 1.5));
    // By the extension, 0 stands for a surface that reflects all.
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

/// The color that glass of some thickness has by what it swallows; white without the extension.
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
        ways if ways.is_finite() && ways > 0.0 => color.powf(ways.min(10.0)),
        _ => Vec3::ONE,
    }
}

/// Says in words by how much the materials' looks are less than the file asks for, and which material is
/// the first of them; `None` where nothing is.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gltf::document::tests::document;

    /// A rough gray material with these extensions.
    fn with(extensions: &str) -> Material {
        let mut material = Material {
            base_color: [0.5, 0.5, 0.5, 1.0],
            roughness: 0.8,
            ..Material::default()
        };
        let given = format!("{{\"extensions\":{{{extensions}}}}}");
        apply(&serde_json::from_str(&given).unwrap(), &mut material);
        material
    }

    #[test]
    fn reflectance_follows_from_ior_and_specular() {
        let usual = Material::default().reflectance;
        assert_eq!(with("").reflectance, usual);
        let half = with(r#""KHR_materials_specular":{"specularFactor":0.5}"#).reflectance;
        assert!((half - usual / 2.0).abs() < 1e-6, "{half}");
        let diamond = with(r#""KHR_materials_ior":{"ior":2.42}"#).reflectance;
        assert!((0.17..0.18).contains(&diamond), "{diamond}");
        assert_eq!(with(r#""KHR_materials_ior":{"ior":1}"#).reflectance, 0.0);
        let odd = with(r#""KHR_materials_ior":{"ior":-3}"#).reflectance;
        assert!((odd - usual).abs() < 1e-6, "{odd}");
    }

    #[test]
    fn a_coat_polishes_and_sheen_lightens() {
        let coat = with(r#""KHR_materials_clearcoat":{"clearcoatFactor":1}"#);
        assert_eq!(coat.roughness, 0.0);
        let half = with(r#""KHR_materials_clearcoat":{"clearcoatFactor":0.5}"#);
        assert!((half.roughness - 0.4).abs() < 1e-6);
        let rough =
            with(r#""KHR_materials_clearcoat":{"clearcoatFactor":1,"clearcoatRoughnessFactor":1}"#);
        assert_eq!(rough.roughness, 0.8);
        let velvet = with(r#""KHR_materials_sheen":{"sheenColorFactor":[1,0,0]}"#);
        let [red, green, ..] = velvet.base_color;
        assert!(red > 0.55 && green < 0.45, "{red} {green}");
    }

    #[test]
    fn a_brushed_surface_is_rougher_on_the_whole() {
        let with_strength = |strength: f32| {
            let brushed =
                format!(r#""KHR_materials_anisotropy":{{"anisotropyStrength":{strength}}}"#);
            with(&brushed).roughness
        };
        assert!((with_strength(0.0) - 0.8).abs() < 1e-6);
        // Across the grain 0.8, along it 1: both are squared roughnesses' roots.
        assert!((with_strength(1.0) - 0.8_f32.sqrt()).abs() < 1e-6);
        assert!((0.8..0.9).contains(&with_strength(0.5)));
    }

    #[test]
    fn thick_glass_is_as_colored_as_it_swallows() {
        let of = |volume: &str| {
            let given = format!("{{\"extensions\":{{\"KHR_materials_volume\":{volume}}}}}");
            attenuation(&serde_json::from_str(&given).unwrap())
        };
        let green =
            r#"{"thicknessFactor":2,"attenuationDistance":1,"attenuationColor":[0.5,1,0.5]}"#;
        assert!(of(green).distance(Vec3::new(0.25, 1.0, 0.25)) < 1e-5);
        assert_eq!(of(r#"{"attenuationColor":[0.5,1,0.5]}"#), Vec3::ONE);
    }

    #[test]
    fn a_file_is_told_once_what_is_less_than_it_asks_for() {
        let json = |extensions: &str| format!("{{\"materials\":[{extensions}]}}");
        let two = json(
            r#"{"extensions":{"KHR_materials_sheen":{},"KHR_materials_dispersion":{}}},
            {"extensions":{"KHR_materials_sheen":{},"KHR_materials_ior":{}}}"#,
        );
        assert_eq!(
            shortcomings(&document(&two).root).unwrap().1,
            "the materials' look: KHR_materials_sheen is approximated, without textures; \
             KHR_materials_dispersion is not drawn"
        );
        let fine = json(r#"{"extensions":{"KHR_materials_ior":{},"KHR_materials_unlit":{}}},{}"#);
        assert_eq!(shortcomings(&document(&fine).root), None);
    }
}
