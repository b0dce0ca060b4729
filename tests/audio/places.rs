//! Tests of what places, walls, motion and a pause do to sound: processes play through the real
//! output, and the recordings are measured against each other.

use std::{
    f32::consts::TAU,
    thread::sleep,
    time::{Duration, Instant},
};

use glam::{Vec3, vec3};
use hexbound_audio::{Audio, Listener, Moment, SoundKind, Volumes};
use hexbound_level::Level;
use hexbound_scenes::catalog;
use hexbound_sim::{Ball, Event, EventKind, Rules, World};

use crate::{
    device::{log_warnings, record, wait_until_it_plays},
    recording::{RATE, Recording, Stretch},
};

/// The level of 10 ms from which on a place is heard: −60 dBFS.
const AUDIBLE: f32 = 0.001;
/// The level that no place reaches by itself.
const EXPLODED: f32 = 0.02;
/// Frames a second.
const FRAMES: f32 = 60.0;

/// A place with somebody in it who hears, played in real time.
struct Played {
    audio: Audio,
    level: Level,
    world: World,
    ear: Vec3,
}

impl Played {
    /// Somebody at the start of a level, as soon as there is sound.
    fn at(level: &str) -> Self {
        log_warnings();
        let level = catalog::open(level).expect("the scene is built in");
        let world = World::new(&level, Rules::default());
        let mut audio = Audio::open();
        // The first moment waits for the sounds.
        audio.play(&Moment::of(&[], Listener::default()));
        wait_until_it_plays(&audio);
        let ear = world.player.eye_position();
        Self {
            audio,
            level,
            world,
            ear,
        }
    }

    /// Frames go by; `change` sees the seconds since the first.
    fn go_on(&mut self, seconds: f32, mut change: impl FnMut(&mut World, f32) -> Vec<Event>) {
        let began = Instant::now();
        let mut now = 0.0;
        while now < seconds {
            let events = change(&mut self.world, now);
            let before = now;
            sleep(Duration::from_secs_f32(1.0 / FRAMES));
            now = began.elapsed().as_secs_f32();
            self.play(&events, now - before);
        }
    }

    /// Plays what happens in so many seconds.
    fn play(&mut self, events: &[Event], seconds: f32) {
        let listener = Listener {
            position: self.ear,
            yaw: 0.0,
        };
        self.audio.play(&Moment {
            around: Some((&self.level, &self.world)),
            seconds,
            ..Moment::of(events, listener)
        });
    }

    fn wait(&mut self, seconds: f32) {
        self.go_on(seconds, |_, _| Vec::new());
    }

    /// Something explodes, so far from the ear.
    fn explode(&mut self, offset: Vec3) {
        let event = Event::new(EventKind::Explosion, self.ear + offset, Vec3::Y, 12.0);
        self.play(&[event], 0.0);
    }

    fn explode_once(mut self, offset: Vec3) {
        self.wait(1.5);
        // Wind is louder than the end of an answer.
        self.audio.set_volumes(Volumes {
            ambience: 0.0,
            ..Volumes::default()
        });
        self.wait(0.3);
        self.explode(offset);
        self.wait(2.0);
    }
}

#[test]
#[ignore = "run by this file's other tests in a process of its own"]
fn plays_in_the_open() {
    Played::at("test:flat").explode_once(Vec3::NEG_Z * 8.0);
}

#[test]
#[ignore = "run by this file's other tests in a process of its own"]
fn plays_in_a_room() {
    Played::at("test:box-room").explode_once(Vec3::NEG_Z * 8.0);
}

#[test]
#[ignore = "run by this file's other tests in a process of its own"]
fn plays_behind_the_wall() {
    // The room's wall is 5 m behind the start.
    Played::at("test:box-room").explode_once(Vec3::Z * 8.0);
}

/// The speed of the ball that passes, m/s.
const PASSING: f32 = 30.0;

