//! The program for Windows under Wine: it computes and draws what this system's own does.
//! `scripts/test-windows` builds it and names it.

use std::{
    env,
    ffi::OsString,
    fs,
    path::Path,
    process::{Command, Output},
};

use crate::{
    program::{Place, json, succeed, text},
    skip,
};

/// `None`, having said so, where no program for Windows is named.
fn program() -> Option<OsString> {
    let named = env::var_os("HEXBOUND_WINDOWS_PROGRAM");
    if named.is_none() {
        skip::say("no program for Windows was built (scripts/test-windows does that)");
    }
    named
}

/// Runs the program for Windows with a cache of its own.
fn windows(program: &OsString, place: &Place, arguments: &[&str]) -> Output {
    Command::new("wine")
        .arg(program)
        .args(arguments)
        .env("HEXBOUND_CACHE", place.path("windows-cache"))
        .output()
        .expect("Wine starts")
}

/// The standard output of a run under Wine that has to succeed.
fn succeed_there(program: &OsString, place: &Place, arguments: &[&str]) -> String {
    let output = windows(program, place, arguments);
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{arguments:?} failed: {errors}");
    text(&output.stdout)
}

#[test]
fn on_windows_the_shipped_runs_are_what_they_say() {
    let Some(program) = program() else { return };
    let place = Place::new();
    let runs = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/runs")).unwrap();
    let runs: Vec<String> = runs
        .map(|run| run.unwrap().path().to_string_lossy().into_owned())
        .collect();
    assert!(!runs.is_empty());
    let mut verify = vec!["verify"];
    verify.extend(runs.iter().map(String::as_str));
    succeed_there(&program, &place, &verify);
}

#[test]
fn on_windows_a_run_ends_in_the_same_bits() {
    let Some(program) = program() else { return };
    let place = Place::new();
    for scene in ["observatory", "test:stairs", "test:terrain", "test:bumpers"] {
        let run = ["sim", scene, "--wander", "7", "--ticks", "3000", "--json"];
        let there = succeed_there(&program, &place, &run);
        let there: serde_json::Value = serde_json::from_str(&there).expect("JSON");
        let here = json(&run);
        assert!(here["state_hash"].is_string(), "{here}");
        assert_eq!(there["state_hash"], here["state_hash"], "{scene}");
    }
}

#[test]
fn on_windows_a_picture_is_the_same() {
    let Some(program) = program() else { return };
    let place = Place::new();
    if !crate::pictures::has_adapter(&place) {
        return;
    }
    let (here, there) = (place.at("here.png"), place.at("there.png"));
    let shot = |path| ["shot", "quarry", "--size", "320x180", "-o", path];
    succeed(&shot(&here));
    succeed_there(&program, &place, &shot(&there));
    let open = |path| image::open(path).expect("a picture").into_rgba8();
    assert!(open(&here) == open(&there), "the pictures differ");
}
