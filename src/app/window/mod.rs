//! The window: its events, and what happens in a frame.

mod keys;
mod levels;
mod opening;
mod pads;
mod played;
mod preferences;
mod quality;
mod screens;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use image::RgbaImage;
use winit::{
    application::ApplicationHandler,
    event::{DeviceEvent, DeviceId, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow, EventLoopProxy},
    keyboard::ModifiersState,
    window::{Window, WindowId},
};

use screens::Told;

use super::{
    AppError, GpuPreload, Refused, UserEvent, WindowOptions,
    best_throw::LitThrow,
    camera::Camera,
    collision_inspector::CollisionInspector,
    folder::Folder,
    game::{Advance, Game},
    graphics::Graphics,
    head_bob::HeadBob,
    hints::Hints,
    level_shelf::{LevelShelf, ShelvedLevel},
    loading::Loader,
    pace::{Attention, Averages, Pace, rate},
    remembered::Remembered,
    respawn::Respawn,
    slow_motion::SlowMotion,
    watch::Watch,
    with_causes,
};
use crate::{
    audio::{Audio, Listener, Moment},
    effects::Effects,
    input::{Controls, KeyLabels, Pads, Pointer, Sticks, Wheel},
    inspect::{CollisionView, Legend},
    level::Scale,
    render::{ExposureSettings, Frame},
    settings::{Settings, SettingsFile},
    shell::{Screen as ShellScreen, Shell},
    sim::{GhostView, Ghosts, View},
    ui::{Explained, Figures, Hint, MessageKind, Screen, Ui},
};

/// How long a platform that holds back a redraw is left alone before it is asked again.
const BETWEEN_REQUESTS: Duration = Duration::from_millis(4);
/// The time without the focus after which play stands still; some desktops take it for a moment.
const ABSENCE: Duration = Duration::from_millis(150);

/// The game in its window.
pub(super) struct App {
    game: Game,
    options: WindowOptions,
    settings: Settings,
    /// The file of the settings; `None` for a user without a home folder.
    settings_file: Option<SettingsFile>,
    settings_watch: Option<Watch>,
    /// When settings that were changed on a screen are written to their file.
    settings_due: Option<Instant>,
    exposure: ExposureSettings,
    controls: Controls,
    key_labels: KeyLabels,
    wheel: Wheel,
    pads: Pads,
    sticks: Sticks,
    pointer: Pointer,
    audio: Audio,
    ui: Ui,
    shell: Shell,
    /// The devices that sound can be played through, while their setting is seen.
    sound_devices: Option<Vec<String>>,
    /// The name of the file that is being loaded.
    loading: String,
    level_shelf: LevelShelf,
    /// The levels that can be chosen.
    levels: Vec<ShelvedLevel>,
    /// True while they are on the screen, having been looked up.
    is_looking: bool,
    /// Their pictures, by file.
    pictures: BTreeMap<PathBuf, RgbaImage>,
    /// The folder that is open on a screen.
    folder: Folder,
    remembered: Remembered,
    hints: Hints,
    show_figures: bool,
    inspector: CollisionInspector,
    camera: Camera,
    head_bob: HeadBob,
    window: Option<Arc<Window>>,
    graphics: Option<Graphics>,
    /// The quality of the pictures, in words.
    quality: String,
    /// True if the settings may ask for another quality than the pictures have.
    quality_changed: bool,
    /// The preloaded device, until the window is there.
    preload: Option<GpuPreload>,
    loader: Loader,
    watch: Option<Watch>,
    proxy: EventLoopProxy<UserEvent>,
    started: Instant,
    pace: Pace,
    averages: Averages,
    focused: bool,
    /// When the focus went elsewhere, until play stands still.
    left_at: Option<Instant>,
    occluded: bool,
    modifiers: ModifiersState,
    failure: Option<AppError>,
    /// The level that was asked for, while it can't be played.
    refused: Option<Refused>,
    respawn: Respawn,
    /// The best throw of the finished run.
    best_throw: Option<LitThrow>,
    /// The best throw, while it is shown again.
    slow_motion: Option<SlowMotion>,
    /// True once the results of the finished run were shown.
    has_shown_results: bool,
}

