//! Levels with something wrong in them: refused with words that name the file and the place, or
//! loaded with a warning; never a panic, a hang or a huge allocation.

use std::{fs, path::Path};

use crate::gltf_file::{File, floor};
use hexbound_base::random::Random;
use hexbound_level as level;
use hexbound_level::LevelError;
use serde_json::{Value, json};

pub fn refused(path: &Path) -> String {
    let words = level::load(path)
        .expect_err("it should be refused")
        .to_string();
    assert!(words.contains(&path.display().to_string()), "{words}");
    words
}

/// The message that a made file is refused with.
fn refusal(file: &File) -> String {
    let words = file.load().expect_err("it should be refused").to_string();
    assert!(words.contains("made.glb"), "{words}");
    words
}

/// The floor with its first accessor changed.
fn with_accessor(change: Value) -> File {
    let mut file = File::new().with_floor(0.0);
    for (key, value) in change.as_object().unwrap() {
        file.json["accessors"][0][key] = value.clone();
    }
    file
}

#[test]
fn missing_empty_and_foreign_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.glb");
    assert!(matches!(
        level::load(&path),
        Err(LevelError::NoSuchFile { .. })
    ));
    assert!(refused(&path).contains("there is no such file"));
    assert!(matches!(
        level::load(folder.path()),
        Err(LevelError::Unreadable { .. })
    ));
    assert!(refused(folder.path()).contains("folder"));
    for (bytes, part) in [
        (&b""[..], "is empty"),
        (b"solid teapot", "neither glTF 2.0"),
        (b"\x89PNG\r\n\x1a\n", "a picture is not supported"),
        (b"{\"asset\":", "JSON is wrong"),
        (b"{}", "no asset"),
        (
            b"{\"asset\":{\"version\":\"1.0\"}}",
            "glTF version 1.0 is not supported",
        ),
        (
            b"{\"asset\":{\"version\":\"2.0\"}}",
            "no triangle to collide with",
        ),
    ] {
        fs::write(&path, bytes).unwrap();
        let words = refused(&path);
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.glb");
    let whole = File::new().with_floor(0.0).glb();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        refused(&path);
    }
}

/// Every byte of the header and the JSON is changed in turn, then the whole at random. Loading
/// may succeed or fail; it must come back.
#[test]
fn no_damage_panics() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.glb");
    let mut file = File::new().with_floor(0.0);
    file.push("nodes", json!({"name": "spawn"}));
    let whole = file.glb();
    let try_out = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        if let Err(error) = level::load(&path) {
            assert!(error.to_string().contains("damaged.glb"), "{error}");
        }
    };
    for at in 0..whole.len() {
        for value in [b'9', 0xff] {
            let mut bytes = whole.clone();
            bytes[at] = value;
            try_out(&bytes);
        }
    }
    let mut random = Random::new(1);
    for _ in 0..2_000 {
        let mut bytes = whole.clone();
        for _ in 0..1 + random.below(8) {
            let at = random.below(bytes.len());
            bytes[at] = random.below(256) as u8;
        }
        try_out(&bytes);
    }
}

#[test]
fn hostile_numbers_are_refused_by_name() {
    let huge = 1_u64 << 62;
    for (change, part) in [
        (json!({"count": huge}), "claims 4611686018427387904"),
        (json!({"count": huge, "bufferView": null}), "no bufferView"),
        (json!({"byteOffset": u64::MAX}), "claims"),
        (json!({"bufferView": 77}), "bufferView 77"),
        (json!({"componentType": 42}), "unknown component type"),
        (json!({"type": "VEC2"}), "wrong type VEC2"),
        (json!({"type": "MAT4"}), "wrong type MAT4"),
        (json!({"type": 3}), "JSON is wrong in accessors[0]"),
    ] {
        let words = refusal(&with_accessor(change));
        assert!(words.contains(part), "{words}");
    }
    let words = refusal(&with_accessor(json!({"count": 1 << 30})));
    assert!(
        words.contains("mesh 0 \"stone\", primitive 0, POSITION (accessor 0)"),
        "{words}"
    );
}

