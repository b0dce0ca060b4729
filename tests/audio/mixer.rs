//! The mixer and the shipped sounds, heard without a device.

use std::{fs, path::Path, path::PathBuf, sync::OnceLock};

use glam::{Vec3, vec3};
use hexbound_audio::{Bank, Listener, Mixer, Moment, Output, Sound, SoundKind, load_wav};
use hexbound_base::assets;
use hexbound_sim::{Event, EventKind, Loss};

use test_support::files_below;

use crate::{recording::Recording, skip};

fn sounds() -> PathBuf {
    assets::find("sounds").expect("the sounds lie in the source tree")
}

/// The shipped sounds, read once.
pub fn bank() -> Bank {
    static BANK: OnceLock<Bank> = OnceLock::new();
    let load = || {
        let (bank, problems) = Bank::load(&sounds());
        assert!(problems.is_empty(), "{problems:?}");
        bank
    };
    BANK.get_or_init(load).clone()
}

fn event(kind: EventKind, position: Vec3, speed: f32) -> Event {
    Event::new(kind, position, Vec3::Y, speed)
}

/// So many frames of what comes out of the mixer.
fn pull(output: &mut Output, frames: usize) -> Recording {
    let samples: Vec<f32> = output.take(2 * frames).collect();
    assert_eq!(samples.len(), 2 * frames, "the output ended");
    assert!(samples.iter().all(|sample| sample.is_finite()));
    Recording::of(samples.into_iter())
}

/// Two seconds of what these events sound like to a listener at the origin looking along -Z.
fn heard(events: &[Event]) -> Recording {
    let (mut mixer, mut output) = Mixer::new(bank());
    mixer.play(&Moment::of(events, Listener::default()));
    pull(&mut output, 96_000)
}

fn energy_of(heard: &Recording) -> f32 {
    energy(&heard.left) + energy(&heard.right)
}

pub fn energy(samples: &[f32]) -> f32 {
    samples.iter().map(|sample| sample * sample).sum()
}

fn peak(samples: &[f32]) -> f32 {
    let sizes = samples.iter().map(|sample| sample.abs());
    sizes.fold(0.0, f32::max)
}

#[test]
fn every_event_is_heard_and_farther_is_quieter() {
    use EventKind::{Bounce, Bump, Explosion, Footstep, Jump, Land, Respawn, Throw};
    let respawn = Respawn(Loss::Fell);
    for kind in [
        Footstep, Jump, Land, Bump, Throw, Bounce, Explosion, respawn,
    ] {
        let near = heard(&[event(kind, Vec3::NEG_Z * 2.0, 5.0)]);
        let far = heard(&[event(kind, Vec3::NEG_Z * 20.0, 5.0)]);
        assert!(near.peak() > 0.02, "{kind:?} {}", near.peak());
        assert!(energy_of(&far) < 0.25 * energy_of(&near), "{kind:?}");
        assert!(energy_of(&far) > 0.0, "{kind:?}");
    }
}

#[test]
fn sixty_four_hits_at_once_stay_below_full_scale() {
    use EventKind::{Bounce, Bump, Explosion, Land};
    let kinds = [Bounce, Explosion, Land, Bump];
    let hits: Vec<Event> = (0..64_u8)
        .map(|index| {
            let angle = f32::from(index) * 0.7;
            let place = vec3(angle.cos(), 0.2, angle.sin()) * (1.5 + f32::from(index) * 0.05);
            event(kinds[usize::from(index % 4)], place, 40.0)
        })
        .collect();
    let together = heard(&hits);
    assert!(together.peak() <= 1.0, "{}", together.peak());
    let alone = heard(&hits[1..2]);
    // Louder than one of them.
    assert!(energy_of(&together) > energy_of(&alone));
}

