//! A desktop for one test: its own X server, window manager and game, all gone at the end. It says
//! what is skipped through the `skip` of the test program.

#![allow(dead_code, reason = "each test program uses a part")]

pub mod picture;
mod seat;
pub mod wayland;
mod x11;

use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Output, Stdio},
    sync::OnceLock,
    thread,
    time::{Duration, Instant},
};

use hexbound_replay::Playback;
use hexbound_scenes::catalog;
use hexbound_sim::{Buttons, Command as Told, World};
use image::{RgbaImage, imageops};

use crate::skip;
use picture::difference;
use seat::Seat;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hexbound");
const TOOLS: [&str; 3] = ["Xvfb", "openbox", "xdotool"];
/// A loaded machine without a graphics card is slow; nothing here waits that long otherwise.
const PATIENCE: Duration = Duration::from_secs(180);
/// A picture that stays so long is one that nothing moves in: warnings fade after eight seconds.
const QUIET: Duration = Duration::from_secs(9);
/// A picture that stays so long is one that nothing moves in, but for words that fade.
const SETTLED: Duration = Duration::from_secs(1);
/// The share of a picture that may change, 0..1, before it counts as another.
const STILL: f64 = 5e-4;

/// The notes that the game keeps of a player who has used every control and read every story.
const KNOWN: &str = r#"{"known": ["walk", "look", "throw", "jump", "rewind", "sprint"],
    "stories": ["quarry", "observatory", "foundry", "locks", "weigh", "march"]}"#;

/// Settings with which the processor, which draws, is not busy all the time.
const SETTINGS: &str = "picture.quality = \"low\"\npicture.frame_cap = 15\nsound.music = 0\n\n[view]\ntitle_flight = false\n";

/// The cache of all games of a test program: to make the light of a level takes longer than most tests.
fn shared_cache() -> &'static Path {
    static CACHE: OnceLock<PathBuf> = OnceLock::new();
    CACHE.get_or_init(|| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("desktop-cache");
        // What an earlier program left may be another build's.
        fs::remove_dir_all(&path).ok();
        fs::create_dir_all(&path).expect("a folder");
        path
    })
}

pub struct Desktop {
    display: String,
    server: Child,
    manager: Child,
    folder: tempfile::TempDir,
    /// How xdotool finds the window that the game is in.
    search: [&'static str; 2],
    /// The socket of the Wayland desktop, where there is one.
    wayland: Option<&'static str>,
    _seat: Seat,
}

impl Desktop {
    fn open() -> Option<Self> {
        let seat = Seat::take();
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
        BufReader::new(out)
            .read_line(&mut number)
            .expect("a display");
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
        let desktop = Self {
            display,
            server,
            manager,
            folder,
            search: ["--name", "^Hexbound$"],
            wayland: None,
            _seat: seat,
        };
        desktop.wait("a window manager", || {
            let property = desktop.tool("xdotool", &["get_desktop"]);
            property.status.success()
        });
        Some(desktop)
    }

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

    /// Saves the settings that the first start wrote with `old` replaced by `new`.
    pub fn change_settings(&self, changes: &[[&str; 2]]) {
        let path = self.path("settings.toml");
        let mut text = fs::read_to_string(&path).expect("the first start writes it");
        for [old, new] in changes {
            assert!(text.contains(old), "{old} in {text}");
            text = text.replace(old, new);
        }
        fs::write(&path, text).expect("a file");
    }

    /// Starts the game in a small window, recording, and waits until it runs and has the focus.
    pub fn play(&self, level: &str) -> Game<'_> {
        self.play_with(&[], level)
    }

