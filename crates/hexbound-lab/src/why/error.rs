//! The errors of accounts, and their messages.

use std::{ops::RangeInclusive, path::PathBuf};

use thiserror::Error;

use crate::capsule::CapsuleError;
use hexbound_base::words::counted;
use hexbound_replay::ReplayError;

#[derive(Debug, Error)]
pub enum WhyError {
    #[error("{0}")]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Capsule(#[from] CapsuleError),
    #[error(
        "{} has the ticks {} to {}, so there is no tick {wanted}; ask for one of them with --tick",
        path.display(), ticks.start(), ticks.end()
    )]
    NoTick {
        path: PathBuf,
        ticks: RangeInclusive<u64>,
        wanted: u64,
    },
    #[error(
        "{path} leads in tick {tick} to another state than when it was made, so that what is told would be \
         another run's; 'hexbound verify {path}' has more",
        path = path.display()
    )]
    OtherState { path: PathBuf, tick: u64 },
    #[error("the recording {} has no ticks, so there is nothing to tell", .0.display())]
    NoTicks(PathBuf),
    #[error(
        "in the {} of {} nothing stops or turns the player, or leads them through what stands; --tick asks for one of them",
        counted(*ticks, "tick", "ticks"),
        path.display()
    )]
    NeverStopped { path: PathBuf, ticks: u64 },
    #[error(
        "in the {} of {} {which}; --tick asks for one of them",
        counted(*ticks, "tick", "ticks"),
        path.display()
    )]
    NeverBounced {
        path: PathBuf,
        ticks: u64,
        which: String,
    },
    #[error("in tick {tick} there is no ball {wanted}; {there}")]
    NoBall {
        tick: u64,
        wanted: u32,
        there: String,
    },
}
