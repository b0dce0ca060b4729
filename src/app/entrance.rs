//! The level at the window's opening: a level in memory, or a large file that is read while the window is
//! open.

use std::{path::PathBuf, sync::Arc};

use super::{AppError, STAND_IN, Start, game::Game};
use hexbound_lab::EventStream;
use hexbound_level::{Level, Reading};
use hexbound_replay::runs::{RunError, RunStore};
use hexbound_sim::{MethodChoices, Rules};

/// The level with which the window opens.
pub enum Entrance {
    /// A level in memory.
    Level(Box<Level>),
    /// A file that is read while the window is open, and the options for reading it. Reading a large
    /// file takes longer than opening a window.
    File(PathBuf, Reading),
}

impl From<Level> for Entrance {
    fn from(level: Level) -> Self {
        Self::Level(Box::new(level))
    }
}

/// A run that begins once its level is loaded.
pub(super) struct AwaitedRun {
    /// The level's file, and the options for reading it.
    pub file: (PathBuf, Reading),
    pub start: Start,
    /// The stream to which the run's events are written.
    pub events: Option<EventStream>,
}

impl AwaitedRun {
    /// Warns that the run was not recorded, since it never began, if a recording was requested.
    pub(super) fn report_unrecorded(&self) {
        if let Start::Player {
            record: Some(path), ..
        } = &self.start
        {
            log::warn!("nothing is recorded to {}", path.display());
        }
    }
}

impl Start {
    /// The run in the plain room that replaces a level that can't be played.
    pub fn in_stand_in() -> Self {
        Self::Player {
            methods: MethodChoices::default(),
            opened_by: STAND_IN.to_owned(),
            record: None,
            rival: None,
        }
    }
}

/// Begins a run that writes its events to a stream and is kept once it is finished. The second result is
/// the reason why it can't be kept.
pub(super) fn begin_game(
    level: Arc<Level>,
    start: Start,
    rules: Rules,
    events: Option<EventStream>,
) -> Result<(Game, Result<(), RunError>), AppError> {
    let mut game = Game::new(level, start, rules)?;
    game.observers.log.events = events;
    let kept = RunStore::of_user().map_or(Ok(()), |store| game.keep_runs(store));
    Ok((game, kept))
}
