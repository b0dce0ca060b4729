//! Sound from events and places: its kind, loudness and direction, the effect of the place on it,
//! and the device that plays it. It changes nothing in the simulation.

#![warn(unreachable_pub)]

mod bank;
mod beds;
mod contact_sound;
mod cue;
mod device;
mod ear;
mod loops;
mod mix;
mod mixer;
mod moment;
mod moving;
mod output;
mod resample;
mod shared;
mod sound;
mod spaces;
mod subtitles;
mod volumes;

use std::thread::{Builder, JoinHandle};

use log::warn;

pub use bank::{Bank, load_wav};
pub use contact_sound::{HeardContact, HeardContacts};
pub use ear::HeardKind;
pub use mixer::Mixer;
pub use moment::{Listener, Moment};
pub use output::Output;
pub use sound::{LoopSound, Sound, SoundKind};
pub use subtitles::Subtitle;
pub use volumes::Volumes;

use self::{
    bank::SoundError,
    device::{ChosenDevice, Device, Keeper},
    subtitles::Subtitles,
};
pub use self::{
    device::{NO_SOUND, output_devices},
    subtitles::SubtitledSounds,
};
use hexbound_base::{
    assets,
    words::{Phrase, phrase},
};

/// The folder of the sounds among the assets.
const SOUND_FOLDER: &str = "sounds";

/// The sound of the game. It never fails, and nothing that a device does keeps it waiting: without a
/// device or without sound files the game goes on silent and the log says so once.
pub struct Audio {
    mixer: Mixer,
    /// The device; `None` is silent for good.
    keeper: Option<Keeper>,
    /// The sounds, until they are there.
    loading: Option<JoinHandle<Loaded>>,
    subtitles: Subtitles,
    /// The name of the device that was asked for.
    chosen: String,
    /// Said in the log, not yet to the player.
    problems: Vec<Phrase>,
}

/// The sounds that were loaded, and what is wrong with the others.
type Loaded = (Bank, Vec<SoundError>);

/// Says that nothing will be heard, and why.
fn no_sound(reason: String) -> Phrase {
    phrase("no-sound").with("reason", reason)
}

impl Audio {
    /// Loads the game's sounds and opens the default output, both in the background.
    pub fn open() -> Self {
        match assets::find(SOUND_FOLDER) {
            Some(folder) => Self::start(move || Bank::load(&folder), ChosenDevice::default()),
            None => Self::silent(assets::missing(SOUND_FOLDER)),
        }
    }

    /// Opens a device, and calls `load` for the sounds, each on a thread of its own.
    fn start(load: impl FnOnce() -> Loaded + Send + 'static, device: impl Device) -> Self {
        match Builder::new().name("sounds".to_owned()).spawn(load) {
            Ok(loading) => {
                let (mixer, output) = Mixer::new(Bank::default());
                Self {
                    mixer,
                    keeper: Some(Keeper::start(device, output)),
                    loading: Some(loading),
                    subtitles: Subtitles::default(),
                    chosen: String::new(),
                    problems: Vec::new(),
                }
            }
            Err(error) => Self::silent(format!("no thread for it ({error})")),
        }
    }

    /// Plays nothing, and says why.
    fn silent(reason: String) -> Self {
        warn!("no sound: {reason}; the game goes on silent");
        Self {
            mixer: Mixer::new(Bank::default()).0,
            keeper: None,
            loading: None,
            subtitles: Subtitles::default(),
            chosen: String::new(),
            problems: vec![no_sound(reason)],
        }
    }

    /// Takes the messages about faults of the sound that were found since the last call. They have
    /// been logged already.
    pub fn take_problems(&mut self) -> Vec<Phrase> {
        let mut problems = std::mem::take(&mut self.problems);
        let no_device = self.keeper.as_ref().and_then(Keeper::take_problem);
        problems.extend(no_device.map(no_sound));
        problems
    }

    /// Plays a frame: starts the sounds of what happened since the last one, and lets everything be
    /// heard from where the ear is. The first call waits until the sounds are loaded, so that none
    /// of them is missed.
    pub fn play(&mut self, moment: &Moment) {
        self.take_sounds();
        if self.is_playing() {
            self.mixer.play(moment);
        } else {
            // What nobody pulls would be heard when the device comes back.
            self.mixer.stop_all();
            if !self.subtitles.are_wanted() {
                return;
            }
            self.mixer.listen(moment);
        }
        (self.subtitles).advance(self.mixer.heard(), moment.listener, moment.seconds);
    }

    /// Plays a sound of the menus, which is heard while the game is paused, too.
    pub fn interface(&mut self, kind: SoundKind) {
        self.take_sounds();
        if self.is_playing() {
            self.mixer.interface(kind);
        }
    }

