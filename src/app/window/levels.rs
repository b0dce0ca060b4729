//! The change of levels in an open window: chosen, dropped on it, saved by another program, or uploaded
//! to another device.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use winit::event_loop::ActiveEventLoop;

use super::{App, abandoned_run::ShownRun, arrival::Arrival, level_title::title, opening, reports};
use crate::app::{
    AppError, Refused, STAND_IN,
    entrance::{AwaitedRun, begin_game},
    game::Rival,
    graphics::Graphics,
    pace::Attention,
    user_event::{Loaded, LoadedLevel, Reason},
    with_causes,
};
use hexbound_base::words::{Phrase, Words, phrase};
use hexbound_level::{Level, LevelError, Reading};
use hexbound_render::RenderError;
use hexbound_replay::ReplayError;
use hexbound_scenes::catalog;
use hexbound_ui::{clock, shell::Screen};

impl App {
    /// Loads a file that was dropped on the window.
    pub(super) fn dropped(&mut self, path: PathBuf) {
        if self.loading.awaited.is_some() {
            return;
        }
        if self.game.is_playback() {
            self.trouble(phrase("recording-plays"));
            return;
        }
        self.load(path, None);
    }

    /// Restarts the level.
    pub(super) fn restart_level(&mut self) {
        let level = Arc::clone(&self.game.level);
        self.start(level);
        self.screens.news(phrase("begun-again"));
    }

    /// Loads the level that comes after this one.
    pub(super) fn next_level(&mut self) {
        let next = catalog::level_after(&self.game.level.name);
        let Some(path) = next.and_then(|name| catalog::find(name).ok()) else {
            return;
        };
        self.load(path, None);
    }

    /// Starts a run in a level that is on the device already.
    fn start(&mut self, level: Arc<Level>) {
        let ended = self.game.enter(level, false);
        self.report_ended(ended, phrase("recording-ends"));
    }

    /// Reports that a recording has ended with its level, or the reason why it could not be finished.
    fn report_ended(&mut self, ended: Result<Option<PathBuf>, ReplayError>, said: Phrase) {
        match ended {
            Ok(None) => {}
            Ok(Some(path)) => (self.screens).news(said.with("path", path.display().to_string())),
            Err(error) => self.trouble(Phrase::plain(with_causes(&error))),
        }
    }

    /// Loads a level for play, with a rival run if one is named. A screen shows the progress.
    pub(super) fn load(&mut self, path: PathBuf, rival: Option<PathBuf>) {
        self.show_loading(&path);
        (self.loading.loader).start(path, Reading::default(), rival, Reason::Chosen);
    }

    /// Shows the loading screen.
    fn show_loading(&mut self, path: &Path) {
        log::info!("Loading {}", path.display());
        let name = self.browser.name_of(path, self.preferences.words);
        self.loading.begin(name);
        self.open_screen(Screen::Loading);
    }

    /// Begins to read the level for which the window was opened.
    pub(crate) fn await_run(&mut self, run: AwaitedRun) {
        let (path, reading) = run.file.clone();
        self.loading.awaited = Some(run);
        self.show_loading(&path);
        (self.loading.loader).start(path, reading, None, Reason::Awaited);
    }

    /// Queues a loaded level for its upload to the device, or reports why it can't be played.
    pub(super) fn loaded(&mut self, loaded: Loaded) {
        if loaded.number != self.loading.loader.newest {
            return;
        }
        match loaded.result {
            Ok(level) => self.loading.arrival = Some(Arrival::new(level, loaded.reason)),
            Err(error) => {
                self.screens.shell.close(&Screen::Loading);
                self.not_loaded(loaded.path, loaded.reason, &error);
            }
        }
    }

    /// Reports why a level can't be played.
    fn not_loaded(&mut self, path: PathBuf, reason: Reason, error: &LevelError) {
        // A removed file is not reloaded, and its open level stays valid.
        if reason == Reason::Saved && !path.exists() {
            return;
        }
        if let Some(run) = self.loading.awaited.take() {
            return self.refuse_awaited(run, error.to_string());
        }
        if self.loading.refused.is_some() {
            log::warn!("{error}");
            let saved = (self.loading.file(&self.game.level)).filter(|_| reason == Reason::Saved);
            let reading = saved.map(|(_, reading)| reading).unwrap_or_default();
            return self.refuse(Refused::new(error.to_string(), Some((path, reading))));
        }
        let name = self.game.level.name.clone();
        let error = Phrase::plain(error.to_string());
        let stays = phrase("error-and-stays").with("error", error.clone());
        let stays = stays.with("name", name.clone());
        match reason {
            // A player who saves looks at the level; a message is enough.
            Reason::Saved => self.trouble(stays),
            Reason::Open | Reason::Awaited | Reason::Chosen => {
                log::warn!("{}", Words::english().say(&stays));
                let stays = phrase("stays-open").with("name", name);
                self.open_screen(Screen::Trouble(vec![error, stays]));
            }
        }
    }

