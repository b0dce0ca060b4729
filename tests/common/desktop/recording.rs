//! What a game recorded, played back without a window.

use std::{fs, path::Path};

use hexbound_replay::{Playback, Recording};
use hexbound_scenes::catalog;
use hexbound_sim::{Buttons, Command, Event, World};

use super::Desktop;

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
        let words = line.split(',');
        let numbers: Vec<f64> = words.map(|it| it.parse().expect("a number")).collect();
        Row {
            position: [numbers[1], numbers[2], numbers[3]],
            velocity: [numbers[4], numbers[5], numbers[6]],
            yaw: numbers[7],
            pitch: numbers[8],
        }
    };
    text.lines().skip(1).map(row).collect()
}

/// A tick of a recording: what it was given, and the world and what happened after it.
pub struct Tick {
    pub command: Command,
    pub world: World,
    pub events: Vec<Event>,
}

/// Plays what the game recorded on `level` back in this process, and gives every tick.
pub fn ticks(desktop: &Desktop, level: &str) -> Vec<Tick> {
    played(
        level,
        hexbound_replay::read(&desktop.path("play.rec")).expect("a whole recording"),
    )
}

/// Plays a recording on `level` back in this process, and gives every tick.
pub fn played(level: &str, recording: Recording) -> Vec<Tick> {
    let level = catalog::open(level).expect("a level");
    let mut world = World::new(&level, recording.header.rules);
    let mut playback = Playback::new(recording);
    let mut ticks = Vec::new();
    while let Some(command) = playback.next_command() {
        let mut events = Vec::new();
        world.step(&level, &command, &mut events);
        playback.check(&world).expect("the same state");
        ticks.push(Tick {
            command,
            world: world.clone(),
            events,
        });
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
