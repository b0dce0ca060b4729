//! Sound from events and places: its kind, loudness and direction, the effect of the place, and the output
//! device. Sound changes nothing in the simulation.

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

/// The folder of sounds within the assets.
const SOUND_FOLDER: &str = "sounds";

/// The sound of the game. Sound never fails, and no device delays the game. Without a device or sound files
/// the game continues in silence, with one line in the log.
pub struct Audio {
    mixer: Mixer,
    /// The device's thread; `None` if sound is off for good.
    keeper: Option<Keeper>,
    /// The thread that loads the sounds, until they are taken.
    loading: Option<JoinHandle<Loaded>>,
    subtitles: Subtitles,
    /// The name of the chosen device.
    chosen: String,
    /// The problems that were logged but not yet shown to the player.
    problems: Vec<Phrase>,
}

/// The loaded sounds, and the errors of the others.
type Loaded = (Bank, Vec<SoundError>);

/// The message about missing sound and its reason.
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

    /// Opens a device and calls `load` for the sounds, each on its own thread.
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

    /// An instance that plays nothing, with the reason as its problem.
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

    /// Takes the problems that were found since the last call. All of them are in the log already.
    pub fn take_problems(&mut self) -> Vec<Phrase> {
        let mut problems = std::mem::take(&mut self.problems);
        let no_device = self.keeper.as_ref().and_then(Keeper::take_problem);
        problems.extend(no_device.map(no_sound));
        problems
    }

    /// Plays a frame: starts the sounds of new events and moves all sounds relative to the listener. The
    /// first call waits until the sounds are loaded, so that none is missed.
    pub fn play(&mut self, moment: &Moment) {
        self.take_sounds();
        if self.is_playing() {
            self.mixer.play(moment);
        } else {
            // Sounds queued without a device would play when one comes back.
            self.mixer.stop_all();
            if !self.subtitles.are_enabled() {
                return;
            }
            self.mixer.listen(moment);
        }
        (self.subtitles).advance(self.mixer.heard(), moment.listener, moment.seconds);
    }

    /// Plays a sound of the menus, which is heard while the game is paused, too.
    pub fn play_interface(&mut self, kind: SoundKind) {
        self.take_sounds();
        if self.is_playing() {
            self.mixer.play_interface(kind);
        }
    }

    /// Waits for the sounds at the first call. The window takes longer to open than the sounds take to load.
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

    /// Sets the volumes of everything and of each kind of sound.
    pub fn set_volumes(&mut self, volumes: Volumes) {
        self.mixer.set_volumes(&volumes);
    }

    /// Plays through the device `name`; through the system's choice if the name is empty or unknown.
    pub fn play_through(&mut self, name: &str) {
        if let Some(keeper) = &self.keeper
            && self.chosen != name
        {
            name.clone_into(&mut self.chosen);
            keeper.play_through(name.to_owned());
        }
    }

    /// Selects the sounds that get subtitles.
    pub fn set_subtitles(&mut self, wanted: SubtitledSounds) {
        self.subtitles.select(wanted);
    }

    /// The subtitles of the latest sounds, the oldest first, with directions relative to `listener`.
    /// Subtitles need no device.
    pub fn subtitles(&self, listener: Listener) -> Vec<Subtitle> {
        self.subtitles.shown(listener).collect()
    }

    /// Fades the world's sounds out within 0.3 s and pauses them, or resumes and fades them in. Menus and
    /// music keep playing.
    pub fn set_paused(&mut self, paused: bool) {
        self.mixer.set_paused(paused);
    }

    /// Returns whether a device is open. The device opens in the background, so the first calls return false.
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
        let all = audio.subtitles(listener);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].kind, HeardKind::Once(SoundKind::Explosion));
        assert!((all[0].bearing.unwrap() - FRAC_PI_2).abs() < 1e-5, "right");
    }
}
