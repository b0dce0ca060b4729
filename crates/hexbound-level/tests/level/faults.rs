//! Files that are missing, cut, damaged or huge: they are refused by their name, or something is left
//! out; never a panic or a hang.

use std::{fs, path::Path};

use hexbound_base::random::Random;
use hexbound_level::{self as level, Cause, Code, LevelError};
use serde_json::json;

use crate::{cases::level_of, gltf_file::File};

/// Asserts that a file is refused by its name and in words with this part.
#[track_caller]
pub fn assert_refused(path: &Path, part: &str) {
    let error = level::load(path).expect_err("it should be refused");
    let words = error.to_string();
    for part in [&*path.display().to_string(), part] {
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn missing_files_and_folders() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.glb");
    let missing = level::load(&path);
    assert!(matches!(missing, Err(LevelError::NoSuchFile { .. })));
    assert_refused(&path, "there is no such file");
    let opened = level::load(folder.path());
    assert!(matches!(opened, Err(LevelError::InFile { fault, .. })
        if matches!(fault.cause, Cause::Unreadable { .. })));
    assert_refused(folder.path(), "folder");
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.glb");
    let whole = File::new().with_floor(0.0).glb();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        assert_refused(&path, "");
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
fn ten_thousand_generations_are_borne() {
    let mut file = File::new().with_floor(0.0);
    for below in 0..10_000 {
        let node = json!({"translation": [0, 0.01, 0], "children": [below]});
        file.push("nodes", node);
    }
    let level = file.level();
    assert!((level.origin.y - 100.0).abs() < 1.0, "{}", level.origin);
}

#[test]
fn a_mesh_too_large_to_be_animated_is_told_and_stands() {
    // Every corner once for each of two hundred thousand triangles and more.
    let indices: Vec<u32> = (0..210_000).map(|it| it % 3).collect();
    let indices = json!({"$u32": indices});
    let changed = format!("with pane\n/meshes/2/primitives/0/indices {indices}");
    let level = level_of(&changed);
    let mut parts = level.mesh.parts.iter();
    assert!(parts.all(|part| part.animated.is_none()));
    let is_told = level.findings.iter().any(|it| it.code == Code::OverLimit);
    assert!(is_told, "{:?}", level.findings);
}
