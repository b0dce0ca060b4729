//! The sounds that go on and on: each frame says which there are, and voices begin, follow and end
//! accordingly.

use std::sync::Arc;

use glam::Vec3;

use super::{
    bank::Bank,
    output::{Handle, Tone, Voice},
    sound::LoopSound,
    spaces::Occlusion,
    volumes::Category,
};

/// The time in which what is in the way of a sound comes most of the way to be heard, seconds.
const EASE: f32 = 0.12;

/// One sound that goes on and on, told from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopId {
    Wind,
    Room,
    /// The sound of a place, by its number in the level.
    Ambience(usize),
    /// A ball in flight, by its id.
    Air(u32),
    /// A ball that rolls, by its id.
    Roll(u32),
}

/// A sound that is to be heard in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LoopWish {
    pub id: LoopId,
    pub sound: LoopSound,
    /// The tone with nothing in the way.
    pub tone: Tone,
    /// The place of its source, local, meters; `None` is all around.
    pub place: Option<Vec3>,
}

/// The obstruction of a sound, which changes step by step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EasedOcclusion {
    now: Occlusion,
    wish: Occlusion,
}

impl EasedOcclusion {
    pub(crate) fn new(occlusion: Occlusion) -> Self {
        Self {
            now: occlusion,
            wish: occlusion,
        }
    }

    /// The value that it is on its way to.
    pub(crate) fn set(&mut self, wish: Occlusion) {
        self.wish = wish;
    }

    /// The value `seconds` later.
    pub(crate) fn after(&mut self, seconds: f32) -> Occlusion {
        let part = 1.0 - (-seconds.max(0.0) / EASE).exp();
        self.now = self.now.toward(self.wish, part);
        self.now
    }
}

/// The loops that play.
#[derive(Default)]
pub(crate) struct Loops {
    playing: Vec<Playing>,
    /// The one whose way is looked at next.
    next: usize,
}

struct Playing {
    wish: LoopWish,
    occlusion: EasedOcclusion,
    handle: Arc<Handle>,
}

/// The loops whose ways are looked at in one frame, besides those that begin.
const LOOKS: usize = 2;

impl Loops {
    /// Lets these and no others be heard, `seconds` after the last time. `occlusion` tells what is in
    /// the way of a place, and `start` takes the voices that begin.
    pub(crate) fn keep(
        &mut self,
        wishes: &[LoopWish],
        seconds: f32,
        bank: &Bank,
        occlusion: impl Fn(Vec3) -> Occlusion,
        mut start: impl FnMut(Voice),
    ) {
        self.playing.retain(|playing| {
            let is_wished = (wishes.iter())
                .any(|wish| wish.id == playing.wish.id && wish.sound == playing.wish.sound);
            if !is_wished {
                playing.handle.stop();
            }
            // A voice that was stopped, or that its end has dropped, begins anew.
            is_wished && !playing.handle.is_stopped() && Arc::strong_count(&playing.handle) > 1
        });
        self.look(&occlusion);
        for wish in wishes {
            let known = (self.playing.iter_mut()).find(|playing| playing.wish.id == wish.id);
            match known {
                Some(playing) => {
                    playing.wish = *wish;
                    let occlusion = playing.occlusion.after(seconds);
                    playing.handle.set(&muffled(wish.tone, occlusion));
                }
                None => {
                    let Some(clip) = bank.around(wish.sound) else {
                        continue;
                    };
                    let occlusion = wish.place.map_or(Occlusion(0.0), &occlusion);
                    let tone = muffled(wish.tone, occlusion);
                    let begin = [start_of(wish.id), wish.width()];
                    let (voice, handle) =
                        Voice::around(clip.clone(), wish.id.category(), tone, begin);
                    start(voice);
                    self.playing.push(Playing {
                        wish: *wish,
                        occlusion: EasedOcclusion::new(occlusion),
                        handle,
                    });
                }
            }
        }
    }

    /// Fades all of them out.
    pub(crate) fn stop(&mut self) {
        for playing in self.playing.drain(..) {
            playing.handle.stop();
        }
    }

    /// Looks at what is in the way of the next few.
    fn look(&mut self, occlusion: impl Fn(Vec3) -> Occlusion) {
        for _ in 0..LOOKS.min(self.playing.len()) {
            self.next = (self.next + 1) % self.playing.len();
            let playing = &mut self.playing[self.next];
            if let Some(place) = playing.wish.place {
                playing.occlusion.set(occlusion(place));
            }
        }
    }
}

