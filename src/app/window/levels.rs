//! Other levels in an open window: dropped on it, or saved again by another program.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{App, arrival::Arrival, findings::is_own};
use crate::{
    app::{
        AppError, Refused, STAND_IN,
        game::Rival,
        graphics::Graphics,
        loading::{Loaded, Reason},
        user_event::UserEvent,
        watch::Watch,
        with_causes,
    },
    catalog, files,
    level::{Level, Reading},
    render::RenderError,
    shell::Screen,
    words::{Phrase, Words, phrase},
};

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
        self.load(path, Reason::Dropped);
    }

    /// Begins the level again.
    pub(super) fn begin_again(&mut self) {
        let level = Arc::clone(&self.game.level);
        self.start(level);
        self.news(phrase("begun-again"));
    }

    /// Loads the level that comes after this one.
    pub(super) fn next_level(&mut self) {
        let next = catalog::after(&self.game.level.name);
        let Some(path) = next.and_then(|name| catalog::find(name).ok()) else {
            return;
        };
        self.load(path, Reason::Chosen);
    }

    /// Starts a run in a level that is on the device already.
    pub(super) fn start(&mut self, level: Arc<Level>) {
        match self.game.enter(level, false) {
            Ok(None) => {}
            Ok(Some(path)) => {
                self.news(phrase("recording-ends").with("path", path.display().to_string()));
            }
            Err(error) => self.trouble(Phrase::plain(with_causes(&error))),
        }
    }

    /// The file of the level that is played, or that would be if it could, and how it is read.
    pub(super) fn level_file(&self) -> Option<(PathBuf, Reading)> {
        match (&self.loading.refused, &self.loading.awaited) {
            (Some(refused), _) => refused.file().cloned(),
            (None, Some(run)) => Some(run.file.clone()),
            (None, None) => Some((self.game.level.path.clone()?, self.game.level.reading())),
        }
    }

    /// Watches the level's file, as from when it began to be read.
    pub(super) fn watch_level(&mut self) {
        self.loading.watch = None;
        if self.game.is_playback() {
            return;
        }
        let Some((path, _)) = self.level_file() else {
            return;
        };
        if files::carried(&path).is_some() {
            return;
        }
        let path = &path;
        let proxy = self.proxy.clone();
        match Watch::new(
            path,
            self.loading.loader.began(),
            || UserEvent::Saved,
            proxy,
        ) {
            Ok(watch) => self.loading.watch = Some(watch),
            Err(error) => log::warn!(
                "saving {} again will not reload it: {error}",
                path.display()
            ),
        }
    }

    /// Loads the open file again after a save.
    pub(super) fn saved(&mut self) {
        if let Some((path, reading)) = self.level_file() {
            let reason = match self.loading.awaited {
                Some(_) => {
                    self.loading.arrival = None;
                    Reason::Awaited
                }
                None => Reason::Saved,
            };
            self.loading.loader.start(path, reading, reason);
        }
    }

    /// Enters a level that was loaded, or says why it can't be played.
    pub(super) fn loaded(&mut self, loaded: Loaded) {
        if !self.loading.loader.is_newest(&loaded) {
            return;
        }
        let is_awaited = self.screens.shell.top() == Some(&Screen::Loading);
        if is_awaited && loaded.result.is_err() {
            self.screens.shell.leave(&Screen::Loading);
        }
        match loaded.result {
            Ok(level) if is_awaited => {
                self.loading.arrival = Some(Arrival::new(level, loaded.reason))
            }
            Ok(level) => self.enter(level.level, loaded.reason),
            // Removed while it is open: there is nothing to reload and nothing wrong.
            Err(_) if loaded.reason == Reason::Saved && !loaded.path.exists() => {}
            Err(error) if self.loading.awaited.is_some() => {
                if let Some(run) = self.loading.awaited.take() {
                    self.refuse_awaited(run, error.to_string());
                }
            }
            Err(error) if self.loading.refused.is_some() => {
                log::warn!("{error}");
                let reading = match loaded.reason {
                    Reason::Awaited | Reason::Dropped | Reason::Chosen => None,
                    Reason::Saved => self.level_file().map(|(_, reading)| reading),
                };
                self.refuse(Refused::new(
                    error.to_string(),
                    Some((loaded.path, reading.unwrap_or_default())),
                ));
            }
            Err(error) => {
                let name = self.game.level.name.clone();
                let error = Phrase::plain(error.to_string());
                let stays = phrase("error-and-stays").with("error", error.clone());
                let stays = stays.with("name", name.clone());
                match loaded.reason {
                    // Whoever saves looks at the level; a message is enough.
                    Reason::Saved => self.trouble(stays),
                    Reason::Awaited | Reason::Dropped | Reason::Chosen => {
                        log::warn!("{}", Words::english().say(&stays));
                        let stays = phrase("stays-open").with("name", name);
                        self.open_screen(Screen::Trouble(vec![error, stays]));
                    }
                }
            }
        }
    }

    /// Shows why a level can't be played, until another one is.
    pub(super) fn refuse(&mut self, refused: Refused) {
        self.screens.shell.close();
        self.open_screen(Screen::Trouble(refused.lines().to_vec()));
        self.loading.refused = Some(refused);
        let watched = (self.loading.watch.as_ref()).zip(self.level_file());
        // A save of the same file may have been heard and be about to be told.
        if !watched.is_some_and(|(watch, (path, _))| watch.is_on(&path)) {
            self.watch_level();
        }
    }

    /// Shows the plain room, with the reason, where the device can't hold the level that was asked
    /// for.
    pub(super) fn stand_in(
        &mut self,
        graphics: &mut Graphics,
        error: &RenderError,
    ) -> Result<(), AppError> {
        let asked_for = self.game.level.clone();
        let room = catalog::open(STAND_IN).map_err(|error| AppError::Refused(error.to_string()))?;
        graphics.set_level(&room)?;
        let text = format!("{}: {error}", asked_for.name);
        log::warn!("{text}");
        let file = (asked_for.path.clone()).map(|path| (path, asked_for.reading()));
        self.game.enter(Arc::new(room), false)?;
        self.refuse(Refused::new(text, file));
        Ok(())
    }

    /// Notes that a level from a file of the player's own was played.
    fn remember(&mut self, level: &Level) {
        if let Some(path) = &level.path
            && !is_own(level)
        {
            self.screens.remembered.played(path);
        }
    }

    /// Enters a level at once.
    fn enter(&mut self, level: Arc<Level>, reason: Reason) {
        if let Some(graphics) = &mut self.drawing.graphics
            && let Err(error) = graphics.set_level(&level)
            // All of it is handed over anew to the next device.
            && !graphics.is_lost()
        {
            let text = error.to_string();
            log::warn!("{text}");
            self.open_screen(Screen::Trouble(vec![Phrase::plain(text)]));
            return;
        }
        self.enter_shown(&level, reason, None);
    }

    /// Begins play in a level that is on the device, against another run where there is one, and says what
    /// is odd about it.
    pub(super) fn enter_shown(&mut self, level: &Arc<Level>, reason: Reason, rival: Option<Rival>) {
        let stood_in = self.loading.refused.take().is_some();
        let keep_place = reason == Reason::Saved && !stood_in;
        let level_of_run = Arc::clone(level);
        match (self.game).enter_against(level_of_run, keep_place, rival) {
            Ok(None) => {}
            Ok(Some(path)) => {
                let path = path.display().to_string();
                self.news(phrase("recording-ends-with-level").with("path", path));
            }
            Err(error) => self.trouble(Phrase::plain(with_causes(&error))),
        }
        self.note_level();
        self.check_level();
        self.lab.inspector.enter(level);
        for line in level.announcement(&catalog::argument_for(level)) {
            self.trouble(Phrase::plain(format!("{}: {line}", level.name)));
        }
        self.news(match reason {
            Reason::Awaited | Reason::Dropped | Reason::Chosen => {
                let said = phrase("level-of-triangles").with("name", level.name.as_str());
                said.with("triangles", level.collision.len())
            }
            Reason::Saved => phrase("level-reloaded").with("name", level.name.as_str()),
        });
        if reason != Reason::Saved || stood_in {
            self.watch_level();
            self.close_screens();
            self.remember(level);
            if let Some(left) = self.loading.to_go_on.take() {
                self.go_on(&left);
            }
        }
    }
}

/// The name of a file in words.
pub(super) fn file_name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
