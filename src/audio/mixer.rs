//! Events in, stereo samples out, without any device: chooses variants, merges what happens at
//! once, caps the voices, and hands out the [`Output`] that a device (or a test) pulls.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

use rodio::{
    ChannelCount, SampleRate, Source,
    mixer::{Mixer as Input, MixerSource, mixer},
    source::Zero,
};

use super::{
    Listener, Sound, SoundKind,
    bank::Bank,
    cue::Cue,
    limiter::Limiter,
    voice::{Handle, SAMPLE_RATE, STEREO, Voice},
};
use crate::{random::bits_at, sim::Event};

/// Sounds at once; beyond it the quietest makes room.
pub(crate) const MAX_VOICES: usize = 32;
/// The most voices of one sound that one call starts: more would only be noise.
const AT_ONCE: usize = 6;
/// The distance within which two sources are one to the ear, meters.
const SAME_PLACE: f32 = 1.0;
/// The factor by which a merged sound may be louder than its loudest part.
const MERGED: f32 = 1.6;
/// The most by which the pitch differs from one voice to the next, as a part of it.
const SPREAD: f32 = 0.04;

/// The game's end of the mixer: it starts voices for events.
pub struct Mixer {
    bank: Bank,
    input: Input,
    playing: Vec<Playing>,
    /// The variant each sound played last, and how many voices were started: all choices follow
    /// from these, so the same events sound the same.
    last: [Option<usize>; Sound::SLOTS],
    started: u64,
    volume: Arc<AtomicU32>,
}

struct Playing {
    cue: Cue,
    /// The length, seconds.
    length: f32,
    handle: Arc<Handle>,
}

impl Playing {
    /// The voice has been dropped by the output's end.
    fn is_over(&self) -> bool {
        Arc::strong_count(&self.handle) == 1
    }

    /// Roughly: a clip fades as it plays.
    fn loudness(&self) -> f32 {
        let left = (1.0 - self.handle.age() / self.length).clamp(0.0, 1.0);
        self.cue.gain * left * left
    }
}

impl Mixer {
    /// The game's end and the device's end.
    pub fn new(bank: Bank) -> (Self, Output) {
        let (input, source) = mixer(STEREO, SAMPLE_RATE);
        // Without a source that never ends, the mixer itself would end.
        input.add(Zero::new(STEREO, SAMPLE_RATE));
        let volume = Arc::new(AtomicU32::new(1.0_f32.to_bits()));
        let output = Output {
            limiter: Limiter::new(source),
            target: volume.clone(),
            volume: 1.0,
            right: None,
        };
        let mixer = Self {
            bank,
            input,
            playing: Vec::new(),
            last: [None; Sound::SLOTS],
            started: 0,
            volume,
        };
        (mixer, output)
    }

    /// Starts what happened since the last call.
    pub fn play(&mut self, events: &[Event], listener: Listener) {
        self.playing.retain(|playing| !playing.is_over());
        for cue in merge(events.iter().filter_map(|event| Cue::of(event, listener))) {
            if !self.is_repeat(&cue) {
                self.start(cue);
            }
        }
    }

    /// Fades everything out.
    pub(crate) fn stop_all(&mut self) {
        for playing in &self.playing {
            playing.handle.stop();
        }
    }

    /// Sets the volume: 0 is silence, 1 is as mixed. The change is gradual, so it makes no click.
    pub(crate) fn set_volume(&mut self, volume: f32) {
        if volume.is_finite() {
            self.volume.store(volume.clamp(0.0, 1.0).to_bits(), Relaxed);
        }
    }

    /// The number of voices that are heard, without those that fade out.
    pub fn voices(&self) -> usize {
        let heard = |playing: &&Playing| !playing.is_over() && !playing.handle.is_stopped();
        self.playing.iter().filter(heard).count()
    }

    /// Returns whether the same sound began at the same place a moment ago, and not much quieter.
    fn is_repeat(&self, cue: &Cue) -> bool {
        self.playing.iter().any(|playing| {
            playing.cue.sound == cue.sound
                && playing.handle.age() < shortest_gap(cue.sound)
                && playing.cue.position.distance(cue.position) < SAME_PLACE
                && cue.gain < playing.cue.gain * 1.5
        })
    }

    fn start(&mut self, cue: Cue) {
        let Some(variant) = self.choose(cue.sound) else {
            return;
        };
        if !self.make_room(cue.gain) {
            return;
        }
        let clip = self.bank.variants(cue.sound)[variant].clone();
        let pitch = cue.pitch * (1.0 + SPREAD * self.pitch_jitter());
        let length = clip.len() as f32 / pitch / SAMPLE_RATE.get() as f32;
        let (voice, handle) = Voice::new(clip, &cue, pitch);
        self.input.add(voice);
        self.started += 1;
        self.playing.push(Playing {
            cue,
            length,
            handle,
        });
    }

