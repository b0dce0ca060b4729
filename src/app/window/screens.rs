//! The screens above play, as the window serves them: what keys and mouse mean there, what they are
//! told about the game, and how their wishes are carried out.

use std::{path::PathBuf, time::Instant};

use egui::pos2;
use winit::{
    dpi::PhysicalPosition,
    event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta},
    event_loop::ActiveEventLoop,
    keyboard::{KeyCode, PhysicalKey},
    platform::modifier_supplement::KeyEventExtModifierSupplement,
};

use super::App;
use crate::{
    app::{folder::Folder, hints::Seen, level_shelf::ShelvedLevel, loading::Reason},
    audio::output_devices,
    catalog, folders,
    input::{Action, BINDABLES, Device, Effect, KeyLabels, PadButton, Source},
    level::{Level, Scale},
    settings::{Section, Settings},
    shell::{Facts, Input, LevelFact, Results, Screen, Step, Wish},
};

/// The pixels of a wheel that tells them instead of lines, to a line.
const WHEEL_PIXELS: f64 = 40.0;

impl App {
    /// Opens a screen: play stands still, and the pointer is free.
    pub(super) fn open_screen(&mut self, screen: Screen) {
        if !self.shell.is_open() {
            self.controls.release_all();
            self.game.time.rewinding = false;
            self.release_pointer();
        }
        self.shell.open(screen);
        self.pace.hurry(Instant::now());
    }

    /// Asks for the sound devices when their setting comes into view: they come and go.
    pub(super) fn list_sound_devices(&mut self) {
        match self.shell.top() {
            Some(Screen::Section(Section::Sound)) => {
                self.sound_devices.get_or_insert_with(output_devices);
            }
            _ => self.sound_devices = None,
        }
    }

    /// Leaves all screens for play.
    pub(super) fn close_screens(&mut self) {
        self.shell.close();
        self.keep_settings();
        if self.focused {
            self.capture_pointer();
        }
        self.pace.hurry(Instant::now());
    }

    /// Answers a key while a screen is open.
    pub(super) fn key_on_screen(&mut self, event: &KeyEvent) {
        let PhysicalKey::Code(code) = event.physical_key else {
            return;
        };
        if event.state != ElementState::Pressed {
            return;
        }
        (self.key_labels).learn(code, &event.key_without_modifiers());
        if code != KeyCode::Escape && !event.repeat && self.bind(Source::Key(code)) {
            return;
        }
        let bindings = self.controls.bindings();
        let window = bindings.effects(Source::Key(code)).find_map(of_the_window);
        if let Some(action) = window {
            if !event.repeat {
                self.act(action);
            }
        } else if let Some(step) = step(code, self.modifiers.shift_key())
            && (!event.repeat || is_repeated(step))
        {
            self.shell.feed(Input::Step(step));
        }
        self.pace.hurry(Instant::now());
    }

    /// Binds a key or button to the action that waits for one; false if none does.
    fn bind(&mut self, source: Source) -> bool {
        let Some(Screen::Bind(name, slot)) = self.shell.top().cloned() else {
            return false;
        };
        if let Some(item) = BINDABLES.iter().find(|item| item.name == name) {
            (self.settings.bindings).rebind(item, Device::Keys, slot, Some(source));
            self.settings_changed();
        }
        self.shell.leave(&Screen::Bind(name, slot));
        true
    }

    /// Answers a button of a pad while a screen is open.
    pub(super) fn pad_on_screen(&mut self, button: PadButton) {
        let step = match button {
            PadButton::Up => Step::Up,
            PadButton::Down => Step::Down,
            PadButton::Left => Step::Left,
            PadButton::Right => Step::Right,
            PadButton::LeftShoulder => Step::PageUp,
            PadButton::RightShoulder => Step::PageDown,
            PadButton::South => Step::Accept,
            PadButton::East | PadButton::Start => Step::Back,
            PadButton::Select => Step::Again,
            _ => return,
        };
        self.shell.feed(Input::Step(step));
        self.pace.hurry(Instant::now());
    }

    /// Notes where the pointer is, for the screens.
    pub(super) fn pointer_moved(&mut self, at: PhysicalPosition<f64>) {
        if self.shell.is_open() {
            let at = pos2(at.x as f32, at.y as f32);
            self.shell.feed(Input::Point(at));
            self.pace.hurry(Instant::now());
        }
    }

    /// Answers a mouse button while a screen is open.
    pub(super) fn mouse_on_screen(&mut self, button: MouseButton, state: ElementState) {
        if state == ElementState::Pressed && self.bind(Source::Mouse(button)) {
            return;
        }
        if button == MouseButton::Left {
            self.shell.feed(match state {
                ElementState::Pressed => Input::Press,
                ElementState::Released => Input::Release,
            });
            self.pace.hurry(Instant::now());
        }
    }

