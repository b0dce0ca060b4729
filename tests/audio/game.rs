//! The built game in a window, played with a real mouse, and what is heard of it: the room, and a
//! ball that is thrown. The recording of the sound is held against the recording of the commands.

use std::path::Path;

use hexbound_sim::{Event, EventKind};

use crate::{
    desktop::{Desktop, desktop, recording::play_back},
    device::AUDIBLE,
    recording::{Recording, recording_card},
    skip,
};

const LEVEL: &str = "test:box-room";
/// The levels that the room alone never reaches, and that a throw does not.
const THROW: f32 = 0.02;
const STRIKE: f32 = 0.08;
/// Ticks a second.
const TICKS: f32 = 120.0;

/// Stands a while, throws a ball ahead, waits until two sounds are heard, closes the window.
fn play_and_throw(desktop: &Desktop, config: &Path, heard: &Path) {
    let (config, record) = (config.to_string_lossy(), desktop.name("play.rec"));
    let line = format!("play {LEVEL} --size 320x180 --record {record}");
    let game = desktop.open_with(&[("ALSA_CONFIG_PATH", &config)], line);
    game.wait_ticks(1);
    desktop.wait("two seconds of the room", || {
        let heard = Recording::read(heard);
        let begun = heard.first_above(AUDIBLE, 0.0);
        begun.is_some_and(|begun| heard.seconds() > begun + 2.0)
    });
    game.xdotool("click 1");
    desktop.wait("the throw and the strike", || {
        let heard = Recording::read(heard);
        let strike = heard.first_above(STRIKE, 0.0);
        strike.is_some_and(|strike| heard.seconds() > strike + 2.0)
    });
    game.xdotool("key alt+F4");
    game.left();
}

/// Returns what happened, in seconds since the start.
fn events_of(desktop: &Desktop) -> Vec<(f32, Event)> {
    let (ticks, _) = play_back(desktop, LEVEL);
    let events = ticks.into_iter().flat_map(|tick| {
        let seconds = tick.world.tick as f32 / TICKS;
        (tick.events.into_iter()).map(move |event| (seconds, event))
    });
    events.collect()
}

#[test]
fn a_ball_thrown_at_a_wall_is_heard_to_leave_and_to_strike() {
    if !skip::has_tool("pv") {
        return;
    }
    let Some(desktop) = desktop() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (config, heard) = recording_card(folder.path());
    play_and_throw(&desktop, &config, &heard);
    println!("{}", desktop.log());

    let events = events_of(&desktop);
    let told = |(at, event): &(f32, Event)| (*at, event.kind, event.speed);
    println!("{:?}", events.iter().map(told).collect::<Vec<_>>());
    let first = |wanted| {
        let found = events.iter().find(|(_, event)| event.kind == wanted);
        found.unwrap_or_else(|| panic!("{wanted:?} happened")).0
    };
    let (thrown, struck) = (first(EventKind::Throw), first(EventKind::Explosion));

    let recording = Recording::read(&heard);
    let onset = |threshold| recording.first_above(threshold, 0.0).expect("it is heard");
    let [begun, throw, strike] = [AUDIBLE, THROW, STRIKE].map(onset);
    println!(
        "{:.2} s heard: the room from {begun}, the throw at {throw}, the strike at {strike}",
        recording.seconds()
    );
    // The room is heard before anything happens, and never stops until the window is closed.
    let earlier = events.iter().filter(|(at, _)| *at < thrown).count();
    assert_eq!(earlier, 0, "nothing is heard before the throw");
    assert!(throw - begun > 1.5, "the room first: {begun} {throw}");
    let quietest = recording.quietest(begun + 0.2..strike + 1.9, 0.25);
    println!("never quieter than {quietest:.1} dBFS");
    assert!(quietest > -60.0, "{quietest}");
    // The ball struck after the time it flew, and louder. A machine that draws slowly plays in slow
    // motion; and the card, a process of its own, may fall behind.
    let (flight, simulated) = (strike - throw, struck - thrown);
    let flights = simulated * 0.4..simulated * 5.0;
    assert!(flights.contains(&flight), "{flight} s for {simulated} s");
    let [thrown, struck] = [throw, strike].map(|onset| recording.levels(onset..onset + 0.2));
    println!("throw {thrown:?}, strike {struck:?}");
    for (thrown, struck) in thrown.into_iter().zip(struck) {
        assert!(thrown > 0.01, "{thrown}");
        assert!(struck > 1.2 * thrown, "{struck} {thrown}");
    }
    assert!(recording.peak() <= 0.99);
}
