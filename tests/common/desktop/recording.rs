//! What a game recorded, played back without a window.

use hexbound_replay::{Playback, Recording};
use hexbound_scenes::catalog;
use hexbound_sim::{Buttons, Command, Event, Player, World};

use super::Desktop;

/// A tick of a recording: what it was given, and the world and what happened after it.
pub struct Tick {
    pub command: Command,
    pub world: World,
    pub events: Vec<Event>,
}

impl Tick {
    pub fn player(&self) -> &Player {
        &self.world.player
    }
}

/// Plays what the game recorded back without a window, checks that it ends where the game did,
/// and gives every tick and the report.
pub fn play_back(desktop: &Desktop, level: &str) -> (Vec<Tick>, serde_json::Value) {
    let record = desktop.name("play.rec");
    let replayed = desktop.printed(format!("verify {record} --level {level}"));
    let sim = desktop.printed(format!("sim {level} --input {record} --json"));
    let report: serde_json::Value = serde_json::from_str(&sim).expect("a report");
    let hash = report["state_hash"].as_str().expect("a hash");
    assert!(replayed.contains(hash), "{replayed} and {hash}");
    let recording = hexbound_replay::read(&desktop.path("play.rec"));
    (played(level, recording.expect("a whole recording")), report)
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