#[test]
fn a_fight_that_lasts_stays_below_full_scale_and_ends_in_silence() {
    let (mut mixer, mut output) = Mixer::new(bank());
    let mut loudest = 0.0_f32;
    for frame in 0..240_u16 {
        let x = f32::from(frame % 17) - 8.0;
        let z = f32::from(frame % 5) - 2.0;
        let place = vec3(x, 0.5, z);
        let hits = [
            event(EventKind::Bounce, place, 15.0),
            event(EventKind::Explosion, place, 15.0),
            event(EventKind::Footstep, Vec3::NEG_Y, 5.0),
        ];
        mixer.play(&Moment::of(&hits, Listener::default()));
        loudest = loudest.max(pull(&mut output, 800).peak());
    }
    assert!(loudest <= 1.0, "{loudest}");
    assert!(loudest > 0.5, "{loudest}");
    pull(&mut output, 4 * 48_000);
    assert_eq!(pull(&mut output, 4_800).peak(), 0.0);
    assert_eq!(mixer.voices(), 0);
}

/// The samples of a canonical WAV file: one channel of 16 bits, without direct current, which loads as long
/// as it is.
fn read_plain(path: &Path) -> Vec<f32> {
    let (bytes, name) = (fs::read(path).unwrap(), name_of(path));
    assert_eq!(&bytes[..4], b"RIFF", "{name}");
    assert_eq!(&bytes[12..16], b"fmt ");
    assert_eq!(&bytes[36..40], b"data");
    let two = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let rate = u32::from_le_bytes([bytes[24], bytes[25], bytes[26], bytes[27]]);
    assert_eq!((two(22), rate, two(34)), (1, 48_000, 16), "{name}");
    let sample = |pair: &[u8]| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / 32_767.0;
    let samples: Vec<f32> = bytes[44..].chunks_exact(2).map(sample).collect();
    let mean = samples.iter().sum::<f32>() / samples.len() as f32;
    assert!(mean.abs() < 0.001, "{name}: direct current {mean}");
    assert_eq!(load_wav(path).unwrap().len(), samples.len(), "{name}");
    samples
}

/// The level of samples, dB.
fn decibels(samples: &[f32]) -> f32 {
    10.0 * (energy(samples) / samples.len() as f32).log10()
}

