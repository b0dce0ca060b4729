//! The level at the window's opening: one read already, or a large file read while the window is
//! open.

use std::{path::PathBuf, sync::Arc};

use super::{AppError, STAND_IN, Start, game::Game};
use hexbound_lab::EventStream;
use hexbound_level::{Level, Reading};
use hexbound_replay::runs::{RunError, RunStore};
use hexbound_sim::{MethodChoices, Rules};

/// The level that the window opens on.
pub enum Entrance {
    /// A level that was read already.
    Level(Box<Level>),
    /// A file that is read while the window is open already, with the way to read it: large files take
    /// longer to read than a window to open.
    File(PathBuf, Reading),
}

impl From<Level> for Entrance {
    fn from(level: Level) -> Self {
        Self::Level(Box::new(level))
    }
}

/// A run that begins once its level is there.
pub(super) struct AwaitedRun {
    /// The level's file, and how it is read.
    pub file: (PathBuf, Reading),
    pub start: Start,
    /// The stream to which what happens in it is written.
    pub events: Option<EventStream>,
}

impl AwaitedRun {
    /// Says, where it was to be recorded, that it was not, since it never began.
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
    /// The run in the plain room that is there while another level can't be played.
    pub fn in_stand_in() -> Self {
        Self::Player {
            methods: MethodChoices::default(),
            opened_by: STAND_IN.to_owned(),
            record: None,
            rival: None,
        }
    }
}

/// Begins a run whose events go to a stream, and which is kept once it is finished; the second result says
/// why it can't be.
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