    /// Shows why a level can't be played, until another one is opened.
    fn refuse(&mut self, refused: Refused) {
        self.screens.shell.close_all();
        self.open_screen(Screen::Trouble(refused.lines.clone()));
        self.loading.refused = Some(refused);
        let file = self.loading.file(&self.game.level);
        // A save of the same file may be on its way to the event loop.
        if !file.is_some_and(|(path, _)| self.loading.watches(&path)) {
            self.loading.watch_file(&self.game);
        }
    }

    /// Reports that the device can't hold a level.
    fn level_too_large(&mut self, error: &RenderError) {
        let text = error.to_string();
        log::warn!("{text}");
        self.open_screen(Screen::Trouble(vec![Phrase::plain(text)]));
    }

    /// Begins play in a level on the device, against a rival run if there is one. Warns of the level's
    /// oddities.
    fn enter_shown(&mut self, level: &Arc<Level>, reason: Reason, rival: Option<Rival>) {
        let stood_in = self.loading.refused.take().is_some();
        let keep_place = reason == Reason::Saved && !stood_in;
        let ended = (self.game).enter_against(Arc::clone(level), keep_place, rival);
        self.report_ended(ended, phrase("recording-ends-with-level"));
        reports::note_level(level);
        self.lab.enter(level, self.game.is_playback());
        self.screens.warn_of_level(level);
        let name = level.name.as_str();
        self.screens.news(match reason {
            Reason::Open | Reason::Awaited | Reason::Chosen => {
                let said = phrase("level-of-triangles").with("name", name);
                said.with("triangles", level.collision.len())
            }
            Reason::Saved => phrase("level-reloaded").with("name", name),
        });
        if reason != Reason::Saved || stood_in {
            self.loading.watch_file(&self.game);
            self.close_screens();
            self.screens.remember(level);
            if let Some(shown) = self.loading.to_resume.take() {
                self.resume(&shown);
            }
        }
    }

    /// Uploads one portion of a level, if one is on its way to the device. Fails if the run for which the
    /// window was opened can't begin.
    pub(super) fn advance_arrival(&mut self) -> Result<(), AppError> {
        let (graphics, is_chosen) = (&mut self.drawing.graphics, !self.drawing.quality_changed);
        let arrived = (graphics.as_mut()).and_then(|it| self.loading.advance(it, is_chosen));
        let Some((arrival, held)) = arrived else {
            return Ok(());
        };
        let (level, reason) = (arrival.level, arrival.reason);
        self.screens.shell.close(&Screen::Loading);
        match (self.loading.awaited.take(), held, reason) {
            (Some(run), Ok(()), _) => self.enter_awaited(&level, run)?,
            (Some(run), Err(error), _) => {
                self.refuse_awaited(run, format!("{}: {error}", level.name));
            }
            (None, Err(error), Reason::Open) => self.stand_in(error)?,
            (None, Err(error), _) => self.level_too_large(&error),
            (None, Ok(()), Reason::Open) => {}
            (None, Ok(()), _) => {
                let rival = arrival.rival.map(|rival| *rival).transpose();
                let rival = rival.unwrap_or_else(|error| {
                    self.trouble(phrase("no-race").with("problem", with_causes(&error)));
                    None
                });
                self.enter_shown(&level, reason, rival);
            }
        }
        self.screens.end_wait();
        log::info!("{} is on the screen", self.game.level.name);
        // A level that was opened behind a screen waits for the player's answer.
        if !self.screens.shell.is_open() {
            self.close_screens();
        }
        Ok(())
    }

    /// Begins the run in its level, which is on the device now. Fails if the run can't be recorded.
    fn enter_awaited(&mut self, level: &Arc<Level>, run: AwaitedRun) -> Result<(), AppError> {
        let rules = self.game.rules;
        let (game, kept) = begin_game(Arc::clone(level), run.start, rules, run.events)?;
        self.game = game;
        self.set_up_game();
        self.start_ghosts();
        self.watch_for_faults();
        self.lab.enter(level, self.game.is_playback());
        if let Err(error) = kept {
            self.trouble(Phrase::plain(with_causes(&error)));
        }
        self.screens.warn_of_level(level);
        Ok(())
    }

    /// Shows the plain room, and why the level for which the window was opened can't be played.
    fn refuse_awaited(&mut self, run: AwaitedRun, text: String) {
        log::error!("{text}");
        run.report_unrecorded();
        self.show_open_level();
        self.refuse(Refused::new(text, Some(run.file)));
    }

    /// Resumes the abandoned run in a file. Its level is loaded first, unless it is open.
    pub(super) fn resume_file(&mut self, file: &Path) {
        let Some(shown) = self.browser.abandoned_run(file).cloned() else {
            return;
        };
        if shown.is_of(&self.game.level) && self.loading.refused.is_none() {
            self.close_screens();
            self.start(self.game.level.clone());
            self.resume(&shown);
        } else {
            self.show_loading(&shown.level);
            let (level, reading) = (shown.level.clone(), shown.run.header.reading.clone());
            (self.loading.loader).start(level, reading, None, Reason::Chosen);
            self.loading.to_resume = Some(shown);
        }
    }

