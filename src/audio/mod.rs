//! Sound from events: which sound, how loud and from where, and the device that plays it.
//! It changes nothing in the simulation.

mod bank;
mod cue;
mod device;
mod limiter;
mod mixer;
mod resample;
mod voice;

use std::path::Path;

use glam::Vec3;
use log::warn;

pub use bank::{Bank, Clip, RATE, Sound, SoundError, find_sounds, load_wav};
pub use mixer::{MAX_VOICES, Mixer, Output};

use self::device::{DefaultDevice, Keeper};
use crate::sim::Event;

/// Where the player's ears are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Listener {
    /// The eye, local, metres.
    pub position: Vec3,
    /// Radians about +Y, as in `Player`.
    pub yaw: f32,
}

/// Everything that is heard. It never fails and never blocks: without a device or without sound
/// files the game goes on silent and the log says so once.
pub struct Audio {
    /// None: silent for good.
    heard: Option<(Mixer, Keeper)>,
}

impl Audio {
    /// Loads the sounds and opens the default output in the background. `assets` is the folder
    /// that holds `sounds/`; `None` searches next to the executable, in the current directory and
    /// in the source tree.
    pub fn open(assets: Option<&Path>) -> Self {
        let Some(folder) = find_sounds(assets) else {
            warn!(
                "no sound: there is no folder assets/sounds next to the game or in the current \
                 directory; put it there. The game goes on silent"
            );
            return Self::silent();
        };
        if !folder.is_dir() {
            warn!(
                "no sound: {} is not a folder; the game goes on silent",
                folder.display()
            );
            return Self::silent();
        }
        let (bank, problems) = Bank::load(&folder);
        for problem in problems {
            warn!("{problem}");
        }
        if bank.is_empty() {
            return Self::silent();
        }
        let (mixer, output) = Mixer::new(bank);
        Self {
            heard: Some((mixer, Keeper::start(DefaultDevice, output))),
        }
    }

    /// Plays nothing, ever.
    pub fn silent() -> Self {
        Self { heard: None }
    }

    /// Starts the sounds of what happened since the last call; once a frame.
    pub fn play(&mut self, events: &[Event], listener: Listener) {
        if let Some((mixer, keeper)) = &mut self.heard {
            if keeper.is_playing() {
                mixer.play(events, listener);
            } else {
                // What nobody pulls would be heard when the device comes back.
                mixer.stop_all();
            }
        }
    }

    /// 0 is silence, 1 is as mixed.
    pub fn set_volume(&mut self, volume: f32) {
        if let Some((mixer, _)) = &mut self.heard {
            mixer.set_volume(volume);
        }
    }

    /// A device is open. False for the first moments, too: it is opened in the background.
    pub fn is_playing(&self) -> bool {
        self.heard
            .as_ref()
            .is_some_and(|(_, keeper)| keeper.is_playing())
    }
}