#[test]
#[ignore = "run by this file's other tests in a process of its own"]
fn plays_a_ball_that_passes() {
    let mut played = Played::at("test:flat");
    played.wait(0.5);
    let ear = played.ear;
    played.go_on(2.4, |world, now| {
        let along = PASSING * (now - 1.2);
        let place = ear + vec3(along, 0.0, -2.0);
        world.balls = vec![Ball::new(1, place, Vec3::X * PASSING)];
        Vec::new()
    });
    played.world.balls.clear();
    played.wait(0.5);
}

#[test]
#[ignore = "run by this file's other tests in a process of its own"]
fn plays_and_pauses() {
    let mut played = Played::at("test:box-room");
    played.wait(1.0);
    played.explode(Vec3::NEG_Z * 4.0);
    played.wait(0.3);
    played.audio.set_paused(true);
    played.wait(1.5);
    played.audio.interface(SoundKind::InterfaceChoose);
    played.wait(1.5);
    played.audio.set_paused(false);
    played.wait(1.5);
}

/// Records what is heard of one of the tests above.
fn heard(name: &str) -> Option<Recording> {
    let (recording, _) = record(&format!("places::{name}"))?;
    Some(recording)
}

/// Where the place begins to be heard and where something explodes, seconds.
fn onsets(recording: &Recording) -> [f32; 2] {
    let begun = recording.first_above(AUDIBLE, 0.0).expect("the place");
    let exploded = recording.first_above(EXPLODED, begun);
    [begun, exploded.expect("an explosion")]
}

/// The mean of both sides' levels over so many seconds.
fn level_of(recording: &Recording, from: f32, seconds: f32) -> f32 {
    let end = from + seconds;
    let [left, right] = recording.levels(Stretch { onset: from, end });
    (left + right) / 2.0
}

fn part(recording: &Recording, from: f32, seconds: f32) -> &[f32] {
    let first = (from * RATE as f32) as usize;
    let last = first + (seconds * RATE as f32) as usize;
    &recording.left[first..last.min(recording.left.len())]
}

/// The part of the energy above some 4 kHz: that of what differs from one sample to the next.
fn brightness(samples: &[f32]) -> f32 {
    let steps: f32 = samples.windows(2).map(|it| (it[1] - it[0]).powi(2)).sum();
    steps / samples.iter().map(|it| it * it).sum::<f32>()
}

/// The energy at a frequency, hertz.
fn energy_at(samples: &[f32], frequency: f32) -> f32 {
    let turn = TAU * frequency / RATE as f32;
    let wave = |sum: [f32; 2], (at, sample): (usize, &f32)| {
        let angle = turn * at as f32;
        [sum[0] + sample * angle.cos(), sum[1] + sample * angle.sin()]
    };
    // Short parts: the noise of a band is no steady tone.
    let parts = samples.chunks_exact(RATE / 20);
    let waves = parts.map(|part| part.iter().enumerate().fold([0.0; 2], wave));
    waves.map(|[a, b]| a * a + b * b).sum()
}

/// The middle of the energy between two frequencies, hertz.
fn pitch_between(samples: &[f32], [low, high]: [f32; 2]) -> f32 {
    let steps = (0..80).map(|step| low + (high - low) * step as f32 / 79.0);
    let energies: Vec<(f32, f32)> = steps.map(|at| (at, energy_at(samples, at))).collect();
    let loudest = energies.iter().map(|(_, it)| *it).fold(0.0, f32::max);
    // The peak stands out; the hiss around it has no pitch.
    let (mut sum, mut whole) = (0.0, 0.0);
    for (at, energy) in energies {
        let above = (energy - 0.3 * loudest).max(0.0);
        sum += at * above;
        whole += above;
    }
    sum / whole
}

