//! The screens above play, as the window serves them: when they open and close, and how their wishes
//! are carried out.

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use winit::event_loop::ActiveEventLoop;

use super::{App, levels::file_name_of, on_screen::is_of_play};
use crate::{
    app::{
        folder::Folder,
        hints::Hints,
        level_shelf::{own_levels, own_picture},
        loading::Reason,
        remembered::Remembered,
    },
    audio::output_devices,
    catalog,
    input::{BINDABLES, Device, SLOTS, Source},
    level::Reading,
    settings::{Settings, Tab},
    shell::{Screen, Shell, Wish},
    sim,
    ui::Ui,
    words::Phrase,
};

/// The screens above play, and the messages beside them.
pub(super) struct Screens {
    pub shell: Shell,
    pub ui: Ui,
    pub hints: Hints,
    pub remembered: Remembered,
    /// When the interface's clock began.
    pub started: Instant,
    /// The devices that sound can be played through, while their setting is seen.
    pub sound_devices: Option<Vec<String>>,
}

impl Screens {
    pub(super) fn new(now: Instant) -> Self {
        let remembered = Remembered::load();
        Self {
            shell: Shell::default(),
            ui: Ui::new(),
            hints: Hints::new(remembered.known.clone()),
            remembered,
            started: now,
            sound_devices: None,
        }
    }
}

impl App {
    /// Opens a screen: play stands still, unless the screen stands beside it, and the pointer is free.
    pub(super) fn open_screen(&mut self, screen: Screen) {
        let was_played = !self.screens.shell.stops_play();
        if screen == Screen::Start {
            self.look_for_left_runs();
        }
        self.screens.shell.open(screen);
        if was_played {
            self.release_pointer();
            self.let_go();
        }
        self.window.pace.hurry(Instant::now());
    }

    /// Lets go of all that is held, but for the keys that are the player's still beside a screen.
    fn let_go(&mut self) {
        if self.screens.shell.stops_play() {
            self.input.controls.release_all();
            self.game.time.rewinding = false;
        } else {
            let is_kept = |source| matches!(source, Source::Key(key) if is_of_play(key));
            self.input.controls.release_unless(is_kept);
            self.game.time.rewinding = self.input.controls.rewinds();
        }
    }

    /// Asks for the sound devices when their setting comes into view: they come and go.
    pub(super) fn list_sound_devices(&mut self) {
        match self.screens.shell.top() {
            Some(Screen::Tab(Tab::Audio)) => {
                self.screens
                    .sound_devices
                    .get_or_insert_with(output_devices);
            }
            _ => self.screens.sound_devices = None,
        }
    }

    /// Leaves all screens for play.
    pub(super) fn close_screens(&mut self) {
        self.screens.shell.close();
        self.keep_settings();
        if self.window.focused {
            self.capture_pointer();
        }
        self.window.pace.hurry(Instant::now());
    }

    /// Carries out what the player wished for on a screen.
    pub(super) fn carry_out(&mut self, event_loop: &ActiveEventLoop, wish: Wish) {
        match wish {
            Wish::Resume => self.close_screens(),
            Wish::Again => {
                self.close_screens();
                self.begin_again();
            }
            Wish::Next => self.next_level(),
            Wish::Play(path) => self.load(path, Reason::Chosen),
            Wish::GoOn(file) => self.go_on_with(&file),
            Wish::Race(level, run) => self.load_race(level, run),
            Wish::BestThrow => {
                self.close_screens();
                self.show_best_throw();
            }
            Wish::Set(section, key, value) => {
                if let Some(item) = section.items().find(|item| item.key == key) {
                    self.preferences.settings.set(item, value);
                    self.settings_changed();
                }
            }
            Wish::Reset(tab, is_only_advanced) => {
                let usual = Settings::default();
                let first = tab.items(false).filter(|_| !is_only_advanced);
                for item in first.chain(tab.items(true)) {
                    self.preferences.settings.set(item, usual.get(item));
                }
                self.settings_changed();
            }
            Wish::UsualKeys(name) => {
                if let Some(item) = BINDABLES.iter().find(|item| item.name == name) {
                    for device in [Device::Keys, Device::Pad] {
                        self.preferences.settings.bindings.reset(item, device);
                    }
                    self.settings_changed();
                }
            }
            Wish::NoKeys(name) => {
                for device in [Device::Keys, Device::Pad] {
                    (0..SLOTS).for_each(|slot| self.unbind(name, device, slot));
                }
            }
            Wish::Unbind(name, device, slot) => self.unbind(name, device, slot),
            Wish::Laboratory(action) => self.act(action),
            Wish::Choose(question, choice) => self.choose(question, choice),
            Wish::UsualMethods => {
                for question in sim::Question::ALL {
                    self.choose(*question, question.usual());
                }
            }
            Wish::LookAtFinding(number) => self.look_at_finding(number),
            Wish::WatchReport(report) => self.watch_report(&report),
            Wish::ShowFolder(file) => self.show_folder_of(&file),
            Wish::ToStart => {
                // A run that is not finished stands still behind the start screen.
                if !self.has_run() {
                    self.begin_again();
                }
                self.open_screen(Screen::Start);
            }
            Wish::Quit => event_loop.exit(),
        }
    }

