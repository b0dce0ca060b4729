//! Tests that can't be made here say so and are counted, where everybody sees it: what a passing
//! test prints is swallowed, so this goes past the test runner. With `HEXBOUND_STRICT=1` a machine
//! that lacks a driver or a tool fails instead; data that is not ours to ship may be absent.

use std::{
    env,
    fmt::Display,
    fs::OpenOptions,
    io::{self, Write},
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

/// Makes what a machine lacks a failure.
const STRICT: &str = "HEXBOUND_STRICT";
/// Names a file that gets a line for each skip: `scripts/test` counts them.
const LIST: &str = "HEXBOUND_SKIPPED";

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// The machine has no `what`: a device, a display, sound, or a tool that `scripts/setup.sh` brings.
#[track_caller]
pub fn lacking(what: impl Display) {
    let is_strict = env::var_os(STRICT).is_some_and(|value| value == "1");
    assert!(!is_strict, "{STRICT} is set, and this machine lacks {what}");
    say(&format!("this machine lacks {what}"));
}

/// Returns whether the program `name` is installed; it is `lacking` otherwise.
#[track_caller]
pub fn has_tool(name: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    let there = env::split_paths(&folders).any(|folder| folder.join(name).is_file());
    if !there {
        lacking(name);
    }
    there
}

/// Returns whether there is something at `path` that is not a part of the project.
pub fn has_data(path: &Path) -> bool {
    let there = path.exists();
    if !there {
        say(&format!("{} is absent", path.display()));
    }
    there
}

/// Prints that a test, or a part of one, is left out, and why.
pub fn say(reason: &str) {
    let count = COUNT.fetch_add(1, Ordering::Relaxed) + 1;
    let program = env::args().next().unwrap_or_default();
    let program = Path::new(&program).file_stem().unwrap_or_default();
    let line = format!(
        "SKIPPED {count} of {}: {reason}\n",
        program.to_string_lossy()
    );
    // Nothing depends on its being read.
    let _ = io::stderr().write_all(line.as_bytes());
    if let Some(list) = env::var_os(LIST) {
        let file = OpenOptions::new().create(true).append(true).open(list);
        let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
    }
}
