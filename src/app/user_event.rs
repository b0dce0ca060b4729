//! Messages of other threads to the event loop.

use std::{path::PathBuf, sync::Arc};

use image::RgbaImage;

use super::game::Rival;
use hexbound_level::{Finding, Level, LevelError};
use hexbound_render::GeometryPlan;
use hexbound_replay::ReplayError;
use hexbound_ui::shell::LevelFact;

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
    /// The levels that can be chosen.
    Shelf(Vec<LevelFact>),
    /// The picture of the level in a file.
    Picture(PathBuf, RgbaImage),
    /// A screenshot was written, or why not.
    Screenshot(Result<PathBuf, String>),
    /// A capsule was written; the error says why not.
    Capsule(Result<PathBuf, String>),
    /// Why a report could not be shown.
    ReportNotShown(String),
    /// The system or the terminal asks the game to end.
    Leave,
}

/// The answer of a checking thread.
pub(super) struct Checked {
    /// The number of the request; only the newest one is still wanted.
    pub number: u64,
    pub findings: Vec<Finding>,
}

/// Why a level is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It is open already and shown by a device that was opened: nothing else changes.
    Open,
    /// The level that the window was opened for, with the run that was asked for.
    Awaited,
    /// The player went on to it, or dropped its file on the window: a new run.
    Chosen,
    /// The open file was saved: the same place, reloaded.
    Saved,
}

/// The answer of a loading thread.
pub(super) struct Loaded {
    /// The number of the request; only the newest one is still wanted.
    pub number: u64,
    pub path: PathBuf,
    pub reason: Reason,
    pub result: Result<LoadedLevel, LevelError>,
}

/// A level and, once that is known, the way in which its geometry goes to the device.
pub(super) struct LoadedLevel {
    pub level: Arc<Level>,
    pub plan: Option<GeometryPlan>,
    /// The run to play against, where one is asked for, or why there is none.
    pub rival: Option<Box<Result<Rival, ReplayError>>>,
}