impl LoopId {
    fn category(self) -> Category {
        match self {
            Self::Wind | Self::Room | Self::Ambience(_) => Category::Ambience,
            Self::Air(_) | Self::Roll(_) => Category::Effects,
        }
    }
}

impl LoopWish {
    /// The width of the clip: a sound from all around is wide, a ball is a point.
    fn width(&self) -> f32 {
        match self.id.category() {
            Category::Ambience => 0.5,
            _ => 0.0,
        }
    }
}

/// The part of the clip where a loop begins: two balls don't hiss alike.
fn start_of(id: LoopId) -> f32 {
    let number = match id {
        LoopId::Wind | LoopId::Room => 0,
        LoopId::Ambience(number) => number as u32 + 1,
        LoopId::Air(ball) | LoopId::Roll(ball) => ball,
    };
    (number as f32 * 0.618_034).fract()
}

/// A tone with something in the way.
fn muffled(tone: Tone, occlusion: Occlusion) -> Tone {
    Tone {
        sides: tone.sides.map(|side| side * occlusion.gain()),
        send: tone.send * occlusion.sent(),
        cutoff: occlusion.dulled(tone.cutoff),
        ..tone
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::AmbienceSound;

    const TONE: Tone = Tone {
        sides: [0.5; 2],
        send: 0.0,
        cutoff: 9_000.0,
        pitch: 1.0,
    };

    fn wish(id: LoopId, sound: LoopSound) -> LoopWish {
        LoopWish {
            id,
            sound,
            tone: TONE,
            place: Some(Vec3::X),
        }
    }

    fn bank() -> Bank {
        (LoopSound::ALL.iter()).fold(Bank::default(), |bank, sound| {
            bank.with_loop(*sound, &[0.5; 480])
        })
    }

    /// The loops after another frame, and the voices that began.
    fn keep(loops: &mut Loops, wishes: &[LoopWish]) -> Vec<Voice> {
        let mut started = Vec::new();
        loops.keep(
            wishes,
            0.01,
            &bank(),
            |_| Occlusion(0.0),
            |voice| started.push(voice),
        );
        started
    }

    #[test]
    fn each_begins_once_and_ends_when_it_is_no_longer_wished() {
        let mut loops = Loops::default();
        let wishes = [
            wish(LoopId::Wind, LoopSound::Place(AmbienceSound::Wind)),
            wish(LoopId::Air(3), LoopSound::BallAir),
        ];
        let voices = keep(&mut loops, &wishes);
        assert_eq!(voices.len(), 2);
        assert!(keep(&mut loops, &wishes).is_empty());
        assert!(keep(&mut loops, &wishes[..1]).is_empty());
        assert_eq!(loops.playing.len(), 1);
        // Its end was dropped, as when a device is lost.
        drop(voices);
        assert_eq!(keep(&mut loops, &wishes[..1]).len(), 1);
    }

    #[test]
    fn another_sound_at_the_same_place_begins_anew() {
        let mut loops = Loops::default();
        let place = |sound| [wish(LoopId::Ambience(0), LoopSound::Place(sound))];
        let _water = keep(&mut loops, &place(AmbienceSound::Water));
        assert_eq!(keep(&mut loops, &place(AmbienceSound::Hall)).len(), 1);
        assert_eq!(loops.playing.len(), 1);
    }

    #[test]
    fn a_sound_without_a_file_is_left_out() {
        let mut loops = Loops::default();
        let wishes = [wish(LoopId::Room, LoopSound::Room)];
        let none = Bank::default();
        loops.keep(
            &wishes,
            0.01,
            &none,
            |_| Occlusion(0.0),
            |_| panic!("nothing begins"),
        );
    }

    #[test]
    fn what_comes_in_the_way_is_heard_step_by_step() {
        let mut eased = EasedOcclusion::new(Occlusion(0.0));
        eased.set(Occlusion(1.0));
        let mut before = 0.0;
        for _ in 0..60 {
            let now = eased.after(1.0 / 60.0).0;
            assert!(now > before && now - before < 0.15, "{before} {now}");
            before = now;
        }
        assert!(before > 0.99);
    }
}