    /// The same with more variables in its environment.
    pub fn play_with(&self, variables: &[(&str, &str)], level: &str) -> Game<'_> {
        let record = self.name("play.rec");
        let line = format!("play {level} --size 640x360 --record {record}");
        let game = self.start_with(variables, line);
        game.focus();
        game.wait_ticks(1);
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
            .env("VK_ICD_FILENAMES", "/dev/null")
            .env("VK_DRIVER_FILES", "/dev/null")
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
            .env("MESA_SHADER_CACHE_DIR", shared_cache())
            .env("XDG_RUNTIME_DIR", self.folder.path())
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_STATE_HOME")
            .env_remove("XDG_CACHE_HOME")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("RUST_LOG");
        if let Some(socket) = self.wayland {
            command.env("WAYLAND_DISPLAY", socket);
        }
        command
    }

    /// The cache of the game: for a game on Wayland one of its own, so that it measures what it draws.
    fn cache(&self) -> &Path {
        match self.wayland {
            Some(_) => self.folder.path(),
            None => shared_cache(),
        }
    }

    fn tool(&self, program: &str, arguments: &[&str]) -> Output {
        self.command(program)
            .args(arguments)
            .output()
            .expect("a tool starts")
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

/// `None`, and says so, where the tools for it are missing.
pub fn desktop() -> Option<Desktop> {
    Desktop::open()
}

impl Drop for Desktop {
    fn drop(&mut self) {
        for child in [&mut self.manager, &mut self.server] {
            child.kill().ok();
            child.wait().ok();
        }
    }
}

pub struct Game<'a> {
    desktop: &'a Desktop,
    child: Child,
    window: String,
}

