//! Abandoned runs that can be resumed.

use std::path::PathBuf;

use hexbound_level::Level;
use hexbound_replay::runs::AbandonedRun;
use hexbound_scenes::catalog;

/// An abandoned run, and its level.
#[derive(Clone, Debug)]
pub(super) struct ShownRun {
    pub run: AbandonedRun,
    /// The level's file, or the name of its scene.
    pub level: PathBuf,
    pub title: String,
}

impl ShownRun {
    /// An abandoned run; `None` if its level is gone.
    pub(super) fn of(run: AbandonedRun) -> Option<Self> {
        let name = run.level();
        let level = match catalog::is_scene(name) {
            true => PathBuf::from(name),
            false => catalog::find(name).ok()?,
        };
        let stem = level.file_stem().unwrap_or_default().to_string_lossy();
        Some(Self {
            title: hexbound_level::read_rules(&level)
                .and_then(|about| about.title)
                .unwrap_or_else(|| stem.into_owned()),
            level,
            run,
        })
    }

    /// Returns whether the run is one of the open level.
    pub(super) fn is_of(&self, level: &Level) -> bool {
        let header = &self.run.header;
        header.content == Some(level.content_hash) && header.reading == level.reading
    }
}
