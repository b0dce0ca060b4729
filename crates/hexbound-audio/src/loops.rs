//! The looping sounds. Each frame lists the current ones and tests the obstacles in their paths. Where sound
//! is played, voices begin, follow and end accordingly.

use std::sync::Arc;

use glam::Vec3;

use super::{
    bank::Bank,
    output::{Handle, Voice, VoiceTone},
    sound::LoopSound,
    spaces::{EasedOcclusion, OcclusionRays},
    volumes::Category,
};

/// A looping sound with its tone at the listener, in one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LoopCue {
    pub sound: LoopSound,
    /// The index of the source among those of the same sound.
    pub source: u32,
    /// The tone with nothing in the way.
    pub tone: VoiceTone,
    /// The position of the source, local, meters; `None` is all around.
    pub position: Option<Vec3>,
}

/// The loops that are heard.
#[derive(Default)]
pub(crate) struct Loops {
    heard: Vec<HeardLoop>,
    /// The index of the loop whose obstacles are tested next.
    next: usize,
}

/// An audible loop; its voice begins when it is played.
struct HeardLoop {
    cue: LoopCue,
    occlusion: EasedOcclusion,
    voice: Option<Arc<Handle>>,
}

/// The number of loops whose obstacles are tested again in a frame.
const TESTS_PER_FRAME: usize = 2;

/// The cues with the largest gains, at most `limit`.
pub(crate) fn loudest(cues: impl Iterator<Item = (f32, LoopCue)>, limit: usize) -> Vec<LoopCue> {
    let mut all: Vec<_> = cues.collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().take(limit).map(|(_, cue)| cue).collect()
}

impl Loops {
    /// Replaces the audible loops by those of `cues`, `seconds` after the last call.
    pub(crate) fn keep(&mut self, cues: &[LoopCue], seconds: f32, rays: &OcclusionRays) {
        self.heard.retain(|heard| {
            let is_listed = cues.iter().any(|cue| cue.is_same(&heard.cue));
            if !is_listed {
                heard.silence();
            }
            is_listed
        });
        self.test_next(rays);
        for cue in cues {
            let known = (self.heard.iter_mut()).find(|heard| heard.cue.is_same(cue));
            match known {
                Some(heard) => {
                    heard.cue = *cue;
                    heard.occlusion.advance(seconds);
                }
                None => self.heard.push(HeardLoop::new(*cue, rays)),
            }
        }
    }

    /// Starts voices for new loops and updates the others; `start` receives each new voice.
    pub(crate) fn play(&mut self, bank: &Bank, mut start: impl FnMut(Voice)) {
        for heard in &mut self.heard {
            let tone = heard.tone();
            // A voice that was stopped or dropped by its end is replaced.
            let is_alive =
                |voice: &&Arc<Handle>| !voice.is_stopped() && Arc::strong_count(voice) > 1;
            if let Some(voice) = heard.voice.as_ref().filter(is_alive) {
                voice.set(&tone);
                continue;
            }
            let Some(clip) = bank.loop_clip(heard.cue.sound) else {
                continue;
            };
            let cue = &heard.cue;
            let begin = [cue.start(), cue.width()];
            let (voice, handle) = Voice::looped(clip.clone(), cue.category(), tone, begin);
            start(voice);
            heard.voice = Some(handle);
        }
    }

    /// Fades all loops out.
    pub(crate) fn silence(&mut self) {
        for heard in &mut self.heard {
            heard.silence();
        }
    }

    /// The audible loops with their tones at the ear.
    pub(crate) fn heard(&self) -> impl Iterator<Item = (&LoopCue, VoiceTone)> {
        self.heard.iter().map(|heard| (&heard.cue, heard.tone()))
    }

    /// Tests the obstacles in front of the next few loops.
    fn test_next(&mut self, rays: &OcclusionRays) {
        for _ in 0..TESTS_PER_FRAME.min(self.heard.len()) {
            self.next = (self.next + 1) % self.heard.len();
            let heard = &mut self.heard[self.next];
            if let Some(position) = heard.cue.position {
                heard.occlusion.test_again(rays, position);
            }
        }
    }
}