impl App {
    pub(crate) fn new(
        game: Game,
        mut options: WindowOptions,
        (settings, settings_file): (Settings, Option<SettingsFile>),
        preload: GpuPreload,
        proxy: EventLoopProxy<UserEvent>,
    ) -> Self {
        let now = Instant::now();
        let remembered = Remembered::load();
        let refused = options.refused.take();
        let mut app = Self {
            controls: Controls::new(settings.radians_per_count(), settings.invert_y),
            key_labels: KeyLabels::default(),
            wheel: Wheel::default(),
            pads: Pads::open(),
            sticks: Sticks::default(),
            pointer: Pointer::default(),
            audio: Audio::open(None),
            ui: Ui::new(),
            shell: Shell::default(),
            sound_devices: None,
            loading: String::new(),
            level_shelf: LevelShelf::new(proxy.clone()),
            levels: Vec::new(),
            is_looking: false,
            pictures: BTreeMap::new(),
            folder: Folder::default(),
            hints: Hints::new(remembered.known.clone()),
            remembered,
            show_figures: false,
            inspector: CollisionInspector::at(options.collision_view),
            camera: Camera::default(),
            head_bob: HeadBob::default(),
            window: None,
            graphics: None,
            quality: String::new(),
            quality_changed: false,
            preload: Some(preload),
            loader: Loader::new(proxy.clone()),
            watch: None,
            started: now,
            pace: Pace::new(now),
            averages: Averages::new(now),
            focused: false,
            left_at: None,
            occluded: false,
            modifiers: ModifiersState::default(),
            failure: None,
            refused,
            respawn: Respawn::default(),
            best_throw: None,
            slow_motion: None,
            has_shown_results: false,
            exposure: ExposureSettings::default(),
            game,
            options,
            settings,
            settings_file,
            settings_watch: None,
            settings_due: None,
            proxy,
        };
        app.apply_settings();
        app.watch_settings();
        match &app.refused {
            Some(refused) => app
                .shell
                .open(ShellScreen::Trouble(refused.lines().to_vec())),
            None if app.options.starts_at_menu => app.shell.open(ShellScreen::Start),
            None => {}
        }
        for warning in app.game.level.warnings.clone() {
            app.ui.say(warning, MessageKind::Trouble, 0.0);
        }
        app
    }

    /// Finishes the recording after the loop has ended; the error says what went wrong.
    pub(crate) fn finish(mut self) -> Result<(), AppError> {
        self.keep_settings();
        let recorded = self.game.finish_recording();
        match (self.failure, self.refused) {
            (Some(failure), _) => Err(failure),
            (None, Some(refused)) => Err(AppError::Refused(refused.text().to_owned())),
            (None, None) => Ok(recorded.map(drop)?),
        }
    }

    /// One frame: input → ticks → sound → view → picture.
    fn frame(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        let seconds = self.pace.begin(now, self.rate());
        self.keep_pointer();
        self.read_pads(seconds);
        self.pause_when_left(now);
        self.keep_settings_when_due(now);
        if let Err(error) = self.follow_quality() {
            return self.fail(event_loop, error);
        }
        self.audio.set_paused(self.shell.is_open());
        let advance = match self.shell.is_open() || self.show_again(seconds) {
            true => {
                self.game.wait();
                Ok(Advance::default())
            }
            false => self.game.advance(seconds, &mut self.controls),
        };
        let advance = match advance {
            Ok(advance) => advance,
            Err(error) => return self.fail(event_loop, error),
        };
        self.averages.add(now, advance.ticks, now.elapsed());
        self.play_sound(seconds as f32);
        for problem in self.audio.take_problems() {
            self.ui.say(problem, MessageKind::Trouble, self.now());
        }
        let now = self.now();
        let has_checkpoint = self.game.world.play.checkpoint.is_some();
        if let Some(message) =
            (self.respawn).notice(&self.game.events, (&self.game.level, has_checkpoint), now)
        {
            self.news(message);
        }
        self.announce(now);
        self.teach(seconds);
        let seen = self.game.view(&self.controls);
        self.head_bob
            .advance(seen.eye, self.game.world.player.grounded);
        self.camera.advance(&seen);
        let mut view = self.current_view();
        let looked = self
            .inspector
            .inspect(&view, &self.game.level, &self.game.world);
        view.debug = looked.debug;
        self.show_aim(&mut view);
        if self.attention() != Attention::Hidden {
            self.draw(event_loop, (&view, &looked.legend), seconds as f32);
        }
        self.notice(event_loop, advance);
    }