    /// Any variant but the one before, all alike often.
    fn choose(&mut self, sound: Sound) -> Option<usize> {
        let count = self.bank.variants(sound).len();
        let last = &mut self.last[sound.slot()];
        let variant = match *last {
            _ if count == 0 => return None,
            None => (self.started % count as u64) as usize,
            Some(_) if count == 1 => 0,
            Some(before) => {
                let skip = bits_at(self.started) % (count as u64 - 1);
                (before + 1 + skip as usize) % count
            }
        };
        *last = Some(variant);
        Some(variant)
    }

    /// The detuning of the next voice, −1..1: another for every voice.
    fn pitch_jitter(&self) -> f32 {
        (bits_at(!self.started) % 2_001) as f32 / 1_000.0 - 1.0
    }

    /// Frees a voice if all are taken. False if the new sound is the one to go without: it is the
    /// quietest, or so many voices wait for a device that hangs.
    fn make_room(&mut self, gain: f32) -> bool {
        if self.voices() < MAX_VOICES {
            return true;
        }
        if self.playing.len() >= 2 * MAX_VOICES {
            return false;
        }
        let quietest = self
            .playing
            .iter()
            .filter(|playing| !playing.handle.is_stopped())
            .min_by(|a, b| a.loudness().total_cmp(&b.loudness()));
        match quietest {
            Some(playing) if playing.loudness() < gain => {
                playing.handle.stop();
                true
            }
            _ => false,
        }
    }
}

/// Loudest first within a sound; those of one sound and place become one, a little louder.
fn merge(cues: impl Iterator<Item = Cue>) -> Vec<Cue> {
    let mut cues: Vec<Cue> = cues.collect();
    cues.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    let mut merged: Vec<(Cue, f32)> = Vec::new();
    for cue in cues {
        let mut alike = merged
            .iter_mut()
            .filter(|(other, _)| other.sound == cue.sound);
        let same = alike.find(|(other, _)| other.position.distance(cue.position) < SAME_PLACE);
        if let Some((_, power)) = same {
            *power += cue.gain * cue.gain;
        } else if merged
            .iter()
            .filter(|(other, _)| other.sound == cue.sound)
            .count()
            < AT_ONCE
        {
            merged.push((cue, cue.gain * cue.gain));
        }
    }
    let louder = |(cue, power): (Cue, f32)| Cue {
        gain: power.sqrt().min(cue.gain * MERGED),
        ..cue
    };
    merged.into_iter().map(louder).collect()
}

/// The time before the same sound may start again at the same place, seconds: walking along a wall
/// bumps every tick, and a ball coming to rest bounces faster than the ear can follow.
fn shortest_gap(sound: Sound) -> f32 {
    match sound.kind() {
        SoundKind::Bump => 0.25,
        SoundKind::WalkerNotice | SoundKind::WalkerShove | SoundKind::WalkerStep => 0.20,
        SoundKind::WalkerRung | SoundKind::WalkerFelled | SoundKind::WalkerDown => 0.08,
        SoundKind::Footstep => 0.12,
        SoundKind::LandSoft | SoundKind::LandHard => 0.10,
        SoundKind::Jump | SoundKind::Throw | SoundKind::Respawn => 0.05,
        SoundKind::TargetRung => 0.20,
        SoundKind::TargetLit
        | SoundKind::MoverPlayed
        | SoundKind::Checkpoint
        | SoundKind::Refill
        | SoundKind::EmptyHand
        | SoundKind::Finished => 0.05,
        SoundKind::Bounce => 0.04,
        SoundKind::Explosion => 0.03,
    }
}

/// The device's end: endless stereo at 48 kHz, limited, at the volume set.
pub struct Output {
    limiter: Limiter<MixerSource>,
    target: Arc<AtomicU32>,
    volume: f32,
    right: Option<f32>,
}

impl Iterator for Output {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        if let Some(right) = self.right.take() {
            return Some(right);
        }
        let left = self.limiter.next().unwrap_or(0.0);
        let right = self.limiter.next().unwrap_or(0.0);
        // A few milliseconds to a new volume, and exactly there in the end.
        let target = f32::from_bits(self.target.load(Relaxed));
        let apart = target - self.volume;
        self.volume += apart.clamp(-0.002, 0.002);
        self.right = Some(right * self.volume);
        Some(left * self.volume)
    }
}

