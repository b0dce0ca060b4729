//! The window: its events, and what happens in a frame.

mod arrival;
mod awaited;
mod branches;
mod camera_rig;
mod capsules;
mod continued;
mod device_loss;
mod drawing;
mod events;
mod finale;
mod findings;
mod hearing;
mod injected_faults;
mod input_devices;
mod keys;
mod laboratory;
mod level_browser;
mod level_loading;
mod levels;
mod on_screen;
mod open_window;
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

use std::time::{Duration, Instant};

use winit::event_loop::{ActiveEventLoop, EventLoopProxy};

use self::{
    camera_rig::CameraRig, drawing::Drawing, finale::Finale, input_devices::InputDevices,
    laboratory::Laboratory, level_browser::LevelBrowser, level_loading::LevelLoading,
    open_window::OpenWindow, preferences::Preferences, screens::Screens, shape::mode_at_start,
};
use super::{
    AppError, GpuPreload, WindowOptions,
    game::{Advance, Game},
    pace::Attention,
    respawn::Respawn,
    user_event::UserEvent,
    with_causes,
};
use crate::{
    audio::Audio,
    catalog,
    settings::{Settings, SettingsFile},
    shell::Screen as ShellScreen,
    ui::MessageKind,
    words::{Phrase, Words, phrase},
};

/// The time without the focus after which play stands still; some desktops take it for a moment.
const ABSENCE: Duration = Duration::from_millis(150);

/// The game in its window.
pub(super) struct App {
    game: Game,
    input: InputDevices,
    window: OpenWindow,
    drawing: Drawing,
    loading: LevelLoading,
    browser: LevelBrowser,
    preferences: Preferences,
    lab: Laboratory,
    rig: CameraRig,
    finale: Finale,
    respawn: Respawn,
    screens: Screens,
    audio: Audio,
    proxy: EventLoopProxy<UserEvent>,
    failure: Option<AppError>,
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
        settings.window_mode = mode_at_start(&options, &settings);
        let mut app = Self {
            game,
            input: InputDevices::new(&settings),
            window: OpenWindow::new(&settings, now),
            drawing: Drawing::new(preload),
            loading: LevelLoading::new(proxy.clone(), options.refused.take()),
            browser: LevelBrowser::new(proxy.clone()),
            lab: Laboratory::new(proxy.clone(), options.collision_view),
            preferences: Preferences::new(settings, settings_file, options),
            rig: CameraRig::default(),
            finale: Finale::default(),
            respawn: Respawn::default(),
            screens: Screens::new(now),
            audio: Audio::open(),
            proxy,
            failure: None,
        };
        app.apply_settings();
        app.want_ghosts();
        app.watch_settings();
        match &app.loading.refused {
            Some(refused) => app
                .screens
                .shell
                .open(ShellScreen::Trouble(refused.lines().to_vec())),
            None if app.preferences.options.starts_at_menu => {
                app.look_for_left_runs();
                app.screens.shell.open(ShellScreen::Start);
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
        app.lab.inspector.enter(level);
        for line in level.announcement(&catalog::argument_for(level)) {
            (app.screens.ui).say(Phrase::plain(line), MessageKind::Trouble, 0.0);
        }
        app
    }

    /// Finishes the recording and the capsule that is being kept, after the loop has ended; the error
    /// says what went wrong.
    pub(crate) fn finish(mut self) -> Result<(), AppError> {
        self.keep_settings();
        self.save_branch();
        if let Some(run) = self.loading.awaited.take() {
            run.tell_unrecorded();
        }
        self.game.leave_run();
        let recorded = self.game.finish_recording();
        self.finish_capsule();
        match (self.failure, self.loading.refused) {
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
            self.window.pace.begin(Instant::now(), self.rate());
            self.game.wait();
            // No frame is heard until then, and what was heard last must not go on.
            self.audio.set_paused(true);
        }
    }

    /// Does what a frame consists of: input → ticks → sound → view → picture.
    fn advance(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        let seconds = self.window.pace.begin(now, self.rate());
        self.keep_pointer();
        self.read_pads(seconds);
        self.pause_when_left(now);
        self.keep_settings_when_due(now);
        self.audio.set_paused(self.screens.shell.stops_play());
        let advance = match self.screens.shell.stops_play() || self.show_again(seconds) {
            true => {
                self.game.wait();
                Ok(Advance::default())
            }
            false => match self.catch_up() {
                Ok(true) => Ok(Advance::default()),
                Ok(false) => {
                    (self.game.advance(seconds, &mut self.input.controls)).map_err(AppError::from)
                }
                Err(error) => Err(error),
            },
        };
        let advance = match advance {
            Ok(advance) => advance,
            Err(error) => return self.fail(event_loop, error),
        };
        self.window.averages.add(now, advance.ticks, now.elapsed());
        self.play_sound(seconds as f32);
        self.tell_of_faults();
        for problem in self.audio.take_problems() {
            self.screens
                .ui
                .say(problem, MessageKind::Trouble, self.now());
        }
        let now = self.now();
        self.tell_of_respawn(now);
        self.announce(now);
        self.tell_story(now);
        self.teach(&advance, seconds);
        let seen = self.game.view(&self.input.controls);
        self.rig
            .head_bob
            .advance(seen.eye, self.game.world.player.grounded);
        self.rig.camera.advance(&seen, seconds as f32);
        if self.flies() {
            self.rig.title_flight.advance(seconds as f32);
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
        self.finale.best_before =
            (stored.as_ref()).map_or(self.finale.best_before, |it| it.best_before);
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
        self.screens.started.elapsed().as_secs_f64()
    }

    /// Shows a message and logs it.
    fn news(&mut self, said: Phrase) {
        log::info!("{}", Words::english().say(&said));
        self.screens.ui.say(said, MessageKind::News, self.now());
    }

    /// Shows a message in place of an earlier one on the same topic.
    fn news_instead(&mut self, topic: &'static str, said: Phrase) {
        log::info!("{}", Words::english().say(&said));
        self.screens.ui.say_instead(topic, said, self.now());
    }

    /// Shows a warning and logs it.
    pub(crate) fn trouble(&mut self, said: Phrase) {
        log::warn!("{}", Words::english().say(&said));
        self.screens.ui.say(said, MessageKind::Trouble, self.now());
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
