//! Tests of what a glTF file asks of its materials, from the file to the picture: every texture's
//! own coordinates and transform, copies of a mesh, lightmaps, and numbers written as small
//! integers.

use std::{
    f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2},
    io::Cursor,
};

use hexbound_level::{Code, SurfaceKind, UvTransform};
use image::ImageFormat;
use serde_json::Value;
use test_support::shapes::{inside_out, span};

use crate::stage::*;

const RED: [u8; 4] = [230, 10, 10, 255];
const GREEN: [u8; 4] = [10, 200, 10, 255];
const BLUE: [u8; 4] = [10, 10, 230, 255];
const WHITE: [u8; 4] = [235, 235, 235, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];

/// Where the quarters of the wall are in the picture.
const TOP_LEFT: [f32; 2] = [0.38, 0.32];
const TOP_RIGHT: [f32; 2] = [0.62, 0.32];
const LOW_LEFT: [f32; 2] = [0.38, 0.68];
const LOW_RIGHT: [f32; 2] = [0.62, 0.68];

/// The corners of two triangles that are a square.
const CORNERS: [[i8; 2]; 6] = [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]];

/// A wall of 4 m by 4 m five meters ahead, facing the eye, over a floor; its one material, and
/// its texture coordinates twice: upright, and mirrored.
struct Wall {
    file: File,
    mesh: usize,
}

impl Wall {
    fn new(material: Value) -> Self {
        let mut file = File::new().with_floor(0.0);
        let at = |x: f32, y: f32| [2.0 * x, 2.0 + 2.0 * y, -5.0];
        let corners = CORNERS.map(|corner| corner.map(f32::from));
        let mesh = file.mesh(&corners.map(|[x, y]| at(x, y)));
        let upright = corners.map(|[x, y]| [0.5 + 0.5 * x, 0.5 - 0.5 * y]);
        let mirrored = upright.map(|[u, v]| [1.0 - u, v]);
        for (set, coordinates) in [upright, mirrored].iter().enumerate() {
            let coordinates = file.floats(coordinates);
            let attributes = &mut file.primitive(mesh)["attributes"];
            attributes[format!("TEXCOORD_{set}")] = json!(coordinates);
        }
        file.primitive(mesh)["material"] = json!(0);
        file.node("wall", mesh);
        file.push("materials", material);
        file.push("samplers", json!({"magFilter": 9728}));
        Self { file, mesh }
    }

    /// An unlit one with a picture of two by two texels, looked up as `info` says.
    fn pictured(info: Value) -> Self {
        let mut wall = Self::new(json!({
            "pbrMetallicRoughness": {"baseColorTexture": info},
            "extensions": {"KHR_materials_unlit": {}},
        }));
        wall.texture(2, &[RED, GREEN, BLUE, WHITE]);
        wall
    }

    fn texture(&mut self, width: u32, texels: &[[u8; 4]]) {
        let height = texels.len() as u32 / width;
        let picture = RgbaImage::from_raw(width, height, texels.concat()).unwrap();
        let mut png = Cursor::new(Vec::new());
        picture.write_to(&mut png, ImageFormat::Png).unwrap();
        let view = self.file.view(&png.into_inner());
        let image = json!({"bufferView": view, "mimeType": "image/png"});
        let image = self.file.push("images", image);
        (self.file).push("textures", json!({"source": image, "sampler": 0}));
    }

    /// A sun that does not reach the wall's face.
    fn light_from_above(&mut self) {
        let light = json!({"KHR_lights_punctual": {"light": 0}});
        let down = json!({"name": "sun", "rotation": [-FRAC_1_SQRT_2, 0, 0, FRAC_1_SQRT_2],
            "extensions": light});
        self.file.push("nodes", down);
        self.file.json["extensions"] =
            json!({"KHR_lights_punctual": {"lights": [{"type": "directional"}]}});
    }

    fn picture(&self, device: &mut Device) -> RgbaImage {
        picture(device, &self.file.level())
    }
}

/// From the file's own (0, 2, 0) along −Z.
fn picture(device: &mut Device, level: &Level) -> RgbaImage {
    let eye = level.to_local(dvec3(0.0, 2.0, 0.0));
    device.picture(level, &looking(eye, 0.0, 0.0))
}

fn turned(rotation: f32) -> Value {
    json!({"KHR_texture_transform": {"rotation": rotation}})
}

