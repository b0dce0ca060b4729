//! Looks that a file offers or that whoever opens it chooses: variants, and the grain of what has no
//! texture.

use hexbound_level::{Level, LevelError, Reading};
use serde_json::json;

use crate::gltf_file::File;

/// A floor that is gray, or by a variant red.
fn file() -> File {
    let mut file = File::new().with_floor(0.0);
    file.json["materials"] = json!([{"name": "gray"}, {"name": "red"}]);
    file.json["extensionsRequired"] = json!(["KHR_materials_variants"]);
    file.json["extensions"] = json!({"KHR_materials_variants": {"variants": [{"name": "Red"}]}});
    let mappings = json!([{"material": 1, "variants": [0]}]);
    let primitive = file.primitive(0);
    primitive["material"] = json!(0);
    primitive["extensions"] = json!({"KHR_materials_variants": {"mappings": mappings}});
    file
}

fn opened(file: &File, variant: Option<&str>) -> Result<Level, LevelError> {
    let folder = tempfile::tempdir().unwrap();
    let reading = Reading {
        variant: variant.map(String::from),
        ..Reading::default()
    };
    hexbound_level::load_scaled(file.save(folder.path()), reading)
}

/// The name of the material of the level's only part.
fn look(level: &Level) -> &str {
    &level.materials[level.mesh.parts[0].material].name
}

#[test]
fn a_variant_is_shown_by_its_name_and_an_unknown_one_is_answered_with_those_there_are() {
    let file = file();
    let own = opened(&file, None).unwrap();
    assert_eq!(look(&own), "gray");
    let mut told = own.findings.iter();
    assert!(!told.any(|it| it.problem.contains("variants")), "{told:?}");
    let red = opened(&file, Some("red")).unwrap();
    assert_eq!(
        (look(&red), red.reading.variant.as_deref()),
        ("red", Some("red"))
    );
    let words = opened(&file, Some("blue")).unwrap_err().to_string();
    assert!(
        words.contains("\"blue\"") && words.contains("It has Red"),
        "{words}"
    );
}

#[test]
fn the_scene_takes_the_grain_off_also_where_there_is_no_material() {
    let mut file = File::new().with_floor(0.0);
    let grains = |file: &File| -> Vec<bool> {
        let level = file.level();
        level.materials.iter().map(|it| it.grain).collect()
    };
    assert_eq!(grains(&file), [true]);
    file.json["scenes"] = json!([{"nodes": [0], "extras": {"grain": false}}]);
    assert_eq!(grains(&file), [false]);
}
