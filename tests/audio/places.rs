//! Tests of what places, walls and motion do to sound: what the mixer makes of them frame by frame,
//! measured against each other.

use std::f32::consts::TAU;

use glam::{Vec3, vec3};
use hexbound_audio::{Listener, Mixer, Moment, Output, Volumes};
use hexbound_level::Level;
use hexbound_scenes::catalog;
use hexbound_sim::{Ball, Event, EventKind, Rules, World};

use crate::{
    device::AUDIBLE,
    mixer::{bank, energy},
    recording::{RATE, Recording},
};

/// The level that no place reaches by itself.
const EXPLODED: f32 = 0.02;
/// Frames a second.
const FRAMES: usize = 60;

/// A place with somebody in it who hears.
pub struct Played {
    pub mixer: Mixer,
    output: Output,
    pub level: Level,
    pub world: World,
    samples: Vec<f32>,
}

impl Played {
    /// Somebody at the start of a level.
    pub fn at(level: &str) -> Self {
        let level = catalog::open(level).expect("the scene is built in");
        let (mixer, output) = Mixer::new(bank());
        Self {
            mixer,
            output,
            world: World::new(&level, Rules::default()),
            level,
            samples: Vec::new(),
        }
    }

    fn ear(&self) -> Vec3 {
        self.world.player.eye_position()
    }

    /// Plays a frame in which this happens.
    pub fn frame(&mut self, events: &[Event]) {
        let listener = Listener {
            position: self.ear(),
            yaw: self.world.player.yaw,
        };
        self.mixer.play(&Moment {
            around: Some((&self.level, &self.world)),
            seconds: 1.0 / FRAMES as f32,
            ..Moment::of(events, listener)
        });
        let samples = self.output.by_ref().take(2 * RATE / FRAMES);
        self.samples.extend(samples);
    }

    fn wait(&mut self, seconds: f32) {
        let frames = (seconds * FRAMES as f32) as usize;
        (0..frames).for_each(|_| self.frame(&[]));
    }

    pub fn heard(self) -> Recording {
        Recording::of(self.samples.into_iter())
    }
}

/// An explosion in a level, so far from its start.
fn explosion(level: &str, offset: Vec3) -> Recording {
    let mut played = Played::at(level);
    played.wait(1.5);
    // Wind is louder than the end of an answer.
    played.mixer.set_volumes(&Volumes {
        ambience: 0.0,
        ..Volumes::default()
    });
    played.wait(0.3);
    let place = played.ear() + offset;
    played.frame(&[Event::new(EventKind::Explosion, place, Vec3::Y, 12.0)]);
    played.wait(2.0);
    played.heard()
}

/// The speed of the ball that passes, m/s.
const PASSING: f32 = 30.0;

fn ball_that_passes() -> Recording {
    let mut played = Played::at("test:flat");
    played.wait(0.5);
    for frame in 0..144 {
        let along = PASSING * (frame as f32 / FRAMES as f32 - 1.2);
        let place = played.ear() + vec3(along, 0.0, -2.0);
        played.world.balls = vec![Ball::new(1, place, Vec3::X * PASSING)];
        played.frame(&[]);
    }
    played.world.balls.clear();
    played.wait(0.5);
    played.heard()
}

/// Where the place begins to be heard and where something explodes, seconds.
fn onsets(recording: &Recording) -> [f32; 2] {
    let begun = recording.first_above(AUDIBLE, 0.0).expect("the place");
    let exploded = recording.first_above(EXPLODED, begun);
    [begun, exploded.expect("an explosion")]
}

/// The mean of both sides' levels over so many seconds.
fn level_of(recording: &Recording, from: f32, seconds: f32) -> f32 {
    let [left, right] = recording.levels(from..from + seconds);
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
    steps / energy(samples)
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
    let [open, closed] =
        ["test:flat", "test:box-room"].map(|level| explosion(level, Vec3::NEG_Z * 8.0));
    let mut tails = [0.0; 2];
    let mut tones = [0.0; 2];
    for (index, recording) in [&open, &closed].into_iter().enumerate() {
        let [begun, exploded] = onsets(recording);
        let quietest = recording.quietest(begun + 0.2..begun + 1.3, 0.1);
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
    // The room's wall is 5 m behind the start.
    let [clear, behind] = [-8.0, 8.0].map(|z| explosion("test:box-room", Vec3::Z * z));
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
    let recording = ball_that_passes();
    // It passes where it is loudest.
    let parts: Vec<f32> = recording.left.chunks_exact(RATE / 20).map(energy).collect();
    let loudest = (0..parts.len()).max_by(|a, b| parts[*a].total_cmp(&parts[*b]));
    let passed = loudest.unwrap() as f32 / 20.0;
    let whistle = |from: f32| pitch_between(part(&recording, from, 0.35), [700.0, 1_100.0]);
    let (comes, goes) = (whistle(passed - 0.5), whistle(passed + 0.25));
    let (ratio, expected) = (comes / goes, (343.0 + PASSING) / (343.0 - PASSING));
    println!("{comes} Hz, then {goes} Hz: {ratio} for {expected}");
    assert!((ratio / expected - 1.0).abs() < 0.06, "{comes} {goes}");
}
