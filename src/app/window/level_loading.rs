//! The loading of a level, from its file to the device, and the watch on the open one.

use std::path::{Path, PathBuf};

use winit::event_loop::EventLoopProxy;

use super::{
    abandoned_run::ShownRun,
    arrival::{Arrival, reading_progress},
};
use crate::app::{
    Refused,
    entrance::AwaitedRun,
    game::Game,
    graphics::Graphics,
    loading::Loader,
    user_event::{Reason, UserEvent},
    watch::Watch,
};
use hexbound_base::files;
use hexbound_level::{Level, Reading};
use hexbound_render::RenderError;

/// The level that is being loaded, and the file of the open one.
pub(super) struct LevelLoading {
    proxy: EventLoopProxy<UserEvent>,
    pub loader: Loader,
    /// The loaded level, until it is on the device.
    pub arrival: Option<Arrival>,
    /// The run for which the window was opened, until its level is loaded.
    pub awaited: Option<AwaitedRun>,
    watch: Option<Watch>,
    /// The requested level, while it can't be played.
    pub refused: Option<Refused>,
    /// The name of the file that is being loaded.
    pub name: String,
    /// The run to resume once its level is loaded.
    pub to_resume: Option<ShownRun>,
}

impl LevelLoading {
    pub(super) fn new(proxy: EventLoopProxy<UserEvent>, refused: Option<Refused>) -> Self {
        Self {
            loader: Loader::new(proxy.clone()),
            proxy,
            arrival: None,
            awaited: None,
            watch: None,
            refused,
            name: String::new(),
            to_resume: None,
        }
    }

    /// Discards earlier requests before the level `name` is loaded.
    pub(super) fn begin(&mut self, name: String) {
        (self.arrival, self.to_resume) = (None, None);
        self.name = name;
    }

    /// The share of the loading that is done, 0..1.
    pub(super) fn progress(&self) -> f32 {
        let read = || reading_progress(self.loader.progress());
        self.arrival.as_ref().map_or_else(read, Arrival::progress)
    }

    /// Uploads one portion, if a level is on its way to the device. At the end, returns the level, or the
    /// reason why the device can't hold it.
    pub(super) fn advance(
        &mut self,
        graphics: &mut Graphics,
        is_quality_chosen: bool,
    ) -> Option<(Arrival, Result<(), RenderError>)> {
        let held = (self.arrival.as_mut()?).advance(graphics, is_quality_chosen)?;
        Some((self.arrival.take()?, held))
    }

    /// Returns whether the device shows the level that it received last.
    pub(super) fn is_shown(&self) -> bool {
        self.awaited.is_none() && self.arrival.as_ref().is_none_or(|arrival| arrival.is_shown)
    }

    /// The file of the played or refused level, and the options for reading it.
    pub(super) fn file(&self, open: &Level) -> Option<(PathBuf, Reading)> {
        match (&self.refused, &self.awaited) {
            (Some(refused), _) => refused.file.clone(),
            (None, Some(run)) => Some(run.file.clone()),
            (None, None) => Some((open.path.clone()?, open.reading.clone())),
        }
    }

    /// Watches the level's file, from the time when it began to be read.
    pub(super) fn watch_file(&mut self, game: &Game) {
        self.watch = None;
        if game.is_playback() {
            return;
        }
        let Some((path, _)) = self.file(&game.level) else {
            return;
        };
        if files::embedded(&path).is_some() {
            return;
        }
        let (began, proxy) = (self.loader.began, self.proxy.clone());
        let wake = move || proxy.send_event(UserEvent::Saved).is_ok();
        match Watch::new(&path, began, wake) {
            Ok(watch) => self.watch = Some(watch),
            Err(error) => log::warn!(
                "saving {} again will not reload it: {error}",
                path.display()
            ),
        }
    }

    /// Returns whether a file is watched.
    pub(super) fn watches(&self, path: &Path) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.is_on(path))
    }

    /// Loads the open file again after a save.
    pub(super) fn saved(&mut self, open: &Level) {
        let Some((path, reading)) = self.file(open) else {
            return;
        };
        let reason = match self.awaited {
            Some(_) => {
                self.arrival = None;
                Reason::Awaited
            }
            None => Reason::Saved,
        };
        self.loader.start(path, reading, None, reason);
    }
}
