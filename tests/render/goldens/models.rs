//! Pictures of what glTF's materials and extensions ask for in files that others made. The models
//! are not part of the project: without them the test prints SKIPPED. Their pictures are not ours
//! to keep either, so a fingerprint of each is kept instead: the mean colors of 16 by 9 squares. A list
//! has the name, the file, the side toward the eye and the zoom of each.

use std::{fs, path::Path};

use hexbound_level::Wrap;
use image::RgbImage;

use super::{
    compare::{difference_of, is_recording, means, stored},
    feature::SIZE,
    *,
};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/conformance");
const FILE: &str = "models.txt";
const COLUMNS: u32 = 16;
const ROWS: u32 = 9;

/// A model whose picture shows a feature.
struct Model {
    name: String,
    /// Under DATA.
    file: String,
    /// Toward the eye.
    side: Vec3,
    /// 1 shows the whole of any model; flat and long ones are better seen closer.
    zoom: f32,
}

/// Leaves the feature of that name out.
fn take_away(name: &str, level: &mut Level) {
    match name {
        "base-color-texture" => materials(level, |it| it.base_color_texture = None),
        "normal-map" => materials(level, |it| it.normal.factor = 0.0),
        "metallic-roughness-texture" => materials(level, |it| it.metallic_roughness_texture = None),
        "occlusion" => materials(level, |it| it.occlusion.factor = 0.0),
        // A factor alone is 1 at most.
        "emissive-strength" => {
            materials(level, |it| it.emissive = it.emissive.map(|it| it.min(1.0)));
        }
        "emissive-texture" => materials(level, |it| it.emissive = [0.0; 3]),
        "alpha-mask" | "alpha-blend" => materials(level, |it| it.alpha = Alpha::Opaque),
        "double-sided" => materials(level, |it| it.double_sided = false),
        "vertex-colors" => {
            let vertices = level.mesh.vertices.iter_mut();
            vertices.for_each(|it| it.color = [1.0; 4]);
        }
        "two-uv-sets" => textures(level, |it| it.uvs = UvPair::First),
        "texture-settings" => textures(level, |it| {
            (it.sampler.wrap_u, it.sampler.wrap_v) = (Wrap::Clamp, Wrap::Clamp);
        }),
        "unlit" => materials(level, |it| it.unlit = false),
        "texture-transform" | "texture-transform-of-two-sets" | "quantized-mesh" => {
            textures(level, |it| it.transform = None);
        }
        // One box of all.
        "instancing" => {
            let part = &mut level.mesh.parts[0];
            part.indices.end = part.indices.start + 36;
        }
        "lights" => level.lighting.lights.clear(),
        other => panic!("{FILE}: nobody knows {other}"),
    }
}

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

/// The model from its side.
fn shot(level: &Level, side: Vec3, zoom: f32) -> Shot {
    let side = side.normalize();
    let center = (level.bounds.min + level.bounds.max) / 2.0;
    let radius = (level.bounds.max - level.bounds.min).length() / 2.0;
    let eye = center + side * (radius / 0.36 / zoom);
    Shot {
        view: looking(eye, side.x.atan2(side.z), -side.y.asin()),
        ..Shot::default()
    }
}

fn model(line: &str) -> Model {
    let words: Vec<&str> = line.split(' ').collect();
    let numbers = words[2..].iter().map(|word| word.parse().expect(line));
    let [x, y, z, zoom] = numbers.collect::<Vec<f32>>()[..] else {
        panic!("{FILE}: {line}");
    };
    Model {
        name: words[0].to_owned(),
        file: words[1].to_owned(),
        side: vec3(x, y, z),
        zoom,
    }
}

fn faults_of(model: &Model, device: &mut Device) -> Vec<String> {
    let path = Path::new(DATA).join(&model.file);
    if !skip::has_data(&path) {
        return Vec::new();
    }
    let level = match hexbound_level::load(&path) {
        Ok(level) => level,
        Err(error) => return vec![format!("{}: {error}", model.name)],
    };
    let shot = shot(&level, model.side, model.zoom);
    let mut without = level.clone();
    take_away(&model.name, &mut without);
    let feature = Feature {
        level,
        shot: shot.clone(),
        level_without: Some(without),
        shot_without: shot,
    };
    let [seen, without] = feature.pictures(device);
    let square = [SIZE[0] / COLUMNS, SIZE[1] / ROWS];
    let prints = [&seen, &without].map(|picture| means(picture, square));
    let name = format!("model-{}", model.name);
    let path = stored(&format!("models/{}.png", model.name));
    if is_recording() {
        let bytes = |color: &Vec3| color.round().to_array().map(|part| part as u8);
        let bytes: Vec<[u8; 3]> = prints[0].iter().map(bytes).collect();
        let print = RgbImage::from_raw(COLUMNS, ROWS, bytes.concat()).expect("all squares");
        print.save(&path).expect("a writable golden");
        println!("to be looked at: {}", keep(&name, &seen));
    }
    let print = match image::open(&path) {
        Ok(print) => print.into_rgba8(),
        Err(error) => return vec![format!("{name}: {error}")],
    };
    let print: Vec<Vec3> = print.pixels().map(rgb).collect();
    let [change, missing] = prints.map(|seen| difference_of(&print, &seen));
    judged(&name, change, missing, [&seen, &without])
}

#[test]
fn models_that_others_made() {
    let Some(mut device) = device() else { return };
    let list = fs::read_to_string(stored(FILE)).expect("the stored models");
    let models = list.lines().map(model);
    let faults = models.flat_map(|model| faults_of(&model, &mut device));
    let faults: Vec<String> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