impl Game<'_> {
    /// Drops a file on the window, as from a file manager.
    pub fn drop_file(&self, file: impl AsRef<Path>) {
        x11::drop_file(&self.desktop.display, self.number(), file.as_ref())
            .expect("the file is taken");
    }

    /// Real keys, buttons and motion; `{window}` stands for the game's.
    pub fn xdotool(&self, words: &str) {
        let words = words.replace("{window}", &self.window);
        let words: Vec<&str> = words.split(' ').collect();
        let output = self.desktop.tool("xdotool", &words);
        assert!(
            output.status.success(),
            "xdotool {words:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// Where the pointer is on the screen.
    pub fn pointer(&self) -> String {
        let output = self.desktop.tool("xdotool", &["getmouselocation"]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let place = text.split(" screen").next();
        place.unwrap_or_default().to_owned()
    }

    /// Shows the window and gives it the focus, and waits for a level in it. A window manager that is busy does not hear every
    /// request, and fights for the focus that was set behind its back.
    pub fn focus(&self) {
        self.desktop.wait("the focus", || {
            for request in ["windowmap", "windowactivate"] {
                self.desktop.tool("xdotool", &[request, &self.window]);
            }
            // Asked again too soon, it begins anew.
            thread::sleep(Duration::from_millis(200));
            let focused = self.desktop.tool("xdotool", &["getwindowfocus"]);
            let has_focus = String::from_utf8_lossy(&focused.stdout).trim() == self.window;
            has_focus && self.picture().is_some()
        });
        // Keys that are pressed before are nobody's.
        self.wait_log("is on the screen", 1);
    }

    /// Hides the window, and waits until the game has paused and the window is gone.
    pub fn minimize(&self) {
        self.xdotool("windowminimize --sync {window}");
        self.wait_log("Paused", 1);
        self.desktop
            .wait("a hidden window", || self.picture().is_none());
    }

    /// The memory that the game has at the moment, kilobytes.
    pub fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(path).expect("a running game");
        let words = (status.lines().find_map(|line| line.strip_prefix("VmRSS:")))
            .and_then(|rest| rest.split_whitespace().next());
        words.and_then(|it| it.parse().ok()).expect("a number")
    }

    /// Waits until at least `seconds` more of the level's time were recorded.
    pub fn wait_ticks(&self, seconds: u64) {
        let from = self.recorded_ticks();
        self.desktop.wait("the next tick", || {
            self.recorded_ticks() >= from + seconds * 120
        });
    }

    /// Waits until a whole second of the level's time or more was recorded from now on.
    pub fn wait_whole_second(&self) {
        // The second that is being recorded may be about to end.
        self.wait_ticks(2);
    }

    /// Holds `key` for a whole number of the level's seconds or longer.
    pub fn hold(&self, key: &str, seconds: u64) {
        self.xdotool(&format!("keydown {key}"));
        self.wait_ticks(seconds + 1);
        self.xdotool(&format!("keyup {key}"));
    }

    /// Ticks up to the last hash in the file, which is flushed with it.
    fn recorded_ticks(&self) -> u64 {
        let text = fs::read_to_string(self.desktop.path("play.rec")).unwrap_or_default();
        text.lines()
            .rev()
            .find_map(|line| {
                let mut words = line.split(' ');
                let (kind, tick) = (words.next()?, words.next()?);
                matches!(kind, "hash" | "end").then(|| tick.parse().ok())?
            })
            .unwrap_or(0)
    }

    /// Waits until the log holds `words` `times` times.
    pub fn wait_log(&self, words: &str, times: usize) {
        self.desktop
            .wait(words, || self.desktop.log().matches(words).count() >= times);
    }

    /// Returns whether the log holds `words`.
    pub fn has_logged(&self, words: &str) -> bool {
        self.desktop.log().contains(words)
    }

    /// Returns what is on the screen where the window is.
    pub fn pixels(&self) -> RgbaImage {
        self.picture().expect("a picture of the window")
    }

    /// Returns what is on the screen where the window is; `None` while it is hidden.
    fn picture(&self) -> Option<RgbaImage> {
        x11::picture(&self.desktop.display, self.number()).ok()
    }

    fn number(&self) -> u32 {
        self.window.parse().expect("a window's number")
    }

    /// Waits until what is on the screen is as it should be.
    pub fn wait_pixels(&self, what: &str, right: impl Fn(&RgbaImage) -> bool) {
        self.desktop.wait(what, || right(&self.pixels()));
    }

    /// Waits until more than `share` of the screen, 0..1, is other than in a picture.
    pub fn wait_change(&self, what: &str, before: &RgbaImage, share: f64) {
        self.wait_pixels(what, |image| difference(image, before) > share);
    }

    /// Waits until less than `share` of the screen, 0..1, is other than in a picture.
    pub fn wait_like(&self, what: &str, before: &RgbaImage, share: f64) {
        self.wait_pixels(what, |image| difference(image, before) < share);
    }

    /// Waits until nothing on the screen changes any more, and gives the picture.
    pub fn wait_still(&self) -> RgbaImage {
        self.wait_unchanged(QUIET, RgbaImage::clone)
    }

    /// Waits until nothing on the screen moves any more, and gives the picture. Words may be on it that
    /// will have gone.
    pub fn wait_settled(&self) -> RgbaImage {
        self.wait_unchanged(SETTLED, RgbaImage::clone)
    }

    /// Waits until nothing in the lower half of the screen changes any more, since clouds drift above it
    /// while play goes on, and gives the picture.
    pub fn wait_still_ground(&self) -> RgbaImage {
        self.wait_unchanged(QUIET, |image| {
            let [width, half] = [image.width(), image.height() / 2];
            imageops::crop_imm(image, 0, half, width, half).to_image()
        })
    }

    fn wait_unchanged(&self, quiet: Duration, part: impl Fn(&RgbaImage) -> RgbaImage) -> RgbaImage {
        let mut last = self.pixels();
        let mut since = Instant::now();
        self.desktop.wait("a picture that stays", || {
            let image = self.pixels();
            if difference(&part(&last), &part(&image)) > STILL {
                (last, since) = (image, Instant::now());
            }
            since.elapsed() > quiet
        });
        last
    }

    fn status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("a process")
    }

    pub fn assert_alive(&mut self) {
        let status = self.status();
        assert!(status.is_none(), "{status:?}: {}", self.desktop.log());
    }

    /// Waits for the game to leave by itself, in peace.
    pub fn left(self) {
        self.left_with(0);
    }

    /// Waits for the game to leave by itself with that exit code.
    pub fn left_with(mut self, code: i32) {
        let desktop = self.desktop;
        let mut status = None;
        desktop.wait("the end", || {
            status = self.status();
            status.is_some()
        });
        let log = desktop.log();
        assert_eq!(status.and_then(|status| status.code()), Some(code), "{log}");
        assert!(!log.contains("panicked"), "{log}");
        assert_quiet(&log);
    }

    /// Opens the pause screen, on which play stands still.
    pub fn pause(&self) {
        let before = self.pixels();
        self.xdotool("key Escape");
        self.wait_change("the pause screen", &before, 0.2);
    }

    /// Asks the game to end as the system does, by several signals at once, and waits until it has.
    pub fn terminate(self) {
        let pid = self.child.id();
        let kill = format!("kill -TERM {pid}; kill -HUP {pid}");
        let status = Command::new("sh").args(["-c", &kill]).status();
        assert!(status.expect("a shell starts").success());
        self.left();
    }

    /// Pauses, chooses to leave, and answers the question with yes: the last control of each.
    pub fn leave(mut self) {
        self.pause();
        self.assert_alive();
        self.leave_paused();
    }

    /// Leaves by the last control of the screen that is open, and of the question that follows.
    pub fn leave_paused(self) {
        for key in ["End", "Return", "End", "Return"] {
            self.xdotool(&format!("key {key}"));
        }
        self.left();
    }
}

