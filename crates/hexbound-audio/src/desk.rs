//! The numbers that game and device share across their threads: one sets each, the other
//! follows, without locks.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use super::{
    contact_sound::SharedContactSound,
    shared::Shared,
    spaces::Reverberation,
    volumes::{Category, Volumes},
};

/// The settings of the whole output.
#[derive(Debug)]
pub struct Desk {
    master: Shared,
    volumes: [Shared; Category::COUNT],
    paused: AtomicBool,
    /// The level, decay, damping and delay of the reverberation.
    reverberation: [Shared; 4],
    /// The place's number among tunes.
    tune: AtomicU32,
    /// The tones of the contacts of the player's body.
    pub(crate) contact_sound: SharedContactSound,
}

impl Default for Desk {
    fn default() -> Self {
        let desk = Self {
            master: Shared::new(1.0),
            volumes: Volumes::default().by_category().map(Shared::new),
            paused: AtomicBool::new(false),
            reverberation: Default::default(),
            tune: AtomicU32::new(0),
            contact_sound: SharedContactSound::default(),
        };
        desk.set_reverberation(Reverberation::NONE);
        desk
    }
}

impl Desk {
    pub fn set_volumes(&self, volumes: &Volumes) {
        self.master.set(volumes.master.clamp(0.0, 1.0));
        for (shared, volume) in self.volumes.iter().zip(volumes.by_category()) {
            shared.set(volume.clamp(0.0, 1.0));
        }
    }

    pub fn master(&self) -> f32 {
        self.master.get()
    }

    /// The volumes of the categories, in their order.
    pub fn volumes(&self) -> [f32; Category::COUNT] {
        std::array::from_fn(|category| self.volumes[category].get())
    }

    pub fn set_paused(&self, paused: bool) {
        self.paused.store(paused, Relaxed);
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.paused.load(Relaxed)
    }

    pub(crate) fn set_reverberation(&self, new: Reverberation) {
        let numbers = [new.level, new.decay, new.damping, new.delay];
        for (shared, number) in self.reverberation.iter().zip(numbers) {
            shared.set(number);
        }
    }

    pub(crate) fn reverberation(&self) -> Reverberation {
        let [level, decay, damping, delay] = [0, 1, 2, 3].map(|at| self.reverberation[at].get());
        Reverberation {
            level,
            decay,
            damping,
            delay,
        }
    }

    pub(crate) fn set_tune(&self, tune: u32) {
        self.tune.store(tune, Relaxed);
    }

    pub(crate) fn tune(&self) -> u32 {
        self.tune.load(Relaxed)
    }
}
