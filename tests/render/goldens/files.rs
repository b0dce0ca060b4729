//! Pictures of what only a file can ask for, from its bytes to the picture: numbers as small
//! integers, copies of a mesh, emissive strength.

use std::f32::consts::TAU;

use serde_json::Value;
use test_support::gltf_file;

use super::*;

pub const TABLE: &[Row] = &[
    ("quantized-mesh", quantized_mesh),
    ("instancing", instancing),
    ("emissive-strength", emissive_strength),
];

const SIGNED_BYTE: u32 = 5120;
const UNSIGNED_BYTE: u32 = 5121;
const SHORT: u32 = 5122;

/// From a place of the file.
fn shot(level: &Level, eye: [f64; 3], pitch: f32) -> Shot {
    Shot::of(looking(level.to_local(DVec3::from(eye)), 0.0, pitch))
}

/// A floor of stone, and a sun over the left shoulder.
fn ground() -> File {
    let mut file = File::new();
    let stone = json!({"pbrMetallicRoughness": {"baseColorFactor": [0.47, 0.4, 0.28, 1],
        "metallicFactor": 0}});
    file.push("materials", stone);
    let mesh = file.mesh(&gltf_file::floor(0.0, 5.0));
    file.primitive(mesh)["material"] = json!(0);
    file.node("floor", mesh);
    let turn = Quat::from_rotation_arc(Vec3::NEG_Z, vec3(0.55, -0.6, -0.6).normalize());
    let sun = json!({"name": "sun", "rotation": turn.to_array(),
        "extensions": {"KHR_lights_punctual": {"light": 0}}});
    file.push("nodes", sun);
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [{"type": "directional"}]}});
    file
}

fn material(color: [f32; 3]) -> Value {
    let [red, green, blue] = color;
    json!({"pbrMetallicRoughness": {"baseColorFactor": [red, green, blue, 1], "metallicFactor": 0,
        "roughnessFactor": 0.6}})
}

/// A corner of a body of revolution: radius and height in millimeters, and the corner's normal.
struct Corner {
    position: [i16; 3],
    normal: [i8; 3],
    color: [u8; 4],
}

/// A vase with a bulge, seen from outside.
fn vase() -> Vec<Corner> {
    const SIDES: usize = 24;
    const RINGS: usize = 14;
    let radius = |height: f32| 0.42 + 0.22 * (height * 4.4 + 0.4).sin();
    let corner = |ring: usize, side: usize| {
        let height = ring as f32 / RINGS as f32;
        let (sin, cos) = (side as f32 / SIDES as f32 * TAU).sin_cos();
        let slope = (radius(height + 0.01) - radius(height - 0.01)) / (0.02 * 1.7);
        let normal = vec3(cos, -slope, -sin).normalize() * 127.0;
        let around = vec3(cos * radius(height), 1.7 * height, -sin * radius(height)) * 1000.0;
        let is_band = ring % 4 < 2;
        Corner {
            position: around.to_array().map(|part| part as i16),
            normal: normal.to_array().map(|part| part as i8),
            color: match is_band {
                true => [230, 214, 180, 255],
                false => [40, 110, 150, 255],
            },
        }
    };
    let mut corners = Vec::new();
    for ring in 0..RINGS {
        for side in 0..SIDES {
            for (up, on) in [(0, 0), (0, 1), (1, 1), (0, 0), (1, 1), (1, 0)] {
                corners.push(corner(ring + up, side + on));
            }
        }
    }
    corners
}

/// Positions are shorts in millimeters, normals and colors bytes.
fn quantized_mesh() -> Feature {
    let corners = vase();
    let mut file = ground();
    let positions = corners.iter().map(|corner| {
        let [x, y, z] = corner.position;
        [x, y, z, 0].map(i16::to_le_bytes).concat()
    });
    let positions: Vec<Vec<u8>> = positions.collect();
    let positions = file.rows(&positions, SHORT, "VEC3", false);
    let normals = corners.iter().map(|corner| {
        let [x, y, z] = corner.normal;
        [x, y, z, 0].map(|part| part as u8)
    });
    let normals: Vec<[u8; 4]> = normals.collect();
    let normals = file.rows(&normals, SIGNED_BYTE, "VEC3", true);
    let colors: Vec<[u8; 4]> = corners.iter().map(|corner| corner.color).collect();
    let colors = file.rows(&colors, UNSIGNED_BYTE, "VEC4", true);
    let glazed = file.push("materials", material([1.0; 3]));
    let attributes = json!({"POSITION": positions, "NORMAL": normals, "COLOR_0": colors});
    let primitive = json!({"attributes": attributes, "material": glazed});
    let mesh = file.push("meshes", json!({"primitives": [primitive]}));
    for x in [-0.8, 0.8] {
        let node = json!({"name": "vase", "mesh": mesh, "scale": [0.001, 0.001, 0.001],
            "translation": [x, 0, -3.2]});
        file.push("nodes", node);
    }
    file.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let level = file.level();
    // Colors and normals as if they had not been read.
    for name in ["NORMAL", "COLOR_0"] {
        let attributes = &mut file.json["meshes"][mesh]["primitives"][0]["attributes"];
        attributes.as_object_mut().expect("attributes").remove(name);
    }
    let shot = shot(&level, [0.0, 1.5, 0.3], -0.16);
    Feature::of_level_in(level, shot, |level| *level = file.level())
}

