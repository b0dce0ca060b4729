//! Level files that are the same by other means: far away, in another unit, of several files.

use std::fs;

use base64::{Engine, prelude::BASE64_STANDARD};
use glam::{Vec3, dvec3, vec3};
use hexbound_level::{self as level, LevelError, Scale};
use hexbound_scenes::{self as scenes, catalog};
use serde_json::json;
use test_support::{is_free_at_start, level_case};

use crate::{
    cases::{self, level_of},
    gltf_file::{File, floor},
};

#[test]
fn normals_follow_a_stretched_node() {
    // A 45° slope stretched to double height has its normal at atan(1/2) from the horizontal.
    let mut file = File::new().with_floor(0.0);
    let mesh = file.mesh(&[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.0]]);
    let normal = [-1.0, 1.0, 0.0].map(|part: f32| part * std::f32::consts::FRAC_1_SQRT_2);
    let normals_accessor = file.floats(&[normal; 3]);
    file.primitive(mesh)["attributes"]["NORMAL"] = json!(normals_accessor);
    let node = file.node("slope", mesh);
    file.json["nodes"][node]["scale"] = json!([1, 2, 1]);
    let level = file.level();
    for vertex in level.mesh.vertices.iter().rev().take(3) {
        let expected = vec3(-2.0, 1.0, 0.0).normalize();
        let normal = Vec3::from(vertex.normal);
        assert!((normal - expected).length() < 1e-5, "{normal}");
    }
}

#[test]
fn generated_attributes_are_units_and_finite() {
    let mut file = File::new();
    let mesh = file.mesh(&floor(0.0, 10.0));
    let uvs = file.floats(&[[f32::NAN, 0.0]; 6]);
    let zero_normals = file.floats(&[[0.0, 0.0, 0.0]; 6]);
    file.primitive(mesh)["attributes"]["TEXCOORD_0"] = json!(uvs);
    file.primitive(mesh)["attributes"]["NORMAL"] = json!(zero_normals);
    file.node("floor", mesh);
    for vertex in file.level().mesh.vertices {
        let tangent = vec3(vertex.tangent[0], vertex.tangent[1], vertex.tangent[2]);
        assert!((Vec3::from(vertex.normal).length() - 1.0).abs() < 1e-5);
        assert!((tangent.length() - 1.0).abs() < 1e-5);
        assert!(vertex.uv.iter().all(|part| part.is_finite()));
    }
}

#[test]
fn a_level_ten_kilometers_away_is_the_same_when_re_centered() {
    let floor = |at: &str| level_of(&format!("with nothing\n\"floor\" {at} \"plate 10\""));
    let [near, far] = ["[0, 0, 0]", "[10000, 0, -10000]"].map(floor);
    assert_eq!(far.origin - near.origin, dvec3(10_000.0, 0.0, -10_000.0));
    assert_eq!(near.spawn, far.spawn);
    assert_eq!(near.mesh.vertices, far.mesh.vertices);
    assert_ne!(near.content_hash, far.content_hash);
}

#[test]
fn every_named_scene_opens_with_room_to_stand() {
    for name in scenes::SCENE_NAMES {
        let level = catalog::open(format!("test:{name}")).unwrap();
        assert!(level.collision.len() >= 2, "{name}");
        assert!(level.findings.is_empty(), "{name}: {:?}", level.findings);
        assert!(is_free_at_start(&level), "{name}");
    }
    let nowhere = catalog::open("test:nowhere");
    assert!(matches!(nowhere, Err(LevelError::NotFound { .. })));
}

#[test]
fn json_files_with_data_uris_and_neighbors_load() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = File::new().with_floor(0.0);
    fs::write(folder.path().join("a b.bin"), &file.binary).unwrap();
    let data = "data:application/octet-stream;base64,";
    let data = data.to_owned() + &BASE64_STANDARD.encode(&file.binary);
    for uri in ["a%20b.bin", &data] {
        file.json["buffers"] = json!([{"uri": uri, "byteLength": file.binary.len()}]);
        let path = folder.path().join("level.gltf");
        fs::write(&path, file.json.to_string()).unwrap();
        let level = level::load(&path).unwrap();
        assert_eq!(level.collision.len(), 2);
        assert_eq!(level.name, "level");
    }
}

#[test]
fn a_level_by_a_scale_is_the_one_drawn_in_meters() {
    let drawn = |unit: f32, scale: f64| {
        let [two, three, five, ten] = [2.0, 3.0, 5.0, 10.0].map(|meters: f32| meters * unit);
        let at = format!("[{two}, {three}, {}]", -2.0 * two);
        let lamp = json!({"extensions": {"KHR_lights_punctual": {"light": 0}}});
        let lines = format!(
            r#"with nothing
scale {scale}
"floor" [{three}, 0, 0] "sheet -{ten} -{ten} {ten} {ten} {two}"
"spawn" {at}
"lamp" {at} {{}} {lamp}
/extensions/KHR_lights_punctual/lights [{{"type": "point", "range": {five}}}]"#
        );
        level_case::level(&lines, &cases::folder())
    };
    let scale = |factor: f64| Scale::new(factor).unwrap();
    let meters = drawn(1.0, 1.0).unwrap();
    let scaled = drawn(128.0, 1.0 / 128.0).unwrap();
    assert_eq!(scaled.content_hash, meters.content_hash);
    assert_eq!(scaled.bounds, meters.bounds);
    assert_eq!(scaled.spawn, meters.spawn);
    assert_eq!(scaled.lighting.lights, meters.lighting.lights);
    assert_eq!(scaled.reading.scale, scale(1.0 / 128.0));
    assert_eq!(meters.reading.scale, Scale::METERS);
    let said = drawn(1e6, 1.0).unwrap_err();
    assert!(said.contains("--scale "), "{said}");
}
