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

/// A looping sound to be played in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LoopWish {
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
    wish: LoopWish,
    occlusion: EasedOcclusion,
    voice: Option<Arc<Handle>>,
}

/// The number of loops whose obstacles are tested again in a frame.
const LOOKS_PER_FRAME: usize = 2;

/// The wishes with the largest gains, `most` at most.
pub(crate) fn loudest(wishes: impl Iterator<Item = (f32, LoopWish)>, most: usize) -> Vec<LoopWish> {
    let mut all: Vec<_> = wishes.collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().take(most).map(|(_, wish)| wish).collect()
}

impl Loops {
    /// Replaces the audible loops by `wishes`, `seconds` after the last call.
    pub(crate) fn keep(&mut self, wishes: &[LoopWish], seconds: f32, rays: &OcclusionRays) {
        self.heard.retain(|heard| {
            let is_wished = wishes.iter().any(|wish| wish.is_same(&heard.wish));
            if !is_wished {
                heard.silence();
            }
            is_wished
        });
        self.look(rays);
        for wish in wishes {
            let known = (self.heard.iter_mut()).find(|heard| heard.wish.is_same(wish));
            match known {
                Some(heard) => {
                    heard.wish = *wish;
                    heard.occlusion.advance(seconds);
                }
                None => self.heard.push(HeardLoop::new(*wish, rays)),
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
            let Some(clip) = bank.around(heard.wish.sound) else {
                continue;
            };
            let wish = &heard.wish;
            let begin = [wish.start(), wish.width()];
            let (voice, handle) = Voice::around(clip.clone(), wish.category(), tone, begin);
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
    pub(crate) fn heard(&self) -> impl Iterator<Item = (&LoopWish, VoiceTone)> {
        self.heard.iter().map(|heard| (&heard.wish, heard.tone()))
    }

    /// Tests the obstacles in front of the next few loops.
    fn look(&mut self, rays: &OcclusionRays) {
        for _ in 0..LOOKS_PER_FRAME.min(self.heard.len()) {
            self.next = (self.next + 1) % self.heard.len();
            let heard = &mut self.heard[self.next];
            if let Some(position) = heard.wish.position {
                heard.occlusion.test_again(rays, position);
            }
        }
    }
}

impl HeardLoop {
    fn new(wish: LoopWish, rays: &OcclusionRays) -> Self {
        let begin = |source| EasedOcclusion::begin(rays, source);
        Self {
            wish,
            occlusion: wish.position.map(begin).unwrap_or_default(),
            voice: None,
        }
    }

    fn tone(&self) -> VoiceTone {
        self.wish.tone.behind(self.occlusion.now())
    }

    fn silence(&self) {
        if let Some(voice) = &self.voice {
            voice.stop();
        }
    }
}

impl LoopWish {
    /// Returns whether both wishes have the same sound and source.
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

    fn wish(sound: LoopSound, source: u32) -> LoopWish {
        LoopWish {
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
    fn keep(loops: &mut Loops, wishes: &[LoopWish]) -> Vec<Voice> {
        let nothing = Moment::of(&[], Listener::default());
        loops.keep(wishes, 0.01, &OcclusionRays::of(&nothing));
        let mut started = Vec::new();
        loops.play(&bank(), |voice| started.push(voice));
        started
    }

    #[test]
    fn each_begins_once_and_ends_when_it_is_no_longer_wished() {
        let mut loops = Loops::default();
        let wishes = [
            wish(LoopSound::Place(AmbienceSound::Wind), 0),
            wish(LoopSound::BallAir, 3),
        ];
        let voices = keep(&mut loops, &wishes);
        assert_eq!(voices.len(), 2);
        assert!(keep(&mut loops, &wishes).is_empty());
        assert!(keep(&mut loops, &wishes[..1]).is_empty());
        assert_eq!(loops.heard.len(), 1);
        // Its end was dropped, as when a device is lost.
        drop(voices);
        assert_eq!(keep(&mut loops, &wishes[..1]).len(), 1);
    }

    #[test]
    fn another_sound_at_the_same_place_begins_anew() {
        let mut loops = Loops::default();
        let place = |sound| [wish(LoopSound::Place(sound), 1)];
        let _water = keep(&mut loops, &place(AmbienceSound::Water));
        assert_eq!(keep(&mut loops, &place(AmbienceSound::Hall)).len(), 1);
        assert_eq!(loops.heard.len(), 1);
    }

    #[test]
    fn a_sound_without_a_file_is_heard_of_and_has_no_voice() {
        let mut loops = Loops::default();
        let nothing = Moment::of(&[], Listener::default());
        let wishes = [wish(LoopSound::Room, 0)];
        loops.keep(&wishes, 0.01, &OcclusionRays::of(&nothing));
        loops.play(&Bank::default(), |_| panic!("nothing begins"));
        assert_eq!(loops.heard().count(), 1);
    }
}
