//! A desktop for one test: its own X server, window manager and game, all gone at the end. It says
//! what is skipped through the `skip` of the test program.

#![allow(dead_code, reason = "each test program uses a part")]

mod game;
pub mod recording;
mod script;
pub mod wayland;
mod x11;

use std::{
    cell::RefCell,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::LazyLock,
    thread,
    time::{Duration, Instant},
};

use crate::skip;
pub use game::Game;
use test_support::emptied;
pub use test_support::picture;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hexbound");
/// The scene in which nothing is in the way: a floor of 100 m by 100 m.
pub const FLAT: &str = "test:flat";
const TOOLS: [&str; 3] = ["Xvfb", "openbox", "xdotool"];
/// A loaded machine without a graphics card is slow; nothing here waits that long otherwise.
const PATIENCE: Duration = Duration::from_secs(180);

/// The notes that the game keeps of a player who has used every control and read every story.
const KNOWN: &str = r#"{"known": ["walk", "look", "throw", "jump", "rewind", "sprint"],
    "stories": ["quarry", "observatory", "foundry", "locks", "weigh", "march"]}"#;

/// Settings with which the processor, which draws, is not busy all the time.
pub const SETTINGS: &str = r#"picture.quality = "low"
picture.render_scale = "0.5"
picture.shadow_side = "512"
picture.soft_shadows = "off"
picture.smoothing = "off"
picture.grain = "off"
picture.frame_cap = 10
sound.music = 0

[view]
title_flight = false
"#;

/// The cache of all games of a test program: to make the light of a level takes longer than most tests.
static SHARED_CACHE: LazyLock<PathBuf> =
    LazyLock::new(|| emptied(env!("CARGO_TARGET_TMPDIR"), "desktop-cache"));

pub struct Desktop {
    display: String,
    server: Child,
    manager: Child,
    folder: tempfile::TempDir,
    /// How xdotool finds the window that the game is in.
    search: [&'static str; 2],
    /// The socket of the Wayland desktop, where there is one.
    wayland: Option<&'static str>,
}

/// `None`, and says so, where the tools for it are missing.
pub fn desktop() -> Option<Desktop> {
    for tool in TOOLS {
        if !skip::has_tool(tool) {
            return None;
        }
    }
    let mut server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1280x800x24"])
        // Without this it begins anew whenever its last client leaves, under the next one's feet.
        .args(["-nolisten", "tcp", "-noreset"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb starts");
    // The server picks a free number and says which.
    let mut number = String::new();
    let out = server.stdout.take().expect("a pipe");
    let read = BufReader::new(out).read_line(&mut number);
    read.expect("a display");
    let display = format!(":{}", number.trim());
    // The server switches keymaps at the first key it is sent; a window manager that then grabs
    // its keys anew on a busy machine misses the next ones.
    let first_key = Command::new("xdotool")
        .args(["key", "Shift_L"])
        .env("DISPLAY", &display)
        .status()
        .expect("xdotool starts");
    assert!(first_key.success(), "no first key");
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("Pictures")).expect("a folder");
    // Somebody who needs no hints, which would change the pictures.
    let state = folder.path().join(".local/state/hexbound");
    fs::create_dir_all(&state).expect("a folder");
    fs::write(state.join("remembered.json"), KNOWN).expect("a file");
    fs::write(folder.path().join("settings.toml"), SETTINGS).expect("a file");
    let manager = Command::new("openbox")
        .env("DISPLAY", &display)
        .env("HOME", folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("openbox starts");
    let desktop = Desktop {
        display,
        server,
        manager,
        folder,
        search: ["--name", "^Hexbound$"],
        wayland: None,
    };
    desktop.wait("a window manager", || {
        let property = desktop.tool("xdotool", &["get_desktop"]);
        property.status.success()
    });
    Some(desktop)
}

impl Desktop {
    /// Leaves the next game without settings, as on a first start.
    pub fn forget_settings(&self) {
        fs::remove_file(self.path("settings.toml")).expect("settings to forget");
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn name(&self, name: &str) -> String {
        self.path(name).to_string_lossy().into_owned()
    }

    /// Starts the game in a small window, recording, and waits until it runs and has the focus.
    pub fn play(&self, level: &str) -> Game<'_> {
        self.play_with(&[], level)
    }

    /// The same with more variables in its environment.
    pub fn play_with(&self, variables: &[(&str, &str)], level: &str) -> Game<'_> {
        let record = self.name("play.rec");
        let line = format!("play {level} --size 640x360 --record {record}");
        let game = self.open_with(variables, line);
        game.wait_ticks(1);
        game
    }

    /// Starts the game with the words of a line, waits for its window and gives it the focus.
    pub fn open(&self, line: impl AsRef<str>) -> Game<'_> {
        self.open_with(&[], line)
    }

    /// With more variables in its environment.
    pub fn open_with(&self, variables: &[(&str, &str)], line: impl AsRef<str>) -> Game<'_> {
        let game = self.start_with(variables, line);
        game.focus();
        game
    }

