//! The errors of capsules, and their messages.

use std::{io, path::PathBuf};

use thiserror::Error;

use super::{MAX_TICKS, VERSION};
use crate::{tick_judge::FaultKind, write_error::WriteError};
use hexbound_replay::ReplayError;

#[derive(Debug, Error)]
pub enum CapsuleError {
    #[error("{0}")]
    Replay(#[from] ReplayError),
    #[error(
        "there are no ticks {from}..{to} in a run of {ticks} ticks; --ticks takes the ticks before the \
         first command and after the last, the first less than the last"
    )]
    Ticks { from: u64, to: u64, ticks: u64 },
    #[error(
        "a capsule of {ticks} ticks would be too long: it holds at most {MAX_TICKS} ticks, five minutes; \
         name fewer with --ticks A..B"
    )]
    TooLong { ticks: u64 },
    #[error(
        "the capsule {} has {ticks} ticks, and at most {MAX_TICKS}, five minutes, are read; cut a \
         shorter one from its recording",
        path.display()
    )]
    FileTooLong { path: PathBuf, ticks: u64 },
    #[error("cannot read the capsule {}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("{} exists and is no capsule; it is not overwritten, choose another file with -o", path.display())]
    WouldOverwrite { path: PathBuf },
    #[error(
        "{} is no capsule: its first line should be 'hexbound-capsule {VERSION}'",
        path.display()
    )]
    NotACapsule { path: PathBuf },
    #[error(
        "the capsule {} has version {found}, this build reads version {VERSION}; open it with \
         the build that made it, or cut it again from its recording",
        path.display()
    )]
    OtherVersion { path: PathBuf, found: String },
    #[error(
        "the capsule {} is damaged in its {place}: {problem}; copy it again from where it is whole, or \
         cut it again from its recording",
        path.display()
    )]
    Damaged {
        path: PathBuf,
        place: &'static str,
        problem: String,
    },
    #[error("the capsule can't be played: {problem}; cut it again from its recording")]
    Senseless { problem: String },
    #[error(
        "a moment of {level} can't be cut out: played on a copy of the level it comes to other states. \
         Keep the recording instead"
    )]
    NotRepeatable { level: String },
    #[error("{}", no_fault(*.kind, .found))]
    NoFault {
        kind: Option<FaultKind>,
        found: Vec<FaultKind>,
    },
}

fn no_fault(kind: Option<FaultKind>, found: &[FaultKind]) -> String {
    let found: Vec<&str> = found.iter().map(|kind| kind.name()).collect();
    match (kind, &found[..]) {
        (Some(kind), []) => format!(
            "there is no fault '{}' in the capsule, nor any other",
            kind.name()
        ),
        (Some(kind), found) => format!(
            "there is no fault '{}' in the capsule; there is {}",
            kind.name(),
            found.join(", ")
        ),
        (None, _) => String::from(
            "no fault is found in the capsule that could be kept while it shrinks: nothing goes \
             through a triangle, overlaps, is lost, stuck or panics",
        ),
    }
}
