//! A playing sound: a clip at a pitch, filtered, panned to two sides, played once or looped. Its parameters
//! are decided elsewhere and may change while it plays.

use std::{
    f32::consts::TAU,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    },
};

use super::block::{BLOCK_FRAMES, Block, Ramp};
use crate::{
    bank::{Clip, FRAME_RATE},
    resample::{sample_at, sample_looped},
    shared::Shared,
    spaces::SoundOcclusion,
    volumes::Category,
};

/// The fade of a stopped voice, frames: 5 ms, too slow for a click.
const FADE_FRAMES: f32 = 240.0;
/// The fade of a stopped loop, frames: 60 ms.
const LOOP_FADE: f32 = 2_880.0;
/// The fraction of the change to a new tone that one block applies: most of it within 25 ms.
const GLIDE_SHARE: f32 = 0.1;
/// The cutoff above which a filter has no effect, hertz.
pub(crate) const OPEN_CUTOFF: f32 = 18_000.0;

/// The parameters of a voice's sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VoiceTone {
    /// The gains of the left and right sides.
    pub sides: [f32; 2],
    /// The gain of the signal to the reverberation.
    pub send: f32,
    /// The cutoff frequency of the low-pass filter, hertz.
    pub cutoff: f32,
    /// The pitch factor.
    pub pitch: f32,
}

impl VoiceTone {
    /// The tone of an occluded voice.
    pub(crate) fn behind(self, occlusion: SoundOcclusion) -> Self {
        Self {
            sides: self.sides.map(|side| side * occlusion.gain()),
            send: self.send * occlusion.reverb_send(),
            cutoff: occlusion.cutoff(self.cutoff),
            pitch: self.pitch,
        }
    }
}

/// The state of a voice that the game's thread and the device's thread share.
#[derive(Debug)]
pub(crate) struct Handle {
    stopped: AtomicBool,
    /// The number of frames played.
    played: AtomicU32,
    tone: Shared<VoiceTone>,
}

impl Handle {
    /// Fades the voice out.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// The time since the voice began to play, seconds.
    pub(crate) fn age(&self) -> f32 {
        self.played.load(Relaxed) as f32 / FRAME_RATE as f32
    }

    /// Sets the tone that the voice glides to, unless it contains a number that is not finite.
    pub(crate) fn set(&self, tone: &VoiceTone) {
        let [left, right] = tone.sides;
        if (left + right + tone.send + tone.cutoff + tone.pitch).is_finite() {
            self.tone.change(|target| *target = *tone);
        }
    }
}

/// The stereo frames of one sound at [`FRAME_RATE`].
pub(crate) struct Voice {
    clip: Clip,
    /// The frames by which the right side leads the left in a looped clip: two positions in one clip sound
    /// wide. `None` plays the clip once.
    apart: Option<f64>,
    pub category: Category,
    /// The position in the clip, frames.
    position: f64,
    /// The current tone.
    tone: VoiceTone,
    /// The tone that the voice glides to.
    target: VoiceTone,
    /// The states of the filters of both sides.
    low: [f32; 2],
    fade: f32,
    handle: Arc<Handle>,
}

impl Voice {
    /// A voice that plays its clip once.
    pub(crate) fn once(clip: Clip, category: Category, tone: VoiceTone) -> (Self, Arc<Handle>) {
        let handle = Arc::new(Handle {
            stopped: AtomicBool::new(false),
            played: AtomicU32::new(0),
            tone: Shared::new(tone),
        });
        let voice = Self {
            clip,
            apart: None,
            category,
            position: 0.0,
            tone,
            target: tone,
            low: [0.0; 2],
            fade: 1.0,
            handle: handle.clone(),
        };
        (voice, handle)
    }

