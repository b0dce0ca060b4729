//! Runs that were left before their end and can be gone on with.

use std::path::PathBuf;

use hexbound_level::Level;
use hexbound_replay::runs::LeftRun;
use hexbound_scenes::catalog;

/// A run that was left, and the level that it is of.
#[derive(Clone, Debug)]
pub(super) struct ShownRun {
    pub run: LeftRun,
    /// The level's file, or the name of its scene.
    pub level: PathBuf,
    pub title: String,
}

impl ShownRun {
    /// A run that was left; `None` where its level is not there any more.
    pub(super) fn of(run: LeftRun) -> Option<Self> {
        let name = run.level();
        let level = match catalog::is_scene(name) {
            true => PathBuf::from(name),
            false => catalog::find(name).ok()?,
        };
        let stem = level.file_stem().unwrap_or_default().to_string_lossy();
        Some(Self {
            title: hexbound_level::read_about(&level)
                .and_then(|about| about.title)
                .unwrap_or_else(|| stem.into_owned()),
            level,
            run,
        })
    }

    /// Returns whether it is a run of a level that is open.
    pub(super) fn is_of(&self, level: &Level) -> bool {
        let header = &self.run.header;
        header.content == Some(level.content_hash) && header.reading == level.reading
    }
}