impl Source for Output {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        STEREO
    }

    fn sample_rate(&self) -> SampleRate {
        SAMPLE_RATE
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::sim::EventKind;

    fn bank(variants: usize, length: usize) -> Bank {
        // Each variant is a constant level of its own, so that the output tells which was played.
        let clips: Vec<_> = Sound::all()
            .flat_map(|sound| (1..=variants).map(move |n| (sound, vec![n as f32 * 0.1; length])))
            .collect();
        Bank::from_clips(&clips)
    }

    fn event(kind: EventKind, position: Vec3, speed: f32) -> Event {
        Event::new(kind, position, Vec3::Y, speed)
    }

    fn run(output: &mut Output, frames: usize) -> Vec<f32> {
        output.take(2 * frames).collect()
    }

    #[test]
    fn a_variant_never_follows_itself_and_all_are_used() {
        let (mut mixer, _output) = Mixer::new(bank(4, 10));
        let chosen: Vec<_> = (0..400)
            .map(|_| {
                mixer.started += 1;
                mixer.choose(SoundKind::Bounce.into()).unwrap()
            })
            .collect();
        assert!(chosen.windows(2).all(|pair| pair[0] != pair[1]));
        for variant in 0..4 {
            let count = chosen.iter().filter(|played| **played == variant).count();
            assert!(
                (60..140).contains(&count),
                "variant {variant} {count} times"
            );
        }
    }

    #[test]
    fn the_same_events_sound_the_same() {
        let heard = || {
            let (mut mixer, mut output) = Mixer::new(bank(3, 4_000));
            let mut samples = Vec::new();
            for step in 0..20 {
                let place = Vec3::new(step as f32 - 10.0, 1.0, -3.0);
                mixer.play(&[event(EventKind::Bounce, place, 9.0)], Listener::default());
                samples.extend(run(&mut output, 800));
            }
            samples
        };
        let first = heard();
        assert!(first.iter().any(|sample| *sample != 0.0));
        assert_eq!(first, heard());
    }

    #[test]
    fn voices_are_capped_and_the_quietest_makes_room() {
        let (mut mixer, mut output) = Mixer::new(bank(2, 480_000));
        for step in 0..100 {
            let place = Vec3::new(step as f32 * 2.0, 0.0, -40.0);
            mixer.play(&[event(EventKind::Bounce, place, 9.0)], Listener::default());
            run(&mut output, 500);
            assert!(mixer.voices() <= MAX_VOICES);
        }
        assert_eq!(mixer.voices(), MAX_VOICES);
        mixer.play(
            &[event(EventKind::Explosion, Vec3::NEG_Z, 9.0)],
            Listener::default(),
        );
        run(&mut output, 500);
        let has = |kind| {
            let mut playing = mixer.playing.iter();
            playing.any(|playing| playing.cue.sound.kind() == kind)
        };
        assert!(has(SoundKind::Explosion));
        assert_eq!(mixer.voices(), MAX_VOICES);
    }

    #[test]
    fn a_device_that_hangs_does_not_pile_up_voices() {
        let (mut mixer, _output) = Mixer::new(bank(2, 480_000));
        for step in 0..10_000 {
            let place = Vec3::new((step % 97) as f32 * 2.0, 0.0, (step % 31) as f32);
            mixer.play(
                &[event(EventKind::Explosion, place, 9.0)],
                Listener::default(),
            );
        }
        assert!(mixer.playing.len() <= 2 * MAX_VOICES);
    }

    #[test]
    fn many_at_one_place_are_one_a_little_louder() {
        let crowd = vec![event(EventKind::Bounce, Vec3::NEG_Z * 2.0, 6.0); 50];
        let (mut mixer, _output) = Mixer::new(bank(3, 1_000));
        mixer.play(&crowd[..1], Listener::default());
        let alone = mixer.playing[0].cue.gain;
        let (mut mixer, _output) = Mixer::new(bank(3, 1_000));
        mixer.play(&crowd, Listener::default());
        assert_eq!(mixer.playing.len(), 1);
        let together = mixer.playing[0].cue.gain;
        assert!(together > 1.2 * alone && together <= (MERGED + 0.01) * alone);
        // And what is told again every tick is not started again every tick.
        mixer.play(&crowd, Listener::default());
        assert_eq!(mixer.playing.len(), 1);
    }

    #[test]
    fn volume_scales_and_zero_is_silence() {
        let peak = |volume: f32| {
            let (mut mixer, mut output) = Mixer::new(bank(1, 48_000));
            mixer.set_volume(volume);
            run(&mut output, 4_800);
            mixer.play(
                &[event(EventKind::Explosion, Vec3::NEG_Z, 20.0)],
                Listener::default(),
            );
            let samples = run(&mut output, 4_800);
            samples
                .iter()
                .fold(0.0_f32, |peak, sample| peak.max(sample.abs()))
        };
        assert!(peak(1.0) > 0.05);
        assert!((peak(0.5) / peak(1.0) - 0.5).abs() < 0.01);
        assert_eq!(peak(0.0), 0.0);
        assert_eq!(peak(f32::NAN), peak(1.0));
    }

    #[test]
    fn stopping_all_is_heard_at_once() {
        let (mut mixer, mut output) = Mixer::new(bank(2, 480_000));
        let hit = event(EventKind::Explosion, Vec3::NEG_Z, 20.0);
        mixer.play(&[hit], Listener::default());
        assert!(run(&mut output, 4_800).iter().any(|sample| *sample != 0.0));
        mixer.stop_all();
        assert_eq!(mixer.voices(), 0);
        run(&mut output, 480);
        assert!(run(&mut output, 4_800).iter().all(|sample| *sample == 0.0));
    }

    #[test]
    fn an_empty_bank_gives_silence() {
        let (mut mixer, mut output) = Mixer::new(Bank::default());
        mixer.play(
            &[event(EventKind::Jump, Vec3::ZERO, 3.0)],
            Listener::default(),
        );
        assert!(run(&mut output, 1_000).iter().all(|sample| *sample == 0.0));
    }
}
