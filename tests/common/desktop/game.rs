//! The running game of a desktop: its window, pixels, log and recording, waited for and read.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Child, Command, ExitStatus},
    thread,
    time::{Duration, Instant},
};

use image::{RgbaImage, imageops};

use super::{Desktop, picture::difference, x11};

/// A picture that stays so long is one that nothing moves in: warnings fade after eight seconds.
const QUIET: Duration = Duration::from_secs(9);
/// A picture that stays so long is one that nothing moves in, but for words that fade.
const SETTLED: Duration = Duration::from_secs(1);
/// The share of a picture that may change, 0..1, before it counts as another.
const STILL: f64 = 5e-4;

pub struct Game<'a> {
    pub(super) desktop: &'a Desktop,
    pub(super) child: Child,
    pub(super) window: String,
    /// The pictures that scripts keep by names.
    pub(super) kept: RefCell<BTreeMap<String, RgbaImage>>,
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
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "xdotool {words:?}: {errors}");
    }

    /// Where the pointer is on the screen.
    pub fn pointer(&self) -> String {
        let output = self.desktop.tool("xdotool", &["getmouselocation"]);
        let text = String::from_utf8_lossy(&output.stdout);
        text.split(" screen").next().unwrap_or_default().to_owned()
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
        let tick_of = |line: &str| {
            let mut words = line.split(' ');
            let (kind, tick) = (words.next()?, words.next()?);
            matches!(kind, "hash" | "end").then(|| tick.parse().ok())?
        };
        text.lines().rev().find_map(tick_of).unwrap_or(0)
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
        self.wait_steady(QUIET, RgbaImage::clone, is_other)
    }

    /// Waits until nothing on the screen moves any more, and gives the picture. Words may be on it that
    /// will have gone.
    pub fn wait_settled(&self) -> RgbaImage {
        self.wait_steady(SETTLED, RgbaImage::clone, is_other)
    }

    /// Waits until nothing in the lower half of the screen changes any more, since clouds drift above it
    /// while play goes on, and gives the picture.
    pub fn wait_still_ground(&self) -> RgbaImage {
        let lower = |image: &RgbaImage| {
            let [width, half] = [image.width(), image.height() / 2];
            imageops::crop_imm(image, 0, half, width, half).to_image()
        };
        self.wait_steady(QUIET, lower, is_other)
    }

    /// Waits until what is seen of the screen has stayed for a time, and gives it. A shorter pause between
    /// two looks would take a fifth of the processors from the games.
    pub fn wait_steady<T>(
        &self,
        time: Duration,
        seen: impl Fn(&RgbaImage) -> T,
        is_other: impl Fn(&T, &T) -> bool,
    ) -> T {
        let mut last = (seen(&self.pixels()), Instant::now());
        self.desktop.wait("a picture that stays", || {
            thread::sleep(Duration::from_millis(100));
            let now = seen(&self.pixels());
            if is_other(&last.0, &now) {
                last = (now, Instant::now());
            }
            last.1.elapsed() > time
        });
        last.0
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
        self.xdotool("key End Return End Return");
        self.left();
    }
}

impl Drop for Game<'_> {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn is_other(one: &RgbaImage, other: &RgbaImage) -> bool {
    difference(one, other) > STILL
}

/// Asserts that nobody but the game itself writes to the terminal: its messages begin with their
/// level, and their further lines with spaces.
fn assert_quiet(log: &str) {
    let starts = ["[", "hexbound: ", "    "];
    let is_ours = |line: &str| starts.iter().any(|start| line.starts_with(start));
    let chatter = log.lines().find(|line| !is_ours(line));
    assert_eq!(chatter, None, "{log}");
}
