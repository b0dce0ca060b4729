//! The same commands on the same level end in the same bits: in every run, in builds that are
//! optimized and that are not, through `sim --input` and through `replay`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    time::SystemTime,
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
    Command::new(binary)
        .args(arguments)
        .output()
        .expect("the built game starts")
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
    let Some(other) = other_build() else {
        skip::lacking("a fresh build of another kind (scripts/test makes one)");
        return;
    };
    let other = other.to_str().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("walk.rec");
    for run in RUNS {
        let hash = wander(DEBUG, run, &recording);
        assert_eq!(feed(other, run.0, &recording), hash, "{run:?}");
        assert_eq!(wander(other, run, &recording), hash, "{run:?}");
    }
}

/// The build without optimization that scripts/test names, else a release build that is newer than every
/// source.
fn other_build() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("HEXBOUND_OTHER_BUILD") {
        let path = PathBuf::from(path);
        assert!(path.exists(), "there is no {}", path.display());
        return Some(path);
    }
    let debug = Path::new(DEBUG);
    let folder = debug.parent()?.parent()?.join("release");
    let path = folder.join(debug.file_name()?);
    let built = fs::metadata(&path).ok()?.modified().ok()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = ["src", "crates", "Cargo.lock"];
    let is_newer = sources.iter().all(|it| built > newest(&root.join(it)));
    is_newer.then_some(path)
}

/// When the newest file at or below the path was changed.
fn newest(path: &Path) -> SystemTime {
    let here = fs::metadata(path).and_then(|metadata| metadata.modified());
    let below = fs::read_dir(path).into_iter().flatten().flatten();
    let below = below.map(|entry| newest(&entry.path()));
    below.fold(here.unwrap_or(SystemTime::UNIX_EPOCH), SystemTime::max)
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