    /// Waits for the sounds, the first time. They are loaded while the window opens, which takes
    /// longer.
    fn take_sounds(&mut self) {
        let Some(loading) = self.loading.take() else {
            return;
        };
        let (bank, problems) = loading.join().unwrap_or_default();
        for problem in &problems {
            warn!("{problem}");
        }
        let said = problems.iter().map(|it| Phrase::plain(it.to_string()));
        self.problems.extend(said);
        if bank.is_empty() {
            self.keeper = None;
        }
        self.mixer.bank = bank;
    }

    /// Sets the volumes, of everything and of each kind of sound, from now on.
    pub fn set_volumes(&mut self, volumes: Volumes) {
        self.mixer.set_volumes(&volumes);
    }

    /// Plays through the device of that name from now on; through the system's own choice where the
    /// name is empty or no device has it.
    pub fn play_through(&mut self, name: &str) {
        if let Some(keeper) = &self.keeper
            && self.chosen != name
        {
            name.clone_into(&mut self.chosen);
            keeper.play_through(name.to_owned());
        }
    }

    /// Writes these sounds in subtitles from now on.
    pub fn set_subtitles(&mut self, wanted: SubtitledSounds) {
        self.subtitles.want(wanted);
    }

    /// The subtitles of the latest sounds, the first in front, with the sides from which a listener
    /// in that place and direction hears them. They need no device.
    pub fn subtitles(&self, listener: Listener) -> Vec<Subtitle> {
        self.subtitles.shown(listener).collect()
    }

    /// Fades the world's sounds out within 0.3 s, where they wait; or fades them in and goes on.
    /// Menus and music are heard all the time.
    pub fn set_paused(&mut self, paused: bool) {
        self.mixer.set_paused(paused);
    }

    /// Returns whether a device is open. False for the first moments, too: it is opened in the background.
    pub fn is_playing(&self) -> bool {
        self.keeper.as_ref().is_some_and(Keeper::is_playing)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        f32::consts::FRAC_PI_2,
        sync::mpsc::{RecvTimeoutError, channel},
        thread,
    };

    use super::{
        device::fake::{SOON_TIME, fake},
        *,
    };
    use glam::Vec3;
    use hexbound_base::words::Words;
    use hexbound_sim::{Event, EventKind};

    #[test]
    fn the_sounds_of_the_first_frame_are_heard_however_long_loading_took() {
        let (fake, opened, _attempts) = fake(true);
        let (go, may_go) = channel();
        let load = move || {
            may_go.recv().unwrap();
            let clip = (SoundKind::Explosion.into(), vec![0.5; 4_800]);
            (Bank::from_clips(&[clip]), Vec::new())
        };
        let mut audio = Audio::start(load, fake);
        let (mut feed, _lost) = opened.recv_timeout(SOON_TIME).unwrap();
        while !audio.is_playing() {
            thread::yield_now();
        }
        assert!(feed.by_ref().take(9_600).all(|sample| sample == 0.0));
        go.send(()).unwrap();
        let hit = Event::new(EventKind::Explosion, Vec3::NEG_Z, Vec3::Y, 20.0);
        audio.play(&Moment::of(&[hit], Listener::default()));
        assert!(feed.take(9_600).any(|sample| sample.abs() > 0.1));
    }

    #[test]
    fn sounds_that_are_all_missing_leave_the_game_silent_and_say_why() {
        let (fake, opened, _attempts) = fake(true);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let mut audio = Audio::start(move || Bank::load(&path), fake);
        audio.play(&Moment::of(&[], Listener::default()));
        assert!(!audio.is_playing());
        let english = Words::english();
        let mut problems = audio.take_problems().into_iter();
        assert!(problems.any(|it| english.say(&it).contains("explosion_1.wav")));
        // The device was opened and closed again.
        opened.recv_timeout(SOON_TIME).unwrap();
        let end = opened.recv_timeout(SOON_TIME);
        assert!(matches!(end, Err(RecvTimeoutError::Disconnected)));
    }

    #[test]
    fn subtitles_need_no_device() {
        let (fake, _opened, _attempts) = fake(false);
        let mut audio = Audio::start(Loaded::default, fake);
        let hit = Event::new(EventKind::Explosion, Vec3::X * 9.0, Vec3::Y, 20.0);
        let listener = Listener::default();
        audio.play(&Moment::of(&[hit], listener));
        assert_eq!(audio.subtitles(listener), [], "nobody asked for them");
        audio.set_subtitles(SubtitledSounds::Around);
        audio.play(&Moment::of(&[hit], listener));
        let told = audio.subtitles(listener);
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].kind, HeardKind::Once(SoundKind::Explosion));
        assert!((told[0].side.unwrap() - FRAC_PI_2).abs() < 1e-5, "right");
    }
}
