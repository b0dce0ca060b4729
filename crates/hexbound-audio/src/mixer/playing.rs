//! The voices that play once: a limited number, each followed by the ear until it ends. Looping sounds are
//! not here.

use std::sync::Arc;

use crate::{
    Moment,
    cue::Cue,
    ear::MERGE_DISTANCE,
    mix::mix_of,
    output::Handle,
    spaces::{EasedOcclusion, OcclusionRays},
};

/// The largest number of voices at once; beyond that the quietest stops.
pub(super) const MAX_VOICES: usize = 64;
/// The number of voices whose obstacles are tested again in a frame.
const TESTS_PER_FRAME: usize = 4;

/// The voices that play once.
#[derive(Default)]
pub(super) struct PlayingVoices {
    pub(super) voices: Vec<PlayingVoice>,
    /// The index of the voice whose obstacles are tested next.
    next_test: usize,
}

/// A voice that plays once.
pub(super) struct PlayingVoice {
    /// The cue at the current listener, with the voice's own pitch.
    pub(super) cue: Cue,
    pub(super) occlusion: EasedOcclusion,
    /// The length of the clip at the voice's pitch, seconds.
    pub(super) length: f32,
    pub(super) handle: Arc<Handle>,
}

impl PlayingVoices {
    /// Removes the voices that the device's end has dropped.
    pub(super) fn forget_ended(&mut self) {
        self.voices.retain(|voice| !voice.is_over());
    }

    /// Fades all voices out.
    pub(super) fn stop_all(&self) {
        for voice in &self.voices {
            voice.handle.stop();
        }
    }

    /// The audible voices, without fading ones.
    pub(super) fn heard(&self) -> impl Iterator<Item = &PlayingVoice> {
        let is_heard = |voice: &&PlayingVoice| !voice.is_over() && !voice.handle.is_stopped();
        self.voices.iter().filter(is_heard)
    }

    /// Moves all voices relative to the listener of `moment`.
    pub(super) fn follow(&mut self, moment: &Moment, rays: &OcclusionRays) {
        for _ in 0..TESTS_PER_FRAME.min(self.voices.len()) {
            self.next_test = (self.next_test + 1) % self.voices.len();
            let voice = &mut self.voices[self.next_test];
            if voice.is_of_world() {
                voice.occlusion.test_again(rays, voice.cue.position);
            }
        }
        let of_world = (self.voices.iter_mut()).filter(|voice| voice.is_of_world());
        for voice in of_world {
            voice.cue = voice.cue.heard_from(moment.listener);
            voice.occlusion.advance(moment.seconds);
            let tone = voice.cue.tone(voice.occlusion.now());
            voice.handle.set(&tone);
        }
    }

    /// Returns whether the same sound began at the same place a moment ago and not much quieter.
    pub(super) fn is_repeat(&self, cue: &Cue) -> bool {
        self.voices.iter().any(|voice| {
            voice.cue.sound == cue.sound
                && voice.handle.age() < mix_of(cue.sound.kind()).gap
                && voice.cue.position.distance(cue.position) < MERGE_DISTANCE
                && cue.gain < voice.cue.gain * 1.5
        })
    }

    /// Frees a voice if all are in use. Returns false if the new sound is the quietest, or if too many voices
    /// wait for a stuck device.
    pub(super) fn make_room(&self, gain: f32) -> bool {
        if self.heard().count() < MAX_VOICES {
            return true;
        }
        if self.voices.len() >= 2 * MAX_VOICES {
            return false;
        }
        let quietest = (self.heard()).min_by(|a, b| a.loudness().total_cmp(&b.loudness()));
        match quietest {
            Some(voice) if voice.loudness() < gain => {
                voice.handle.stop();
                true
            }
            _ => false,
        }
    }
}

impl PlayingVoice {
    /// Returns whether the device's end has dropped the voice.
    fn is_over(&self) -> bool {
        Arc::strong_count(&self.handle) == 1
    }

    /// The approximate loudness: a clip fades as it plays.
    fn loudness(&self) -> f32 {
        let left = (1.0 - self.handle.age() / self.length).clamp(0.0, 1.0);
        self.cue.gain * left * left
    }

    fn is_of_world(&self) -> bool {
        mix_of(self.cue.sound.kind()).category.is_of_world()
    }
}
