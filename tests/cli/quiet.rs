//! On the terminal stands only what the game says itself: no library's chatter, whatever the
//! machine lacks.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use crate::program::{PROGRAM, Place, cache, text};

/// Variables that tell where a desktop is.
const DESKTOP: [&str; 4] = [
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "WAYLAND_SOCKET",
    "XDG_RUNTIME_DIR",
];

/// Runs without a desktop but for `variables`, and without a sound card.
fn run(place: &Place, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(PROGRAM);
    for variable in DESKTOP {
        command.env_remove(variable);
    }
    command
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("HOME", place.folder())
        .env("HEXBOUND_CONFIG", place.folder())
        .env("HEXBOUND_CACHE", cache())
        .env_remove("RUST_LOG")
        .envs(variables.iter().copied())
        .output()
        .expect("the program starts")
}

/// Our log's lines begin with their level, the last word of a failure with the program's name; what
/// goes on in another line is indented, or a heading of causes.
fn is_ours(line: &str) -> bool {
    let starts = [
        "[INFO ] ",
        "[WARN ] ",
        "[ERROR] ",
        "hexbound: ",
        "  ",
        "Caused by:",
    ];
    line.is_empty() || starts.iter().any(|start| line.starts_with(start))
}

fn assert_quiet(arguments: &[&str], output: &Output) {
    let said = text(&output.stderr);
    for line in said.lines() {
        assert!(is_ours(line), "{arguments:?} says: {line}\nin:\n{said}");
    }
}

#[test]
fn every_command_says_only_its_own_words_with_or_without_a_desktop() {
    let place = Place::new();
    let recording = place.recording();
    let picture = place.at("picture.png");
    let film = place.at("film.png");
    let begun = place.at("yard");
    let found = place.at("found");
    let pages = place.at("pages");
    let capsule = place.at("moment.capsule");
    // What draws nothing looks for no desktop.
    let pure: [&[&str]; 16] = [
        &["levels", "--scenes"],
        &["check", "test:flat"],
        &["sim", "test:flat", "--wander", "7", "--ticks", "60"],
        &["compare", "test:flat", "--wander", "7", "--ticks", "60"],
        &["hunt", "test:box-room", "--rounds", "1"],
        &["levels", "--museum"],
        &["compare", "--list"],
        &["capsule", &recording, "-o", &capsule],
        &["verify", &capsule],
        &["why", &recording, "--tick", "1"],
        &["verify", &recording, "--pages", &pages, "--no-pictures"],
        &["new", &begun],
        &["files"],
        &["settings"],
        &["verify", &recording],
        &["completions", "bash"],
    ];
    let drawing: [&[&str]; 8] = [
        &["check", "test:flat", "--pictures", &found],
        &["replay", &recording],
        &["play", "test:flat"],
        &["settings", "mouse.invert", "true"],
        &["play", "--against", "test:flat"],
        &[
            "film", &recording, "-o", &film, "--size", "64x36", "--fps", "2",
        ],
        &["shot", "test:flat", "-o", &picture, "--size", "64x36"],
        &[
            "bench",
            "test:flat",
            "--frames",
            "1",
            "--size",
            "64x36",
            "--offscreen",
        ],
    ];
    let folder = place.folder();
    let desktops: [&[(&str, &str)]; 4] = [
        &[],
        &[("XDG_RUNTIME_DIR", &folder)],
        &[
            ("XDG_RUNTIME_DIR", "no/such/folder"),
            ("WAYLAND_DISPLAY", "wayland-7"),
        ],
        &[("DISPLAY", ":4711")],
    ];
    let all = pure.iter().map(|it| (it, &desktops[..1]));
    let all = all.chain(drawing.iter().map(|it| (it, &desktops[..])));
    for (arguments, desktops) in all {
        for variables in desktops {
            assert_quiet(arguments, &run(&place, arguments, variables));
        }
    }
}

#[test]
fn without_any_driver_there_is_one_line_and_no_chatter() {
    let place = Place::new();
    let picture = place.at("picture.png");
    let shot = ["shot", "test:flat", "-o", &picture];
    let none = ("VK_DRIVER_FILES", "/dev/null");
    for backend in ["vulkan", "gl"] {
        let nothing = [
            none,
            ("VK_ICD_FILENAMES", "/dev/null"),
            ("WGPU_BACKEND", backend),
        ];
        assert_quiet(&shot, &run(&place, &shot, &nothing));
    }
}

#[test]
fn the_commands_of_the_readme_are_those_tested_here() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("a document");
    let tested = fs::read_to_string(root.join("tests/cli/quiet.rs")).expect("this file");
    let commands = readme.lines().filter_map(|line| {
        let rest = line.strip_prefix("hexbound ")?;
        rest.split(' ').next()
    });
    let mut count = 0;
    for command in commands {
        count += 1;
        assert!(tested.contains(&format!("\"{command}\"")), "{command}");
    }
    assert!(count > 5, "only {count} commands were found");
}
