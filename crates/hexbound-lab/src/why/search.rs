//! The tick of a run or of a capsule that is explained.

use std::{ops::RangeInclusive, path::Path};

use super::{Subject, WhyError};
use crate::capsule::Capsule;
use hexbound_base::progress::{self, Progress};
use hexbound_level::Level;
use hexbound_replay::{Playback, Recording};
use hexbound_sim::{Command, World};

/// The subject of an account and the number of its tick, counted from 1; without one it is the last tick that
/// is worth asking about.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub subject: Subject,
    pub tick: Option<u64>,
}

/// A tick by the world before it and its command.
#[derive(Clone, Debug)]
pub struct FoundTick {
    pub before: World,
    pub command: Command,
}

/// Finds the tick of `recording` on `level` that is asked for, and reports to `progress` how far the run is
/// played up to there.
pub fn find_tick(
    level: &Level,
    recording: Recording,
    asked: Asked,
    progress: &Progress,
) -> Result<FoundTick, WhyError> {
    recording.check_level(level)?;
    let (path, ticks) = (recording.path.clone(), recording.ticks);
    asked.check(&path, 1..=ticks)?;
    let mut search = Search::from(World::new(level, recording.header.rules), asked);
    let mut playback = Playback::new(recording);
    let last = asked.tick.unwrap_or(ticks);
    let told = format!("{}: playing it", path.display());
    for number in 1..=last {
        progress::of_ticks(progress, &told, number, last);
        let Some(command) = playback.next_command() else {
            break;
        };
        search.step(level, command);
        playback.check(&search.world)?;
    }
    playback.settle(level, &search.world)?;
    search.found(&path, ticks)
}

/// Finds the tick of a capsule from the file `path`, on the part of the level that it holds. Ticks count as in
/// the run that the capsule was cut from; one that panics can't be explained.
pub fn find_tick_in_capsule(
    level: &Level,
    capsule: &Capsule,
    path: &Path,
    asked: Asked,
) -> Result<FoundTick, WhyError> {
    let (begins_at, commands) = (capsule.begins_at(), capsule.played());
    asked.check(path, begins_at + 1..=begins_at + commands.len() as u64)?;
    if let Some(difference) = capsule.replay()? {
        return Err(WhyError::OtherState {
            path: path.to_owned(),
            tick: difference.tick,
        });
    }
    let mut search = Search::from(capsule.world().clone(), asked);
    for command in commands {
        search.step(level, *command);
    }
    search.found(path, commands.len() as u64)
}

impl Asked {
    /// Refuses a tick that is none of these.
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

/// A run that is played to find a tick.
struct Search {
    asked: Asked,
    world: World,
    found: Option<FoundTick>,
}

impl Search {
    fn from(mut world: World, asked: Asked) -> Self {
        world.keep_journal(asked.tick.is_none());
        Self {
            asked,
            world,
            found: None,
        }
    }

    fn step(&mut self, level: &Level, command: Command) {
        let before = self.world.clone();
        self.world.step(level, &command, &mut Vec::new());
        let subject = self.asked.subject;
        let is_it = match self.asked.tick {
            Some(wanted) => wanted == self.world.tick,
            None => (self.world.journal()).is_some_and(|journal| subject.is_notable(journal)),
        };
        if is_it {
            self.found = Some(FoundTick { before, command });
        }
    }

    fn found(self, path: &Path, ticks: u64) -> Result<FoundTick, WhyError> {
        let subject = self.asked.subject;
        (self.found).ok_or_else(|| subject.nothing(path.to_owned(), ticks))
    }
}
