//! The window: its events, and what happens in a frame.

mod arrival;
mod awaited;
mod branches;
mod capsules;
mod continued;
mod device_loss;
mod events;
mod findings;
mod hearing;
mod injected_faults;
mod keys;
mod levels;
mod on_screen;
mod opening;
mod pads;
mod picture;
mod played;
mod pointing;
mod preferences;
mod quality;
mod reports;
mod screens;
mod shape;
mod told;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use glam::Vec2;
use image::RgbaImage;
use winit::{
    dpi::PhysicalPosition,
    event_loop::{ActiveEventLoop, EventLoopProxy},
    keyboard::ModifiersState,
    window::Window,
};

use self::{arrival::Arrival, continued::ShownRun};
use super::{
    AppError, GpuPreload, Refused, WindowOptions,
    best_throw::LitThrow,
    camera::Camera,
    checker::Checker,
    collision_inspector::CollisionInspector,
    entrance::AwaitedRun,
    folder::Folder,
    game::{Advance, Game},
    graphics::Graphics,
    head_bob::HeadBob,
    hints::Hints,
    injected_faults::InjectedFaults,
    level_shelf::{LevelShelf, ShelvedLevel},
    loading::Loader,
    pace::{Attention, Averages, Pace},
    remembered::Remembered,
    respawn::Respawn,
    slow_motion::SlowMotion,
    title_flight::TitleFlight,
    user_event::UserEvent,
    watch::Watch,
    with_causes,
};
use device_loss::Reopening;
use shape::{WindowShape, mode_at_start};

use crate::{
    audio::Audio,
    catalog,
    input::{Controls, Device, KeyLabels, Pads, Pointer, Sticks, Wheel},
    level::Finding,
    render::ExposureSettings,
    settings::{Settings, SettingsFile},
    shell::{PadSteps, Screen as ShellScreen, Shell},
    sim::RunResult,
    ui::{FigureDetail, MessageKind, Ui},
    words::{Phrase, Words, phrase},
};

/// The time without the focus after which play stands still; some desktops take it for a moment.
const ABSENCE: Duration = Duration::from_millis(150);

/// The game in its window.
pub(super) struct App {
    game: Game,
    options: WindowOptions,
    settings: Settings,
    /// The words of the player's language.
    words: &'static Words,
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
    pad_steps: PadSteps,
    /// The device that was used last.
    device: Device,
    /// The place at which the pointer was left when the pad was taken up.
    pointer_left: Option<PhysicalPosition<f64>>,
    pointer: Pointer,
    /// The place of the pointer while it is free, pixels from the window's upper left corner.
    pointer_at: Vec2,
    /// The way in which the pointer was held last.
    held_pointer: Option<Pointer>,
    audio: Audio,
    ui: Ui,
    shell: Shell,
    /// The devices that sound can be played through, while their setting is seen.
    sound_devices: Option<Vec<String>>,
    /// The name of the file that is being loaded.
    loading: String,
    level_shelf: LevelShelf<UserEvent>,
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
    figure_detail: FigureDetail,
    inspector: CollisionInspector,
    camera: Camera,
    checker: Checker<UserEvent>,
    /// The finding whose place the camera looks at.
    shown_finding: Option<Finding>,
    head_bob: HeadBob,
    title_flight: TitleFlight,
    window: Option<Arc<Window>>,
    window_shape: WindowShape,
    graphics: Option<Graphics>,
    /// The lost device, while it can't be opened again.
    reopening: Option<Reopening>,
    injected_faults: InjectedFaults,
    /// True if a test wants a desktop that does not hold the pointer.
    pointer_is_refused: bool,
    /// The reason for which the last picture could not be shown.
    no_picture: Option<String>,
    /// The quality of the pictures, in words.
    quality: Phrase,
    /// True if the settings may ask for another quality than the pictures have.
    quality_changed: bool,
    /// The preloaded device, until the window is there.
    preload: Option<GpuPreload>,
    loader: Loader<UserEvent>,
    /// The run that the window was opened for, until its level is there.
    awaited: Option<AwaitedRun>,
    /// The level that was loaded, until it is on the device.
    arrival: Option<Arrival>,
    watch: Option<Watch>,
    proxy: EventLoopProxy<UserEvent>,
    started: Instant,
    pace: Pace,
    averages: Averages,
    focused: bool,
    /// When the focus went elsewhere, until play stands still.
    left_at: Option<Instant>,
    occluded: bool,
    /// When the window was asked to be redrawn, until it is.
    redraw_asked: Option<Instant>,
    modifiers: ModifiersState,
    failure: Option<AppError>,
    /// True once there was a graphics device to draw with.
    had_graphics: bool,
    /// The level that was asked for, while it can't be played.
    refused: Option<Refused>,
    respawn: Respawn,
    /// The best throw of the finished run.
    best_throw: Option<LitThrow>,
    /// The best result in the level before the finished run.
    best_before: Option<RunResult>,
    /// The runs that can be gone on with, as they were looked up last.
    left_runs: Vec<ShownRun>,
    /// The run to go on with once its level is loaded.
    to_go_on: Option<ShownRun>,
    /// The best throw, while it is shown again.
    slow_motion: Option<SlowMotion>,
    /// True once the results of the finished run were shown.
    has_shown_results: bool,
    /// The tick of the shown capsule at which time last stood still.
    moment_tick: Option<u64>,
    /// The thread that keeps the last seconds as a capsule, or the one that did so last.
    capsule_thread: Option<JoinHandle<()>>,
}

