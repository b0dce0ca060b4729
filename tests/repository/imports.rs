//! Imports inside the game point one way: a module uses only what stands below it, the crates for
//! window, picture, sound and interface stay at the edge. What cargo and clippy keep is not looked
//! at here: what other packages may use is in their manifests, and clippy.toml names what the
//! simulation may not use.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// From the bottom up. A module may use those of earlier lines, never those of its own line.
const ORDER: [&[&str]; 10] = [
    &["memory", "message_box"],
    &["inspect", "effects", "check", "museum"],
    &["input", "render", "audio"],
    &["crash", "runs", "settings"],
    &["canvas", "capsule"],
    &["ui", "headless", "fuzzing"],
    &["shell"],
    &["app"],
    &["cli", "embedded"],
    &["main"],
];

/// Modules that stay apart although their order would let the first use the second.
const APART: [(&str, &str); 1] = [("settings", "render")];

/// Crates that talk to the machine, and the modules that may.
const DEVICE_CRATES: [&str; 6] = [
    "wgpu::",
    "winit::",
    "gilrs::",
    "rodio::",
    "alsa::",
    "wayland_backend::",
];
const DEVICE_MODULES: [&str; 6] = ["input", "render", "audio", "ui", "shell", "app"];

#[test]
fn imports_point_one_way() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&sources, &mut files);
    assert!(files.len() > 20, "the scan found only {files:?}");
    let mut faults = Vec::new();
    for file in files {
        let place = file.strip_prefix(&sources).unwrap();
        faults.extend(faults_of(place, &fs::read_to_string(&file).unwrap()));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Lists the texts of Rust and of shaders in a folder and those below it.
pub(crate) fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|it| it == "rs" || it == "wgsl")
        {
            files.push(path);
        }
    }
}

/// Lists what a source file (its place below src) does that it may not.
fn faults_of(place: &Path, text: &str) -> Vec<String> {
    let first = place.iter().next().unwrap_or_default().to_string_lossy();
    let module = first.trim_end_matches(".rs");
    if module == "lib" {
        return Vec::new();
    }
    let Some(rank) = rank(module) else {
        let place = place.display();
        return vec![format!(
            "src/{place}: '{module}' has no place in the order of tests/repository/imports.rs"
        )];
    };
    let (code, tests) = text
        .split_once("#[cfg(test)]\nmod tests {")
        .unwrap_or((text, ""));
    let mut faults = Vec::new();
    for used in modules_used(code).into_iter().chain(modules_used(tests)) {
        let is_above = used != module && self::rank(&used).is_some_and(|other| other >= rank);
        if is_above || APART.contains(&(module, &*used)) {
            faults.push(format!("'{module}' may not use '{used}'"));
        }
    }
    if !DEVICE_MODULES.contains(&module) {
        let used = DEVICE_CRATES.iter().filter(|name| names(code, name));
        faults.extend(used.map(|name| format!("'{module}' may not use the crate '{name}'")));
    }
    let place = place.display();
    faults
        .iter()
        .map(|fault| format!("src/{place}: {fault}"))
        .collect()
}

fn rank(module: &str) -> Option<usize> {
    ORDER.iter().position(|line| line.contains(&module))
}

/// Returns whether code, comments left out, holds a name that does not merely end a longer one.
fn names(code: &str, name: &str) -> bool {
    let alone = |line: &str| {
        line.match_indices(name).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|it| it.is_alphanumeric() || it == '_')
        })
    };
    code.lines().map(without_comment).any(alone)
}

fn without_comment(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// The modules that paths from the crate's root begin with: `crate::a::b`, `crate::{a::b, c}`.
fn modules_used(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(without_comment).collect();
    let code = lines.join("\n");
    let mut used = Vec::new();
    for root in ["crate::", "hexbound::"] {
        for (at, _) in code.match_indices(root) {
            let rest = &code[at + root.len()..];
            match rest.strip_prefix('{') {
                Some(group) => used.extend(first_names(group)),
                None => used.push(name_at_start(rest)),
            }
        }
    }
    used
}

/// The names that begin the parts of a group of imports, up to the brace that closes it.
fn first_names(group: &str) -> Vec<String> {
    let mut depth = 0;
    let mut names = vec![name_at_start(group.trim_start())];
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(name_at_start(group[at + 1..].trim_start())),
            _ => {}
        }
    }
    names
}

fn name_at_start(text: &str) -> String {
    let part_of_name = |it: &char| it.is_alphanumeric() || *it == '_';
    text.chars().take_while(part_of_name).collect()
}

fn faults(place: &str, text: &str) -> usize {
    faults_of(Path::new(place), text).len()
}

#[test]
fn an_import_from_above_is_found() {
    for (place, text) in [
        ("check/view.rs", "use crate::app::App;"),
        ("check/view.rs", "use crate::{memory, app::App};"),
        (
            "check/view.rs",
            "use crate::{\n    memory::{self, limit_heaps},\n    ui,\n};",
        ),
        ("check/view.rs", "fn f() { crate::app::run(); }"),
        ("memory.rs", "use crate::message_box::show;"),
        ("render/mod.rs", "use crate::audio::Sounds;"),
        ("settings/mod.rs", "use crate::render::Quality;"),
        (
            "check/mod.rs",
            "#[cfg(test)]\nmod tests {\n    use crate::runs::RunStore;\n}",
        ),
        ("app/mod.rs", "use hexbound::cli::run;"),
        ("physics/mod.rs", ""),
        ("headless/mod.rs", "use wgpu::Device;"),
        ("headless/mod.rs", "fn f(device: &wgpu::Device) {}"),
    ] {
        assert_eq!(faults(place, text), 1, "{place}: {text}");
    }
}

#[test]
fn an_import_from_below_or_within_is_not_flagged() {
    for (place, text) in [
        ("ui/world.rs", "use crate::{settings::Settings, ui::Panel};"),
        ("ui/world.rs", "use hexbound_collide::{Body, geom::Aabb};"),
        ("ui/world.rs", "// use crate::app::App;"),
        ("app/mod.rs", "use crate::{render::Renderer, sim, ui};"),
        ("main.rs", "use hexbound::{app, headless};"),
        ("render/mod.rs", "use wgpu::Device;"),
        ("lib.rs", "pub mod app;"),
    ] {
        assert_eq!(faults(place, text), 0, "{place}: {text}");
    }
}
