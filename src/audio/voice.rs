//! One sound being played: a clip at a pitch, filtered, spread over two sides. It can be asked to
//! fade out. Which clip and how loud is decided elsewhere.

use std::{
    f32::consts::TAU,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

use rodio::{ChannelCount, SampleRate, Source};

use super::{
    bank::{Clip, RATE},
    cue::Cue,
    resample::sample_at,
};

/// The frames that a stopped voice takes to fall silent: 5 ms, too slow for a click.
const FADE: f32 = 240.0;

/// The state of a voice that the game's thread and the device's thread share.
#[derive(Debug, Default)]
pub(crate) struct Handle {
    stopped: AtomicBool,
    /// The frames played.
    played: AtomicU32,
}

impl Handle {
    /// Fades the voice out.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// The time since it began to be heard, seconds.
    pub(crate) fn age(&self) -> f32 {
        self.played.load(Relaxed) as f32 / RATE as f32
    }
}

/// A stereo source at [`RATE`].
pub(crate) struct Voice {
    clip: Clip,
    /// The place in the clip, frames.
    position: f64,
    /// The pitch: frames of the clip for each frame of output.
    step: f64,
    sides: [f32; 2],
    /// One-pole low-pass: the share of the difference taken each frame, and its state.
    share: f32,
    low: f32,
    fade: f32,
    handle: Arc<Handle>,
    right: Option<f32>,
}

impl Voice {
    pub(crate) fn new(clip: Clip, cue: &Cue, pitch: f32) -> (Self, Arc<Handle>) {
        let handle = Arc::new(Handle::default());
        let share = if cue.is_dulled() {
            1.0 - (-TAU * cue.cutoff / RATE as f32).exp()
        } else {
            1.0
        };
        let voice = Self {
            clip,
            position: 0.0,
            step: f64::from(pitch),
            sides: cue.sides(),
            share,
            low: 0.0,
            fade: 1.0,
            handle: handle.clone(),
            right: None,
        };
        (voice, handle)
    }

    fn frame(&mut self) -> Option<[f32; 2]> {
        if self.position >= self.clip.len() as f64 || self.fade <= 0.0 {
            return None;
        }
        let sample = sample_at(&self.clip, self.position);
        self.position += self.step;
        self.low += (sample - self.low) * self.share;
        if self.handle.is_stopped() {
            self.fade -= 1.0 / FADE;
        }
        self.handle.played.fetch_add(1, Relaxed);
        let sample = self.low * self.fade.max(0.0);
        Some(self.sides.map(|side| side * sample))
    }
}

impl Iterator for Voice {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        if let Some(right) = self.right.take() {
            return Some(right);
        }
        let [left, right] = self.frame()?;
        self.right = Some(right);
        Some(left)
    }
}

impl Source for Voice {
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

/// Everything inside the mixer is stereo at [`RATE`].
pub(crate) const STEREO: ChannelCount = ChannelCount::new(2).unwrap();
pub(crate) const SAMPLE_RATE: SampleRate = SampleRate::new(RATE).unwrap();

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::audio::SoundKind;

    fn voice(length: usize, pitch: f32, cutoff: f32) -> (Voice, Arc<Handle>) {
        let cue = Cue {
            sound: SoundKind::Bounce.into(),
            position: Vec3::ZERO,
            gain: 0.5,
            pan: 0.0,
            cutoff,
            pitch: 1.0,
        };
        Voice::new(vec![0.8; length].into(), &cue, pitch)
    }

    #[test]
    fn pitch_shortens_and_lengthens() {
        assert_eq!(voice(1_000, 1.0, 20_000.0).0.count(), 2_000);
        assert_eq!(voice(1_000, 2.0, 20_000.0).0.count(), 1_000);
        assert_eq!(voice(1_000, 0.5, 20_000.0).0.count(), 4_000);
    }

    #[test]
    fn a_stopped_voice_ends_without_a_step() {
        let (mut voice, handle) = voice(48_000, 1.0, 20_000.0);
        let before: Vec<f32> = voice.by_ref().take(200).collect();
        handle.stop();
        let after: Vec<f32> = voice.collect();
        assert!(after.len() <= 2 * (FADE as usize + 1), "{}", after.len());
        let samples = [&before[100..], &after].concat();
        for pair in samples.chunks(2).collect::<Vec<_>>().windows(2) {
            assert!((pair[1][0] - pair[0][0]).abs() < 0.01);
        }
        assert!(after[after.len() - 1].abs() < 0.01);
        assert!(handle.age() > 0.0);
    }

    #[test]
    fn a_low_cutoff_slows_the_attack() {
        let first = |cutoff| voice(1_000, 1.0, cutoff).0.nth(8).unwrap();
        assert!(first(500.0) < 0.5 * first(20_000.0));
    }
}
