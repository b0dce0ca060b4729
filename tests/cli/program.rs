//! Runs of the built program, and a place for what they write.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::LazyLock,
};

pub use crate::pictures::has_adapter;
pub use glam::DVec3;
pub use serde_json::Value;
use test_support::emptied;
pub use test_support::skip;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_hexbound");

/// The variables by which a program finds a desktop.
pub const DESKTOP_VARIABLES: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

/// The cache of all commands of this program: to make the light of a level takes longer than most tests.
pub static SHARED_CACHE: LazyLock<PathBuf> =
    LazyLock::new(|| emptied(env!("CARGO_TARGET_TMPDIR"), "cli-cache"));

/// The program with the words of a line, without a desktop, leaving the user's own files alone.
pub fn command(line: impl AsRef<str>) -> Command {
    let mut command = Command::new(PROGRAM);
    // A refused level would be said in a window and wait there.
    for variable in DESKTOP_VARIABLES {
        command.env_remove(variable);
    }
    command
        .args(line.as_ref().split(' '))
        .env_remove("RUST_LOG")
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("HEXBOUND_CACHE", &*SHARED_CACHE)
        .env("MESA_SHADER_CACHE_DIR", &*SHARED_CACHE);
    command
}

pub fn output(command: &mut Command) -> Output {
    command.output().expect("the program starts")
}

pub fn hexbound(line: impl AsRef<str>) -> Output {
    output(&mut command(line))
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
pub fn parse(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_else(|error| panic!("{error} in {}", text(bytes)))
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[track_caller]
pub fn vector(value: &Value) -> DVec3 {
    serde_json::from_value(value.clone()).expect("three numbers")
}

/// The standard output of a run that has to succeed.
#[track_caller]
pub fn succeed(line: impl AsRef<str>) -> String {
    let output = hexbound(line.as_ref());
    let said = text(&output.stderr);
    assert!(output.status.success(), "{}: {said}", line.as_ref());
    text(&output.stdout)
}

#[track_caller]
pub fn json(line: impl AsRef<str>) -> Value {
    parse(succeed(line).as_bytes())
}

/// The message of a run that has to be refused: one line, exit code 2, no panic.
#[track_caller]
pub fn refusal(line: impl AsRef<str>) -> String {
    let output = hexbound(line.as_ref());
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{}: {errors}", line.as_ref());
    let is_said = |line: &&str| line.starts_with("hexbound: ");
    let said: Vec<&str> = errors.lines().filter(is_said).collect();
    assert_eq!(said.len(), 1, "{}: {errors}", line.as_ref());
    said[0].to_owned()
}

/// A place for pictures; `None`, having said so, where there is no graphics adapter.
pub fn studio() -> Option<Place> {
    has_adapter().then(Place::new)
}

pub struct Place(tempfile::TempDir);

impl Place {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn folder(&self) -> String {
        self.0.path().to_string_lossy().into_owned()
    }

    pub fn at(&self, name: &str) -> String {
        self.path(name).to_string_lossy().into_owned()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a text")
    }

    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), bytes).expect("a file is written");
        self.at(name)
    }

    /// The command lines of a file of tests/cli, first those that draw nothing. In each `DIR` is this place,
    /// and `RUN` a recording in it.
    pub fn lines(&self, name: &str) -> [Vec<String>; 2] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
        let file = folder.join(name);
        let text = fs::read_to_string(file).expect("a file of lines");
        let text = text.replace("RUN", &self.recording());
        let text = text.replace("DIR", &self.folder());
        let (pure, drawing) = text.split_once("\n\n").expect("two parts");
        [pure, drawing].map(|part| part.lines().map(str::to_owned).collect())
    }

    /// A recording of two seconds of restless walking in the box room.
    pub fn recording(&self) -> String {
        self.walk("test:box-room", "--wander 5 --ticks 250")
    }

    /// A recording on `level` by these options.
    pub fn walk(&self, level: &str, options: &str) -> String {
        let run = self.at(&format!("{}.rec", level.replace(':', "-")));
        succeed(format!("sim {level} {options} --record {run}"));
        run
    }
}
