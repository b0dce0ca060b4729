//! Imports point one way: a module uses only what stands below it, and the crates for window,
//! picture, sound and interface stay at the edge. A single crate does not keep this by itself.
//! Also kept out of the simulation's modules: whatever would make two runs differ.

use std::{fs, path::Path};

/// From the bottom up. A module may use those of earlier lines, never those of its own line.
const ORDER: [&[&str]; 12] = [
    &["clock", "files", "folders", "hash", "memory", "output"],
    &["geom"],
    &["collide"],
    &["level"],
    &["sim"],
    &["inspect", "effects"],
    &["replay", "input", "render", "audio"],
    &["settings"],
    &["ui", "headless"],
    &["app"],
    &["cli"],
    &["main"],
];

/// Crates that talk to the machine, and the modules that may.
const DEVICE_CRATES: [&str; 8] = [
    "wgpu",
    "winit",
    "rodio",
    "alsa",
    "wayland_backend",
    "egui",
    "egui_wgpu",
    "egui_winit",
];
const DEVICE_MODULES: [&str; 5] = ["input", "render", "audio", "ui", "app"];

/// Modules whose result must be the same bits on every run and platform, and names that would
/// break that: a clock, the platform's trigonometry (libm's is the same everywhere). A hash map is
/// fine to look things up in; that nobody walks through one is for readers to see.
const SAME_BITS_MODULES: [&str; 4] = ["hash", "geom", "collide", "sim"];
const DIFFERING_NAMES: [&str; 4] = ["Instant", "SystemTime", "RandomState", "thread_local"];
const DIFFERING_METHODS: [&str; 17] = [
    "sin", "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
    "exp2", "ln", "log10", "powf", "hypot",
];

#[test]
fn imports_point_one_way() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&sources, &mut files);
    assert!(files.len() > 20, "the scan found only {files:?}");
    let mut faults = Vec::new();
    for file in files {
        let place = file.strip_prefix(&sources).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        faults.extend(faults_of(place, &text));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
}

/// What a source file (its place below src) does that it may not.
fn faults_of(place: &Path, text: &str) -> Vec<String> {
    let modules = module_path(place);
    let Some(module) = modules.first() else {
        // lib.rs itself only lists the modules.
        return Vec::new();
    };
    let Some(rank) = rank(module) else {
        return vec![format!(
            "{}: module '{module}' has no place in the order of tests/imports.rs",
            place.display()
        )];
    };
    let mut faults = Vec::new();
    for found in scan(&modules, text) {
        let why = match &found.name {
            Name::Module(used) if used == module => continue,
            Name::Module(used) => match self::rank(used) {
                None => continue,
                Some(other) if other < rank => continue,
                Some(_) => format!("'{module}' may not use '{used}'"),
            },
            Name::Crate(_) if found.in_tests => continue,
            Name::Crate(_) if DEVICE_MODULES.contains(&module.as_str()) => continue,
            Name::Crate(used) => format!("'{module}' may not use the crate '{used}'"),
            Name::Differing(_) if !SAME_BITS_MODULES.contains(&module.as_str()) => continue,
            Name::Differing(_) if found.in_tests => continue,
            Name::Differing(used) => {
                format!("'{used}' differs from run to run or platform to platform")
            }
        };
        faults.push(format!("src/{}:{}: {why}", place.display(), found.line));
    }
    faults
}

fn rank(module: &str) -> Option<usize> {
    ORDER.iter().position(|line| line.contains(&module))
}

/// `level/scenes.rs` is [level, scenes], `level/mod.rs` is [level], `lib.rs` is [].
fn module_path(place: &Path) -> Vec<String> {
    let mut modules: Vec<String> = place
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if modules
        .last()
        .is_some_and(|last| last == "mod" || last == "lib")
    {
        modules.pop();
    }
    modules
}

#[derive(Debug, PartialEq)]
enum Name {
    /// A module right below the crate's root.
    Module(String),
    /// One of [`DEVICE_CRATES`].
    Crate(String),
    /// One of [`DIFFERING_NAMES`], or a call of one of [`DIFFERING_METHODS`].
    Differing(String),
}

#[derive(Debug)]
struct Found {
    name: Name,
    line: usize,
    /// Inside a `#[cfg(test)]` module.
    in_tests: bool,
}