    /// Starts the game with the words of a line, and waits for its window.
    pub fn start(&self, line: impl AsRef<str>) -> Game<'_> {
        self.start_with(&[], line)
    }

    /// With more variables in its environment.
    pub fn start_with(&self, variables: &[(&str, &str)], line: impl AsRef<str>) -> Game<'_> {
        let mut game = self.start_unseen(variables, line);
        let [by, what] = self.search;
        self.wait("the window", || {
            game.assert_alive();
            let found = self.tool("xdotool", &["search", "--onlyvisible", by, what]);
            let window = String::from_utf8_lossy(&found.stdout).trim().to_owned();
            game.window = window;
            !game.window.is_empty()
        });
        game
    }

    /// Starts the game without looking for its window.
    pub fn start_unseen(&self, variables: &[(&str, &str)], line: impl AsRef<str>) -> Game<'_> {
        let log = self.path("game.log");
        let file = fs::File::create(&log).expect("a log");
        let child = self
            .command(PROGRAM)
            .args(line.as_ref().split(' '))
            .envs(variables.iter().copied())
            .current_dir(self.folder.path())
            .stderr(file)
            .spawn()
            .expect("the game starts");
        Game {
            desktop: self,
            child,
            window: String::new(),
            kept: RefCell::default(),
        }
    }

    /// Returns what a command prints that ends by itself, in peace.
    pub fn printed(&self, line: impl AsRef<str>) -> String {
        let words: Vec<&str> = line.as_ref().split(' ').collect();
        let output = self.tool(PROGRAM, &words);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Returns what the game says when it has a display but no graphics adapter, and ends with that
    /// exit code without a panic.
    pub fn fail(&self, code: i32, line: impl AsRef<str>) -> String {
        let output = self
            .command(PROGRAM)
            .args(line.as_ref().split(' '))
            .envs(["VK_ICD_FILENAMES", "VK_DRIVER_FILES"].map(|it| (it, "/dev/null")))
            .output()
            .expect("the game starts");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{errors}");
        assert!(!errors.contains("panicked"), "{errors}");
        errors
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env("DISPLAY", &self.display)
            .env("WGPU_BACKEND", "vulkan")
            .env("HOME", self.folder.path())
            .env("HEXBOUND_CONFIG", self.folder.path())
            .env("HEXBOUND_CACHE", self.cache())
            .env("MESA_SHADER_CACHE_DIR", &*SHARED_CACHE)
            .env("XDG_RUNTIME_DIR", self.folder.path());
        let unset = "XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME WAYLAND_DISPLAY RUST_LOG";
        for variable in unset.split(' ') {
            command.env_remove(variable);
        }
        if let Some(socket) = self.wayland {
            command.env("WAYLAND_DISPLAY", socket);
        }
        command
    }

    /// The cache of the game: for a game on Wayland one of its own, so that it measures what it draws.
    fn cache(&self) -> &Path {
        match self.wayland {
            Some(_) => self.folder.path(),
            None => &SHARED_CACHE,
        }
    }

    fn tool(&self, program: &str, arguments: &[&str]) -> Output {
        let output = self.command(program).args(arguments).output();
        output.expect("a tool starts")
    }

    /// Waits until it is so; fails when patience ends.
    pub fn wait(&self, what: &str, mut done: impl FnMut() -> bool) {
        let started = Instant::now();
        while !done() {
            assert!(
                started.elapsed() < PATIENCE,
                "{what} did not come; the log says:\n{}",
                self.log()
            );
            thread::sleep(Duration::from_millis(50));
        }
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.path("game.log")).unwrap_or_default()
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        for child in [&mut self.manager, &mut self.server] {
            child.kill().ok();
            child.wait().ok();
        }
    }
}
