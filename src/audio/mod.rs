//! Sound from events: which sound, how loud and from where, and the device that plays it.
//! It changes nothing in the simulation.

mod bank;
mod cue;
mod device;
mod limiter;
mod mixer;
mod resample;
mod sound;
mod voice;

use std::path::Path;

use glam::Vec3;
use log::warn;

pub use bank::{Bank, find_sounds, load_wav};
pub use mixer::{Mixer, Output};
pub use sound::{Sound, SoundKind};

use self::device::{DefaultDevice, Keeper};
use crate::sim::Event;

/// The position and direction of the player's ears.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Listener {
    /// The eye, local, meters.
    pub position: Vec3,
    /// The angle of the look about +Y, radians, as in `Player`.
    pub yaw: f32,
}

/// The sound of the game. It never fails and never blocks: without a device or without sound
/// files the game goes on silent and the log says so once.
pub struct Audio {
    /// The mixer and its device; `None` is silent for good.
    heard: Option<(Mixer, Keeper)>,
    /// Said in the log, not yet to the player.
    problems: Vec<String>,
}

impl Audio {
    /// Loads the sounds and opens the default output in the background. `assets` is the folder
    /// that holds `sounds/`; `None` searches next to the executable, in the current directory and
    /// in the source tree.
    pub fn open(assets: Option<&Path>) -> Self {
        let Some(folder) = find_sounds(assets) else {
            return Self::without_sounds(String::from(
                "no sound: there is no folder assets/sounds next to the game or in the current \
                 directory; put it there. The game goes on silent",
            ));
        };
        if !folder.is_dir() {
            return Self::without_sounds(format!(
                "no sound: {} is not a folder; the game goes on silent",
                folder.display()
            ));
        }
        let (bank, problems) = Bank::load(&folder);
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        for problem in &problems {
            warn!("{problem}");
        }
        let heard = (!bank.is_empty()).then(|| {
            let (mixer, output) = Mixer::new(bank);
            (mixer, Keeper::start(DefaultDevice, output))
        });
        Self { heard, problems }
    }

    /// Plays nothing, ever.
    pub(crate) fn silent() -> Self {
        Self {
            heard: None,
            problems: Vec::new(),
        }
    }

    fn without_sounds(problem: String) -> Self {
        warn!("{problem}");
        Self {
            problems: vec![problem],
            ..Self::silent()
        }
    }

    /// Takes the messages about faults of the sound that were found since the last call. They have
    /// been logged already.
    pub fn take_problems(&mut self) -> Vec<String> {
        let mut problems = std::mem::take(&mut self.problems);
        problems.extend(
            self.heard
                .as_ref()
                .and_then(|(_, keeper)| keeper.take_problem()),
        );
        problems
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

    /// Sets the volume: 0 is silence, 1 is as mixed.
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