#[test]
fn pointers_to_nowhere_are_refused_by_name() {
    type Damage = fn(&mut File);
    let cases: [(Damage, &str); 9] = [
        (
            |file| file.primitive(0)["attributes"]["POSITION"] = json!(999),
            "accessor 999",
        ),
        (
            |file| file.primitive(0)["indices"] = json!(0),
            "unsigned integers",
        ),
        (
            |file| file.primitive(0)["material"] = json!(5),
            "material 5 of 0",
        ),
        (|file| file.primitive(0)["mode"] = json!(9), "unknown mode"),
        (
            |file| file.json["nodes"][0]["mesh"] = json!(3),
            "mesh 3 of 1",
        ),
        (
            |file| file.json["nodes"][0]["children"] = json!([0]),
            "without a parent",
        ),
        (|file| file.json["scene"] = json!(4), "scene 4"),
        (
            |file| file.json["bufferViews"][0]["buffer"] = json!(8),
            "buffer 8",
        ),
        (
            |file| file.json["nodes"][0]["scale"] = json!([1e300, 1e300, 1e300]),
            "range of numbers",
        ),
    ];
    for (damage, part) in cases {
        let mut file = File::new().with_floor(0.0);
        damage(&mut file);
        let words = refusal(&file);
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn indices_beyond_the_vertices_are_refused() {
    let mut file = File::new().with_floor(0.0);
    let indices = file.accessor(&[0, 0, 1, 0, 255, 255], 5123, "SCALAR", 3);
    file.primitive(0)["indices"] = json!(indices);
    let words = refusal(&file);
    assert!(
        words.contains("index 65535 at 2, but only 6 vertices"),
        "{words}"
    );
}

#[test]
fn positions_that_are_not_finite_are_refused_with_their_place() {
    for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut corners = floor(0.0, 10.0);
        corners[4][1] = wrong;
        let mut file = File::new();
        let mesh = file.mesh(&corners);
        file.node("floor", mesh);
        let words = refusal(&file);
        assert!(words.contains("mesh 0 \"stone\", primitive 0"), "{words}");
        assert!(words.contains("vertex 4 is not finite"), "{words}");
    }
}

#[test]
fn a_level_without_ground_says_why_and_what_to_do() {
    type Build = fn(&mut File);
    let cases: [(Build, &str, &str); 10] = [
        (|_| {}, "it has no mesh", "at least one mesh"),
        (
            |file| {
                let mesh = file.mesh(&floor(0.0, 1.0));
                file.node("lawn-nocol", mesh);
                file.node("grass-nocol", mesh);
            },
            "2 meshes are named -nocol",
            "Take -nocol off",
        ),
        (
            |file| {
                let mesh = file.mesh(&floor(0.0, 1.0));
                file.node("lawn-noimp", mesh);
            },
            "1 node is left out by their names (-noimp",
            "Take the ending off",
        ),
        (
            |file| {
                file.mesh(&floor(0.0, 1.0));
                file.push("nodes", json!({"name": "empty"}));
            },
            "1 mesh is placed by no node",
            "Place a mesh",
        ),
        (
            |file| {
                let mesh = file.mesh(&floor(0.0, 1.0));
                file.node("floor", mesh);
                file.json["scenes"] = json!([{"name": "Attic"}, {"nodes": [0]}]);
            },
            "the scene that is shown, \"Attic\", has none of the file's 1 node with a mesh",
            "the default one",
        ),
        (
            |file| {
                let mesh = file.mesh(&floor(0.0, 1.0));
                file.node("wires", mesh);
                file.primitive(mesh)["mode"] = json!(1);
            },
            "1 primitive is lines or points",
            "Export faces",
        ),
        (
            |file| {
                let mesh = file.mesh(&[[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]);
                file.node("needle", mesh);
            },
            "1 triangle has no area",
            "wider",
        ),
        (
            |file| {
                file.push("meshes", json!({"primitives": [{"attributes": {}}]}));
                file.node("hollow", 0);
            },
            "1 primitive has no triangles",
            "with their faces",
        ),
        (
            |file| {
                let [a, b, c, d] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]];
                let mesh = file.mesh(&[a, b, c, a, d, b, a, c, d, b, d, c]);
                file.node("prop", mesh);
            },
            "1 solid mesh is a prop or moves",
            "ground that stays",
        ),
        (
            |file| {
                let mesh = file.mesh(&floor(0.0, 1.0));
                let node = file.node("dust", mesh);
                file.json["nodes"][node]["scale"] = json!([1e-60, 1e-60, 1e-60]);
            },
            "too thin or too small",
            "--scale",
        ),
    ];
    for (build, why, remedy) in cases {
        let mut file = File::new();
        build(&mut file);
        let words = refusal(&file);
        assert!(words.contains("no triangle to collide with"), "{words}");
        assert!(words.contains(why) && words.contains(remedy), "{words}");
    }
}