#[test]
fn a_closed_room_answers_longer_than_the_open_and_neither_is_ever_silent() {
    let (Some(open), Some(closed)) = (heard("plays_in_the_open"), heard("plays_in_a_room")) else {
        return;
    };
    let mut tails = [0.0; 2];
    let mut tones = [0.0; 2];
    for (index, recording) in [&open, &closed].into_iter().enumerate() {
        let [begun, exploded] = onsets(recording);
        let place = Stretch {
            onset: begun + 0.2,
            end: begun + 1.3,
        };
        let quietest = recording.quietest(place, 0.1);
        println!("never quieter than {quietest:.1} dBFS");
        assert!(quietest > -60.0, "{quietest}");
        let tail = level_of(recording, exploded + 0.5, 0.3);
        tails[index] = tail / level_of(recording, exploded, 0.3);
        tones[index] = brightness(part(recording, begun + 0.3, 1.0));
    }
    println!("tails {tails:?}, brightness of the places {tones:?}");
    assert!(tails[1] > 2.0 * tails[0], "{tails:?}");
    // Wind is brighter than a room.
    assert!(tones[0] > 1.5 * tones[1], "{tones:?}");
}

#[test]
fn what_is_behind_a_wall_is_quieter_and_duller() {
    let (Some(clear), Some(behind)) = (heard("plays_in_a_room"), heard("plays_behind_the_wall"))
    else {
        return;
    };
    let measure = |recording: &Recording| {
        let [_, exploded] = onsets(recording);
        let bright = brightness(part(recording, exploded, 0.06));
        [level_of(recording, exploded, 0.15), bright]
    };
    let (clear, behind) = (measure(&clear), measure(&behind));
    println!("clear {clear:?}, behind the wall {behind:?}");
    assert!(behind[0] < 0.6 * clear[0], "{behind:?}");
    assert!(behind[1] < 0.4 * clear[1], "{behind:?}");
}

#[test]
fn a_ball_sounds_higher_as_it_comes_than_as_it_goes() {
    let Some(recording) = heard("plays_a_ball_that_passes") else {
        return;
    };
    // It passes where it is loudest.
    let energy = |part: &[f32]| part.iter().map(|it| it * it).sum::<f32>();
    let parts: Vec<f32> = recording.left.chunks_exact(RATE / 20).map(energy).collect();
    let loudest = (0..parts.len()).max_by(|a, b| parts[*a].total_cmp(&parts[*b]));
    let passed = loudest.unwrap() as f32 / 20.0;
    let whistle = |from: f32| pitch_between(part(&recording, from, 0.35), [700.0, 1_100.0]);
    let (comes, goes) = (whistle(passed - 0.5), whistle(passed + 0.25));
    let (ratio, expected) = (comes / goes, (343.0 + PASSING) / (343.0 - PASSING));
    println!("{comes} Hz, then {goes} Hz: {ratio} for {expected}");
    assert!((ratio / expected - 1.0).abs() < 0.06, "{comes} {goes}");
}

#[test]
fn a_pause_silences_all_but_the_menus_and_goes_on_after() {
    let Some(recording) = heard("plays_and_pauses") else {
        return;
    };
    let [_, exploded] = onsets(&recording);
    // The card plays what was made before the pause, too: 43 ms.
    let paused = exploded + 0.3 + 0.3 + 0.1;
    let silence = level_of(&recording, paused, 0.6);
    let menu = recording.first_above(AUDIBLE, paused + 0.7);
    let menu = menu.expect("a menu's sound");
    let after = recording.first_above(AUDIBLE, menu + 1.0);
    let after = after.expect("the room");
    println!("exploded {exploded}, {silence} while paused, menu {menu}, room again {after}");
    assert!(silence < 0.0001, "{silence}");
    assert!((0.7..2.5).contains(&(menu - paused)), "{menu}");
    assert!(after - menu > 1.0, "silence between: {menu} {after}");
    let room = Stretch {
        onset: after + 0.3,
        end: recording.seconds() - 0.2,
    };
    assert!(recording.quietest(room, 0.1) > -60.0);
}
