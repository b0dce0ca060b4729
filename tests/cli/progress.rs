//! The progress of long work, which is shown on a terminal alone.

use std::process::{Command, Stdio};

use crate::program::*;

/// Takes a line off the terminal.
const CLEARED: &str = "\r\u{1b}[K";

/// What a terminal gets to see of a command that has to succeed.
fn on_a_terminal(arguments: &str) -> String {
    let command = format!("'{PROGRAM}' {arguments}");
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .stdin(Stdio::null())
        .env("HEXBOUND_CACHE", &*SHARED_CACHE)
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
    let [mut commands, drawing] = place.lines("progress.txt");
    if has_adapter() {
        commands.extend(drawing);
    }
    for line in commands {
        let (arguments, told) = line.split_once(" | ").expect("what is told");
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
