//! The same commands on the same level end in the same bits: in every run, in builds that are
//! optimized and that are not, through `sim --input` and through `replay`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;
use tempfile::TempDir;
use test_support::skip;

const DEBUG: &str = env!("CARGO_BIN_EXE_hexbound");
/// Scenes, a seed for each and a walking speed: stairs, noise and corners taken at speed.
const RUNS: [(&str, &str, &str); 4] = [
    ("test:stairs", "11", "5"),
    ("test:terrain", "12", "5"),
    ("test:box-room", "13", "30"),
    ("test:bumpers", "14", "5"),
];
const TICKS: &str = "3000";

fn run(binary: &str, arguments: &[&str]) -> Output {
    let output = Command::new(binary).args(arguments).output();
    output.expect("the built game starts")
}

/// Standard output of a run that has to succeed.
fn told(binary: &str, arguments: &[&str]) -> String {
    let output = run(binary, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("the output is text")
}

fn state_hash(json: &str) -> String {
    let summary: Value = serde_json::from_str(json).expect("one JSON object");
    let hash = summary["state_hash"].as_str().expect("a state hash");
    assert_eq!(hash.len(), 16, "{hash}");
    String::from(hash)
}

fn wander(binary: &str, (scene, seed, speed): (&str, &str, &str), record: &Path) -> String {
    let record = record.to_str().unwrap();
    let walk = ["--wander", seed, "--speed", speed, "--ticks", TICKS];
    let arguments = [&["sim", scene], &walk[..], &["--record", record, "--json"]].concat();
    state_hash(&told(binary, &arguments))
}

fn feed(binary: &str, scene: &str, recording: &Path) -> String {
    let recording = recording.to_str().unwrap();
    let arguments = ["sim", scene, "--input", recording, "--json"];
    state_hash(&told(binary, &arguments))
}

/// A folder with a recording of `test:stairs`, and where it is.
fn recorded_stairs() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("walk.rec");
    wander(DEBUG, RUNS[0], &recording);
    (folder, recording)
}

#[test]
fn the_same_recording_ends_in_the_same_state_every_time() {
    let folder = tempfile::tempdir().unwrap();
    for run in RUNS {
        let (first, second) = (folder.path().join("first"), folder.path().join("second"));
        let hash = wander(DEBUG, run, &first);
        assert_eq!(wander(DEBUG, run, &second), hash, "{run:?}");
        let [one, other] = [&first, &second].map(|file| fs::read(file).unwrap());
        assert!(one == other, "{run:?}");
        for _ in 0..2 {
            assert_eq!(feed(DEBUG, run.0, &first), hash, "{run:?}");
        }
        let replayed = told(DEBUG, &["verify", first.to_str().unwrap()]);
        assert!(replayed.contains(&hash), "{run:?}: {replayed}");
    }
}

#[test]
fn builds_that_are_optimized_and_not_agree() {
    let Some(other) = std::env::var("HEXBOUND_OTHER_BUILD").ok() else {
        skip::lacking("another build of `replay_recording` (scripts/test makes one)");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("walk.rec");
    for run in RUNS {
        let hash = wander(DEBUG, run, &recording);
        let replayed = told(&other, &[recording.to_str().unwrap()]);
        assert_eq!(replayed.trim_end(), hash, "{run:?}");
    }
}

#[test]
fn flipped_bytes_never_panic_and_are_refused_or_change_nothing() {
    let (_folder, recording) = recorded_stairs();
    let whole = fs::read(&recording).unwrap();
    let path = recording.to_str().unwrap();
    let honest = told(DEBUG, &["verify", path]);
    for part in 1..16 {
        let place = whole.len() * part / 16;
        for flip in [0x01, 0x80] {
            let mut bytes = whole.clone();
            bytes[place] ^= flip;
            fs::write(&recording, bytes).unwrap();
            let output = run(DEBUG, &["verify", path]);
            let message = String::from_utf8_lossy(&output.stderr);
            // A digit too small to matter may pass, but only with the recorded end.
            match output.status.code() {
                Some(0) => assert_eq!(String::from_utf8_lossy(&output.stdout), honest),
                code => assert!(matches!(code, Some(1 | 2)), "byte {place}: {message}"),
            }
            assert!(!message.contains("panicked"), "byte {place}: {message}");
        }
    }
}
