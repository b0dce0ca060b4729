//! Every shader is valid WGSL, branches on no uniform alone and needs no more textures than OpenGL
//! has; and every file under shaders/ is part of one.

mod branches;

use std::fs;

use hexbound_render::shaders;
use naga::{
    Module, TypeInner,
    front::wgsl,
    valid::{Capabilities, ValidationFlags, Validator},
};

fn validate(source: &str) -> Result<Module, String> {
    let module = wgsl::parse_str(source).map_err(|error| error.emit_to_string(source))?;
    validator()
        .validate(&module)
        .map(|_| module)
        .map_err(|error| error.emit_to_string(source))
}

/// The capabilities of every device that we draw on: halves are only taken out of words.
fn validator() -> Validator {
    let capabilities = Capabilities::default() | Capabilities::SHADER_FLOAT16_IN_FLOAT32;
    Validator::new(ValidationFlags::all(), capabilities)
}

/// The name and the complete text of each shader.
fn shaders() -> impl Iterator<Item = (&'static str, String)> {
    (shaders::ALL.iter()).map(|shader| (shader.name, shader.source()))
}

#[test]
fn every_file_is_part_of_a_shader() {
    let folder = hexbound_base::sources().join("shaders");
    let sources: Vec<String> = shaders().map(|(_, source)| source).collect();
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("a folder of shaders") {
        let path = entry.expect("a readable entry").path();
        let text = fs::read_to_string(&path).expect("a readable shader");
        let is_part = sources.iter().any(|source| source.contains(&text));
        assert!(is_part, "{}", path.display());
        count += 1;
    }
    assert!(count >= 15, "only {count}");
}

#[test]
fn every_shader_is_valid_and_branches_on_no_uniform_alone() {
    for (name, source) in shaders() {
        let module = validate(&source).unwrap_or_else(|message| panic!("{name}: {message}"));
        let found = branches::on_uniforms_alone(&module, &source);
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

#[test]
fn no_shader_needs_more_textures_than_opengl_has() {
    const MAX_TEXTURES: usize = 16;
    let mut most = 0;
    for (name, source) in shaders() {
        let module = validate(&source).expect("a valid shader");
        let info = validator().validate(&module).expect("a valid shader");
        for (index, entry) in module.entry_points.iter().enumerate() {
            let used = info.get_entry_point(index);
            let textures = module.global_variables.iter().filter(|(handle, global)| {
                let is_image = matches!(module.types[global.ty].inner, TypeInner::Image { .. });
                is_image && !used[*handle].is_empty()
            });
            let count = textures.count();
            assert!(count <= MAX_TEXTURES, "{name}, {}: {count}", entry.name);
            most = most.max(count);
        }
    }
    assert!(most > 10, "those of the level's surfaces are counted");
}

#[test]
fn a_branch_on_uniforms_alone_is_found() {
    let head = "
        struct Numbers { some: f32, other: f32 };
        struct Mixed { near: f32, far: f32 };
        override SET: bool = true;
        @group(0) @binding(0) var<uniform> numbers: Numbers;
        @group(0) @binding(1) var map: texture_2d<f32>;
        fn least(a: f32, b: f32) -> f32 { if a < b { return a; } return b; }
    ";
    let found = |body: &str| {
        let source = format!(
            "{head} @fragment fn shade(@location(0) at: f32) -> @location(0) vec4<f32> {{
                var sum = 0.0;
                {body}
                return vec4<f32>(sum);
            }}"
        );
        let module = validate(&source).unwrap_or_else(|error| panic!("{body}: {error}"));
        !branches::on_uniforms_alone(&module, &source).is_empty()
    };
    for alone in [
        "if numbers.some > 0.5 { sum = at; }",
        "if SET && numbers.some > numbers.other * 2.0 { sum = at; }",
        "for (var i = 0; i < i32(numbers.some); i++) { sum += at; }",
        "var one = 1.0; if at > 0.0 { sum = 1.0; } one += numbers.some; if one > 3.0 { sum = at; }",
        "sum = at * least(numbers.some, 2.0);",
        "var it = Mixed(at, numbers.some); if it.far > 1.0 { sum = at; }",
        "switch i32(numbers.some) { case 1: { sum = at; } default: {} }",
    ] {
        assert!(found(alone), "{alone}");
    }
    for fine in [
        "if SET { sum = numbers.some; }",
        "if numbers.some > at { sum = at; }",
        "for (var i = 0; i < 4; i++) { sum += numbers.some; }",
        "for (var i = 0; i < i32(select(0.0, numbers.some, at > -1.0)); i++) { sum += at; }",
        "sum = at * least(at, numbers.some);",
        "var it = Mixed(at, numbers.some); if it.near > 1.0 { sum = at; }",
        "if textureLoad(map, vec2<i32>(0), 0).r > numbers.some { sum = at; }",
    ] {
        assert!(!found(fine), "{fine}");
    }
}

#[test]
fn a_broken_shader_is_not_valid() {
    assert!(validate("fn shade() -> f32 { return vec2<f32>(1.0); }").is_err());
    assert!(validate("fn shade( {").is_err());
}
