//! Pictures of what glTF's materials and extensions ask for in files that others made. The models
//! are not part of the project: without them the test prints SKIPPED. Their pictures are not ours
//! to keep either, so a fingerprint of each is kept instead: the mean colors of 16 by 9 squares.

use std::{collections::BTreeMap, fmt::Write, fs, path::PathBuf};

use glam::Vec3;
use hexbound_level::{Alpha, Level, Material, TextureRef, UvPair, Wrap};

use super::{
    compare::{difference_of, is_recording, means, stored},
    feature::{Feature, SIZE, Shot},
    keep,
};
use crate::{
    skip,
    stage::{Device, device, looking},
};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/conformance");
const FILE: &str = "models.txt";
const COLUMNS: usize = 16;
const ROWS: usize = 9;

/// A model whose picture shows a feature.
struct Model {
    name: &'static str,
    /// Under DATA.
    file: &'static str,
    /// Toward the eye.
    side: Vec3,
    /// 1 shows the whole of any model; flat and long ones are better seen closer.
    zoom: f32,
    /// Leaves the feature out.
    without: fn(&mut Level),
}

const fn model(
    name: &'static str,
    file: &'static str,
    side: [f32; 3],
    zoom: f32,
    without: fn(&mut Level),
) -> Model {
    Model {
        name,
        file,
        side: Vec3::from_array(side),
        zoom,
        without,
    }
}

const FRONT: [f32; 3] = [0.0, 0.0, 1.0];
const OBLIQUE: [f32; 3] = [0.7, 0.5, 1.0];
const SHADED: [f32; 3] = [0.7, 0.3, -0.7];
const FRONT_ABOVE: [f32; 3] = [0.0, 0.4, 1.0];

const MODELS: &[Model] = &[
    model(
        "base-color-texture",
        "khronos-samples/BoxTextured/glTF-Embedded/BoxTextured.gltf",
        OBLIQUE,
        1.2,
        |level| materials(level, |material| material.base_color_texture = None),
    ),
    model(
        "normal-map",
        "khronos-samples/NormalTangentTest/glTF/NormalTangentTest.gltf",
        FRONT,
        1.7,
        |level| materials(level, |material| material.normal.factor = 0.0),
    ),
    model(
        "metallic-roughness-texture",
        "khronos-samples/Suzanne/glTF/Suzanne.gltf",
        FRONT,
        1.4,
        |level| {
            materials(level, |material| {
                material.metallic_roughness_texture = None;
            });
        },
    ),
    model(
        "occlusion",
        "blender-io/12_orm_two_uvmaps/12_orm_two_uvmaps.gltf",
        SHADED,
        1.3,
        |level| materials(level, |material| material.occlusion.factor = 0.0),
    ),
    model(
        "emissive-strength",
        "blender-io/14_emission_strength/14_emission_strength.gltf",
        FRONT,
        5.0,
        // A factor alone is 1 at most.
        |level| {
            materials(level, |material| {
                material.emissive = material.emissive.map(|part| part.min(1.0));
            });
        },
    ),
    model(
        "emissive-texture",
        "khronos-samples/MultiUVTest/glTF/MultiUVTest.gltf",
        OBLIQUE,
        1.3,
        |level| materials(level, |material| material.emissive = [0.0; 3]),
    ),
    model(
        "alpha-mask",
        "asset-generator/Material_AlphaMask/Material_AlphaMask_01.gltf",
        FRONT,
        1.5,
        opaque,
    ),
    model(
        "alpha-blend",
        "asset-generator/Material_AlphaBlend/Material_AlphaBlend_05.gltf",
        FRONT,
        1.5,
        opaque,
    ),
    model(
        "double-sided",
        "khronos-samples/TwoSidedPlane/glTF/TwoSidedPlane.gltf",
        [0.2, -1.0, 0.4],
        1.3,
        |level| materials(level, |material| material.double_sided = false),
    ),
    model(
        "vertex-colors",
        "khronos-samples/VertexColorTest/glTF-Binary/VertexColorTest.glb",
        FRONT_ABOVE,
        1.4,
        |level| {
            for vertex in &mut level.mesh.vertices {
                vertex.color = [1.0; 4];
            }
        },
    ),
    model(
        "two-uv-sets",
        "khronos-samples/MultiUVTest/glTF/MultiUVTest.gltf",
        OBLIQUE,
        1.3,
        |level| textures(level, |texture| texture.uvs = UvPair::First),
    ),
    model(
        "texture-transform",
        "khronos-samples/TextureTransformTest/glTF/TextureTransformTest.gltf",
        FRONT,
        1.6,
        |level| textures(level, |texture| texture.transform = None),
    ),
    model(
        "texture-transform-of-two-sets",
        "khronos-samples/TextureTransformMultiTest/glTF-Binary/TextureTransformMultiTest.glb",
        FRONT,
        5.0,
        |level| textures(level, |texture| texture.transform = None),
    ),
    model(
        "texture-settings",
        "khronos-samples/TextureSettingsTest/glTF/TextureSettingsTest.gltf",
        FRONT,
        1.6,
        |level| {
            textures(level, |texture| {
                (texture.sampler.wrap_u, texture.sampler.wrap_v) = (Wrap::Clamp, Wrap::Clamp);
            });
        },
    ),
    model(
        "unlit",
        "blender-io/01_unlit/01_unlit.gltf",
        OBLIQUE,
        1.5,
        |level| materials(level, |material| material.unlit = false),
    ),
    model(
        "quantized-mesh",
        "khronos-samples/Duck/glTF-Quantized/Duck.gltf",
        OBLIQUE,
        1.3,
        |level| textures(level, |texture| texture.transform = None),
    ),
    model(
        "instancing",
        "playcanvas/simple-instancing.glb",
        OBLIQUE,
        1.2,
        // One box of all.
        |level| {
            let part = &mut level.mesh.parts[0];
            part.indices.end = part.indices.start + 36;
        },
    ),
    model("lights", "playcanvas/Lights.glb", OBLIQUE, 1.2, |level| {
        level.lighting.lights.clear();
    }),
];

