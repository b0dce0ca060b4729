//! Finished runs that are kept: their folder, their names, their number for a level. Runs that are not
//! finished: the recording of the one in play, and those that were left and can be gone on with. The
//! contents of a recording are `replay`'s to know.

mod left;
mod remarks;
mod store;
mod unfinished;

use std::{io, path::PathBuf};

use thiserror::Error;

use crate::ReplayError;

pub use left::LeftRun;
pub use store::{KeptRun, RunStore, Stored};
pub use unfinished::UnfinishedRun;

/// The number of runs that are kept of a level.
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