    /// Answers the wheel while a screen is open.
    pub(super) fn wheel_on_screen(&mut self, delta: MouseScrollDelta) {
        if matches!(self.shell.top(), Some(Screen::Bind(..))) {
            let notch = self.wheel.notches(delta).next();
            notch.map(|notch| self.bind(notch));
            return;
        }
        self.shell.feed(Input::Wheel(match delta {
            MouseScrollDelta::LineDelta(_, up) => up,
            MouseScrollDelta::PixelDelta(at) => (at.y / WHEEL_PIXELS) as f32,
        }));
        self.pace.hurry(Instant::now());
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
            Wish::BestThrow => {
                self.close_screens();
                self.show_best_throw();
            }
            Wish::Set(section, key, value) => {
                if let Some(item) = section.items().find(|item| item.key == key) {
                    self.settings.set(item, value);
                    self.settings_changed();
                }
            }
            Wish::Reset(section) => {
                let usual = Settings::default();
                for item in section.items() {
                    self.settings.set(item, usual.get(item));
                }
                self.settings_changed();
            }
            Wish::UsualKeys(name) => {
                if let Some(item) = BINDABLES.iter().find(|item| item.name == name) {
                    self.settings.bindings.reset(item, Device::Keys);
                    self.settings_changed();
                }
            }
            Wish::Laboratory(action) => self.act(action),
            Wish::ToStart => {
                self.begin_again();
                self.open_screen(Screen::Start);
            }
            Wish::Quit => event_loop.exit(),
        }
    }

    /// Loads a level to be played, while a screen says so.
    pub(super) fn load(&mut self, path: PathBuf, reason: Reason) {
        log::info!("Loading {}", path.display());
        self.open_screen(Screen::Loading);
        self.loading = title_of(&path);
        self.loader.start(path, Scale::METERS, reason);
    }

    /// Looks up what the screen that is seen asks for.
    pub(super) fn serve_screens(&mut self) {
        match self.shell.top() {
            Some(Screen::Levels) if !self.is_looking => {
                self.is_looking = true;
                self.level_shelf.look(self.remembered.recent.clone());
            }
            Some(Screen::Levels) => {}
            Some(Screen::Open(path)) if *path != self.folder.path => {
                self.folder = Folder::read(path);
                if self.folder.problem.is_none() {
                    self.remembered.folder = Some(path.clone());
                    self.remembered.save();
                }
            }
            Some(Screen::Open(_)) => {}
            _ => {
                // Both are looked up anew the next time.
                self.is_looking = false;
                self.folder = Folder::default();
                self.level_shelf.rest();
            }
        }
    }

    /// The levels that can be chosen, with their pictures on the graphics device.
    pub(super) fn level_facts(&mut self) -> Vec<LevelFact> {
        if self.shell.top() != Some(&Screen::Levels) {
            return Vec::new();
        }
        let (ui, pictures) = (&mut self.ui, &self.pictures);
        let fact = |level: &ShelvedLevel| {
            let picture = pictures.get(&level.path);
            LevelFact {
                title: level.title.clone(),
                path: level.path.clone(),
                shelf: level.shelf,
                best: level.best,
                picture: picture.map(|image| ui.picture(&level.path.to_string_lossy(), image)),
            }
        };
        self.levels.iter().map(fact).collect()
    }

    /// The folder in which a level file is looked for first.
    fn folder_to_open(&self) -> Option<PathBuf> {
        let last = self
            .remembered
            .folder
            .clone()
            .filter(|folder| folder.is_dir());
        let home = || folders::user_home();
        last.or_else(home).or_else(|| std::env::current_dir().ok())
    }

    /// Follows play with the hints.
    pub(super) fn teach(&mut self, seconds: f64) {
        let is_playing = !self.shell.is_open()
            && !self.game.is_playback()
            && self.slow_motion.is_none()
            && self.refused.is_none();
        if !is_playing {
            return;
        }
        let world = &self.game.world;
        let velocity = world.player.velocity;
        let (yaw, pitch) = self.game.looked();
        let has_learned = self.hints.follow(Seen {
            seconds,
            held: self.controls.held(),
            turned: yaw.abs() + pitch.abs(),
            speed: velocity.with_y(0.0).length(),
            has_targets: world.play.lit.iter().any(|lit| !lit),
            is_rewinding: self.game.time.rewinding,
            events: &self.game.events,
        });
        if has_learned {
            self.remembered.known = self.hints.known.clone();
            self.remembered.save();
        }
    }

    /// The functions of the laboratory and the state of each.
    pub(super) fn laboratory(&self) -> Vec<(Action, String)> {
        let on = |is_on: bool| String::from(if is_on { "on" } else { "off" });
        let time = &self.game.time;
        let speed = format!("{} x", time.speed());
        let mut all = vec![
            (Action::CollisionView, self.inspector.view.name().to_owned()),
            (Action::Shallower, String::new()),
            (Action::Deeper, String::new()),
            (Action::CollisionMode, self.game.collision.name().to_owned()),
            (Action::Ground, self.game.ground.name().to_owned()),
            (Action::Ghosts, on(self.game.ghosts.is_some())),
            (Action::Figures, on(self.show_figures)),
            (Action::Camera, self.camera.name().to_owned()),
            (Action::Pause, on(time.paused)),
            (Action::Step, String::new()),
            (Action::Slower, speed.clone()),
            (Action::Faster, speed),
        ];
        let is_fixed = |action: &Action| matches!(action, Action::CollisionMode | Action::Ground);
        all.retain(|(action, _)| !self.game.is_playback() || !is_fixed(action));
        all
    }
}