impl HeardLoop {
    fn new(cue: LoopCue, rays: &OcclusionRays) -> Self {
        let begin = |source| EasedOcclusion::begin(rays, source);
        Self {
            cue,
            occlusion: cue.position.map(begin).unwrap_or_default(),
            voice: None,
        }
    }

    fn tone(&self) -> VoiceTone {
        self.cue.tone.behind(self.occlusion.now())
    }

    fn silence(&self) {
        if let Some(voice) = &self.voice {
            voice.stop();
        }
    }
}

impl LoopCue {
    /// Returns whether both cues have the same sound and source.
    fn is_same(&self, other: &Self) -> bool {
        (self.sound, self.source) == (other.sound, other.source)
    }

    fn category(&self) -> Category {
        match self.sound {
            LoopSound::Place(_) | LoopSound::Room => Category::Ambience,
            LoopSound::BallAir | LoopSound::BallRoll => Category::Effects,
        }
    }

    /// The start within the clip, as a fraction of it: two balls don't hiss alike.
    fn start(&self) -> f32 {
        (self.source as f32 * 0.618_034).fract()
    }

    /// The offset between both sides, as a fraction of the clip: 0 for a point source such as a ball.
    fn width(&self) -> f32 {
        match self.category() {
            Category::Ambience => 0.5,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Listener, Moment};
    use hexbound_level::AmbienceSound;

    const TONE: VoiceTone = VoiceTone {
        sides: [0.5; 2],
        send: 0.0,
        cutoff: 9_000.0,
        pitch: 1.0,
    };

    fn cue(sound: LoopSound, source: u32) -> LoopCue {
        LoopCue {
            sound,
            source,
            tone: TONE,
            position: Some(Vec3::X),
        }
    }

    fn bank() -> Bank {
        LoopSound::all().fold(Bank::default(), |bank, sound| {
            bank.with_loop(sound, &[0.5; 480])
        })
    }

    /// The loops after another frame, and the voices that began.
    fn keep(loops: &mut Loops, cues: &[LoopCue]) -> Vec<Voice> {
        let nothing = Moment::of(&[], Listener::default());
        loops.keep(cues, 0.01, &OcclusionRays::of(&nothing));
        let mut started = Vec::new();
        loops.play(&bank(), |voice| started.push(voice));
        started
    }

    #[test]
    fn each_begins_once_and_ends_when_it_is_no_longer_listed() {
        let mut loops = Loops::default();
        let cues = [
            cue(LoopSound::Place(AmbienceSound::Wind), 0),
            cue(LoopSound::BallAir, 3),
        ];
        let voices = keep(&mut loops, &cues);
        assert_eq!(voices.len(), 2);
        assert!(keep(&mut loops, &cues).is_empty());
        assert!(keep(&mut loops, &cues[..1]).is_empty());
        assert_eq!(loops.heard.len(), 1);
        // Its end was dropped, as when a device is lost.
        drop(voices);
        assert_eq!(keep(&mut loops, &cues[..1]).len(), 1);
    }

    #[test]
    fn another_sound_at_the_same_place_begins_anew() {
        let mut loops = Loops::default();
        let place = |sound| [cue(LoopSound::Place(sound), 1)];
        let _water = keep(&mut loops, &place(AmbienceSound::Water));
        assert_eq!(keep(&mut loops, &place(AmbienceSound::Hall)).len(), 1);
        assert_eq!(loops.heard.len(), 1);
    }

    #[test]
    fn a_sound_without_a_file_is_heard_of_and_has_no_voice() {
        let mut loops = Loops::default();
        let nothing = Moment::of(&[], Listener::default());
        let cues = [cue(LoopSound::Room, 0)];
        loops.keep(&cues, 0.01, &OcclusionRays::of(&nothing));
        loops.play(&Bank::default(), |_| panic!("nothing begins"));
        assert_eq!(loops.heard().count(), 1);
    }
}
