//! The window: its owners, and the order of a frame.
//!
//! `App` alone knows all owners. Its methods are in four files: this one has the frame, `events` the
//! event loop, `actions` the effects of keys and screens, and `levels` the change of levels.

mod abandoned_run;
mod actions;
mod arrival;
mod camera_rig;
mod drawing;
mod events;
mod finale;
mod hud;
mod input;
mod laboratory;
mod level_browser;
mod level_loading;
mod level_title;
mod levels;
mod measurement;
mod open_window;
mod opening;
mod picture;
mod pointing;
mod preferences;
mod quality;
mod reports;
mod screen_facts;
mod screen_keys;
mod screens;
mod shape;
mod sound;

use std::time::{Duration, Instant};

use winit::event_loop::{ActiveEventLoop, EventLoopProxy};

pub(super) use self::preferences::Preferences;
use self::{
    camera_rig::CameraRig, drawing::Drawing, finale::Finale, input::InputDevices,
    laboratory::Laboratory, level_browser::LevelBrowser, level_loading::LevelLoading,
    open_window::OpenWindow, picture::Picture, reports::PlaybackEnd, screens::Screens,
};
use super::{
    AppError, Startup,
    game::{Advance, Game, branch_saved},
    pace::Attention,
    respawn::Respawn,
    user_event::UserEvent,
};
use hexbound_audio::Audio;
use hexbound_base::words::{Phrase, Words, phrase};
use hexbound_inspect::{Inspection, Legend};
use hexbound_replay::crash;
use hexbound_scenes::catalog;
use hexbound_sim::View;
use hexbound_ui::{MessageKind, shell::Screen};

