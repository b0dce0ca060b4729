//! The tick of a run or of a capsule that is explained.

use std::{ops::RangeInclusive, path::Path};

use super::{Subject, WhyError};
use crate::capsule::Capsule;
use hexbound_base::progress::{self, Progress};
use hexbound_level::Level;
use hexbound_replay::{Playback, Recording};
use hexbound_sim::{Command, World};

/// The subject of an account and the number of its tick, counted from 1. Without a number it is the last
/// notable tick.
#[derive(Clone, Copy, Debug)]
pub struct TickRequest {
    pub subject: Subject,
    pub tick: Option<u64>,
}

/// A tick, as the world before it and its command.
#[derive(Clone, Debug)]
pub struct FoundTick {
    pub before: World,
    pub command: Command,
}

/// Finds the requested tick of `recording` on `level`, and reports the progress of the replay up to it to
/// `progress`.
pub fn find_tick(
    level: &Level,
    recording: Recording,
    request: TickRequest,
    progress: &Progress,
) -> Result<FoundTick, WhyError> {
    recording.check_level(level)?;
    let (path, ticks) = (recording.path.clone(), recording.ticks);
    request.check(&path, 1..=ticks)?;
    let mut search = TickSearch::from(World::new(level, recording.header.rules), request);
    let mut playback = Playback::new(recording);
    let last = request.tick.unwrap_or(ticks);
    let label = format!("{}: playing it", path.display());
    for number in 1..=last {
        progress::of_ticks(progress, &label, number, last);
        let Some(command) = playback.next_command() else {
            break;
        };
        search.step(level, command);
        playback.check(&search.world)?;
    }
    playback.settle(level, &search.world)?;
    search.found(&path, ticks)
}

/// Finds the tick of a capsule from the file `path`, on its part of the level. Ticks are numbered as in
/// the capsule's run. A tick that panics can't be explained.
pub fn find_tick_in_capsule(
    level: &Level,
    capsule: &Capsule,
    path: &Path,
    request: TickRequest,
) -> Result<FoundTick, WhyError> {
    let (begins_at, commands) = (capsule.begins_at(), capsule.played());
    request.check(path, begins_at + 1..=begins_at + commands.len() as u64)?;
    if let Some(difference) = capsule.replay()? {
        return Err(WhyError::OtherState {
            path: path.to_owned(),
            tick: difference.tick,
        });
    }
    let mut search = TickSearch::from(capsule.world().clone(), request);
    for command in commands {
        search.step(level, *command);
    }
    search.found(path, commands.len() as u64)
}

impl TickRequest {
    /// Refuses a tick outside `ticks`.
    fn check(self, path: &Path, ticks: RangeInclusive<u64>) -> Result<(), WhyError> {
        let path = path.to_owned();
        match self.tick {
            _ if ticks.is_empty() => Err(WhyError::NoTicks(path)),
            Some(wanted) if !ticks.contains(&wanted) => Err(WhyError::NoTick {
                path,
                ticks,
                wanted,
            }),
            _ => Ok(()),
        }
    }
}

/// A run that is replayed to find a tick.
struct TickSearch {
    request: TickRequest,
    world: World,
    found: Option<FoundTick>,
}

impl TickSearch {
    fn from(mut world: World, request: TickRequest) -> Self {
        world.keep_journal(request.tick.is_none());
        Self {
            request,
            world,
            found: None,
        }
    }

    fn step(&mut self, level: &Level, command: Command) {
        let before = self.world.clone();
        self.world.step(level, &command, &mut Vec::new());
        let subject = self.request.subject;
        let is_it = match self.request.tick {
            Some(wanted) => wanted == self.world.tick,
            None => (self.world.journal()).is_some_and(|journal| subject.is_notable(journal)),
        };
        if is_it {
            self.found = Some(FoundTick { before, command });
        }
    }

    fn found(self, path: &Path, ticks: u64) -> Result<FoundTick, WhyError> {
        let subject = self.request.subject;
        (self.found).ok_or_else(|| subject.nothing(path.to_owned(), ticks))
    }
}