    /// Answers a question of collision from the next tick on; a recording answers by itself.
    fn choose(&mut self, question: sim::Question, choice: &str) {
        if self.game.is_playback() || self.game.methods.choice(question) == choice {
            return;
        }
        match self.game.methods.choose(question, choice) {
            Ok(()) => log::info!("{}: {choice}", question.name()),
            Err(problem) => self.trouble(Phrase::plain(problem)),
        }
    }

    /// Takes the key or button of a device in a slot from an action.
    fn unbind(&mut self, name: &str, device: Device, slot: usize) {
        if let Some(item) = BINDABLES.iter().find(|item| item.name == name) {
            self.preferences
                .settings
                .bindings
                .rebind(item, device, slot, None);
            self.settings_changed();
        }
    }

    /// Loads a level to be played, while a screen says so.
    pub(super) fn load(&mut self, path: PathBuf, reason: Reason) {
        self.load_as(path, Reading::default(), reason);
    }

    /// Loads a level that is read like that to be played, while a screen says so.
    pub(super) fn load_as(&mut self, path: PathBuf, reading: Reading, reason: Reason) {
        self.show_loading(&path);
        self.loading.loader.start(path, reading, reason);
    }

    /// Loads a level to be played against a run of it.
    fn load_race(&mut self, path: PathBuf, run: PathBuf) {
        self.show_loading(&path);
        let (reading, reason) = (Reading::default(), Reason::Chosen);
        (self.loading.loader).start_with_rival((path, Some(run)), reading, reason);
    }

    /// Shows that a level is being loaded.
    fn show_loading(&mut self, path: &Path) {
        log::info!("Loading {}", path.display());
        (self.loading.arrival, self.loading.to_go_on) = (None, None);
        self.open_screen(Screen::Loading);
        let shelved = self.browser.levels.iter().find(|level| level.path == *path);
        let hall = path.to_str().and_then(catalog::hall_named);
        self.loading.name = match (shelved, hall) {
            (Some(level), _) => self.preferences.words.of_level(&level.title),
            (None, Some(hall)) => self.preferences.words.text_of("hall", hall.name()),
            (None, None) => file_name_of(path),
        };
    }

    /// Puts the levels that come with the game on their shelf, with their pictures.
    fn shelve_own_levels(&mut self) {
        self.browser.levels = own_levels();
        let paths = self.browser.levels.iter().map(|level| &level.path);
        let pictures = paths.filter_map(|path| Some((path.clone(), own_picture(path)?)));
        self.browser.pictures.extend(pictures);
    }

    /// Looks up what the screen that is seen asks for, after a picture of it was shown.
    pub(super) fn serve_screens(&mut self) {
        if self.screens.shell.stops_play() && self.browser.levels.is_empty() {
            self.shelve_own_levels();
        }
        match self.screens.shell.top() {
            Some(Screen::Levels) if !self.browser.is_looking => {
                self.browser.is_looking = true;
                self.look_for_left_runs();
                self.browser
                    .shelf
                    .look(self.screens.remembered.recent.clone());
            }
            Some(Screen::Levels | Screen::Level(_)) => {}
            Some(Screen::Open(path)) if *path != self.browser.folder.path => {
                self.browser.folder = Folder::read(path);
                if self.browser.folder.problem.is_none() {
                    self.screens.remembered.folder = Some(path.clone());
                    self.screens.remembered.save();
                }
            }
            Some(Screen::Open(_)) => {}
            _ => {
                // Both are looked up anew the next time.
                self.browser.is_looking = false;
                self.browser.folder = Folder::default();
                self.browser.shelf.rest();
            }
        }
    }
}
