//! The sound of every place that comes with the game, in the runs that come with it: never silent, never
//! beyond full scale, never more voices than there may be. No device: the mixer's own output is measured.

use std::path::PathBuf;

use hexbound_audio::Volumes;
use hexbound_base::clock::TICK_RATE;
use hexbound_replay::Playback;
use hexbound_scenes::catalog::SHIPPED_LEVELS;
use hexbound_sim::World;

use crate::{places::Played, recording::Recording};

/// Ticks from one of a played place's frames to the next.
const TICKS: u64 = 2;
/// The part of a run that is heard: its beginning, seconds.
const HEARD: u64 = 40;
/// The most sounds at once.
const MAX_VOICES: usize = 64;
/// The level below which a place counts as silent, dBFS.
const SILENCE: f32 = -60.0;

/// Plays the beginning of a place's shipped run, and returns the recording of a mixer that everything
/// can be heard of, and the most voices that it had.
fn heard(name: &str, volumes: Volumes) -> (Recording, usize) {
    let file = format!("assets/runs/{name}.rec");
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    let recording = hexbound_replay::read(&file).expect("a whole recording");
    let mut played = Played::at(name);
    played.world = World::new(&played.level, recording.header.rules);
    played.mixer.set_volumes(&volumes);
    let mut playback = Playback::new(recording);
    let (mut events, mut voices) = (Vec::new(), 0);
    while played.world.tick < HEARD * u64::from(TICK_RATE)
        && let Some(command) = playback.next_command()
    {
        (played.world).step(&played.level, &command, &mut events);
        if played.world.tick.is_multiple_of(TICKS) {
            played.frame(&events);
            events.clear();
            voices = voices.max(played.mixer.voices());
        }
    }
    (played.heard(), voices)
}

fn check(name: &str) {
    let (recording, voices) = heard(name, Volumes::default());
    // The voices of a place fade in.
    let played = 0.2..recording.seconds();
    let quietest = recording.quietest(played.clone(), 0.1);
    let (peak, gap) = (recording.peak(), recording.longest_gap(played));
    println!("{name}: never quieter than {quietest:.1} dBFS, peak {peak:.3}, {voices} voices");
    assert!(recording.seconds() > 30.0, "{name}");
    assert!(quietest > SILENCE, "{name}: {quietest} dBFS");
    assert!(peak <= 0.99, "{name}: {peak}");
    assert!(gap < 0.001, "{name}: {gap} s of nothing");
    assert!((1..=MAX_VOICES).contains(&voices), "{name}: {voices}");
}

#[test]
fn no_shipped_place_is_ever_silent_or_clipped() {
    for name in SHIPPED_LEVELS {
        check(name);
    }
}

#[test]
fn music_is_heard_where_it_is_wanted_and_only_there() {
    let alone = |music: f32| Volumes {
        effects: 0.0,
        steps: 0.0,
        ambience: 0.0,
        music,
        ..Volumes::default()
    };
    let (without, _) = heard("quarry", alone(0.0));
    // The volumes glide to where they are set.
    let levels = without.levels(0.5..without.seconds());
    assert_eq!(levels, [0.0; 2]);
    let (with, _) = heard("quarry", alone(1.0));
    // Its first notes swell.
    let quietest = with.quietest(3.0..with.seconds(), 1.0);
    let peak = with.peak();
    println!("music: never quieter than {quietest:.1} dBFS, peak {peak:.3}");
    assert!(quietest > -65.0, "{quietest} dBFS");
    assert!(peak < 0.3, "it stays behind what happens: {peak}");
}