/// The longest time that a frame spends on the unshown ticks of a report or a resumed run.
const MAX_CATCH_UP_TIME: Duration = Duration::from_millis(200);

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
        mut preferences: Preferences,
        preload: Startup,
        proxy: EventLoopProxy<UserEvent>,
    ) -> Self {
        let mut app = Self {
            game,
            input: InputDevices::new(&preferences.settings),
            window: OpenWindow::new(&preferences.settings, Instant::now()),
            drawing: Drawing::new(preload),
            loading: LevelLoading::new(proxy.clone(), preferences.options.refused.take()),
            browser: LevelBrowser::new(proxy.clone()),
            lab: Laboratory::new(proxy.clone(), preferences.options.collision_view),
            preferences,
            rig: CameraRig::default(),
            finale: Finale::default(),
            respawn: Respawn::default(),
            screens: Screens::new(),
            audio: Audio::open(),
            proxy,
            failure: None,
        };
        // The world is silent before its first frame.
        app.audio.set_paused(true);
        app.apply_settings();
        app.start_ghosts();
        app.preferences.watch_file(app.proxy.clone());
        app.open_first_screen();
        app.watch_for_faults();
        app.lab.enter(&app.game.level, app.game.is_playback());
        if !app.game.is_playback() {
            app.screens.report_last_crash();
        }
        if let Some(moment) = &app.game.moment {
            app.screens.introduce_capsule(moment);
        }
        app.screens.introduce_replay(&app.game, &app.input);
        let level = &app.game.level;
        for line in level.announcement(&catalog::argument_for(level)) {
            (app.screens).show_message(Phrase::plain(line), MessageKind::Trouble);
        }
        app
    }

    /// Opens the screen that the window begins with, if there is one.
    fn open_first_screen(&mut self) {
        match &self.loading.refused {
            Some(refused) => (self.screens.shell).open(Screen::Trouble(refused.lines.clone())),
            None if self.preferences.options.starts_at_menu => {
                self.browser.look_for_abandoned_runs();
                self.screens.shell.open(Screen::Start);
            }
            None => {}
        }
    }

    /// Finishes the recording and the capsule that is being written, after the loop has ended. Fails with
    /// the error that ended the game, if there was one.
    pub(crate) fn finish(mut self) -> Result<(), AppError> {
        self.save_settings();
        match self.game.save_branch() {
            Ok(None) => {}
            Ok(Some(path)) => log::info!("{}", Words::english().say(&branch_saved(&path))),
            Err(problem) => self.trouble(problem),
        }
        if let Some(run) = self.loading.awaited.take() {
            run.report_unrecorded();
        }
        self.game.leave_run();
        let recorded = self.game.finish_recording();
        self.lab.finish_capsule();
        match (self.failure, self.loading.refused) {
            (Some(failure), _) => Err(failure),
            (None, Some(refused)) => Err(AppError::Refused(refused.text)),
            (None, None) => Ok(recorded.map(drop)?),
        }
    }

    /// Performs a frame, if there is a device to draw it with. Without one, the game is paused.
    fn frame(&mut self, event_loop: &ActiveEventLoop) {
        if self.has_device(event_loop, Instant::now()) {
            self.advance(event_loop);
            // Injected faults happen between frames, as events of the window do.
            self.drawing.inject_faults(&mut self.input);
        } else {
            let rate = self.rate();
            self.window.pace.begin(Instant::now(), rate);
            self.game.wait();
            // No frame makes sound without a device, and the last sounds must not continue.
            self.audio.set_paused(true);
        }
    }

    /// Performs the steps of a frame: input → ticks → sound → view → picture.
    fn advance(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        let rate = self.rate();
        let seconds = self.window.pace.begin(now, rate);
        if let Some(window) = self.window.get() {
            self.input.pointer.recenter(window);
        }
        self.read_pads(seconds);
        self.pause_when_left(now);
        if self.preferences.is_due(now) {
            self.save_settings();
        }
        self.audio.set_paused(self.screens.shell.stops_play());
        (self.game).keep_journal(self.lab.inspector.needs_journal());
        let advance = match self.run_ticks(seconds) {
            Ok(advance) => advance,
            Err(error) => return self.fail(event_loop, error),
        };
        (self.window.averages).add(now, advance.ticks, now.elapsed());
        self.follow_ticks(&advance, seconds);
        let mut view = self.current_view();
        let looked = self.inspect(&view);
        view.debug = looked.debug;
        if self.finale.slow_motion.is_none() {
            hud::show_aim(&self.game, &mut view);
        }
        self.lab.mark_finding(self.rig.camera, &mut view.debug);
        if self.attention() != Attention::Hidden {
            self.draw(event_loop, &view, &looked.legend, seconds as f32);
        }
        // The measurement follows the frame, so that the first one of a level need not wait for it.
        if let Err(error) = self.follow_quality().and_then(|()| self.advance_arrival()) {
            return self.fail(event_loop, error);
        }
        if let Some(moment) = self.lab.stopped_moment(&self.game) {
            self.screens.capsule_stopped(moment, self.game.world.tick);
        }
        self.notice(advance);
    }

    /// Runs the ticks of a frame of `seconds`, unless play is paused.
    fn run_ticks(&mut self, seconds: f64) -> Result<Advance, AppError> {
        if self.screens.shell.stops_play() || self.replay_best_throw(seconds) {
            self.game.wait();
            return Ok(Advance::default());
        }
        match self.catch_up()? {
            true => Ok(Advance::default()),
            false => Ok(self.game.advance(seconds, &mut self.input.controls)?),
        }
    }

    /// Replays the best throw of a finished run for `seconds` of real time, then opens the results.
    /// Returns false if there is neither to show.
    fn replay_best_throw(&mut self, seconds: f64) -> bool {
        let is_shown = self.finale.advance(&mut self.game, seconds);
        if !is_shown && self.finale.take_results_due(&self.game) {
            self.open_screen(Screen::Results);
        }
        is_shown || self.screens.shell.stops_play()
    }

    /// Plays a report up to its last minute, or an abandoned run up to its end. Returns false if there is
    /// nothing to play.
    fn catch_up(&mut self) -> Result<bool, AppError> {
        if self.game.catch_up_progress().is_none() {
            return Ok(false);
        }
        let (began, is_resuming) = (Instant::now(), self.game.is_resuming());
        let played = self.game.catch_up(|| began.elapsed() < MAX_CATCH_UP_TIME);
        let played = played.map_err(AppError::from);
        match is_resuming {
            true => self.follow_resuming(played)?,
            false => played?,
        }
        self.window.hurry();
        Ok(true)
    }

    /// Updates sound, messages, hints and camera after the ticks of a frame of `seconds`.
    fn follow_ticks(&mut self, advance: &Advance, seconds: f64) {
        let stops_play = self.screens.shell.stops_play();
        let shown = self.finale.slow_motion.as_ref();
        let moment = sound::moment(&self.game, shown, stops_play, seconds as f32);
        self.audio.play(&moment);
        self.screens.report_faults(&mut self.audio);
        if let Some(place) = self.respawn.fall_among(&self.game.events) {
            self.lab.checker.findings.fell_from(place);
        }
        let now = self.screens.now();
        if let Some(said) = self.respawn.follow_game(&self.game, now) {
            self.screens.news(said);
        }
        self.screens.announce(&self.game, &self.input);
        self.screens.show_story(&self.game);
        let is_taught = !self.screens.shell.is_open()
            && !self.game.is_watched()
            && self.finale.slow_motion.is_none()
            && self.loading.refused.is_none();
        if is_taught {
            let input = self.game.hint_input(&self.input.controls, advance, seconds);
            self.screens.teach(input);
        }
        let flies = self.is_title() && self.attention() == Attention::Paused;
        let controls = &self.input.controls;
        (self.rig).advance(&self.game, controls, flies, seconds as f32);
    }

    /// Reacts to the outcome of a frame's ticks.
    fn notice(&mut self, advance: Advance) {
        self.finale.note(&advance);
        for said in advance.warnings {
            self.trouble(said);
        }
        if advance.selected_nothing {
            (self.screens).news_instead("select", phrase("selected-nothing"));
        }
        if advance.took_off && !self.game.is_playback() {
            self.screens.news(phrase("flight-is-help"));
        }
        if let Some((run, place)) = advance.stored.and_then(|stored| stored.kept) {
            let name = run.path.file_name().unwrap_or_default().to_string_lossy();
            let said = match place {
                0 => phrase("kept-as-best"),
                place => phrase("kept-as-number").with("number", place + 1),
            };
            (self.screens).news(said.with("command", format!("hexbound play --against {name}")));
        }
        if let Some(race) = advance.race {
            self.screens.news_instead("race", race);
        }
        if advance.finished {
            self.end_playback();
        }
    }

    /// Pauses a recording at its end, and a report before its fault.
    fn end_playback(&mut self) {
        self.game.time.paused = true;
        match reports::playback_end(&self.game) {
            PlaybackEnd::Message(topic, said) => self.screens.news_instead(topic, said),
            PlaybackEnd::Fault(screen) => self.open_screen(screen),
        }
    }

    /// Draws a frame, `elapsed` seconds after the one before, and carries out the player's wishes on
    /// it.
    fn draw(&mut self, event_loop: &ActiveEventLoop, view: &View, legend: &Legend, elapsed: f32) {
        (self.preferences).list_sound_devices(self.screens.shell.top());
        let picture = Picture {
            game: &self.game,
            input: &self.input,
            window: &self.window,
            drawing: &mut self.drawing,
            loading: &self.loading,
            browser: &self.browser,
            preferences: &self.preferences,
            lab: &self.lab,
            rig: &self.rig,
            finale: &self.finale,
            respawn: &self.respawn,
            screens: &mut self.screens,
            audio: &self.audio,
        };
        let Some((drawn, wishes)) = picture.show(view, legend, elapsed) else {
            return;
        };
        match self.drawing.note_drawn(drawn) {
            Ok(problem) => problem.into_iter().for_each(|it| self.trouble(it)),
            Err(error) => self.fail(event_loop, error),
        }
        let (shell, remembered) = (&self.screens.shell, &mut self.screens.remembered);
        (self.browser).serve(shell.top(), shell.stops_play(), remembered);
        if let Some(sound) = self.screens.shell.take_sound() {
            self.audio.play_interface(sound);
        }
        for wish in wishes {
            self.carry_out(event_loop, wish);
        }
    }

    /// The selected collision views, as seen from `view`.
    fn inspect(&self, view: &View) -> Inspection {
        let field_of_view = self.preferences.settings.view.vertical_field_of_view();
        (self.lab.inspector).inspect(view, field_of_view, self.drawing.size(), &self.game)
    }

    /// The view from the camera.
    fn current_view(&self) -> View {
        let (game, controls) = (&self.game, &self.input.controls);
        match &self.finale.slow_motion {
            Some(shown) => shown.view(),
            None if self.is_title() => self.rig.title_view(game, controls),
            None => self.rig.view(game, controls, &self.preferences.settings),
        }
    }

    /// Returns whether the flight behind the title screen is visible.
    fn is_title(&self) -> bool {
        self.screens.shell.root() == Some(&Screen::Start)
            && self.preferences.settings.view.title_flight
    }

    /// Applies the settings to all owners.
    fn apply_settings(&mut self) {
        self.preferences.words = self.preferences.settings.words();
        let settings = &self.preferences.settings;
        self.input.apply(settings);
        self.audio.set_volumes(settings.sound.volumes());
        self.audio.play_through(&settings.sound.output);
        self.audio.set_subtitles(settings.sound.subtitles);
        self.game.rules = self.preferences.rules();
        self.drawing.apply(settings);
        let window = self.window.window.as_deref();
        if let Some(size) = self.window.shape.follow(settings, window) {
            self.drawing.resize(size, &self.preferences);
        }
        self.set_up_game();
        reports::note_settings(&self.preferences.settings);
    }

    /// Applies the settings after the player has changed them on a screen.
    fn settings_changed(&mut self) {
        self.apply_settings();
        self.preferences.changed();
    }

    /// Writes changed settings to their file.
    fn save_settings(&mut self) {
        if let Some(problem) = self.preferences.save() {
            self.trouble(problem);
        }
    }

    /// Sets the help and the tones of the game from the settings and the command line.
    fn set_up_game(&mut self) {
        self.game.observers.contacts.is_wanted = self.preferences.settings.sound.contacts;
        self.game.aim_line = self.preferences.aim_line();
        self.game.time.set_pace(self.preferences.pace());
    }

    /// Starts to collect the notes for a report of a fault.
    fn watch_for_faults(&self) {
        crash::watch(Some(self.game.flight_log()));
        reports::note_level(&self.game.level);
        reports::note_settings(&self.preferences.settings);
    }

    /// Shows the ghosts that the command line requests.
    fn start_ghosts(&mut self) {
        (self.game).start_ghosts(&self.preferences.options.ghosts);
        self.screens.note_missing_ghosts(&self.game);
    }

    /// Shows a warning and logs it.
    pub(crate) fn trouble(&mut self, said: Phrase) {
        self.screens.trouble(said);
    }

    /// Ends the game with an error.
    fn fail(&mut self, event_loop: &ActiveEventLoop, error: impl Into<AppError>) {
        // A failure after the first one is its consequence.
        if self.failure.is_none() {
            let had_graphics = self.drawing.had_graphics;
            self.failure = Some(reports::with_report(error.into(), had_graphics));
        }
        event_loop.exit();
    }
}