impl Drop for Game<'_> {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Asserts that nobody but the game itself writes to the terminal: its messages begin with their
/// level, and their further lines with spaces.
fn assert_quiet(log: &str) {
    let is_ours = |line: &str| {
        ["[", "hexbound: ", "    "]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let chatter = log.lines().find(|line| !is_ours(line));
    assert_eq!(chatter, None, "{log}");
}

/// A tick of a recording played back without a window.
#[derive(Clone, Debug)]
pub struct Row {
    pub position: [f64; 3],
    pub velocity: [f64; 3],
    pub yaw: f64,
    pub pitch: f64,
}

/// Plays what the game recorded back without a window, checks that it ends where the game did,
/// and gives every tick and the report.
pub fn play_back(desktop: &Desktop, level: &str) -> (Vec<Row>, serde_json::Value) {
    let [record, trace] = ["play.rec", "play.csv"].map(|name| desktop.name(name));
    let replayed = desktop.printed(format!("verify {record} --level {level}"));
    let sim = format!("sim {level} --input {record} --trace {trace} --json");
    let report: serde_json::Value = serde_json::from_str(&desktop.printed(sim)).expect("a report");
    let hash = report["state_hash"].as_str().expect("a hash");
    assert!(replayed.contains(hash), "{replayed} and {hash}");
    (rows(Path::new(&trace)), report)
}

fn rows(trace: &Path) -> Vec<Row> {
    let text = fs::read_to_string(trace).expect("a trace");
    let row = |line: &str| {
        let numbers: Vec<f64> = line
            .split(',')
            .map(|word| word.parse().expect("a number"))
            .collect();
        Row {
            position: [numbers[1], numbers[2], numbers[3]],
            velocity: [numbers[4], numbers[5], numbers[6]],
            yaw: numbers[7],
            pitch: numbers[8],
        }
    };
    text.lines().skip(1).map(row).collect()
}

/// A tick of a recording: what it was given, and the world after it.
pub struct Tick {
    pub command: Told,
    pub world: World,
}

/// Plays what the game recorded on `level` back in this process, and gives every tick.
pub fn ticks(desktop: &Desktop, level: &str) -> Vec<Tick> {
    let level = catalog::open(level).expect("a level");
    let recording = hexbound_replay::read(&desktop.path("play.rec")).expect("a whole recording");
    let mut world = World::new(&level, recording.header.rules);
    let mut playback = Playback::new(recording);
    let mut ticks = Vec::new();
    while let Some(command) = playback.next_command() {
        world.step(&level, &command, &mut Vec::new());
        playback.check(&world).expect("the same state");
        let world = world.clone();
        ticks.push(Tick { command, world });
    }
    ticks
}

/// Returns how many times a button was pressed.
pub fn presses(ticks: &[Tick], button: Buttons) -> usize {
    let held = ticks.iter().map(|tick| tick.command.buttons.has(button));
    let mut before = false;
    held.filter(|held| !std::mem::replace(&mut before, *held) && *held)
        .count()
}