    /// Draws a picture, `elapsed` seconds after the one before.
    fn draw(
        &mut self,
        event_loop: &ActiveEventLoop,
        (view, legend): (&View, &Legend),
        elapsed: f32,
    ) {
        let figures = self.show_figures.then(|| self.figures());
        let time = match &self.slow_motion {
            Some(shown) => Some(shown.caption()),
            None => self.game.time.message(),
        };
        let status = self.status();
        let ghosts = self.game.ghosts.as_ref().map(ghost_lines);
        let now = self.now();
        let field_of_view = self.settings.vertical_field_of_view();
        self.list_sound_devices();
        let told = Told::of(self, now);
        let levels = self.level_facts();
        let facts = told.facts(&levels, &self.folder);
        let shown = self.hint();
        let hint = (shown.as_ref()).map(|(key, words, alpha)| Hint {
            key,
            words,
            alpha: *alpha,
        });
        let Some(graphics) = &mut self.graphics else {
            return;
        };
        let screen = Screen {
            size: graphics.size(),
            scale: scale(self.window.as_deref()) * self.settings.hud_scale,
            now,
            is_covered: self.shell.is_open(),
            hint: hint.as_ref().filter(|_| self.slow_motion.is_none()),
            figures: figures.as_ref(),
            status: Some(&status),
            time: time.as_deref(),
            ghosts: ghosts.as_deref(),
            explained: (self.inspector.view != CollisionView::Off).then_some(Explained {
                legend,
                view,
                field_of_view,
            }),
            light: graphics.light_progress(),
            veil: self.respawn.veil(now),
            ..Screen::default()
        };
        let (shell, mut wishes) = (&mut self.shell, Vec::new());
        let overlay = self.ui.draw_below(&screen, |painter, area| {
            wishes.extend(shell.show(painter, area, &facts));
        });
        graphics.keep_still(screen.is_covered);
        let drawn = graphics.present(Frame {
            view,
            effects: Some(effects(&self.slow_motion, &self.game)),
            field_of_view,
            seconds: view.seconds as f32,
            crosshair: self.camera == Camera::Eye
                && self.slow_motion.is_none()
                && !screen.is_covered,
            exposure: self.exposure,
            elapsed,
            overlay: Some(overlay),
        });
        let lost = graphics.is_lost();
        if lost {
            self.open_graphics(event_loop);
        } else if let Err(error) = drawn {
            self.trouble(error.to_string());
        }
        self.serve_screens();
        for wish in wishes {
            self.carry_out(event_loop, wish);
        }
    }

    /// The view from the camera.
    fn current_view(&self) -> View {
        if let Some(shown) = &self.slow_motion {
            return shown.view();
        }
        let world = &self.game.world;
        let player = GhostView {
            center: world.player.position,
            half: world.player.body().half_extents(),
            has_parted: false,
        };
        let mut view = self.game.view(&self.controls);
        if self.settings.head_bob && self.camera == Camera::Eye {
            self.head_bob.lower(&mut view);
        }
        self.camera
            .place(view, player, &self.game.level, self.game.seconds())
    }

