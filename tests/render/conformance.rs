//! Conformance models that use what glTF's materials can do, drawn and measured. They are not part
//! of the project: without them the tests print SKIPPED.

use std::path::PathBuf;

use crate::stage::*;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/conformance");

fn load(name: &str) -> Option<Level> {
    let path = PathBuf::from(DATA).join(name);
    let level = || hexbound_level::load(&path).unwrap_or_else(|error| panic!("{error}"));
    skip::has_data(&path).then(level)
}

/// From a place of the file along −Z, turned and tilted so many radians.
fn picture(device: &mut Device, level: &Level, eye: [f64; 3], turn: [f32; 2]) -> RgbaImage {
    let eye = level.to_local(DVec3::from(eye));
    device.picture(level, &looking(eye, turn[0], turn[1]))
}

/// The share of the pixels for which this holds.
fn share(picture: &RgbaImage, is: impl Fn(Vec3) -> bool) -> f32 {
    let found = picture.pixels().filter(|pixel| is(rgb(pixel))).count();
    found as f32 / (picture.width() * picture.height()) as f32
}

#[test]
fn the_transform_test_shows_its_ticks() {
    let Some(mut device) = device() else { return };
    for name in [
        "khronos-samples/TextureTransformTest/glTF/TextureTransformTest.gltf",
        "assimp-gltf2/textureTransform/TextureTransformTest.gltf",
    ] {
        let Some(level) = load(name) else { return };
        let picture = picture(&mut device, &level, [0.0, 0.0, 2.5], [0.0, 0.0]);
        // Green, blue and teal with ticks; where an offset is left out it is a red one.
        let [u, v, both] = [0.1, 0.4, 0.7].map(|x| color_at(&picture, x, 0.16));
        assert!(u.y > 150.0 && u.x < 80.0, "{u}");
        assert!(v.z > 150.0 && v.x < 80.0, "{v}");
        assert!(both.y > 150.0 && both.z > 150.0 && both.x < 80.0, "{both}");
    }
}

/// Three columns of tiles must look alike: by the first set and the second, moved by a transform,
/// and without one.
#[test]
fn transforms_on_either_set_match_the_sample() {
    let Some(mut device) = device() else { return };
    let name = "khronos-samples/TextureTransformMultiTest/glTF-Binary/\
                TextureTransformMultiTest.glb";
    let Some(level) = load(name) else { return };
    let picture = picture(&mut device, &level, [0.0, -0.2, 2.4], [0.0, 0.0]);
    let tiles = "base emission normal roughness occlusion unlit";
    for (row, tile) in tiles.split(' ').enumerate() {
        let y = 0.138 + 0.0945 * row as f32;
        let columns = [0.5286, 0.6, 0.6716].map(|x| spread(&picture, x, y));
        let [first, second, sample] = columns;
        for other in [first, second] {
            let (mean, deviation) = (other[0] - sample[0], other[1] - sample[1]);
            let is_alike = mean.abs() < 8.0 && deviation.abs() < 8.0;
            assert!(is_alike, "{tile}: {columns:?}");
        }
    }
}

/// The mean brightness of a tile and its standard deviation.
fn spread(picture: &RgbaImage, x: f32, y: f32) -> [f32; 2] {
    let offsets = (-8..=8).map(|step| step as f32 * 0.0025);
    let at = |dx: f32, dy: f32| brightness(color_at(picture, x + dx, y + dy));
    let all: Vec<f32> = (offsets.clone())
        .flat_map(|dy| offsets.clone().map(move |dx| (dx, dy)))
        .map(|(dx, dy)| at(dx, dy))
        .collect();
    let count = all.len() as f32;
    let mean = all.iter().sum::<f32>() / count;
    let variance = all.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / count;
    [mean, variance.sqrt()]
}

#[test]
fn letters_on_the_second_set_are_seen() {
    let Some(mut device) = device() else { return };
    let name = "khronos-samples/MultiUVTest/glTF/MultiUVTest.gltf";
    let Some(level) = load(name) else { return };
    let picture = picture(&mut device, &level, [2.3, 1.85, 2.75], [0.7, -0.43]);
    let letters = share(&picture, |it| it.y > 1.15 * it.x && it.y > 1.5 * it.z);
    assert!((0.01..0.1).contains(&letters), "{letters}");
    let name = "blender-io/12_orm_two_uvmaps/12_orm_two_uvmaps.gltf";
    let Some(level) = load(name) else { return };
    let occlusion = level.materials[0].occlusion.texture;
    assert_eq!(occlusion.map(|texture| texture.uvs), Some(UvPair::Second));
}

#[test]
fn strengths_beyond_one_are_brighter() {
    let Some(mut device) = device() else { return };
    let name = "blender-io/14_emission_strength/14_emission_strength.gltf";
    let Some(level) = load(name) else { return };
    let mut ball = |x: f64| {
        let picture = picture(&mut device, &level, [x, 0.0, 3.5], [0.0, 0.0]);
        brightness(color_at(&picture, 0.5, 0.5))
    };
    let (once, five) = (ball(4.0), ball(6.0));
    assert!(once + 12.0 < five, "{once} {five}");
}

#[test]
fn all_of_the_copies_are_there() {
    let Some(mut device) = device() else { return };
    let name = "playcanvas/simple-instancing.glb";
    let Some(level) = load(name) else { return };
    // And the ground under a model.
    assert_eq!(level.collision.len(), 125 * 12 + 2);
    assert!(level.findings.is_empty(), "{:?}", level.findings);
    let mut without = level.clone();
    without.mesh.parts[0].visible = false;
    // Pale plaster, which the haze at the horizon comes near.
    let mut pale = |level: &Level| {
        let picture = picture(&mut device, level, [5.0, 5.0, 25.0], [0.0, 0.0]);
        share(&picture, |color| color.x > 165.0 && color.x > 1.1 * color.z)
    };
    let (copies, none) = (pale(&level), pale(&without));
    assert!((0.2..0.6).contains(&(copies - none)), "{copies} {none}");
}

#[test]
fn quantized_and_unlit_models_have_their_colors() {
    let Some(mut device) = device() else { return };
    let name = "khronos-samples/Duck/glTF-Quantized/Duck.gltf";
    let Some(duck) = load(name) else { return };
    let seen = picture(&mut device, &duck, [0.0, 1.0, 4.0], [0.0, 0.0]);
    let yellow = share(&seen, |it| it.x > 2.0 * it.z && it.y > 1.8 * it.z);
    assert!((0.03..0.3).contains(&yellow), "{yellow}");
    let name = "blender-io/01_unlit/01_unlit.gltf";
    let Some(boxes) = load(name) else { return };
    let seen = picture(&mut device, &boxes, [2.5, 2.0, 3.0], [0.7, -0.43]);
    // In light and in shade alike.
    let sides = [[0.3, 0.4], [0.45, 0.4], [0.37, 0.28]].map(|[x, y]| color_at(&seen, x, y));
    assert!(sides[0].x > 200.0 && sides[0].z < 80.0, "{sides:?}");
    let apart = |side: Vec3| (side - sides[0]).abs().max_element();
    assert!(apart(sides[1]).max(apart(sides[2])) < 6.0, "{sides:?}");
}