    /// A voice that loops its clip and fades in. `start` is the first position and `width` the offset between
    /// both sides, both as fractions of the clip.
    pub(crate) fn looped(
        clip: Clip,
        category: Category,
        tone: VoiceTone,
        [start, width]: [f32; 2],
    ) -> (Self, Arc<Handle>) {
        let length = clip.len() as f64;
        let (mut voice, handle) = Self::once(clip, category, tone);
        voice.apart = Some((f64::from(width) * length).floor());
        voice.position = f64::from(start.clamp(0.0, 1.0)) * length;
        (voice.tone.sides, voice.tone.send) = ([0.0; 2], 0.0);
        (voice, handle)
    }

    /// Adds the voice's next frames to a block at a changing volume. Returns whether the voice continues.
    pub(crate) fn add_to(&mut self, block: &mut Block, volume: Ramp) -> bool {
        let (before, after) = (self.tone, self.glide());
        let share = low_pass_share(after.cutoff);
        let fading = match (self.handle.is_stopped(), self.apart) {
            (false, _) => 0.0,
            (true, None) => 1.0 / FADE_FRAMES,
            (true, Some(_)) => 1.0 / LOOP_FADE,
        };
        let left = Ramp::between(before.sides[0], after.sides[0]);
        let right = Ramp::between(before.sides[1], after.sides[1]);
        let send = Ramp::between(before.send, after.send);
        let pitch = Ramp::between(before.pitch, after.pitch);
        for index in 0..BLOCK_FRAMES {
            if self.is_over() {
                return false;
            }
            let samples = self.samples();
            self.position += f64::from(pitch.at(index));
            self.fade -= fading;
            let gain = volume.at(index) * self.fade.max(0.0);
            for (low, sample) in self.low.iter_mut().zip(samples) {
                *low += (sample - *low) * share;
            }
            let [near, far] = self.low;
            block.dry[index][0] += near * left.at(index) * gain;
            block.dry[index][1] += far * right.at(index) * gain;
            block.sent[index] += near * send.at(index) * gain;
        }
        self.handle.played.fetch_add(BLOCK_FRAMES as u32, Relaxed);
        true
    }

    fn is_over(&self) -> bool {
        let is_played = self.apart.is_none() && self.position >= self.clip.len() as f64;
        is_played || self.fade <= 0.0 || self.clip.is_empty()
    }

    /// The samples at the current position, for the left and right sides.
    fn samples(&mut self) -> [f32; 2] {
        let Some(apart) = self.apart else {
            return [sample_at(&self.clip, self.position); 2];
        };
        let length = self.clip.len() as f64;
        while self.position >= length {
            self.position -= length;
        }
        let left = sample_looped(&self.clip, self.position);
        if apart == 0.0 {
            return [left; 2];
        }
        let other = self.position + apart;
        let other = if other < length {
            other
        } else {
            other - length
        };
        [left, sample_looped(&self.clip, other)]
    }

    /// Moves a step toward the tone of the handle.
    fn glide(&mut self) -> VoiceTone {
        self.handle.tone.follow(&mut self.target);
        let target = self.target;
        let toward = |now: f32, then: f32| now + (then - now) * GLIDE_SHARE;
        self.tone = VoiceTone {
            sides: [0, 1].map(|side| toward(self.tone.sides[side], target.sides[side])),
            send: toward(self.tone.send, target.send),
            // The cutoff moves by its logarithm, as the ear perceives it.
            cutoff: self.tone.cutoff * (target.cutoff / self.tone.cutoff).powf(GLIDE_SHARE),
            pitch: toward(self.tone.pitch, target.pitch),
        };
        self.tone
    }
}