    /// Reacts to the outcome of a frame's ticks.
    fn notice(&mut self, event_loop: &ActiveEventLoop, advance: Advance) {
        if let Some(error) = advance.recording_failed {
            self.trouble(format!(
                "the recording has stopped: {}",
                with_causes(&error)
            ));
        }
        if let Some(error) = advance.not_kept {
            self.trouble(format!("this run is not kept: {}", with_causes(&error)));
        }
        if let Some((run, place)) = advance.kept {
            let name = run.path.file_name().unwrap_or_default().to_string_lossy();
            let place = match place {
                0 => String::from("best"),
                place => format!("number {}", place + 1),
            };
            self.news(format!("Kept as your {place} here: hexbound race {name}"));
        }
        if let Some(race) = advance.race {
            self.news_instead("Race: ", &race);
        }
        if advance.finished {
            log::info!(
                "the recording ended after {} ticks as it did when it was made",
                self.game.world.tick
            );
            event_loop.exit();
        }
    }

    /// Lets the frame be heard, `seconds` after the one before.
    fn play_sound(&mut self, seconds: f32) {
        let listener = self.listener();
        let (events, around) = match &self.slow_motion {
            Some(shown) if !self.shell.is_open() => (&shown.events, (&*shown.level, shown.world())),
            Some(shown) => (&self.game.events, (&*shown.level, shown.world())),
            None => (&self.game.events, (&*self.game.level, &self.game.world)),
        };
        self.audio.play(&Moment {
            events,
            listener,
            around: Some(around),
            seconds,
        });
    }

    fn listener(&self) -> Listener {
        if let Some(shown) = &self.slow_motion {
            let view = shown.view();
            return Listener {
                position: view.eye,
                yaw: view.yaw,
            };
        }
        Listener {
            position: self.game.world.player.eye_position(),
            yaw: self.game.world.player.yaw,
        }
    }

    fn figures(&self) -> Figures {
        let world = &self.game.world;
        let drawn = (self.graphics.as_ref()).map_or_else(Default::default, Graphics::drawn);
        Figures {
            frames_per_second: self.averages.frames_per_second,
            frame_ms: self.averages.frame_ms,
            tick_ms: self.averages.tick_ms,
            position: self.game.level.to_file(world.player.position),
            speed: world.player.velocity.length(),
            grounded: world.player.grounded,
            flying: world.player.flying,
            contacts: world.player.report.contacts,
            balls: world.balls.len(),
            collision: self.game.collision.name(),
            counters: world.counters,
            level: self.game.level.name.clone(),
            triangles: self.game.level.collision.len(),
            draws: drawn.draws,
            drawn_triangles: drawn.triangles,
            adapter: (self.graphics.as_ref())
                .map(|graphics| format!("{}, quality {}", graphics.adapter(), self.quality))
                .unwrap_or_default(),
        }
    }

    /// Returns whether the player looks at the window.
    fn attention(&self) -> Attention {
        let unseen = self.occluded
            || self.window.as_ref().is_none_or(|window| {
                let size = window.inner_size();
                size.width == 0 || size.height == 0 || window.is_minimized() == Some(true)
            });
        match (unseen, self.focused) {
            (true, _) => Attention::Hidden,
            (false, false) => Attention::Background,
            (false, true) => Attention::Played,
        }
    }

    /// The frame rate at the moment, 1/s.
    fn rate(&self) -> u32 {
        rate(self.attention(), self.settings.frame_cap)
    }

    /// Seconds since the start, for the interface.
    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Shows a message and logs it.
    fn news(&mut self, text: String) {
        log::info!("{text}");
        self.ui.say(text, MessageKind::News, self.now());
    }

    /// Shows a message in place of an earlier one on the same topic.
    fn news_instead(&mut self, topic: &str, said: &str) {
        let text = format!("{topic}{said}");
        log::info!("{text}");
        self.ui.say_instead(topic, text, self.now());
    }

    /// Shows a warning and logs it.
    pub(crate) fn trouble(&mut self, text: String) {
        log::warn!("{text}");
        self.ui.say(text, MessageKind::Trouble, self.now());
    }

    /// Ends the game with an error.
    fn fail(&mut self, event_loop: &ActiveEventLoop, error: impl Into<AppError>) {
        self.failure = Some(error.into());
        event_loop.exit();
    }
}

/// The level's file.
impl App {
    /// The file and unit of the level that is played, or that would be if it could.
    fn level_file(&self) -> Option<(PathBuf, Scale)> {
        match &self.refused {
            Some(refused) => refused.file().cloned(),
            None => Some((self.game.level.path.clone()?, self.game.level.scale)),
        }
    }

