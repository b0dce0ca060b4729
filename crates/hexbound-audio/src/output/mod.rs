//! The device's end of the mixer: endless stereo, block by block. Voices by their categories, the
//! reverberation of the place, music, and the limiter behind them all.

mod block;
mod contact_tones;
mod limiter;
mod music;
mod reverb;
mod voice;

use std::sync::{Arc, mpsc::Receiver};

use rodio::{ChannelCount, SampleRate};

pub(crate) use voice::{Handle, OPEN, Tone, Voice};

use self::{
    block::{BLOCK, Block, Ramp, step_toward},
    contact_tones::ContactTones,
    limiter::Limiter,
    music::Music,
    reverb::Reverb,
};
use super::{bank::RATE, desk::Desk, volumes::Category};

/// The part by which a volume changes in a block at most: from silence to full in 7 ms.
const VOLUME_STEP: f32 = 0.2;
/// The part by which the world fades in a block when the game is paused: 0.2 s in all.
const PAUSE_STEP: f32 = BLOCK as f32 / (0.2 * RATE as f32);
/// The most voices at once, loops and those that fade out included.
const ROOM: usize = 192;

/// Everything inside the mixer is stereo at [`RATE`].
pub(crate) const STEREO: ChannelCount = ChannelCount::new(2).unwrap();
pub(crate) const SAMPLE_RATE: SampleRate = SampleRate::new(RATE).unwrap();

/// The device's end: endless stereo at 48 kHz, limited, at the volumes set.
pub struct Output {
    arriving: Receiver<Voice>,
    desk: Arc<Desk>,
    voices: Vec<Voice>,
    reverb: Reverb,
    music: Music,
    contact_tones: ContactTones,
    limiter: Limiter,
    /// The volumes as they are, following those set.
    master: f32,
    volumes: [f32; Category::COUNT],
    /// The part of the world that is heard: 0 while the game is paused.
    world: f32,
    /// The samples that were made and not yet given, interleaved.
    made: [f32; 2 * BLOCK],
    next: usize,
}

impl Output {
    pub fn new(arriving: Receiver<Voice>, desk: Arc<Desk>) -> Self {
        Self {
            arriving,
            voices: Vec::with_capacity(ROOM),
            reverb: Reverb::new(),
            music: Music::default(),
            contact_tones: ContactTones::default(),
            limiter: Limiter::new(),
            master: desk.master(),
            volumes: desk.volumes(),
            world: 1.0,
            made: [0.0; 2 * BLOCK],
            next: 2 * BLOCK,
            desk,
        }
    }

    fn make(&mut self) {
        let room = ROOM - self.voices.len().min(ROOM);
        self.voices.extend(self.arriving.try_iter().take(room));
        let world = self.world_ramp();
        let volumes = self.volume_ramps(world);
        let mut block = Block::default();
        let is_still = self.world == 0.0 && world.at(0) == 0.0;
        self.voices.retain_mut(|voice| {
            // What is paused waits where it is.
            if is_still && voice.category.is_of_world() {
                return true;
            }
            voice.add_to(&mut block, volumes[voice.category as usize])
        });
        if !is_still {
            self.reverb
                .add_to(&mut block, self.desk.reverberation(), world);
        }
        self.music.add_to(
            &mut block,
            self.desk.tune(),
            volumes[Category::Music as usize],
        );
        self.contact_tones.add_to(
            &mut block,
            &self.desk.contact_sound.get(),
            volumes[Category::Effects as usize],
        );
        let master = step_toward(self.master, self.desk.master(), VOLUME_STEP);
        let ramp = Ramp::between(self.master, master);
        self.master = master;
        for (index, frame) in block.dry.into_iter().enumerate() {
            let [left, right] = self.limiter.step(frame);
            self.made[2 * index] = left * ramp.at(index);
            self.made[2 * index + 1] = right * ramp.at(index);
        }
        self.next = 0;
    }

    /// The part of the world that is heard in the next block.
    fn world_ramp(&mut self) -> Ramp {
        let wish = if self.desk.is_paused() { 0.0 } else { 1.0 };
        let before = self.world;
        self.world = step_toward(before, wish, PAUSE_STEP);
        Ramp::between(before, self.world)
    }

    /// The volumes of the categories in the next block.
    fn volume_ramps(&mut self, world: Ramp) -> [Ramp; Category::COUNT] {
        let wishes = self.desk.volumes();
        let [before, after] = [world.at(0) - world.step, world.at(BLOCK - 1)];
        std::array::from_fn(|category| {
            let from = self.volumes[category];
            let to = step_toward(from, wishes[category], VOLUME_STEP);
            self.volumes[category] = to;
            let is_of_world = CATEGORIES[category].is_of_world();
            let [before, after] = if is_of_world {
                [before, after]
            } else {
                [1.0; 2]
            };
            Ramp::between(from * before, to * after)
        })
    }
}

/// The categories in their order.
const CATEGORIES: [Category; Category::COUNT] = [
    Category::Effects,
    Category::Steps,
    Category::Ambience,
    Category::Interface,
    Category::Music,
];

impl Iterator for Output {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        if self.next == self.made.len() {
            self.make();
        }
        self.next += 1;
        self.made.get(self.next - 1).copied()
    }
}