#[test]
fn triangles_without_area_and_empty_meshes_are_borne() {
    let mut file = File::new().with_floor(0.0);
    let needle = file.mesh(&[[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]);
    file.node("needle", needle);
    let empty = file.push("meshes", json!({"primitives": []}));
    file.node("empty", empty);
    let level = file.level();
    assert_eq!(level.collision.len(), 2);
    let told: Vec<&str> = level.findings.iter().map(|it| &*it.problem).collect();
    assert_eq!(told, ["1 triangle without area is left out"]);
}

#[test]
fn an_accessor_without_a_view_reads_zeros() {
    let mut file = File::new().with_floor(0.0);
    let zeros = json!({"componentType": 5126, "type": "VEC2", "count": 6});
    let uvs = file.push("accessors", zeros);
    file.primitive(0)["attributes"]["TEXCOORD_0"] = json!(uvs);
    assert!(
        file.level()
            .mesh
            .vertices
            .iter()
            .all(|vertex| vertex.uv == [0.0; 2])
    );
}

#[test]
fn cycles_are_refused_and_ten_thousand_generations_are_not() {
    let mut file = File::new().with_floor(0.0);
    file.json["nodes"][0]["children"] = json!([0]);
    file.json["scenes"] = json!([{"nodes": [0]}]);
    assert!(refusal(&file).contains("reached twice"));

    let mut file = File::new().with_floor(0.0);
    for _ in 0..10_000 {
        let below = file.json["nodes"].as_array().unwrap().len() - 1;
        file.push(
            "nodes",
            json!({"translation": [0, 0.01, 0], "children": [below]}),
        );
    }
    let level = file.level();
    assert!((level.origin.y - 100.0).abs() < 1.0, "{}", level.origin);
}

/// A few bytes that ask for a million copies, all at one place.
#[test]
fn more_copies_than_there_may_be_are_left_out() {
    let mut file = File::new().with_floor(0.0);
    let zeros = json!({"componentType": 5126, "type": "VEC3", "count": 1_000_000});
    let places = file.push("accessors", zeros);
    let mesh = file.mesh(&[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.0]]);
    let node = file.node("leaf", mesh);
    file.json["nodes"][node]["extensions"] =
        json!({"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": places}}});
    let level = file.level();
    let words = &level.findings[0].problem;
    assert!(words.contains("only 65536 of its 1000000"), "{words}");
    assert_eq!(level.mesh.parts[1].indices.len(), 3 * 65_536);
}

#[test]
fn required_extensions_are_named_with_a_remedy() {
    let mut file = File::new().with_floor(0.0);
    file.json["extensionsRequired"] = json!(["ACME_gizmo"]);
    let error = file.load().unwrap_err();
    assert!(matches!(error, LevelError::Unsupported { .. }));
    let words = error.to_string();
    let named = words.contains("ACME_gizmo") && words.contains("Re-export without it");
    assert!(named, "{words}");
}

#[test]
fn lights_of_any_unit_give_the_same_sun() {
    let suns: Vec<_> = [5.0, 5_000.0]
        .into_iter()
        .map(|intensity| {
            let mut file = File::new().with_floor(0.0);
            let light = json!({"type": "directional", "intensity": intensity});
            file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [light]}});
            file.push(
                "nodes",
                json!({"extensions": {"KHR_lights_punctual": {"light": 0}}}),
            );
            file.level().lighting.sun.unwrap()
        })
        .collect();
    assert_eq!(suns[0], suns[1]);
    assert!((suns[0].direction - glam::Vec3::NEG_Z).length() < 1e-6);
}
