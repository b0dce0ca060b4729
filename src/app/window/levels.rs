//! Other levels in an open window: dropped on it, or saved again elsewhere.

use std::{path::PathBuf, sync::Arc};

use super::App;
use crate::{
    app::{
        loading::{Loaded, Reason},
        with_causes,
    },
    level::{Level, Scale},
};

impl App {
    pub(super) fn dropped(&mut self, path: PathBuf) {
        if self.game.is_playback() {
            self.trouble("A recording is playing: no other level now".into());
            return;
        }
        self.news(format!("Loading {}", path.display()));
        self.loader.start(path, Scale::METRES, Reason::Dropped);
    }

    pub(super) fn saved(&mut self) {
        if let Some(path) = &self.game.level.path {
            let scale = self.game.level.scale;
            self.loader.start(path.clone(), scale, Reason::Saved);
        }
    }

    pub(super) fn loaded(&mut self, loaded: Loaded) {
        if !self.loader.is_newest(&loaded) {
            return;
        }
        match loaded.result {
            Ok(level) => self.enter(Arc::new(*level), loaded.reason),
            // Removed while it is open: there is nothing to reload and nothing wrong.
            Err(_) if loaded.reason == Reason::Saved && !loaded.path.exists() => {}
            Err(error) => {
                let name = self.game.level.name.clone();
                self.trouble(format!("{error}. {name} stays"));
            }
        }
    }

    fn enter(&mut self, level: Arc<Level>, reason: Reason) {
        if let Some(graphics) = &mut self.graphics
            && let Err(error) = graphics.set_level(&level)
        {
            self.trouble(error.to_string());
            return;
        }
        match self.game.enter(Arc::clone(&level), reason == Reason::Saved) {
            Ok(None) => {}
            Ok(Some(path)) => self.news(format!(
                "The recording {} ends with the level it was made on",
                path.display()
            )),
            Err(error) => self.trouble(with_causes(&error)),
        }
        for warning in &level.warnings {
            self.trouble(format!("{}: {warning}", level.name));
        }
        self.news(match reason {
            Reason::Dropped => {
                format!("{}, {} triangles", level.name, level.collision.len())
            }
            Reason::Saved => format!("{} was saved and is reloaded", level.name),
        });
        if let Some(advice) = level.advice_on_scale() {
            self.trouble(advice);
        }
        if reason == Reason::Dropped {
            self.watch_level();
        }
    }
}