/// Names the one of the four texels that a color is nearest to.
fn named(color: Vec3) -> &'static str {
    let middle = (color.max_element() + color.min_element()) / 2.0;
    match [color.x, color.y, color.z].map(|channel| channel > middle) {
        _ if color.max_element() - color.min_element() < 40.0 => "white",
        [true, false, false] => "red",
        [false, true, false] => "green",
        [false, false, true] => "blue",
        _ => "mixed",
    }
}

/// Row by row.
fn quarters(picture: &RgbaImage) -> [&'static str; 4] {
    [TOP_LEFT, TOP_RIGHT, LOW_LEFT, LOW_RIGHT].map(|[x, y]| named(color_at(picture, x, y)))
}

#[test]
fn a_transform_turns_the_picture_clockwise_and_moves_it() {
    let Some(mut device) = device() else { return };
    let mut shown = |info: Value| quarters(&Wall::pictured(info).picture(&mut device));
    let plain = shown(json!({"index": 0}));
    assert_eq!(plain, ["red", "green", "blue", "white"]);
    let right = shown(json!({"index": 0, "extensions": turned(FRAC_PI_2)}));
    assert_eq!(right, ["blue", "red", "white", "green"]);
    let moved = json!({"KHR_texture_transform": {"offset": [0.5, 0]}});
    let moved = shown(json!({"index": 0, "extensions": moved}));
    assert_eq!(moved, ["green", "red", "white", "blue"]);
    let first_quarter = json!({"KHR_texture_transform": {"scale": [0.5, 0.5]}});
    let enlarged = shown(json!({"index": 0, "extensions": first_quarter}));
    assert_eq!(enlarged, ["red"; 4]);
}

#[test]
fn a_texture_is_looked_up_at_its_own_set() {
    let Some(mut device) = device() else { return };
    let mut shown = |info: Value| quarters(&Wall::pictured(info).picture(&mut device));
    let mirrored = ["green", "red", "white", "blue"];
    assert_eq!(shown(json!({"index": 0, "texCoord": 1})), mirrored);
    let instead = json!({"KHR_texture_transform": {"texCoord": 1}});
    let instead = json!({"index": 0, "texCoord": 0, "extensions": instead});
    assert_eq!(shown(instead), mirrored);
}

#[test]
fn two_textures_of_a_material_use_two_sets() {
    let Some(mut device) = device() else { return };
    let mut wall = Wall::new(json!({
        "pbrMetallicRoughness": {"baseColorFactor": [0, 0, 0, 1],
            "baseColorTexture": {"index": 1}, "metallicFactor": 0},
        "emissiveTexture": {"index": 0, "texCoord": 1}, "emissiveFactor": [1, 1, 1],
        "occlusionTexture": {"index": 0, "extensions": turned(1.0)},
    }));
    wall.texture(2, &[RED, BLACK, RED, BLACK]);
    wall.texture(1, &[WHITE]);
    let picture = wall.picture(&mut device);
    let [left, right] = [TOP_LEFT, TOP_RIGHT].map(|[x, y]| color_at(&picture, x, y));
    assert!(right.x > left.x + 80.0, "{left} {right}");
}

#[test]
fn the_shadows_of_holes_follow_the_pair_and_the_transform() {
    let Some(mut device) = device() else { return };
    let mut wall = Wall::new(json!({
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
        "emissiveTexture": {"index": 0, "texCoord": 1},
        "alphaMode": "MASK", "doubleSided": true,
    }));
    wall.texture(2, &[[255; 4], [255, 255, 255, 0]]);
    // Laid flat four meters up, out of sight.
    wall.file.json["nodes"][1] = json!({"name": "canopy", "mesh": wall.mesh,
        "translation": [0, -1, -6], "rotation": [FRAC_1_SQRT_2, 0, 0, FRAC_1_SQRT_2]});
    wall.light_from_above();
    let mut level = wall.file.level();
    let eye = level.to_local(dvec3(0.0, 2.0, 0.0));
    let mut right_is_lighter = |uvs, transform| {
        let texture = level.materials[0].base_color_texture.as_mut().unwrap();
        (texture.uvs, texture.transform) = (uvs, transform);
        let picture = device.picture(&level, &looking(eye, 0.0, -0.4));
        let [left, right] = [0.42, 0.58].map(|x| brightness(color_at(&picture, x, 0.5)));
        assert!((left - right).abs() > 25.0, "{left} {right}");
        right > left
    };
    let half = UvTransform {
        offset: [0.5, 0.0],
        ..UvTransform::default()
    };
    assert!(right_is_lighter(UvPair::First, None));
    assert!(!right_is_lighter(UvPair::Second, None));
    assert!(!right_is_lighter(UvPair::First, Some(half)));
}

