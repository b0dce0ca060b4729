//! Runs of the built program, and a place for what they write.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::OnceLock,
};

use serde_json::Value;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_hexbound");

/// The cache of all commands of this program: to make the light of a level takes longer than most tests.
pub fn cache() -> &'static Path {
    static CACHE: OnceLock<PathBuf> = OnceLock::new();
    CACHE.get_or_init(|| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli-cache");
        // What an earlier program left may be another build's.
        fs::remove_dir_all(&path).ok();
        fs::create_dir_all(&path).expect("a folder");
        path
    })
}

pub fn hexbound(arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .args(arguments)
        // A refused level would be said in a window and wait there.
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .env_remove("RUST_LOG")
        // The user's own logs are left alone.
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("HEXBOUND_CACHE", cache())
        .output()
        .expect("the program starts")
}

/// Runs on a machine whose graphics drivers offer no device.
pub fn without_device(arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .args(arguments)
        .env("VK_DRIVER_FILES", "/dev/null")
        .env("VK_ICD_FILENAMES", "/dev/null")
        .env("WGPU_BACKEND", "vulkan")
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("HEXBOUND_CACHE", "off")
        .env_remove("RUST_LOG")
        .output()
        .expect("the program starts")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The standard output of a run that has to succeed.
pub fn succeed(arguments: &[&str]) -> String {
    let output = hexbound(arguments);
    assert!(
        output.status.success(),
        "{arguments:?} failed: {}",
        text(&output.stderr)
    );
    text(&output.stdout)
}

pub fn json(arguments: &[&str]) -> Value {
    let out = succeed(arguments);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error} in {out}"))
}

/// The message of a run that has to be refused: one line, exit code 2, no panic.
pub fn refusal(arguments: &[&str]) -> String {
    refusal_with(2, arguments)
}

/// The message about a recording or a capsule that is not what it says: one line, exit code 1, no panic.
pub fn disproof(arguments: &[&str]) -> String {
    refusal_with(1, arguments)
}

/// The message of a run that has to be refused with an exit code: one line, no panic.
pub fn refusal_with(code: i32, arguments: &[&str]) -> String {
    let output = hexbound(arguments);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    assert!(!errors.contains("panicked"), "{arguments:?}: {errors}");
    let said: Vec<&str> = errors
        .lines()
        .filter(|line| line.starts_with("hexbound: "))
        .collect();
    assert_eq!(said.len(), 1, "{arguments:?}: {errors}");
    said[0].to_owned()
}

/// The same for arguments that make no sense: exit code 2.
pub fn usage_refusal(arguments: &[&str]) -> String {
    let output = hexbound(arguments);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(errors.starts_with("error: "), "{arguments:?}: {errors}");
    errors
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

    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), bytes).expect("a file is written");
        self.at(name)
    }

    /// A recording of two seconds of restless walking in the box room.
    pub fn recording(&self) -> String {
        let path = self.at("walk.rec");
        let mut run = vec!["sim", "test:box-room", "--wander", "5", "--ticks", "250"];
        run.extend(["--record", path.as_str()]);
        succeed(&run);
        path
    }
}