/// The share of the difference that a one-pole low-pass applies in each frame.
fn low_pass_share(cutoff: f32) -> f32 {
    if cutoff >= OPEN_CUTOFF {
        return 1.0;
    }
    1.0 - (-TAU * cutoff.max(1.0) / FRAME_RATE as f32).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STILL: VoiceTone = VoiceTone {
        sides: [0.5; 2],
        send: 0.0,
        cutoff: 20_000.0,
        pitch: 1.0,
    };

    fn flat(length: usize, tone: VoiceTone) -> (Voice, Arc<Handle>) {
        Voice::once(vec![0.8; length].into(), Category::Effects, tone)
    }

    /// The samples that a voice plays until it ends, at most `blocks` blocks.
    fn heard(voice: &mut Voice, blocks: usize) -> Vec<[f32; 2]> {
        let mut frames = Vec::new();
        for _ in 0..blocks {
            let mut block = Block::default();
            let goes_on = voice.add_to(&mut block, Ramp::between(1.0, 1.0));
            frames.extend(block.dry);
            if !goes_on {
                break;
            }
        }
        frames
    }

    /// The largest step from one sample to the next.
    fn step(side: usize, frames: &[[f32; 2]]) -> f32 {
        let steps = frames.windows(2);
        let steps = steps.map(|pair| (pair[1][side] - pair[0][side]).abs());
        steps.fold(0.0, f32::max)
    }

    fn length(pitch: f32) -> usize {
        let (mut voice, _) = flat(1_000, VoiceTone { pitch, ..STILL });
        let frames = heard(&mut voice, 1_000);
        frames.iter().filter(|frame| frame[0] != 0.0).count()
    }

    #[test]
    fn pitch_shortens_and_lengthens() {
        assert_eq!([length(1.0), length(2.0), length(0.5)], [1_000, 500, 2_000]);
    }

    #[test]
    fn a_stopped_voice_ends_without_a_step() {
        let (mut voice, handle) = flat(48_000, STILL);
        let mut frames = heard(&mut voice, 4);
        frames.drain(..50);
        handle.stop();
        let after = heard(&mut voice, 1_000);
        let most = FADE_FRAMES as usize + 2 * BLOCK_FRAMES;
        assert!(after.len() <= most, "{}", after.len());
        frames.extend(after);
        assert!(step(0, &frames) < 0.01);
        assert!(frames[frames.len() - 1][0].abs() < 0.01);
        assert!(handle.age() > 0.0);
    }

    #[test]
    fn a_low_cutoff_slows_the_attack() {
        let first = |cutoff| heard(&mut flat(1_000, VoiceTone { cutoff, ..STILL }).0, 1)[4][0];
        assert!(first(500.0) < 0.5 * first(20_000.0));
    }

    #[test]
    fn a_loop_goes_round_without_a_step_and_fades_in_and_out() {
        // Seven whole waves: the end meets the beginning.
        let wave = (0..4_800).map(|index| (index as f32 / 4_800.0 * 7.0 * TAU).sin());
        let wave: Vec<f32> = wave.collect();
        let (mut voice, handle) = Voice::looped(wave.into(), Category::Ambience, STILL, [0.3, 0.5]);
        let frames = heard(&mut voice, 400);
        assert_eq!(frames.len(), 400 * BLOCK_FRAMES, "it does not end");
        let steepest = 0.5 * 7.0 * TAU / 4_800.0;
        assert!(step(0, &frames) < 1.05 * steepest && step(1, &frames) < 1.05 * steepest);
        assert!(frames[0][0].abs() < 0.1 && frames.iter().any(|frame| frame[0] > 0.49));
        assert!(frames[9_000][0] != frames[9_000][1], "the sides differ");
        handle.stop();
        let end = heard(&mut voice, 400);
        assert!(end.len() <= LOOP_FADE as usize + 2 * BLOCK_FRAMES);
        assert!(step(0, &end) < 1.1 * steepest);
    }

    #[test]
    fn a_new_tone_is_reached_soon_and_without_a_step() {
        let (mut voice, handle) = flat(48_000, STILL);
        heard(&mut voice, 4);
        handle.set(&VoiceTone {
            sides: [0.1, 0.9],
            ..STILL
        });
        let frames = heard(&mut voice, 100);
        assert!(step(0, &frames) < 0.001);
        let last = frames[frames.len() - 1];
        assert!((last[0] - 0.08).abs() < 0.001 && (last[1] - 0.72).abs() < 0.001);
    }
}
