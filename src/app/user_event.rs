//! Messages of other threads to the event loop.

use std::path::PathBuf;

use super::{checker::Checked, level_shelf::ShelfNews, loading::Loaded};

/// A message of another thread to the event loop.
pub(super) enum UserEvent {
    /// A level was loaded, or refused.
    Loaded(Loaded),
    /// The findings about the open level.
    Checked(Checked),
    /// The open level's file was written.
    Saved,
    /// The file of the settings was written.
    SettingsSaved,
    /// The levels that can be chosen were looked up, or one of them was drawn.
    Shelf(ShelfNews),
    /// A screenshot was written, or why not.
    Screenshot(Result<PathBuf, String>),
    /// A capsule was written; the error says why not.
    Capsule(Result<PathBuf, String>),
    /// Why a report could not be shown.
    ReportNotShown(String),
    /// The system or the terminal asks the game to end.
    Leave,
}

impl From<Loaded> for UserEvent {
    fn from(loaded: Loaded) -> Self {
        Self::Loaded(loaded)
    }
}

impl From<Checked> for UserEvent {
    fn from(checked: Checked) -> Self {
        Self::Checked(checked)
    }
}

impl From<ShelfNews> for UserEvent {
    fn from(news: ShelfNews) -> Self {
        Self::Shelf(news)
    }
}