impl App {
    pub(crate) fn new(
        game: Game,
        mut options: WindowOptions,
        (mut settings, settings_file): (Settings, Option<SettingsFile>),
        preload: GpuPreload,
        proxy: EventLoopProxy<UserEvent>,
    ) -> Self {
        let now = Instant::now();
        let remembered = Remembered::load();
        let refused = options.refused.take();
        settings.window_mode = mode_at_start(&options, &settings);
        let mut app = Self {
            controls: Controls::new(settings.radians_per_count(), settings.invert_y),
            key_labels: KeyLabels::default(),
            wheel: Wheel::default(),
            pads: Pads::open(),
            sticks: Sticks::default(),
            pad_steps: PadSteps::default(),
            device: Device::Keys,
            pointer_left: None,
            pointer: Pointer::default(),
            pointer_at: Vec2::ZERO,
            audio: Audio::open(),
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
            figure_detail: FigureDetail::default(),
            inspector: CollisionInspector::at(options.collision_view),
            camera: Camera::default(),
            checker: Checker::new(proxy.clone()),
            shown_finding: None,
            head_bob: HeadBob::default(),
            title_flight: TitleFlight::default(),
            window: None,
            window_shape: WindowShape::of(&settings),
            graphics: None,
            reopening: None,
            injected_faults: InjectedFaults::from_environment(),
            pointer_is_refused: false,
            no_picture: None,
            held_pointer: None,
            quality: Phrase::default(),
            quality_changed: false,
            preload: Some(preload),
            loader: Loader::new(proxy.clone()),
            awaited: None,
            arrival: None,
            watch: None,
            started: now,
            pace: Pace::new(now),
            averages: Averages::new(now),
            focused: false,
            left_at: None,
            occluded: false,
            redraw_asked: None,
            modifiers: ModifiersState::default(),
            failure: None,
            had_graphics: false,
            refused,
            respawn: Respawn::default(),
            best_throw: None,
            best_before: None,
            left_runs: Vec::new(),
            to_go_on: None,
            slow_motion: None,
            has_shown_results: false,
            moment_tick: None,
            capsule_thread: None,
            exposure: ExposureSettings::default(),
            game,
            options,
            words: settings.words(),
            settings,
            settings_file,
            settings_watch: None,
            settings_due: None,
            proxy,
        };
        app.apply_settings();
        app.want_ghosts();
        app.watch_settings();
        match &app.refused {
            Some(refused) => app
                .shell
                .open(ShellScreen::Trouble(refused.lines().to_vec())),
            None if app.options.starts_at_menu => {
                app.look_for_left_runs();
                app.shell.open(ShellScreen::Start);
            }
            None => {}
        }
        app.watch_for_faults();
        app.check_level();
        if !app.game.is_playback() {
            app.tell_of_last_time();
        }
        app.tell_of_moment();
        app.tell_of_replay();
        let level = &app.game.level;
        app.inspector.enter(level);
        for line in level.announcement(&catalog::argument_for(level)) {
            (app.ui).say(Phrase::plain(line), MessageKind::Trouble, 0.0);
        }
        app
    }

    /// Finishes the recording and the capsule that is being kept, after the loop has ended; the error
    /// says what went wrong.
    pub(crate) fn finish(mut self) -> Result<(), AppError> {
        self.keep_settings();
        self.save_branch();
        if let Some(run) = self.awaited.take() {
            run.tell_unrecorded();
        }
        self.game.leave_run();
        let recorded = self.game.finish_recording();
        self.finish_capsule();
        match (self.failure, self.refused) {
            (Some(failure), _) => Err(failure),
            (None, Some(refused)) => Err(AppError::Refused(refused.text().to_owned())),
            (None, None) => Ok(recorded.map(drop)?),
        }
    }

