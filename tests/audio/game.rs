//! The built game in a window, played with a real mouse, and what is heard of it: a ball is
//! thrown, and the recording of the sound is held against the recording of the commands.

use std::path::Path;

use hexbound::{
    catalog,
    replay::{self, Playback},
    sim::{Event, EventKind, World},
};

use crate::{
    desktop::Desktop,
    recording::{Recording, Stretch, recording_card},
    skip,
};

const LEVEL: &str = "test:box-room";
/// Ticks a second.
const TICKS: f32 = 120.0;

/// Stands a while, throws a ball ahead, waits until two sounds are heard, closes the window.
fn play_and_throw(desktop: &Desktop, config: &Path, heard: &Path) {
    let config = config.to_string_lossy();
    let commands = desktop.path("play.rec");
    let commands = commands.to_string_lossy();
    let game = desktop.start_with(
        &[("ALSA_CONFIG_PATH", &config)],
        &["play", LEVEL, "--size", "320x180", "--record", &commands],
    );
    game.focus();
    game.wait_ticks(1);
    desktop.wait("a second of silence", || {
        Recording::read(heard).seconds() > 1.0
    });
    game.xdotool("click 1");
    desktop.wait("the throw and the strike", || {
        let heard = Recording::read(heard);
        let strike = sounds_in(&heard).get(1).copied();
        strike.is_some_and(|strike| heard.seconds() > strike.onset + 1.0)
    });
    game.xdotool("key alt+F4");
    game.left();
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
    if !skip::has_tool("pv") {
        return;
    }
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (config, heard) = recording_card(folder.path());
    play_and_throw(&desktop, &config, &heard);
    println!("{}", desktop.log());

    let events = events_of(&desktop.path("play.rec"));
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