/// The corners of an upright hexagonal slab of radius 1 and height 1 on the plane.
fn slab() -> Vec<[f32; 3]> {
    let rim = |index: usize, y: f32| {
        let (sin, cos) = (index as f32 / 6.0 * TAU).sin_cos();
        [cos, y, -sin]
    };
    let top = (0..6).flat_map(|index| [[0.0, 1.0, 0.0], rim(index, 1.0), rim(index + 1, 1.0)]);
    let side = (0..6).flat_map(|index| {
        let [a, b] = [rim(index, 0.0), rim(index + 1, 0.0)];
        let [c, d] = [rim(index + 1, 1.0), rim(index, 1.0)];
        [a, b, c, a, c, d]
    });
    top.chain(side).collect()
}

/// Steps that wind upwards, all of them copies of one mesh.
fn instancing() -> Feature {
    const STEPS: usize = 14;
    let mut file = ground();
    let mesh = file.mesh(&slab());
    let brass = file.push("materials", material([0.43, 0.25, 0.07]));
    file.primitive(mesh)["material"] = json!(brass);
    let angle = |step: usize| step as f32 / STEPS as f32 * TAU;
    let steps: [usize; STEPS] = std::array::from_fn(|step| step);
    let places = steps.map(|step| {
        let (sin, cos) = angle(step).sin_cos();
        [1.5 * cos, 0.13 * step as f32, -3.6 - 1.1 * sin]
    });
    let turns = steps.map(|step| Quat::from_rotation_y(angle(step)).to_array());
    let sizes = steps.map(|step| [0.34 - 0.01 * step as f32, 0.2, 0.3]);
    let attributes = json!({"TRANSLATION": file.floats(&places), "ROTATION": file.floats(&turns),
        "SCALE": file.floats(&sizes)});
    let node = file.node("step", mesh);
    let instancing = json!({"EXT_mesh_gpu_instancing": {"attributes": attributes}});
    file.json["nodes"][node]["extensions"] = instancing;
    let level = file.level();
    file.json["nodes"][node]["extensions"] = json!({});
    file.json["nodes"][node]["translation"] = json!([0, 0, -3.6]);
    let shot = shot(&level, [0.0, 2.0, 0.6], -0.25);
    Feature::of_level_in(level, shot, |level| *level = file.level())
}

/// Slabs that glow 1, 3, 9 and 27 times as strong.
fn emissive_strength() -> Feature {
    let mut file = ground();
    let mut strengths = Vec::new();
    for (index, strength) in [1, 3, 9, 27].into_iter().enumerate() {
        let mesh = file.mesh(&slab());
        let mut glowing = material([0.02, 0.05, 0.05]);
        glowing["emissiveFactor"] = json!([0.05, 0.18, 0.157]);
        glowing["extensions"] =
            json!({"KHR_materials_emissive_strength": {"emissiveStrength": strength}});
        let glowing = file.push("materials", glowing);
        strengths.push(glowing);
        file.primitive(mesh)["material"] = json!(glowing);
        let node = file.node("slab", mesh);
        let x = 1.1 * (index as f32 - 1.5);
        file.json["nodes"][node]["translation"] = json!([x, 0.0, -3.4]);
        file.json["nodes"][node]["scale"] = json!([0.45, 1.1, 0.45]);
    }
    let level = file.level();
    for material in strengths {
        file.json["materials"][material]["extensions"] = json!({});
    }
    let shot = shot(&level, [0.0, 1.7, 0.4], -0.22);
    Feature::of_level_in(level, shot, |level| *level = file.level())
}
