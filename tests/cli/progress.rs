//! The progress of long work, which is shown on a terminal alone.

use std::process::{Command, Stdio};

use crate::{
    pictures::has_adapter,
    program::{PROGRAM, Place, cache, hexbound, text},
    skip,
};

/// Takes a line off the terminal.
const CLEARED: &str = "\r\u{1b}[K";

/// What a terminal gets to see of a command that has to succeed.
fn on_a_terminal(arguments: &[&str]) -> String {
    let words = arguments.iter().map(|word| format!("'{word}'"));
    let command = format!("'{PROGRAM}' {}", words.collect::<Vec<_>>().join(" "));
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .stdin(Stdio::null())
        .env("HEXBOUND_CACHE", cache())
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env_remove("RUST_LOG")
        .output()
        .expect("the terminal opens");
    let seen = text(&output.stdout);
    assert!(output.status.success(), "{arguments:?}: {seen}");
    seen
}

#[test]
fn long_work_shows_a_terminal_how_far_it_is_and_leaves_nothing_there() {
    if !skip::has_tool("script") {
        return;
    }
    let place = Place::new();
    let run = place.recording();
    let [pages, frames, capsule, shot] =
        ["pages", "frames", "cut.capsule", "shot.png"].map(|name| place.at(name));
    let mut commands = vec![
        (vec!["check", "test:flat"], "walking everywhere"),
        (vec!["hunt", "test:box-room", "--rounds", "1"], "hunting: "),
        (
            vec!["verify", &run, "--pages", &pages, "--no-pictures"],
            "playing it",
        ),
        (vec!["verify", &run], "playing it"),
        (vec!["why", &run, "--tick", "200"], "playing it"),
        (
            vec!["capsule", &run, "--ticks", "200..220", "-o", &capsule],
            "playing it",
        ),
        (
            vec!["verify", "--museum", "a1", "--json"],
            "playing the vectors",
        ),
        (vec!["sim", "test:flat"], "simulating"),
        (vec!["compare", "test:flat", "--wander", "1"], "comparing"),
    ];
    if has_adapter(&place) {
        let film = ["film", &run, "-o", &frames, "--fps", "2", "--size", "64x36"];
        commands.push((film.to_vec(), "frame 1 of 4"));
        let bench = ["bench", "test:box-room", "--offscreen", "--frames", "2"];
        commands.push((
            [&bench[..], &["--size", "64x36"]].concat(),
            "measuring 2 frames",
        ));
        let shot = ["shot", "test:box-room", "--input", &run, "-o", &shot];
        commands.push(([&shot[..], &["--size", "64x36"]].concat(), "playing it"));
    }
    for (arguments, told) in commands {
        let seen = on_a_terminal(&arguments);
        let shown = seen
            .find(told)
            .unwrap_or_else(|| panic!("{arguments:?}: {seen:?}"));
        let bar = &seen[..shown];
        assert!(
            bar.rfind(CLEARED)
                .is_some_and(|at| bar[at..].contains(" % ")),
            "{seen:?}"
        );
        let (_, left) = seen.rsplit_once(CLEARED).expect("a bar");
        assert!(
            !left.lines().next().is_some_and(|line| line.contains(" % ")),
            "{arguments:?} leaves a bar: {seen:?}"
        );
        let piped = text(&hexbound(&arguments).stderr);
        assert!(!piped.contains('\r'), "{arguments:?}: {piped:?}");
    }
}
