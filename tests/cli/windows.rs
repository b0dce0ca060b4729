//! The program for Windows under Wine: it computes and draws what this system's own does.
//! `scripts/test-windows` builds it and names it.

use std::{env, ffi::OsString, fs, path::Path, process::Command};

use crate::program::*;

/// `None`, having said so, where no program for Windows is named.
fn program() -> Option<OsString> {
    let named = env::var_os("HEXBOUND_WINDOWS_PROGRAM");
    if named.is_none() {
        skip::say("no program for Windows was built (scripts/test-windows does that)");
    }
    named
}

/// The standard output of a run under Wine, with a cache of its own, that has to succeed.
fn succeed_there(program: &OsString, place: &Place, line: impl AsRef<str>) -> String {
    let output = Command::new("wine")
        .arg(program)
        .args(line.as_ref().split(' '))
        .env("HEXBOUND_CACHE", place.path("windows-cache"))
        .output()
        .expect("Wine starts");
    let (errors, line) = (text(&output.stderr), line.as_ref());
    assert!(output.status.success(), "{line} failed: {errors}");
    text(&output.stdout)
}

#[test]
fn on_windows_the_shipped_runs_are_what_they_say() {
    let Some(program) = program() else { return };
    let place = Place::new();
    let runs = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/runs")).unwrap();
    let path =
        |run: std::io::Result<fs::DirEntry>| run.unwrap().path().to_string_lossy().into_owned();
    let runs: Vec<String> = runs.map(path).collect();
    assert!(!runs.is_empty());
    succeed_there(&program, &place, format!("verify {}", runs.join(" ")));
}

#[test]
fn on_windows_a_run_ends_in_the_same_bits() {
    let Some(program) = program() else { return };
    let place = Place::new();
    for scene in ["observatory", "test:stairs", "test:terrain", "test:bumpers"] {
        let run = format!("sim {scene} --wander 7 --ticks 3000 --json");
        let there = parse(succeed_there(&program, &place, &run).as_bytes());
        let here = json(run);
        assert!(here["state_hash"].is_string(), "{here}");
        assert_eq!(there["state_hash"], here["state_hash"], "{scene}");
    }
}

#[test]
fn on_windows_a_picture_is_the_same() {
    let Some(program) = program() else { return };
    let Some(place) = studio() else { return };
    let (here, there) = (place.at("here.png"), place.at("there.png"));
    let shot = "shot quarry --size 320x180 -o";
    succeed(format!("{shot} {here}"));
    succeed_there(&program, &place, format!("{shot} {there}"));
    let open = |path| image::open(path).expect("a picture").into_rgba8();
    assert!(open(&here) == open(&there), "the pictures differ");
}
