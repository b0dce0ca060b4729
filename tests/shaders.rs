//! Every file under shaders/ is valid WGSL. `common.wgsl` comes before every other file, and
//! `lighting.wgsl` and
//! `mirror.wgsl` after it where something is lit; `bloom.wgsl`, `noise.wgsl`,
//! `shadow.wgsl` and the depths stand alone; either depth comes before `occlusion.wgsl`.

use std::{fs, path::Path};

use naga::{
    front::wgsl,
    valid::{Capabilities, ValidationFlags, Validator},
};

/// What is compiled before a shader, as the passes in src/render put it together.
fn before(name: &str) -> &'static [&'static str] {
    match name {
        "bloom.wgsl" | "common.wgsl" | "noise.wgsl" | "shadow.wgsl" | "depth_samples.wgsl"
        | "depth_single.wgsl" => &[],
        "occlusion.wgsl" => &["depth_samples.wgsl"],
        "explosion.wgsl" | "particle.wgsl" | "scorch.wgsl" => {
            &["common.wgsl", "lighting.wgsl", "mirror.wgsl", "noise.wgsl"]
        }
        "sky.wgsl" => &["common.wgsl", "noise.wgsl"],
        "lighting.wgsl" => &["common.wgsl", "mirror.wgsl"],
        "mirror.wgsl" => &["common.wgsl", "lighting.wgsl"],
        "line.wgsl" | "mark.wgsl" | "tone.wgsl" => &["common.wgsl"],
        _ => &["common.wgsl", "lighting.wgsl", "mirror.wgsl"],
    }
}

fn validate(source: &str) -> Result<(), String> {
    let module = wgsl::parse_str(source).map_err(|error| error.emit_to_string(source))?;
    Validator::new(ValidationFlags::all(), Capabilities::default())
        .validate(&module)
        .map(|_| ())
        .map_err(|error| error.emit_to_string(source))
}

#[test]
fn every_shader_is_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a readable shader");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("a folder of shaders")
        .map(|entry| entry.expect("a readable entry").file_name())
        .map(|name| name.into_string().expect("a UTF-8 name"))
        .collect();
    names.sort();
    assert!(names.len() >= 8, "only {names:?}");
    for name in names {
        assert!(name.ends_with(".wgsl"), "{name} is no shader");
        let mut source: String = before(&name).iter().map(|part| read(part)).collect();
        source.push_str(&read(&name));
        if let Err(message) = validate(&source) {
            panic!("{name}: {message}");
        }
    }
}

#[test]
fn a_broken_shader_is_not_valid() {
    assert!(validate("fn shade() -> f32 { return vec2<f32>(1.0); }").is_err());
    assert!(validate("fn shade( {").is_err());
}
