//! Finished runs that are kept: their folder, their names, their number for a level. Unfinished runs: the
//! recording of the one in play, and abandoned ones that can be resumed. The contents of a recording are
//! the concern of other modules.

mod abandoned;
mod remarks;
mod store;
mod unfinished;

use std::{io, path::PathBuf};

use thiserror::Error;

use crate::ReplayError;

pub use abandoned::AbandonedRun;
pub use store::{KeptRun, RunStore, StoreOutcome};
pub use unfinished::UnfinishedRun;

/// The most kept runs of a level.
pub const MAX_KEPT_RUNS: usize = 5;

/// The reason why a run can't be kept.
#[derive(Debug, Error)]
pub enum RunError {
    #[error(transparent)]
    Recording(#[from] ReplayError),
    #[error("cannot keep the run in {}", path.display())]
    Keep { path: PathBuf, source: io::Error },
    #[error("cannot open the unfinished run {}", path.display())]
    Open { path: PathBuf, source: io::Error },
    #[error("another game goes on with the unfinished run {}", path.display())]
    Taken { path: PathBuf },
}
