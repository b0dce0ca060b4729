//! The built game in a window, played with a real mouse, and what is heard of it: a ball is
//! thrown, and the recording of the sound is held against the recording of the commands.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use hexbound::{
    catalog,
    replay::{self, Playback},
    sim::{Event, EventKind, World},
};

use crate::{
    recording::{Recording, Stretch, recording_card},
    skip,
};

const LEVEL: &str = "test:box-room";
/// For a window to appear, or to close; a software renderer on a busy machine is slow.
const PATIENCE: Duration = Duration::from_secs(60);
/// Ticks a second.
const TICKS: f32 = 120.0;

/// A program that is ended with the test.
struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Self {
        Self(command.spawn().expect("an installed program starts"))
    }

    /// Whether it has ended, or does in time.
    fn ends(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        loop {
            if matches!(self.0.try_wait(), Ok(Some(_))) {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
            sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.ends(Duration::ZERO) {
            return;
        }
        // Politely first: an X server that is killed leaves its lock and its socket behind.
        let id = self.0.id().to_string();
        let asked = Command::new("kill").arg(id).status();
        if asked.is_err() || !self.ends(Duration::from_secs(3)) {
            let _ = self.0.kill();
        }
        let _ = self.0.wait();
    }
}

/// A screen of its own, with a window manager.
struct Desktop {
    display: String,
    _manager: Running,
    _server: Running,
}

impl Desktop {
    fn start(folder: &Path) -> Self {
        // The server picks a free display and says which.
        let mut server = Running::start(
            Command::new("Xvfb")
                .args([
                    "-displayfd",
                    "1",
                    "-screen",
                    "0",
                    "800x600x24",
                    "-nolisten",
                    "tcp",
                    // Or it starts anew whenever its last client leaves, and refuses meanwhile.
                    "-noreset",
                ])
                .stdout(Stdio::piped())
                .stderr(Stdio::null()),
        );
        let mut line = String::new();
        let said = server.0.stdout.take().expect("its output is a pipe");
        BufReader::new(said)
            .read_line(&mut line)
            .expect("the server says its display");
        let display = format!(":{}", line.trim());
        let manager = Running::start(
            Command::new("openbox")
                .env("DISPLAY", &display)
                .env("HOME", folder)
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        );
        let desktop = Self {
            display,
            _manager: manager,
            _server: server,
        };
        // A window that comes while the manager starts may be lost between the two.
        let until = Instant::now() + PATIENCE;
        while desktop.xdotool(&["get_desktop"]).is_empty() && Instant::now() < until {
            sleep(Duration::from_millis(50));
        }
        desktop
    }

    /// What xdotool says; empty while it finds nothing.
    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .stderr(Stdio::null())
            .output()
            .expect("xdotool starts");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Waits for a window and gives it the keys. False if `game` ended first, or it never came.
    fn focus_window(&self, game: &mut Running) -> bool {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until && !game.ends(Duration::from_millis(100)) {
            let found = self.xdotool(&["search", "--onlyvisible", "--name", "^Hexbound"]);
            if let Some(window) = found.lines().next() {
                self.xdotool(&["windowfocus", window]);
                return true;
            }
        }
        false
    }

    /// Asks `game` to close, as a player would, until it does.
    fn close_window(&self, game: &mut Running) -> bool {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until && self.focus_window(game) {
            self.xdotool(&["key", "alt+F4"]);
            game.ends(Duration::from_secs(3));
        }
        game.ends(Duration::ZERO)
    }
}

/// Stands a while, throws a ball ahead, waits until two sounds are heard, closes the window.
/// Gives what the game wrote.
fn play_and_throw(folder: &Path, config: &Path, heard: &Path, commands: &Path) -> String {
    let desktop = Desktop::start(folder);
    let words = folder.join("words");
    let file = fs::File::create(&words).expect("the folder is ours");
    let mut game = Running::start(
        Command::new(env!("CARGO_BIN_EXE_hexbound"))
            .args(["play", LEVEL, "--size", "320x180", "--record"])
            .arg(commands)
            .env("DISPLAY", &desktop.display)
            .env("ALSA_CONFIG_PATH", config)
            .env("HOME", folder)
            .env("XDG_CONFIG_HOME", folder)
            .env("XDG_RUNTIME_DIR", folder)
            .env("WGPU_BACKEND", "vulkan")
            .stdout(Stdio::null())
            .stderr(file),
    );
    let said = || fs::read_to_string(&words).unwrap_or_default();
    assert!(
        desktop.focus_window(&mut game),
        "no window: {}; there are {:?}",
        said(),
        desktop.xdotool(&["search", "--name", "."])
    );
    // The game runs, and the card records its silence.
    let runs = || fs::read_to_string(commands).is_ok_and(|text| text.contains("\nhash "));
    wait(|| runs() && Recording::read(heard).seconds() > 1.0);
    desktop.xdotool(&["click", "1"]);
    wait(|| {
        let heard = Recording::read(heard);
        let strike = sounds_in(&heard).get(1).copied();
        strike.is_some_and(|strike| heard.seconds() > strike.onset + 1.0)
    });
    assert!(desktop.close_window(&mut game), "still open: {}", said());
    said()
}

/// Waits until `is_so`, or for as long as patience goes.
fn wait(is_so: impl Fn() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !is_so() && Instant::now() < until {
        sleep(Duration::from_millis(100));
    }
}

fn sounds_in(recording: &Recording) -> Vec<Stretch> {
    recording.stretches(0.004, 0.12)
}

/// What happened, in seconds since the start.
fn events_of(commands: &Path) -> Vec<(f32, Event)> {
    let level = catalog::open(LEVEL).expect("the scene is built in");
    let recording = replay::read(commands).expect("the game wrote a whole recording");
    let mut world = World::new(&level, recording.header.rules);
    let mut playback = Playback::new(recording);
    let (mut all, mut events) = (Vec::new(), Vec::new());
    while let Some(command) = playback.next_command() {
        world.step(&level, &command, &mut events);
        let seconds = world.tick as f32 / TICKS;
        all.extend(events.drain(..).map(|event| (seconds, event)));
    }
    all
}

#[test]
fn a_ball_thrown_at_a_wall_is_heard_to_leave_and_to_strike() {
    for program in ["Xvfb", "openbox", "xdotool", "pv"] {
        if !skip::has_tool(program) {
            return;
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let (config, heard) = recording_card(folder.path());
    let commands = folder.path().join("run.rec");
    let words = play_and_throw(folder.path(), &config, &heard, &commands);
    println!("{words}");

    let events = events_of(&commands);
    println!(
        "{:?}",
        events
            .iter()
            .map(|(at, event)| (at, event.kind, event.speed))
            .collect::<Vec<_>>()
    );
    let first = |wanted| {
        let found = events.iter().find(|(_, event)| event.kind == wanted);
        found.unwrap_or_else(|| panic!("{wanted:?} happened")).0
    };
    let (thrown, struck) = (first(EventKind::Throw), first(EventKind::Explosion));

    let recording = Recording::read(&heard);
    let stretches = sounds_in(&recording);
    println!("{:.2} s heard, {stretches:?}", recording.seconds());
    // The ball left: sound after silence, and silence again while it flies.
    let earlier = events.iter().filter(|(at, _)| *at < thrown).count();
    assert_eq!(earlier, 0, "nothing is heard before the throw");
    let throw = stretches[0];
    assert!(throw.onset > 0.5, "silence first: {throw:?}");
    // It struck: a second sound after the time it flew, and louder. A machine that draws slowly
    // plays in slow motion; and the card, a process of its own, may fall behind.
    let strike = stretches[1];
    let (flight, simulated) = (strike.onset - throw.onset, struck - thrown);
    let flights = simulated * 0.4..simulated * 5.0;
    assert!(flights.contains(&flight), "{flight} s for {simulated} s");
    let beginning = Stretch {
        onset: strike.onset,
        end: strike.onset + 0.2,
    };
    let (thrown, struck) = (recording.levels(throw), recording.levels(beginning));
    println!("throw {thrown:?}, strike {struck:?}");
    assert!(thrown[0] > 0.01 && thrown[1] > 0.01, "{thrown:?}");
    assert!(
        struck[0] > 1.2 * thrown[0] && struck[1] > 1.2 * thrown[1],
        "{struck:?}"
    );
    assert!(recording.peak() <= 0.99);
}