    /// Watches the level's file from now on.
    fn watch_level(&mut self) {
        self.watch = None;
        if self.game.is_playback() {
            return;
        }
        let Some((path, _)) = self.level_file() else {
            return;
        };
        let path = &path;
        match Watch::new(path, || UserEvent::Saved, self.proxy.clone()) {
            Ok(watch) => self.watch = Some(watch),
            Err(error) => log::warn!(
                "saving {} again will not reload it: {error}",
                path.display()
            ),
        }
    }
}

impl ApplicationHandler<UserEvent> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.window.is_none() {
            self.open_window(event_loop);
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Focused(focused) => self.focus(focused),
            WindowEvent::Occluded(occluded) => {
                self.occluded = occluded;
                self.pace.hurry(Instant::now());
            }
            WindowEvent::Resized(size) => {
                if let Some(graphics) = &mut self.graphics {
                    graphics.resize([size.width, size.height]);
                }
            }
            WindowEvent::KeyboardInput {
                event,
                is_synthetic,
                ..
            } => self.key(&event, is_synthetic),
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            WindowEvent::CursorMoved { position, .. } => self.pointer_moved(position),
            WindowEvent::MouseWheel { delta, .. } => self.wheel(delta),
            WindowEvent::MouseInput { button, state, .. } => self.mouse_button(button, state),
            WindowEvent::DroppedFile(path) => self.dropped(path),
            WindowEvent::RedrawRequested => self.frame(event_loop),
            _ => {}
        }
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        if let DeviceEvent::MouseMotion { delta: (x, y) } = event
            && self.focused
        {
            self.controls.mouse_motion(x, y);
        }
    }

    fn user_event(&mut self, _: &ActiveEventLoop, wake: UserEvent) {
        match wake {
            UserEvent::Loaded(loaded) => self.loaded(loaded),
            UserEvent::Saved => self.saved(),
            UserEvent::SettingsSaved => self.settings_saved(),
            UserEvent::Levels(levels) => {
                if self.levels.is_empty() && self.shell.top() == Some(&ShellScreen::Levels) {
                    self.shell.focus_anew();
                }
                self.levels = levels;
                self.pace.hurry(Instant::now());
            }
            UserEvent::Picture(path, picture) => {
                self.pictures.insert(path, picture);
                self.pace.hurry(Instant::now());
            }
            UserEvent::Screenshot(Ok(path)) => self.news(format!("Screenshot {}", path.display())),
            UserEvent::Screenshot(Err(problem)) => self.trouble(problem),
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let due = self.pace.next();
        if Instant::now() < due {
            event_loop.set_control_flow(ControlFlow::WaitUntil(due));
            return;
        }
        match &self.window {
            // A window that is not seen is not asked to redraw by every platform.
            Some(window) if self.attention() != Attention::Hidden => window.request_redraw(),
            _ => self.frame(event_loop),
        }
        let next = self.pace.next().max(Instant::now() + BETWEEN_REQUESTS);
        event_loop.set_control_flow(ControlFlow::WaitUntil(next));
    }
}

/// The traces of impacts that belong to what is seen.
fn effects<'a>(shown: &'a Option<SlowMotion>, game: &'a Game) -> &'a Effects {
    (shown.as_ref()).map_or(&game.effects, |shown| &shown.effects)
}

/// The desktop's scale factor for a window.
fn scale(window: Option<&Window>) -> f32 {
    window.map_or(1.0, |window| window.scale_factor() as f32)
}

/// Where each ghost parted from the player, in words.
fn ghost_lines(ghosts: &Ghosts) -> Vec<String> {
    let mut lines = Vec::new();
    for ghost in &ghosts.all {
        let name = ghost.mode.name();
        match &ghost.parting {
            None => lines.push(format!("{name}: the same way so far")),
            Some(parting) => {
                let mut summary = parting.summary().into_iter();
                lines.extend(summary.next().map(|first| format!("{name}: {first}")));
                lines.extend(summary.map(|line| format!("  {line}")));
            }
        }
    }
    lines
}