#[test]
fn a_lightmap_takes_the_place_of_the_light_from_around() {
    let Some(mut device) = device() else { return };
    let mut shot = |intensity: f32, extensions: bool| {
        let mut wall = Wall::new(json!({
            "pbrMetallicRoughness": {"baseColorFactor": [0.6, 0.6, 0.6, 1], "metallicFactor": 0,
                "roughnessFactor": 1},
        }));
        wall.texture(2, &[BLACK, [120, 120, 120, 255]]);
        wall.light_from_above();
        let material = &mut wall.file.json["materials"][0];
        if extensions {
            let lightmap = json!({"index": 0, "texCoord": 1, "intensity": intensity});
            material["extensions"] = json!({"MOZ_lightmap": lightmap});
        } else {
            wall.file.json["images"][0]["name"] = json!("baked");
            wall.file.json["materials"][0]["extras"] =
                json!({"lightmap": "baked", "lightmap_intensity": intensity});
        }
        let picture = wall.picture(&mut device);
        [TOP_LEFT, TOP_RIGHT].map(|[x, y]| brightness(color_at(&picture, x, y)))
    };
    // The second set is mirrored: light comes from the left.
    let [light, dark] = shot(1.0, true);
    assert!(light > dark + 40.0, "{light} {dark}");
    let [double, _] = shot(2.0, true);
    assert!(double > light + 20.0, "{light} {double}");
    assert_eq!(shot(1.0, false), [light, dark]);
}

/// A wall whose mesh is also placed by `attributes`, half as wide and a quarter as high.
fn copied(attributes: impl FnOnce(&mut File) -> Value) -> Wall {
    let mut wall = Wall::new(json!({
        "name": "tin metal", "doubleSided": true,
        "pbrMetallicRoughness": {"baseColorFactor": [0.8, 0.02, 0.02, 1]},
        "extensions": {"KHR_materials_unlit": {}},
    }));
    let attributes = attributes(&mut wall.file);
    wall.file.json["extensionsRequired"] = json!(["EXT_mesh_gpu_instancing"]);
    wall.file.json["nodes"][1]["extensions"] =
        json!({"EXT_mesh_gpu_instancing": {"attributes": attributes}});
    wall
}

#[test]
fn every_copy_is_seen_and_solid_where_it_is_placed() {
    let Some(mut device) = device() else { return };
    let lefts = [-2.0, 0.0, 2.0];
    let wall = copied(|file| {
        let places = file.floats(&lefts.map(|x| [x, 1.0, 0.0]));
        let sizes = file.floats(&[[0.25, 0.5, 1.0]; 3]);
        json!({"TRANSLATION": places, "SCALE": sizes})
    });
    let level = wall.file.level();
    assert_eq!(level.findings, []);
    let picture = picture(&mut device, &level);
    let is_red = |x: f32| {
        let color = color_at(&picture, x, 0.5);
        color.x > 2.0 * color.y
    };
    let seen = [0.225, 0.36, 0.5, 0.64, 0.775].map(is_red);
    assert_eq!(seen, [true, false, true, false, true]);
    for (x, there) in [-2.0, -1.0, 0.0, 1.0, 2.0].into_iter().zip(seen) {
        let eye = level.to_local(dvec3(x, 2.0, 0.0));
        let hit = level.collision.ray_cast(eye, Vec3::NEG_Z, 10.0);
        assert_eq!(hit.is_some(), there, "at {x}");
    }
    let metal = (0..level.collision.len() as u32)
        .filter(|triangle| level.surface(*triangle).kind == SurfaceKind::Metal);
    assert_eq!(metal.count(), 6);
}