    /// Does everything that a frame consists of, if there is a device to draw it with. Nothing goes on
    /// without one.
    fn frame(&mut self, event_loop: &ActiveEventLoop) {
        if self.has_device(event_loop, Instant::now()) {
            self.advance(event_loop);
            // They happen between frames, as events of the window do.
            self.let_faults_happen();
        } else {
            self.pace.begin(Instant::now(), self.rate());
            self.game.wait();
            // No frame is heard until then, and what was heard last must not go on.
            self.audio.set_paused(true);
        }
    }

    /// Does what a frame consists of: input → ticks → sound → view → picture.
    fn advance(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        let seconds = self.pace.begin(now, self.rate());
        self.keep_pointer();
        self.read_pads(seconds);
        self.pause_when_left(now);
        self.keep_settings_when_due(now);
        self.audio.set_paused(self.shell.stops_play());
        let advance = match self.shell.stops_play() || self.show_again(seconds) {
            true => {
                self.game.wait();
                Ok(Advance::default())
            }
            false => match self.catch_up() {
                Ok(true) => Ok(Advance::default()),
                Ok(false) => {
                    (self.game.advance(seconds, &mut self.controls)).map_err(AppError::from)
                }
                Err(error) => Err(error),
            },
        };
        let advance = match advance {
            Ok(advance) => advance,
            Err(error) => return self.fail(event_loop, error),
        };
        self.averages.add(now, advance.ticks, now.elapsed());
        self.play_sound(seconds as f32);
        self.tell_of_faults();
        for problem in self.audio.take_problems() {
            self.ui.say(problem, MessageKind::Trouble, self.now());
        }
        let now = self.now();
        self.tell_of_respawn(now);
        self.announce(now);
        self.tell_story(now);
        self.teach(&advance, seconds);
        let seen = self.game.view(&self.controls);
        self.head_bob
            .advance(seen.eye, self.game.world.player.grounded);
        self.camera.advance(&seen, seconds as f32);
        if self.flies() {
            self.title_flight.advance(seconds as f32);
        }
        let mut view = self.current_view();
        let looked = self.inspect(&view);
        view.debug = looked.debug;
        self.show_aim(&mut view);
        self.mark_finding(&mut view.debug);
        if self.attention() != Attention::Hidden {
            self.draw(event_loop, (&view, &looked.legend), seconds as f32);
        }
        // After the picture, so that the first one of a level need not wait for a measurement.
        let followed = self.follow_quality().map_err(AppError::from);
        if let Err(error) = followed.and_then(|()| self.advance_arrival()) {
            return self.fail(event_loop, error);
        }
        self.tell_of_moment_tick();
        self.notice(advance);
    }

    /// Reacts to the outcome of a frame's ticks.
    fn notice(&mut self, advance: Advance) {
        self.tell_of_events(&advance);
        if advance.selected_nothing {
            self.news_instead("select", phrase("selected-nothing"));
        }
        if advance.took_off && !self.game.is_playback() {
            self.news(phrase("flight-is-help"));
        }
        if let Some(error) = advance.recording_failed {
            let said = phrase("recording-stopped").with("error", with_causes(&error));
            self.trouble(said);
        }
        if let Some(error) = advance.not_kept {
            self.trouble(phrase("run-not-kept").with("error", with_causes(&error)));
        }
        let stored = advance.stored;
        self.best_before = (stored.as_ref()).map_or(self.best_before, |it| it.best_before);
        if let Some((run, place)) = stored.and_then(|stored| stored.kept) {
            let name = run.path.file_name().unwrap_or_default().to_string_lossy();
            let said = match place {
                0 => phrase("kept-as-best"),
                place => phrase("kept-as-number").with("number", place + 1),
            };
            self.news(said.with("command", format!("hexbound race {name}")));
        }
        if let Some(race) = advance.race {
            self.news_instead("race", race);
        }
        if advance.finished {
            self.end_playback();
        }
    }

    /// Seconds since the start, for the interface.
    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Shows a message and logs it.
    fn news(&mut self, said: Phrase) {
        log::info!("{}", Words::english().say(&said));
        self.ui.say(said, MessageKind::News, self.now());
    }

    /// Shows a message in place of an earlier one on the same topic.
    fn news_instead(&mut self, topic: &'static str, said: Phrase) {
        log::info!("{}", Words::english().say(&said));
        self.ui.say_instead(topic, said, self.now());
    }

    /// Shows a warning and logs it.
    pub(crate) fn trouble(&mut self, said: Phrase) {
        log::warn!("{}", Words::english().say(&said));
        self.ui.say(said, MessageKind::Trouble, self.now());
    }

    /// Ends the game with an error.
    fn fail(&mut self, event_loop: &ActiveEventLoop, error: impl Into<AppError>) {
        // What fails after the first fault is its consequence.
        if self.failure.is_none() {
            self.failure = Some(self.with_report(error.into()));
        }
        event_loop.exit();
    }
}