/// Every name of interest in a file, wherever it stands: `use` trees and paths in expressions.
fn scan(modules: &[String], text: &str) -> Vec<Found> {
    let tokens = tokens(text);
    let word = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    let mut found = Vec::new();
    // Inline modules around the place, each with the brace depth it was opened at.
    let mut inline: Vec<(usize, bool)> = Vec::new();
    let mut depth = 0;
    for index in 0..tokens.len() {
        let in_tests = inline.iter().any(|(_, tests)| *tests);
        let mut add = |name: Name, line: usize| {
            found.push(Found {
                name,
                line,
                in_tests,
            });
        };
        let line = tokens[index].line;
        let follows_path = index > 0 && word(index - 1) == "::" && is_path_end(&tokens, index - 1);
        match word(index) {
            "{" => {
                if index > 1 && word(index - 2) == "mod" {
                    inline.push((depth, is_test_module(&tokens, index - 2)));
                }
                depth += 1;
            }
            "}" => {
                depth -= 1;
                inline.pop_if(|(opened, _)| *opened == depth);
            }
            "crate" | "hexbound" if word(index + 1) == "::" && !follows_path => {
                let heads = heads(&tokens, index + 2);
                heads
                    .into_iter()
                    .for_each(|head| add(Name::Module(head), line));
            }
            "super" if !follows_path => {
                let mut end = index;
                let mut ups = 1;
                while word(end + 1) == "::" && word(end + 2) == "super" {
                    end += 2;
                    ups += 1;
                }
                if ups >= modules.len() + inline.len() && word(end + 1) == "::" {
                    let heads = heads(&tokens, end + 2);
                    heads
                        .into_iter()
                        .for_each(|head| add(Name::Module(head), line));
                }
            }
            name if DEVICE_CRATES.contains(&name) && !follows_path => {
                let imported = word(index + 1) == "::"
                    || matches!(word(index.wrapping_sub(1)), "use" | "crate")
                    || (word(index.wrapping_sub(1)) == "::" && word(index + 1) == ";");
                if imported {
                    add(Name::Crate(String::from(name)), line);
                }
            }
            name if DIFFERING_NAMES.contains(&name) => {
                add(Name::Differing(String::from(name)), line);
            }
            name if DIFFERING_METHODS.contains(&name) => {
                let method = word(index.wrapping_sub(1)) == "." && word(index + 1) == "(";
                let of_float = word(index.wrapping_sub(1)) == "::"
                    && matches!(word(index.wrapping_sub(2)), "f32" | "f64");
                if method || of_float {
                    add(Name::Differing(String::from(name)), line);
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether the `::` at `index` continues a path (`a::b`) rather than starting one (`::b`).
fn is_path_end(tokens: &[Token], index: usize) -> bool {
    index > 0 && {
        let before = tokens[index - 1].text.as_str();
        before != "use" && before.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '>')
    }
}

/// Whether the `mod` at `index` carries `#[cfg(test)]`.
fn is_test_module(tokens: &[Token], index: usize) -> bool {
    let before: Vec<&str> = tokens[index.saturating_sub(7)..index]
        .iter()
        .map(|token| token.text.as_str())
        .collect();
    before == ["#", "[", "cfg", "(", "test", ")", "]"]
}

/// The first names of the path or `{…}` group that starts at `index`.
fn heads(tokens: &[Token], index: usize) -> Vec<String> {
    let word = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    if word(index) != "{" {
        return vec![String::from(word(index))];
    }
    let mut heads = Vec::new();
    let mut depth = 0;
    for at in index..tokens.len() {
        match word(at) {
            "{" => depth += 1,
            "}" => depth -= 1,
            name if depth == 1 && matches!(word(at - 1), "{" | ",") && name != "," => {
                heads.push(String::from(name));
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    heads
}

#[derive(Debug)]
struct Token {
    text: String,
    line: usize,
}

/// Words, `::` and single signs; comments, strings, characters and lifetimes are left out.
fn tokens(text: &str) -> Vec<Token> {
    let characters: Vec<char> = text.chars().collect();
    let at = |index: usize| characters.get(index).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let (mut index, mut line) = (0, 1);
    while index < characters.len() {
        let start = index;
        match at(index) {
            '/' if at(index + 1) == '/' => index = end_of_line(&characters, index),
            '/' if at(index + 1) == '*' => index = end_of_comment(&characters, index),
            '"' => index = end_of_string(&characters, index),
            'r' | 'b' if raw_string_hashes(&characters, index).is_some() => {
                index = end_of_raw_string(&characters, index);
            }
            '\'' => index = end_of_character(&characters, index),
            c if c.is_alphanumeric() || c == '_' => {
                while at(index).is_alphanumeric() || at(index) == '_' {
                    index += 1;
                }
            }
            ':' if at(index + 1) == ':' => index += 2,
            _ => index += 1,
        }
        let piece: String = characters[start..index].iter().collect();
        let skipped = piece.starts_with(['"', '\'', ' ', '\n', '\t', '\r'])
            || piece.starts_with("//")
            || piece.starts_with("/*")
            || piece.contains('"');
        if !skipped {
            tokens.push(Token {
                text: piece.clone(),
                line,
            });
        }
        line += piece.matches('\n').count();
    }
    tokens
}

fn end_of_line(characters: &[char], start: usize) -> usize {
    (start..characters.len())
        .find(|&index| characters[index] == '\n')
        .unwrap_or(characters.len())
}

/// Block comments nest.
fn end_of_comment(characters: &[char], start: usize) -> usize {
    let mut depth = 0;
    let mut index = start;
    while index + 1 < characters.len() {
        match (characters[index], characters[index + 1]) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                index += 1;
                continue;
            }
        }
        index += 2;
        if depth == 0 {
            return index;
        }
    }
    characters.len()
}

fn end_of_string(characters: &[char], start: usize) -> usize {
    let mut index = start + 1;
    while index < characters.len() && characters[index] != '"' {
        index += if characters[index] == '\\' { 2 } else { 1 };
    }
    (index + 1).min(characters.len())
}

/// For `r"`, `r#"`, `br#"` and so on: where the quote stands and how many hashes close it.
fn raw_string_hashes(characters: &[char], start: usize) -> Option<(usize, usize)> {
    let inside_word =
        start > 0 && (characters[start - 1].is_alphanumeric() || characters[start - 1] == '_');
    let mut index = start + usize::from(characters[start] == 'b');
    if inside_word || characters.get(index) != Some(&'r') {
        return None;
    }
    index += 1;
    let first = index;
    while characters.get(index) == Some(&'#') {
        index += 1;
    }
    (characters.get(index) == Some(&'"')).then_some((index, index - first))
}

fn end_of_raw_string(characters: &[char], start: usize) -> usize {
    let Some((quote, hashes)) = raw_string_hashes(characters, start) else {
        return start + 1;
    };
    (quote + 1..characters.len())
        .find(|&index| {
            characters[index] == '"'
                && characters[index + 1..]
                    .iter()
                    .take_while(|c| **c == '#')
                    .count()
                    >= hashes
        })
        .map_or(characters.len(), |index| index + 1 + hashes)
}

/// A character literal ends at its quote; a lifetime is a word without one.
fn end_of_character(characters: &[char], start: usize) -> usize {
    let at = |index: usize| characters.get(index).copied().unwrap_or('\0');
    if at(start + 1) == '\\' {
        let close = (start + 3..characters.len()).find(|&index| characters[index] == '\'');
        return close.map_or(characters.len(), |index| index + 1);
    }
    if at(start + 2) == '\'' {
        return start + 3;
    }
    let mut index = start + 1;
    while at(index).is_alphanumeric() || at(index) == '_' {
        index += 1;
    }
    index
}

fn faults(place: &str, text: &str) -> Vec<String> {
    faults_of(Path::new(place), text)
}

#[test]
fn an_import_from_above_is_found_however_it_is_written() {
    for (place, text) in [
        ("geom/ray.rs", "use crate::sim::World;"),
        ("geom/ray.rs", "use crate::{hash, collide::Body};"),
        (
            "geom/ray.rs",
            "use crate::{\n    hash::{Hasher, *},\n    sim,\n};",
        ),
        ("geom/ray.rs", "fn f() { crate::sim::step(); }"),
        ("geom/ray.rs", "fn f(x: crate::level::Level) {}"),
        ("geom/ray.rs", "use super::super::sim::World;"),
        ("geom/ray.rs", "use super::super::{hash, sim};"),
        ("geom/mod.rs", "use super::sim;"),
        ("clock.rs", "use super::hash::Hasher;"),
        ("clock.rs", "use crate::hash::Hasher;"),
        ("geom/mod.rs", "mod tests { use super::super::sim; }"),
        (
            "geom/mod.rs",
            "#[cfg(test)] mod tests { use crate::sim::World; }",
        ),
        ("render/mod.rs", "use crate::audio::Sounds;"),
        ("ui/mod.rs", "use crate::headless::run;"),
        (
            "replay/mod.rs",
            "let a = 'x'; let b = '\\''; crate::app::run()",
        ),
        (
            "replay/mod.rs",
            "let a: &'static str = \"\\\"\"; crate::app::run()",
        ),
        (
            "replay/mod.rs",
            "let a = r#\"quote \" here\"#; crate::app::run()",
        ),
    ] {
        assert_eq!(faults(place, text).len(), 1, "{place}: {text}");
    }
}

#[test]
fn an_import_from_below_or_within_is_not_flagged() {
    for (place, text) in [
        (
            "sim/world.rs",
            "use crate::{collide::Counters, level::Level};",
        ),
        ("sim/world.rs", "use super::{Ball, Command};"),
        ("sim/world.rs", "use crate::sim::Ball;"),
        (
            "sim/world.rs",
            "// use crate::app::App;\n/* crate::render /* crate::ui */ */",
        ),
        ("sim/world.rs", "let text = \"crate::app\";"),
        ("sim/world.rs", "let text = r\"crate::app\";"),
        (
            "sim/world.rs",
            "#[cfg(test)] mod tests { use super::*; use super::super::Ball; }",
        ),
        ("app/mod.rs", "use crate::{render::Renderer, ui, sim};"),
        ("main.rs", "use hexbound::{app, headless};"),
        ("lib.rs", "pub mod app;"),
    ] {
        assert_eq!(faults(place, text), Vec::<String>::new(), "{place}: {text}");
    }
}

#[test]
fn a_module_without_a_place_in_the_order_is_found() {
    assert_eq!(faults("physics/mod.rs", "").len(), 1);
}

#[test]
fn device_crates_are_found_outside_the_edge() {
    for text in [
        "use wgpu::Device;",
        "use ::wgpu::Device;",
        "use winit;",
        "use egui as ui;",
        "fn f(device: &wgpu::Device) {}",
        "use {glam::Vec3, rodio::Source};",
        "use egui_wgpu::Renderer;",
    ] {
        assert_eq!(faults("sim/world.rs", text).len(), 1, "{text}");
        assert_eq!(faults("headless/mod.rs", text).len(), 1, "{text}");
        assert!(faults("render/mod.rs", text).is_empty(), "{text}");
    }
    for text in [
        "use crate::level::wgpu::X;",
        "let wgpu = 1;",
        "// wgpu::Device",
    ] {
        assert!(faults("sim/world.rs", text).is_empty(), "{text}");
    }
}

#[test]
fn what_differs_between_runs_is_found_in_the_simulation_only() {
    for text in [
        "use std::time::Instant;",
        "use std::{env, time::SystemTime};",
        "let y = angle.sin();",
        "let y = f32::atan2(a, b);",
    ] {
        assert_eq!(faults("collide/slide.rs", text).len(), 1, "{text}");
        assert!(faults("app/mod.rs", text).is_empty(), "{text}");
        let in_tests = format!("#[cfg(test)]\nmod tests {{ fn f() {{ {text} }} }}");
        assert!(faults("collide/slide.rs", &in_tests).is_empty(), "{text}");
    }
    for text in [
        "libm::sinf(x)",
        "use std::collections::BTreeMap;",
        "x.sqrt()",
    ] {
        assert!(faults("collide/slide.rs", text).is_empty(), "{text}");
    }
}

#[test]
fn a_fault_names_file_and_line() {
    let fault = &faults(
        "geom/ray.rs",
        "// one\n/* two\nthree */\nuse crate::sim::World;",
    )[0];
    assert_eq!(fault, "src/geom/ray.rs:4: 'geom' may not use 'sim'");
}