/// True for the file of a sound that goes on and on.
fn is_loop(name: &str) -> bool {
    name.starts_with("ambience_") || name.starts_with("ball_")
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn every_shipped_loop_leads_from_its_end_to_its_beginning() {
    let mut loops = files_below(&sounds(), &["wav"]);
    loops.retain(|path| is_loop(&name_of(path)));
    assert_eq!(loops.len(), 9, "{loops:?}");
    for path in loops {
        let name = name_of(&path);
        let samples = read_plain(&path);
        let level = decibels(&samples);
        assert!((level + 22.0).abs() < 0.2, "{name}: {level} dB");
        assert!(peak(&samples) < 0.71, "{name}");
        // The step over the seam, and how it bends, are like those everywhere else.
        let count = samples.len();
        let around = |at: usize| samples[(at + count - 2) % count];
        let step = |at: usize| around(at + 1) - around(at);
        let mut steps: Vec<f32> = (0..count).map(|at| step(at).abs()).collect();
        let bend = |at: usize| step(at + 1) - step(at);
        let mut bends: Vec<f32> = (0..count).map(|at| bend(at).abs()).collect();
        let seam = steps[..4].iter().copied().fold(0.0, f32::max);
        let bend = bends[..4].iter().copied().fold(0.0, f32::max);
        steps.sort_by(f32::total_cmp);
        bends.sort_by(f32::total_cmp);
        let usual = count * 999 / 1_000;
        assert!(seam <= steps[usual], "{name}: {seam} {}", steps[usual]);
        assert!(bend <= bends[usual], "{name}: {bend} {}", bends[usual]);
        // It neither stops nor jumps out: a loop that does is heard to repeat.
        let seconds = samples.chunks_exact(12_000);
        let levels: Vec<f32> = seconds.map(decibels).collect();
        let quietest = levels.iter().copied().fold(f32::INFINITY, f32::min);
        let loudest = levels.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        println!("{name}: {quietest:.1} to {loudest:.1} dB, seam {seam:.4}");
        assert!(quietest > -28.0, "{name}: {quietest}");
        assert!(loudest < -16.0, "{name}: {loudest}");
    }
}

#[test]
fn every_shipped_sound_is_well_made() {
    let mut files = files_below(&sounds(), &["wav"]);
    files.retain(|path| !is_loop(&name_of(path)));
    assert!(files.len() >= 24);
    for path in files {
        let name = name_of(&path);
        let samples = read_plain(&path);
        let highest = 20.0 * peak(&samples).log10();
        assert!((highest + 3.0).abs() <= 0.1, "{name} {highest}");
        let level = decibels(&samples);
        assert!((-35.0..-10.0).contains(&level), "{name}: {level} dB");
        assert!(samples[0].abs() < 0.001, "{name} clicks at its start");
        assert!(peak(&samples[samples.len() - 96..]) < 0.003, "{name}");
        // What ends a level may ring.
        let most = if name.starts_with("finished") { 4 } else { 2 };
        assert!(samples.len() < most * 48_000, "{name} is long");
        let loaded = load_wav(&path).unwrap();
        assert!((peak(&loaded) - peak(&samples)).abs() < 0.001, "{name}");
    }
}

#[test]
fn there_are_variants_and_they_differ() {
    let bank = bank();
    for (kind, least) in [
        (SoundKind::Footstep, 5),
        (SoundKind::Jump, 2),
        (SoundKind::LandSoft, 2),
        (SoundKind::LandHard, 2),
        (SoundKind::Bump, 2),
        (SoundKind::Throw, 3),
        (SoundKind::Bounce, 4),
        (SoundKind::Explosion, 3),
        (SoundKind::Respawn, 1),
        (SoundKind::TargetLit, 3),
        (SoundKind::TargetRung, 2),
        (SoundKind::MoverPlayed, 2),
        (SoundKind::Checkpoint, 1),
        (SoundKind::Refill, 2),
        (SoundKind::EmptyHand, 2),
        (SoundKind::Finished, 1),
        (SoundKind::InterfaceMove, 3),
        (SoundKind::InterfaceChoose, 1),
        (SoundKind::InterfaceBack, 1),
    ] {
        let sound = Sound::from(kind);
        let clips = bank.variants(sound);
        assert!(clips.len() >= least, "{}", sound.name());
        for (index, one) in clips.iter().enumerate() {
            for other in &clips[..index] {
                let apart: Vec<f32> = one.iter().zip(other.iter()).map(|(a, b)| a - b).collect();
                let differ = energy(&apart) > 0.1 * energy(one);
                assert!(differ, "two of {} sound alike", sound.name());
            }
        }
    }
}

/// Files from other programs: each is either played or refused by name, and never worse.
#[test]
fn files_of_every_kind_are_played_or_refused() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data")).join("wav");
    if !skip::has_data(&folder) {
        return;
    }
    let (mut played, mut refused) = (Vec::new(), Vec::new());
    for path in files_below(&folder, &["wav"]) {
        match load_wav(&path) {
            Ok(samples) => {
                assert!(samples.iter().all(|sample| sample.is_finite()));
                played.push((path, energy(&samples)));
            }
            Err(error) => {
                let message = error.to_string();
                assert!(message.contains(&name_of(&path)), "{message}");
                refused.push(message);
            }
        }
    }
    for message in &refused {
        println!("{message}");
    }
    println!("{} played, {} refused", played.len(), refused.len());
    // What an ordinary editor writes must sound: 8 to 32 bits, float, extensible, any channels.
    for usual in [
        "pluck-pcm16.wav",
        "pluck-pcm24.wav",
        "8bit-16kHz-bext-mono.wav",
        "32IEEE-meta.wav",
        "waveformatextensible-ieeefloat-44100Hz-mono.wav",
        "test-44100Hz-2ch-32bit-float-le.wav",
        "3d_truck_town_vehicles_impact_1.wav",
        "explosion.wav",
    ] {
        let found = played.iter().find(|(path, _)| path.ends_with(usual));
        assert!(found.is_some_and(|(_, energy)| *energy > 0.0), "{usual}");
    }
}
