//! On the terminal stands only what the game says itself: no library's chatter, whatever the
//! machine lacks.

use std::{fs, path::Path, process::Output};

use crate::program::*;

/// Runs without a desktop but for `variables`, and without a sound card.
fn run(place: &Place, line: &str, variables: &[(&str, &str)]) -> Output {
    let mut command = command(line);
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("XDG_RUNTIME_DIR")
        .env("HOME", place.folder())
        .env("HEXBOUND_CONFIG", place.folder())
        .envs(variables.iter().copied());
    output(&mut command)
}

/// Our log's lines begin with their level, the last word of a failure with the program's name; what
/// goes on in another line is indented, or a heading of causes.
fn is_ours(line: &str) -> bool {
    let of_log = ["[INFO ] ", "[WARN ] ", "[ERROR] "];
    let starts = of_log.iter().chain(&["hexbound: ", "  ", "Caused by:"]);
    line.is_empty() || starts.into_iter().any(|start| line.starts_with(start))
}

fn assert_quiet(line: &str, output: &Output) {
    let said = text(&output.stderr);
    let other = said.lines().find(|line| !is_ours(line));
    assert_eq!(other, None, "{line} says:\n{said}");
}

#[test]
fn every_command_says_only_its_own_words_with_or_without_a_desktop() {
    let place = Place::new();
    // What draws nothing looks for no desktop.
    let [pure, drawing] = place.lines("quiet.txt");
    let folder = place.folder();
    let nowhere = [
        ("XDG_RUNTIME_DIR", "no/such/folder"),
        ("WAYLAND_DISPLAY", "wayland-7"),
    ];
    let desktops: [&[(&str, &str)]; 4] = [
        &[],
        &[("XDG_RUNTIME_DIR", &folder)],
        &nowhere,
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
    let shot = format!("shot test:flat -o {}", place.at("picture.png"));
    for backend in ["vulkan", "gl"] {
        let none = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"].map(|it| (it, "/dev/null"));
        let nothing = [none[0], none[1], ("WGPU_BACKEND", backend)];
        assert_quiet(&shot, &run(&place, &shot, &nothing));
    }
}

#[test]
fn the_commands_of_the_readme_are_those_tested_here() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("a document");
    let tested = fs::read_to_string(root.join("tests/cli/quiet.txt")).expect("a file");
    let commands = readme.lines().filter_map(|line| {
        let rest = line.strip_prefix("hexbound ")?;
        rest.split(' ').next()
    });
    let mut count = 0;
    for command in commands {
        count += 1;
        let is_it = |line: &str| line.split(' ').next() == Some(command);
        assert!(tested.lines().any(is_it), "{command}");
    }
    assert!(count > 5, "only {count} commands were found");
}

#[test]
fn the_steps_of_a_start_are_timed_for_who_asks() {
    let place = Place::new();
    let is_timed = |variables: &[(&str, &str)]| {
        let said = run(&place, "sim observatory --ticks 1", variables).stderr;
        text(&said).contains("reading the level took")
    };
    assert!(is_timed(&[("RUST_LOG", "hexbound=debug")]));
    assert!(!is_timed(&[]));
}
