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
    Checked(CheckAnswer),
    /// The open level's file was written.
    Saved,
    /// The file of the settings was written.
    SettingsSaved,
    /// The levels to choose from.
    Shelf(Vec<LevelFact>),
    /// The picture of the level in a file.
    Picture(PathBuf, RgbaImage),
    /// The path of a screenshot, or the reason why it was not written.
    Screenshot(Result<PathBuf, String>),
    /// The path of a capsule, or the reason why it was not written.
    Capsule(Result<PathBuf, String>),
    /// The reason why a report could not be shown.
    ReportNotShown(String),
    /// The system or the terminal requests the end of the game.
    Leave,
}

/// The answer of a checking thread.
pub(super) struct CheckAnswer {
    /// The number of the request. Only the newest one is still wanted.
    pub number: u64,
    pub findings: Vec<Finding>,
}

/// The reason for loading a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The open level, for a newly opened device: nothing else changes.
    Open,
    /// The level for which the window was opened, with the requested run.
    Awaited,
    /// A level that the player chose or dropped on the window: a new run.
    Chosen,
    /// The open file was saved: the level is reloaded, and the player keeps the place.
    Saved,
}

/// The answer of a loading thread.
pub(super) struct Loaded {
    /// The number of the request. Only the newest one is still wanted.
    pub number: u64,
    pub path: PathBuf,
    pub reason: Reason,
    pub result: Result<LoadedLevel, LevelError>,
}

/// A level and, once known, the plan by which its geometry is uploaded to the device.
pub(super) struct LoadedLevel {
    pub level: Arc<Level>,
    pub plan: Option<GeometryPlan>,
    /// The run to race, if one was requested, or the reason why there is none.
    pub rival: Option<Box<Result<Rival, ReplayError>>>,
}