#[test]
fn a_rotation_of_normalized_bytes_turns_a_copy() {
    let Some(mut device) = device() else { return };
    let wall = copied(|file| {
        // About Z by 90 degrees, of √½, which is 90 of 127; then 45 degrees aside.
        let bytes = [0, 0, 90, 90].map(|part: i8| part as u8);
        let turns = file.accessor(&bytes, 5120, "VEC4", 1);
        file.json["accessors"][turns]["normalized"] = json!(true);
        let places = file.floats(&[[2.0, 2.0, 0.0]]);
        let sizes = file.floats(&[[1.0, 0.25, 1.0]]);
        json!({"ROTATION": turns, "TRANSLATION": places, "SCALE": sizes})
    });
    let picture = picture(&mut device, &wall.file.level());
    let is_red = |x: f32, y: f32| {
        let color = color_at(&picture, x, y);
        color.x > 2.0 * color.y
    };
    // Upright: 1 m wide and 4 m high, from 0 m to 4 m, its middle at x = 1.5.
    assert!(is_red(0.71, 0.25) && is_red(0.71, 0.75));
    assert!(!is_red(0.5, 0.5) && !is_red(0.85, 0.5));
}

#[test]
fn numbers_written_as_small_integers_give_the_same_picture() {
    let Some(mut device) = device() else { return };
    let plain = Wall::pictured(json!({"index": 0})).picture(&mut device);
    // Positions in 1/32767 of 2 m, normals of bytes, coordinates in halves.
    let halves = json!({"KHR_texture_transform": {"scale": [0.5, 0.5]}});
    let mut wall = Wall::pictured(json!({"index": 0, "extensions": halves}));
    let positions = CORNERS.map(|corner| {
        let [x, y] = corner.map(|it| i16::from(it) * 32767);
        [x, y, 0, 0].map(i16::to_le_bytes).concat()
    });
    let positions = wall.file.rows(&positions, 5122, "VEC3", true);
    let normals = wall.file.rows(&[[0, 0, 127, 0]; 6], 5120, "VEC3", true);
    let uvs = CORNERS.map(|[x, y]| [1 + x, 1 - y, 0, 0].map(|part| part as u8));
    let uvs = wall.file.rows(&uvs, 5121, "VEC2", false);
    wall.file.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    wall.file.primitive(wall.mesh)["attributes"] =
        json!({"POSITION": positions, "NORMAL": normals, "TEXCOORD_0": uvs});
    wall.file.json["nodes"][1]["scale"] = json!([2, 2, 2]);
    wall.file.json["nodes"][1]["translation"] = json!([0, 2, -5]);
    let quantized = wall.picture(&mut device);
    assert_eq!(quarters(&quantized), ["red", "green", "blue", "white"]);
    assert!(largest_difference(&plain, &quantized) <= 2);
}

#[test]
fn what_is_wrong_is_told_and_drawn_without_it() {
    let Some(mut device) = device() else { return };
    let plain = ["red", "green", "blue", "white"];
    let huge = json!({"KHR_texture_transform": {"rotation": 1e300}});
    for (info, part) in [
        (json!({"index": 0, "texCoord": 9}), "TEXCOORD_9"),
        (json!({"index": 0, "extensions": huge}), "not finite"),
    ] {
        let level = Wall::pictured(info).file.level();
        let words = &level.findings[0].problem;
        assert!(words.contains(part), "{words}");
        assert_eq!(quarters(&picture(&mut device, &level)), plain);
    }
    let level = copied(|file| {
        let two = file.floats(&[[0.0, 0.0, 0.0], [0.0, 0.0, -1.0]]);
        let one = file.floats(&[[1.0, 1.0, 1.0]]);
        json!({"TRANSLATION": two, "SCALE": one})
    });
    let level = level.file.level();
    let words = &level.findings[0].problem;
    assert!(words.contains("of 1 and of 2"), "{words}");
    let quarters = quarters(&picture(&mut device, &level));
    assert_eq!(quarters, ["red"; 4]);
}

/// The wall of glass, and an unlit red one two meters behind it.
fn before_red(material: Value) -> Wall {
    let mut wall = Wall::new(json!({
        "pbrMetallicRoughness": {"baseColorFactor": [1, 0.1, 0.1, 1]},
        "extensions": {"KHR_materials_unlit": {}},
    }));
    wall.file.json["nodes"][1]["translation"] = json!([0, 0, -2]);
    let pane = wall.file.push("materials", material);
    let mut primitive = wall.file.primitive(wall.mesh).clone();
    primitive["material"] = json!(pane);
    let mesh = wall.file.push("meshes", json!({"primitives": [primitive]}));
    wall.file.node("pane", mesh);
    wall
}

