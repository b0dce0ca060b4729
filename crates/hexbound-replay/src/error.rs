//! The faults of recordings and their messages.

use std::{
    io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use hexbound_base::words::counted;
use hexbound_sim::RunResult;

#[derive(Debug, Error)]
pub enum ReplayError {
    #[error("cannot read the recording {}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write the recording {}; choose another file with --record", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(
        "{} exists and is no recording; it is not overwritten, choose another file with --record",
        path.display()
    )]
    WouldOverwrite { path: PathBuf },
    #[error(
        "{} is not a Hexbound recording: its first line should be 'hexbound-recording {}'",
        path.display(), super::VERSION
    )]
    NotARecording { path: PathBuf },
    #[error(
        "{path} is a capsule, which holds a moment of a run and not the whole: 'hexbound replay {path}' \
         shows it, 'hexbound verify {path}' plays it again, and 'hexbound why {path}' explains a tick",
        path = path.display()
    )]
    Capsule { path: PathBuf },
    #[error("the report {} holds no run to be played: {reason}", path.display())]
    NoRun { path: PathBuf, reason: String },
    #[error(
        "the recording {} has version {found}, this build reads version {}; replay it with \
         the build that recorded it, or record it again",
        path.display(), super::VERSION
    )]
    OtherVersion { path: PathBuf, found: String },
    #[error(
        "the recording {} was made on another level: it needs '{level}' with content {recorded:016x}, \
         but this one is '{given}' with content {actual:016x}; open the level it was made on, or \
         record again",
        path.display()
    )]
    OtherLevel {
        path: PathBuf,
        level: String,
        recorded: u64,
        given: String,
        actual: u64,
    },
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        path: PathBuf,
        line: usize,
        problem: String,
    },
    #[error(
        "the recording {} is cut short: {} and no whole 'end' line; copy it again from where it is whole, or \
         record it again (a script by hand ends with 'end {ticks} any')",
        path.display(), counted(*ticks, "tick", "ticks")
    )]
    Truncated { path: PathBuf, ticks: u64 },
    #[error(
        "the recording {} says it has {promised} ticks but holds {found}; it was cut or edited, \
         record it again",
        path.display()
    )]
    WrongLength {
        path: PathBuf,
        promised: u64,
        found: u64,
    },
    #[error(
        "the recording {} claims {claimed}, but played again it ends with {found}",
        path.display()
    )]
    OtherResult {
        path: PathBuf,
        /// The claimed result as text.
        claimed: String,
        /// The result of the replay as text.
        found: String,
    },
    #[error(
        "the recording {} is a script without {lacking}, so there is nothing to confirm; record \
         what it plays with 'hexbound sim LEVEL --input SCRIPT --record FILE'",
        path.display()
    )]
    Unsigned {
        path: PathBuf,
        /// The part that a recording of the game would have.
        lacking: &'static str,
    },
    #[error(
        "the recording {} parts at tick {tick}: in line {line} the command is not the one that was \
         played then, or one before it is missing; another state follows than the recorded one",
        path.display()
    )]
    Parted {
        path: PathBuf,
        /// The first tick that differs.
        tick: u64,
        /// The line with the command of that tick, or with the check of a missing line.
        line: usize,
    },
    #[error(
        "in line {line} of the recording {}, for tick {tick}, the command is not the one that its \
         check is of, though the run goes on as it was recorded: one of the two was changed",
        path.display()
    )]
    OtherCommand {
        path: PathBuf,
        tick: u64,
        line: usize,
    },
    #[error(
        "the hash of tick {tick} in the recording {} was changed: it is {recorded:016x}, but the \
         commands up to there are as they were and lead to {replayed:016x}",
        path.display()
    )]
    OtherHash {
        path: PathBuf,
        tick: u64,
        recorded: u64,
        replayed: u64,
    },
    #[error(
        "the replay of {} diverged between tick {after} and tick {tick}: recorded state \
         {recorded:016x}, replayed state {replayed:016x}",
        path.display()
    )]
    Diverged {
        path: PathBuf,
        /// The last tick with an equal hash.
        after: u64,
        tick: u64,
        recorded: u64,
        replayed: u64,
    },
}

impl ReplayError {
    /// Returns the error about a recording that can't be read.
    pub(crate) fn reading(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Read {
            path: path.to_owned(),
            source,
        }
    }

    /// The fault of a recording that claims another result than `found`; `None` for equal results.
    pub fn of_results(
        path: PathBuf,
        claimed: Option<RunResult>,
        found: Option<RunResult>,
    ) -> Option<Self> {
        let words = |result: Option<RunResult>| {
            result.map_or_else(|| String::from("no result"), |it| it.to_string())
        };
        (claimed != found).then(|| Self::OtherResult {
            path,
            claimed: words(claimed),
            found: words(found),
        })
    }

    /// Returns whether the fault is the run's: the run was cut short or changed, or its replay differs.
    /// Other faults concern the file, the level or this build, and leave the run undecided.
    pub fn is_of_run(&self) -> bool {
        matches!(
            self,
            Self::Line { .. }
                | Self::Truncated { .. }
                | Self::WrongLength { .. }
                | Self::OtherResult { .. }
                | Self::Parted { .. }
                | Self::OtherCommand { .. }
                | Self::OtherHash { .. }
                | Self::Diverged { .. }
        )
    }
}
