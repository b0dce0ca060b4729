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
fn on_a_terminal(arguments: &str) -> String {
    let command = format!("'{PROGRAM}' {arguments}");
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
    let [verify, why, of_pages, of_capsule, film, shot] = [
        format!("verify {run}"),
        format!("why {run} --tick 200"),
        format!("verify {run} --pages {pages} --no-pictures"),
        format!("capsule {run} --ticks 200..220 -o {capsule}"),
        format!("film {run} -o {frames} --fps 2 --size 64x36"),
        format!("shot test:box-room --input {run} -o {shot} --size 64x36"),
    ];
    let bench = "bench test:box-room --offscreen --frames 2 --size 64x36";
    let mut commands: Vec<(&str, &str)> = vec![
        ("check test:flat", "walking everywhere"),
        ("hunt test:box-room --rounds 1", "hunting: "),
        (&of_pages, "playing it"),
        (&verify, "playing it"),
        (&why, "playing it"),
        (&of_capsule, "playing it"),
        ("verify --museum a1 --json", "playing the vectors"),
        ("sim test:flat", "simulating"),
        ("compare test:flat --wander 1", "comparing"),
    ];
    if has_adapter() {
        commands.push((&film, "frame 1 of 4"));
        commands.push((bench, "measuring 2 frames"));
        commands.push((&shot, "playing it"));
    }
    for (arguments, told) in commands {
        let seen = on_a_terminal(arguments);
        let bar = seen.find(told).map(|shown| &seen[..shown]);
        let bar = bar.unwrap_or_else(|| panic!("{arguments}: {seen:?}"));
        let last = bar.rsplit(CLEARED).next().expect("a bar");
        assert!(bar.contains(CLEARED) && last.contains(" % "), "{seen:?}");
        let (_, left) = seen.rsplit_once(CLEARED).expect("a bar");
        let first = left.lines().next().unwrap_or_default();
        assert!(!first.contains(" % "), "{arguments} leaves a bar: {seen:?}");
        let piped = text(&hexbound(arguments).stderr);
        assert!(!piped.contains('\r'), "{arguments:?}: {piped:?}");
    }
}