fn materials(level: &mut Level, change: impl FnMut(&mut Material)) {
    level.materials.iter_mut().for_each(change);
}

fn textures(level: &mut Level, mut change: impl FnMut(&mut TextureRef)) {
    materials(level, |material| {
        let all = [
            &mut material.base_color_texture,
            &mut material.normal.texture,
            &mut material.metallic_roughness_texture,
            &mut material.emissive_texture,
            &mut material.occlusion.texture,
        ];
        all.into_iter().flatten().for_each(&mut change);
    });
}

fn opaque(level: &mut Level) {
    materials(level, |material| material.alpha = Alpha::Opaque);
}

/// The model from its side.
fn shot(level: &Level, side: Vec3, zoom: f32) -> Shot {
    let side = side.normalize();
    let center = (level.bounds.min + level.bounds.max) / 2.0;
    let radius = (level.bounds.max - level.bounds.min).length() / 2.0;
    let view = looking(
        center + side * (radius / 0.36 / zoom),
        side.x.atan2(side.z),
        -side.y.asin(),
    );
    Shot::of(view)
}

type Fingerprint = Vec<Vec3>;

/// Reads everything that is stored: a name, then a line for each row of colors.
fn read() -> BTreeMap<String, Fingerprint> {
    let text = fs::read_to_string(stored(FILE)).unwrap_or_default();
    let mut all: BTreeMap<String, Fingerprint> = BTreeMap::new();
    let mut name = "";
    for line in text.lines() {
        match line.strip_prefix('#') {
            Some(_) => {
                let colors = line.split_whitespace().map(color);
                all.entry(name.to_string()).or_default().extend(colors);
            }
            None => name = line,
        }
    }
    all
}

fn color(text: &str) -> Vec3 {
    let number = text
        .strip_prefix('#')
        .map(|text| u32::from_str_radix(text, 16));
    let Some(Ok(number)) = number else {
        panic!("{}: '{text}' is no color", stored(FILE).display());
    };
    let [_, red, green, blue] = number.to_be_bytes();
    Vec3::new(red.into(), green.into(), blue.into())
}

fn write(all: &BTreeMap<String, Fingerprint>) {
    let mut text = String::new();
    for (name, fingerprint) in all {
        text.push_str(name);
        for (index, color) in fingerprint.iter().enumerate() {
            let gap = if index % COLUMNS == 0 { '\n' } else { ' ' };
            let [red, green, blue] = color.round().to_array().map(|part| part as u8);
            write!(text, "{gap}#{red:02x}{green:02x}{blue:02x}").expect("a string grows");
        }
        text.push('\n');
    }
    fs::write(stored(FILE), text).expect("a writable golden");
}

fn faults_of(
    model: &Model,
    all: &mut BTreeMap<String, Fingerprint>,
    device: &mut Device,
) -> Vec<String> {
    let path = PathBuf::from(DATA).join(model.file);
    if !skip::has_data(&path) {
        return Vec::new();
    }
    let level = match hexbound_level::load(&path) {
        Ok(level) => level,
        Err(error) => return vec![format!("{}: {error}", model.name)],
    };
    let shot = shot(&level, model.side, model.zoom);
    let [seen, without] = Feature::of_level_in(level, shot, model.without).pictures(device);
    let square = [SIZE[0] / COLUMNS as u32, SIZE[1] / ROWS as u32];
    let prints = [&seen, &without].map(|picture| means(picture, square));
    let name = format!("model-{}", model.name);
    if is_recording() {
        let rounded = prints[0].iter().map(|color| color.round()).collect();
        all.insert(model.name.to_string(), rounded);
        println!("to be looked at: {}", keep(&name, &seen));
    }
    let Some(known) = all
        .get(model.name)
        .filter(|known| known.len() == COLUMNS * ROWS)
    else {
        let kept = keep(&name, &seen);
        return vec![format!("{name} is not in {FILE}; seen: {kept}")];
    };
    let mut faults = Vec::new();
    let [change, missing] = prints.map(|print| difference_of(known, &print));
    if change.is_seen() {
        let kept = keep(&name, &seen);
        faults.push(format!("{name} differs {change}; seen: {kept}"));
    }
    if !missing.is_seen() {
        let kept = keep(&format!("{name}-without"), &without);
        faults.push(format!(
            "{name}: its feature may be missing and nobody would see: {kept} differs {missing}"
        ));
    }
    println!("{name}: without its feature it differs {missing}");
    faults
}

#[test]
fn models_that_others_made() {
    let Some(mut device) = device() else { return };
    let mut all = read();
    let faults: Vec<String> = (MODELS.iter())
        .flat_map(|model| faults_of(model, &mut all, &mut device))
        .collect();
    if is_recording() {
        write(&all);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