/// Everything that the screens are told, gathered before they are drawn.
pub(super) struct Told {
    title: String,
    is_playback: bool,
    has_run: bool,
    results: Option<Results>,
    has_best_throw: bool,
    user_folder: Option<PathBuf>,
    folder_to_open: Option<PathBuf>,
    settings: Settings,
    sound_devices: Vec<String>,
    key_labels: KeyLabels,
    laboratory: Vec<(Action, String)>,
    loading: Option<(String, f32)>,
    message: Option<(String, bool)>,
}

impl Told {
    pub(super) fn of(app: &App, now: f64) -> Self {
        let level = &app.game.level;
        let play = &app.game.world.play;
        let message = app.ui.newest_message(now);
        Self {
            title: title(level),
            is_playback: app.game.is_playback(),
            has_run: !level.play.targets.is_empty()
                && play.finished.is_none()
                && app.game.world.tick > 0
                && !app.game.is_playback()
                && app.refused.is_none(),
            results: app.results(),
            has_best_throw: app.best_throw.is_some(),
            user_folder: catalog::user_folder(),
            folder_to_open: app.folder_to_open(),
            settings: app.settings.clone(),
            sound_devices: app.sound_devices.clone().unwrap_or_default(),
            key_labels: app.key_labels.clone(),
            laboratory: app.laboratory(),
            loading: Some((app.loading.clone(), app.loader.progress())),
            message: message.map(|(text, is_warning)| (text.to_owned(), is_warning)),
        }
    }

    pub(super) fn facts<'a>(&'a self, levels: &'a [LevelFact], folder: &'a Folder) -> Facts<'a> {
        Facts {
            level: &self.title,
            is_playback: self.is_playback,
            has_run: self.has_run,
            results: self.results.as_ref(),
            has_best_throw: self.has_best_throw,
            levels,
            user_folder: self.user_folder.as_deref(),
            folder_to_open: self.folder_to_open.as_deref(),
            folders: &folder.folders,
            level_files: &folder.levels,
            folder_problem: folder.problem.as_deref(),
            settings: Some(&self.settings),
            sound_devices: &self.sound_devices,
            key_labels: Some(&self.key_labels),
            laboratory: &self.laboratory,
            loading: self
                .loading
                .as_ref()
                .map(|(name, done)| (name.as_str(), *done)),
            message: (self.message.as_ref()).map(|(text, is_warning)| (text.as_str(), *is_warning)),
        }
    }
}

/// The name that players see of a level.
pub(super) fn title(level: &Level) -> String {
    level
        .play
        .title
        .clone()
        .unwrap_or_else(|| level.name.clone())
}

fn title_of(path: &std::path::Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The action of an effect that is of use on screens, too.
fn of_the_window(effect: Effect) -> Option<Action> {
    match effect {
        Effect::Act(action @ (Action::Fullscreen | Action::Screenshot)) => Some(action),
        _ => None,
    }
}

/// The step on a screen that a key stands for.
fn step(key: KeyCode, is_shift: bool) -> Option<Step> {
    Some(match key {
        KeyCode::ArrowUp | KeyCode::KeyW => Step::Up,
        KeyCode::ArrowDown | KeyCode::KeyS => Step::Down,
        KeyCode::ArrowLeft | KeyCode::KeyA => Step::Left,
        KeyCode::ArrowRight | KeyCode::KeyD => Step::Right,
        KeyCode::Tab if is_shift => Step::Previous,
        KeyCode::Tab => Step::Next,
        KeyCode::PageUp => Step::PageUp,
        KeyCode::PageDown => Step::PageDown,
        KeyCode::Home => Step::First,
        KeyCode::End => Step::Last,
        KeyCode::Enter | KeyCode::NumpadEnter | KeyCode::Space => Step::Accept,
        KeyCode::Escape => Step::Back,
        KeyCode::Backspace => Step::Again,
        _ => return None,
    })
}

/// Returns whether holding a key down goes on with its step.
fn is_repeated(step: Step) -> bool {
    !matches!(step, Step::Accept | Step::Back | Step::Again)
}
