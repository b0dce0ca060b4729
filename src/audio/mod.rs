//! Sound from events and places: which sound, how loud and from where, what the place does to it, and
//! the device that plays it. It changes nothing in the simulation.

mod bank;
mod beds;
mod cue;
mod desk;
mod device;
mod loops;
mod mixer;
mod moving;
mod output;
mod resample;
mod sound;
mod spaces;
mod volumes;

use std::path::Path;

use glam::Vec3;
use log::warn;

pub use bank::{Bank, find_sounds, load_wav};
pub use mixer::Mixer;
pub use output::Output;
pub use sound::{InterfaceSound, Sound, SoundKind};
pub use volumes::Volumes;

pub(crate) use self::device::output_devices;
use self::device::{ChosenDevice, Keeper};
use crate::{
    level::Level,
    sim::{Event, World},
};

/// The position and direction of the player's ears.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Listener {
    /// The eye, local, meters.
    pub position: Vec3,
    /// The angle of the look about +Y, radians, as in `Player`.
    pub yaw: f32,
}

/// Everything that the sound of a frame follows from.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The events since the frame before.
    pub events: &'a [Event],
    pub listener: Listener,
    /// The level and the world that the ear is in; without them there are no walls, no place and
    /// nothing that moves.
    pub around: Option<(&'a Level, &'a World)>,
    /// The real time since the frame before, seconds.
    pub seconds: f32,
}

impl<'a> Moment<'a> {
    /// Events that are heard with nothing around.
    pub fn of(events: &'a [Event], listener: Listener) -> Self {
        Self {
            events,
            listener,
            around: None,
            seconds: 0.0,
        }
    }
}

/// The sound of the game. It never fails and never blocks: without a device or without sound
/// files the game goes on silent and the log says so once.
pub struct Audio {
    /// The mixer and its device; `None` is silent for good.
    heard: Option<(Mixer, Keeper)>,
    /// The name of the device that was asked for.
    chosen: String,
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
            (mixer, Keeper::start(ChosenDevice::default(), output))
        });
        Self {
            heard,
            chosen: String::new(),
            problems,
        }
    }

    /// Plays nothing, ever.
    pub(crate) fn silent() -> Self {
        Self {
            heard: None,
            chosen: String::new(),
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

    /// Plays a frame: starts the sounds of what happened since the last one, and lets everything be
    /// heard from where the ear is.
    pub fn play(&mut self, moment: &Moment) {
        if let Some((mixer, keeper)) = &mut self.heard {
            if keeper.is_playing() {
                mixer.play(moment);
            } else {
                // What nobody pulls would be heard when the device comes back.
                mixer.stop_all();
            }
        }
    }

    /// Plays a sound of the menus, which is heard while the game is paused, too.
    pub fn interface(&mut self, sound: InterfaceSound) {
        if let Some((mixer, keeper)) = &mut self.heard
            && keeper.is_playing()
        {
            mixer.interface(sound);
        }
    }

    /// Sets the volumes, of everything and of each kind of sound, from now on.
    pub fn set_volumes(&mut self, volumes: Volumes) {
        if let Some((mixer, _)) = &mut self.heard {
            mixer.set_volumes(&volumes);
        }
    }

    /// Plays through the device of that name from now on; through the system's own choice where the
    /// name is empty or no device has it.
    pub fn play_through(&mut self, name: &str) {
        if let Some((_, keeper)) = &self.heard
            && self.chosen != name
        {
            name.clone_into(&mut self.chosen);
            keeper.play_through(name.to_owned());
        }
    }

    /// Fades the world's sounds out within 0.3 s, where they wait; or fades them in and goes on.
    /// Menus and music are heard all the time.
    pub fn set_paused(&mut self, paused: bool) {
        if let Some((mixer, _)) = &mut self.heard {
            mixer.set_paused(paused);
        }
    }

    /// A device is open. False for the first moments, too: it is opened in the background.
    pub fn is_playing(&self) -> bool {
        self.heard
            .as_ref()
            .is_some_and(|(_, keeper)| keeper.is_playing())
    }
}
