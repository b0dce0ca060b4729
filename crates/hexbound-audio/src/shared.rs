//! Values that the game's thread sets and the device's thread follows.

use std::sync::{Mutex, PoisonError};

use super::{contact_sound::ContactSound, spaces::Reverberation, volumes::Volumes};

/// A value that one thread sets and another reads.
#[derive(Debug, Default)]
pub(crate) struct Shared<T>(Mutex<T>);

/// The settings of the whole output.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settings {
    pub volumes: Volumes,
    pub is_paused: bool,
    pub reverberation: Reverberation,
    /// The seed of the place's music.
    pub music_seed: u32,
    /// The parameters of the tones of the player's contacts.
    pub contact_sound: ContactSound,
}

impl<T: Copy> Shared<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Changes the value.
    pub(crate) fn change(&self, change: impl FnOnce(&mut T)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Updates `last` unless the value is being changed: the device's thread never waits.
    pub(crate) fn follow(&self, last: &mut T) {
        if let Ok(value) = self.0.try_lock() {
            *last = *value;
        }
    }
}