#[test]
fn glass_is_seen_through_and_solid_all_the_same() {
    let Some(mut device) = device() else { return };
    let pbr = json!({"metallicFactor": 0, "roughnessFactor": 0.2});
    let extension = json!({"KHR_materials_transmission": {"transmissionFactor": 1}});
    let redness = |device: &mut Device, material: Value, required: bool| {
        let mut wall = before_red(material);
        if required {
            wall.file.json["extensionsRequired"] = json!(["KHR_materials_transmission"]);
        }
        let level = wall.file.level();
        // What is approximated is reported once.
        let told: Vec<_> = level.findings.iter().map(|it| it.code).collect();
        assert_eq!(told, [Code::NotDrawn].repeat(usize::from(required)));
        // The floor, the wall and the pane.
        assert_eq!(level.collision.len(), 6);
        let color = color_at(&picture(device, &level), 0.5, 0.5);
        color.x - color.y
    };
    let opaque = json!({"name": "paint", "pbrMetallicRoughness": pbr});
    assert!(redness(&mut device, opaque, false) < 25.0);
    let glass = json!({"pbrMetallicRoughness": pbr, "extensions": extension});
    assert!(redness(&mut device, glass, true) > 60.0);
    let named = json!({"name": "Translucent_Glass_1", "pbrMetallicRoughness": pbr});
    assert!(redness(&mut device, named, false) > 60.0);
}

#[test]
fn vertices_with_colors_of_their_own_get_a_material_that_knows_of_it() {
    let mut wall = Wall::new(json!({"pbrMetallicRoughness": {"metallicFactor": 0}}));
    let white = wall.file.floats(&[[1.0, 1.0, 1.0]; 6]);
    wall.file.primitive(wall.mesh)["attributes"]["COLOR_0"] = json!(white);
    let materials = |wall: &Wall| -> Vec<bool> {
        let level = wall.file.level();
        let materials = level.mesh.parts.iter().map(|part| part.material);
        let is_colored = materials.map(|it| level.materials[it].vertex_colored);
        is_colored.collect()
    };
    assert_eq!(materials(&wall), [false, false]);
    let colors = wall.file.floats(&[[0.2, 0.5, 1.0]; 6]);
    wall.file.primitive(wall.mesh)["attributes"]["COLOR_0"] = json!(colors);
    assert_eq!(materials(&wall), [false, true]);
}

/// Returns the share of white pixels in a pale hall of 16 m by 12 m under so many lamps, and how
/// red a red block in it looks.
fn hall_under(device: &mut Device, lamps: usize) -> (f32, f32) {
    let mut file = File::new();
    let hall = inside_out(span([-8.0, 0.0, -6.0], &[8.0, 4.0, 6.0]));
    let block = span([-1.0, 0.0, -2.0], &[1.0, 3.0, 0.0]);
    for (corners, color) in [(hall, [0.7, 0.7, 0.7, 1.0]), (block, [0.6, 0.15, 0.1, 1.0])] {
        let mesh = file.mesh(&corners);
        let paint = json!({"baseColorFactor": color, "metallicFactor": 0});
        let paint = json!({"name": "paint", "pbrMetallicRoughness": paint});
        let paint = file.push("materials", paint);
        file.primitive(mesh)["material"] = json!(paint);
        file.node("hall", mesh);
    }
    let mut lights = Vec::new();
    for lamp in 0..lamps {
        lights.push(json!({"type": "point", "intensity": 5_000}));
        let (column, row) = (lamp % 10, lamp / 10);
        let at = [-7.0 + 1.5 * column as f32, 3.5, -5.0 + 2.0 * row as f32];
        let light = json!({"KHR_lights_punctual": {"light": lamp}});
        file.push("nodes", json!({"translation": at, "extensions": light}));
    }
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": lights}});
    let level = file.level();
    let eye = level.to_local(dvec3(0.0, 1.7, 5.0));
    let picture = device.picture(&level, &looking(eye, 0.0, 0.0));
    let all = picture.pixels().len() as f32;
    let bright = |pixel: &&image::Rgba<u8>| pixel.0[..3].iter().all(|channel| *channel >= 250);
    let white = picture.pixels().filter(bright).count() as f32 / all;
    let red = color_at(&picture, 0.5, 0.5);
    (white, red.x - red.y)
}

#[test]
fn sixty_lamps_make_no_white_picture() {
    let Some(mut device) = device() else { return };
    for lamps in [6, 60] {
        let (white, red) = hall_under(&mut device, lamps);
        assert!(white < 0.02, "{lamps} {white}");
        assert!(red > 50.0, "{lamps} lamps: a red block is pale, {red}");
    }
}
