//! The device's end of the mixer: endless stereo, block by block. The voices by category, the reverberation
//! of the place, and the music are summed and limited.

#[cfg(test)]
mod against_rodio;
mod block;
mod contact_tones;
mod limiter;
mod music;
mod reverb;
mod voice;

use std::{
    sync::{Arc, Mutex, PoisonError, mpsc::Receiver},
    time::Duration,
};

use rodio::{ChannelCount, SampleRate, Source};

pub(crate) use voice::{Handle, OPEN_CUTOFF, Voice, VoiceTone};

use self::{
    block::{BLOCK_FRAMES, Block, Ramp},
    contact_tones::ContactTones,
    limiter::Limiter,
    music::Music,
    reverb::Reverb,
};
use super::{
    bank::FRAME_RATE,
    shared::{Settings, Shared},
    volumes::{Category, playable},
};

/// The largest change of a volume in a block: from silence to full in 7 ms.
const VOLUME_STEP: f32 = 0.2;
/// The largest change of the world's gain in a block when the game is paused: 0.2 s in all.
const PAUSE_STEP: f32 = BLOCK_FRAMES as f32 / (0.2 * FRAME_RATE as f32);
/// The largest number of voices at once, including loops and fading ones.
const MAX_VOICES: usize = 192;

/// The channels inside the mixer, always stereo at [`FRAME_RATE`].
pub(crate) const STEREO_CHANNELS: ChannelCount = ChannelCount::new(2).unwrap();
pub(crate) const SAMPLE_RATE: SampleRate = SampleRate::new(FRAME_RATE).unwrap();

/// The device's end: endless limited stereo at 48 kHz. One device after another pulls from a clone of it.
#[derive(Clone)]
pub struct Output {
    mixer: Arc<Mutex<BlockMixer>>,
    /// The current block.
    block: [[f32; 2]; BLOCK_FRAMES],
    next: usize,
}

/// The mixer that makes each block from the voices and the settings.
struct BlockMixer {
    arriving: Receiver<Voice>,
    shared: Arc<Shared<Settings>>,
    /// The latest known settings.
    settings: Settings,
    voices: Vec<Voice>,
    reverb: Reverb,
    music: Music,
    contact_tones: ContactTones,
    limiter: Limiter,
    /// The current master volume, which follows the settings.
    master: f32,
    /// The current volumes of the categories, which follow the settings.
    volumes: [f32; Category::ALL.len()],
    /// The gain of the world's sounds: 0 while the game is paused.
    world: f32,
}

impl Output {
    pub(crate) fn new(arriving: Receiver<Voice>, shared: Arc<Shared<Settings>>) -> Self {
        let settings = Settings::default();
        let mixer = BlockMixer {
            arriving,
            shared,
            settings,
            voices: Vec::with_capacity(MAX_VOICES),
            reverb: Reverb::new(),
            music: Music::default(),
            contact_tones: ContactTones::default(),
            limiter: Limiter::new(),
            master: settings.volumes.master,
            volumes: settings.volumes.by_category(),
            world: 1.0,
        };
        Self {
            mixer: Arc::new(Mutex::new(mixer)),
            block: [[0.0; 2]; BLOCK_FRAMES],
            next: 2 * BLOCK_FRAMES,
        }
    }
}

impl BlockMixer {
    fn mix(&mut self) -> [[f32; 2]; BLOCK_FRAMES] {
        self.shared.follow(&mut self.settings);
        let settings = self.settings;
        let room = MAX_VOICES - self.voices.len().min(MAX_VOICES);
        self.voices.extend(self.arriving.try_iter().take(room));
        let heard = if settings.is_paused { 0.0 } else { 1.0 };
        let world = Ramp::approach(&mut self.world, heard, PAUSE_STEP);
        let volumes = self.volume_ramps(world);
        let mut block = Block::default();
        let is_still = world.is_silent();
        self.voices.retain_mut(|voice| {
            // A paused voice keeps its position.
            let waits = is_still && voice.category.is_of_world();
            waits || voice.add_to(&mut block, volumes[voice.category as usize])
        });
        if !is_still {
            (self.reverb).add_to(&mut block, settings.reverberation, world);
        }
        let of_music = volumes[Category::Music as usize];
        self.music.add_to(&mut block, settings.music_seed, of_music);
        let of_effects = volumes[Category::Effects as usize];
        (self.contact_tones).add_to(&mut block, &settings.contact_sound, of_effects);
        let master = playable(settings.volumes.master);
        let master = Ramp::approach(&mut self.master, master, VOLUME_STEP);
        let mut frames = self.limiter.limit(block.dry);
        for (index, frame) in frames.iter_mut().enumerate() {
            *frame = frame.map(|sample| sample * master.at(index));
        }
        frames
    }

    /// The changes of the categories' volumes in the next block.
    fn volume_ramps(&mut self, world: Ramp) -> [Ramp; Category::ALL.len()] {
        let targets = self.settings.volumes.by_category();
        Category::ALL.map(|category| {
            let volume = &mut self.volumes[category as usize];
            let ramp = Ramp::approach(volume, targets[category as usize], VOLUME_STEP);
            if category.is_of_world() {
                ramp.times(world)
            } else {
                ramp
            }
        })
    }
}

impl Iterator for Output {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        if self.next == 2 * BLOCK_FRAMES {
            // Only devices take this lock, one at a time; the game's thread never does.
            let mut mixer = self.mixer.lock().unwrap_or_else(PoisonError::into_inner);
            self.block = mixer.mix();
            self.next = 0;
        }
        self.next += 1;
        self.block.as_flattened().get(self.next - 1).copied()
    }
}

impl Source for Output {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        STEREO_CHANNELS
    }

    fn sample_rate(&self) -> SampleRate {
        SAMPLE_RATE
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}
