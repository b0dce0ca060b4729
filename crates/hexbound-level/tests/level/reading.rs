//! Level files that are the same by other means: far away, in another unit, of several files.

use std::fs;

use base64::{Engine, prelude::BASE64_STANDARD};
use glam::{Vec3, dvec3, vec3};
use hexbound_level::{self as level, LevelError, Scale};
use hexbound_scenes::{self as scenes, catalog};
use serde_json::json;
use test_support::is_free_at_start;

use crate::gltf_file::{File, floor};

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
    let near = File::new().with_floor(0.0);
    let mut far = File::new().with_floor(0.0);
    far.json["nodes"][0]["translation"] = json!([10_000, 0, -10_000]);
    let (near, far) = (near.level(), far.level());
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
    let drawn = |unit: f32| {
        let mut file = File::new();
        let half = 10.0 * unit;
        let mesh = file.mesh(&floor(2.0 * unit, half));
        let node = file.node("floor", mesh);
        file.json["nodes"][node]["translation"] = json!([3.0 * unit, 0, 0]);
        let at = [2.0, 3.0, -4.0].map(|meters: f32| meters * unit);
        file.push("nodes", json!({"name": "spawn", "translation": at}));
        let lamp = json!({"KHR_lights_punctual": {"light": 0}});
        let lamp = json!({"name": "lamp", "translation": at, "extensions": lamp});
        file.push("nodes", lamp);
        let lights = json!([{"type": "point", "range": 5.0 * unit}]);
        file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": lights}});
        file
    };
    let folder = tempfile::tempdir().unwrap();
    let scale = |factor: f64| Scale::new(factor).unwrap();
    let meters = drawn(1.0).level();
    let scaled = level::load_scaled(drawn(128.0).save(folder.path()), scale(1.0 / 128.0)).unwrap();
    assert_eq!(scaled.content_hash, meters.content_hash);
    assert_eq!(scaled.bounds, meters.bounds);
    assert_eq!(scaled.spawn, meters.spawn);
    assert_eq!(scaled.lighting.lights, meters.lighting.lights);
    assert_eq!(scaled.reading.scale, scale(1.0 / 128.0));
    assert_eq!(meters.reading.scale, Scale::METERS);
    let huge = drawn(1e6).save(folder.path());
    let said = level::load(huge).unwrap_err().to_string();
    assert!(said.contains("--scale "), "{said}");
}
