//! The level that the window was opened for, while it is read and handed to the device: until then the
//! loading screen is there, and nothing is played or recorded.

use std::sync::Arc;

use super::{App, levels::file_name_of};
use crate::{
    app::{
        AppError, Refused,
        entrance::{AwaitedRun, begin_game},
        loading::Reason,
        with_causes,
    },
    catalog,
    level::Level,
    shell::Screen,
    words::Phrase,
};

impl App {
    /// Begins to read the level that the window was opened for.
    pub(crate) fn await_run(&mut self, run: AwaitedRun) {
        let (path, reading) = run.file.clone();
        self.loading.awaited = Some(run);
        log::info!("Loading {}", path.display());
        self.loading.name = file_name_of(&path);
        self.open_screen(Screen::Loading);
        self.loading.loader.start(path, reading, Reason::Awaited);
    }

    /// Begins the run in its level, which is on the device now. It is an error if the run can't be
    /// recorded.
    pub(super) fn enter_awaited(
        &mut self,
        level: &Arc<Level>,
        run: AwaitedRun,
    ) -> Result<(), AppError> {
        let rules = self.game.rules;
        let (game, kept) = begin_game(Arc::clone(level), run.start, rules, run.events)?;
        self.game = game;
        self.take_assist();
        self.want_ghosts();
        self.game
            .contacts
            .want(self.preferences.settings.contact_tones);
        self.watch_for_faults();
        self.check_level();
        self.lab.inspector.enter(level);
        if let Err(error) = kept {
            self.trouble(Phrase::plain(with_causes(&error)));
        }
        for line in level.announcement(&catalog::argument_for(level)) {
            self.trouble(Phrase::plain(format!("{}: {line}", level.name)));
        }
        // What else was open waits to be answered.
        if !self.screens.shell.is_open() {
            self.close_screens();
        }
        // Measured, if need be, with the first pictures of the level.
        self.drawing.quality_changed = true;
        Ok(())
    }

    /// Shows the plain room, and why the level that the window was opened for can't be played.
    pub(super) fn refuse_awaited(&mut self, run: AwaitedRun, text: String) {
        log::error!("{text}");
        run.tell_unrecorded();
        if let Some(graphics) = &mut self.drawing.graphics
            && let Err(error) = graphics.set_level(&self.game.level)
        {
            log::warn!("{error}");
        }
        self.drawing.quality_changed = true;
        self.refuse(Refused::new(text, Some(run.file)));
    }
}