    /// Resumes the abandoned run in the level just entered. After a failure, a message reports it,
    /// and the level starts from its beginning.
    fn resume(&mut self, shown: &ShownRun) {
        match self.game.resume_run(&shown.run) {
            Err(error) => return self.not_resumed(with_causes(&error)),
            Ok(Some(error)) => {
                self.trouble(phrase("no-race").with("problem", with_causes(&error)));
            }
            Ok(None) => {}
        }
        log::info!(
            "going on with the run {} at {}",
            shown.run.path.display(),
            clock(shown.run.score_seconds())
        );
    }

    fn not_resumed(&mut self, problem: String) {
        self.trouble(phrase("no-going-on").with("problem", problem));
    }

    /// Handles a frame in which the recording of an abandoned run was played. At its end the player
    /// takes control. A run that differs from its recording is discarded, and its level restarted.
    pub(super) fn follow_resuming(&mut self, played: Result<(), AppError>) -> Result<(), AppError> {
        match played {
            Err(error) if self.game.is_resuming() => {
                self.game.discard_resuming();
                self.restart_level();
                self.not_resumed(with_causes(&error));
            }
            Err(error) => return Err(error),
            Ok(()) if self.game.is_resuming() => return Ok(()),
            Ok(()) => {
                let play = &self.game.world.play;
                let said = phrase("gone-on").with("lit", play.lit_count());
                let said = said.with("of", play.lit.len());
                let seconds = play.score_seconds(self.game.world.tick);
                (self.screens).news(said.with("time", Phrase::plain(clock(seconds))));
            }
        }
        self.input.controls.release_all();
        if self.window.focused && !self.screens.shell.is_open() {
            self.capture_pointer();
        }
        Ok(())
    }

    /// Opens the graphics of the window, at the start and again after the device was lost. The level is
    /// then uploaded to the device.
    pub(super) fn make_graphics(
        &mut self,
        event_loop: &ActiveEventLoop,
    ) -> Result<Graphics, AppError> {
        // A window has one surface: the old one has to go first.
        self.drawing.graphics = None;
        self.screens.ui.forget_textures();
        let (window, preload) = (self.window.window.as_ref(), self.drawing.preload.take());
        let graphics = opening::open_graphics(event_loop, window, preload, &self.preferences)?;
        self.drawing.quality_changed = true;
        match &mut self.loading.arrival {
            Some(arrival) => arrival.restart(),
            None if self.loading.awaited.is_none() => self.show_open_level(),
            None => {}
        }
        Ok(graphics)
    }

    /// Uploads the open level to the device, while a screen shows the progress.
    fn show_open_level(&mut self) {
        self.screens.begin_wait();
        let level = Arc::clone(&self.game.level);
        self.loading.name = title(&level, self.preferences.words);
        let (plan, rival) = (None, None);
        let loaded = LoadedLevel { level, plan, rival };
        self.loading.arrival = Some(Arrival::new(loaded, Reason::Open));
        self.open_screen(Screen::Loading);
    }

    /// Shows the plain room, with the reason, if the device can't hold the requested level.
    fn stand_in(&mut self, error: RenderError) -> Result<(), AppError> {
        if self.game.is_playback() || self.loading.refused.is_some() {
            return Err(error.into());
        }
        let requested = self.game.level.clone();
        let room = catalog::open(STAND_IN).map_err(|error| AppError::Refused(error.to_string()))?;
        let text = format!("{}: {error}", requested.name);
        log::warn!("{text}");
        let file = (requested.path.clone()).map(|path| (path, requested.reading.clone()));
        self.game.enter(Arc::new(room), false)?;
        self.show_open_level();
        self.refuse(Refused::new(text, file));
        Ok(())
    }

    /// Opens a lost device again, if it is time to. Returns whether there is a device.
    pub(super) fn has_device(&mut self, event_loop: &ActiveEventLoop, now: Instant) -> bool {
        if !self.drawing.is_lost() {
            return true;
        }
        // A hidden window may have no surface.
        if self.drawing.is_waiting(now) || self.attention() == Attention::Hidden {
            return false;
        }
        let opened = self.make_graphics(event_loop);
        if let Err(error) = self.drawing.note_reopened(opened, now) {
            self.fail(event_loop, error);
            return false;
        }
        let is_back = !self.drawing.is_lost();
        if is_back {
            self.screens.news(phrase("device-is-back"));
        }
        is_back
    }

    /// Changes to the quality that the settings request, with the level that is shown.
    pub(super) fn follow_quality(&mut self) -> Result<(), AppError> {
        if !self.drawing.quality_changed {
            return Ok(());
        }
        let view = self.loading.is_shown().then(|| self.current_view());
        Ok((self.drawing).follow_quality(&self.preferences, view.as_ref())?)
    }
}
