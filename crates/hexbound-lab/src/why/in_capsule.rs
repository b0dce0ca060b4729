//! One tick of a capsule, told as one of a recorded run is.

use std::path::Path;

use super::{BallWhy, Subject, WhichBalls, Why, WhyError};
use crate::capsule::Capsule;
use hexbound_level::Level;
use hexbound_sim::{Command, World};

/// Tells a tick of a capsule from the file `path`, on the part of the level that it holds: the one of that
/// number, counted as in the run that the capsule was cut from, or else the last that [`super::why`] would
/// choose. A tick that panics can't be told.
pub fn why_in_capsule(
    level: &Level,
    capsule: &Capsule,
    path: &Path,
    tick: Option<u64>,
) -> Result<Why, WhyError> {
    let (before, command) = found(level, capsule, path, (Subject::Player, tick))?;
    Ok(Why::of(level, before, &command))
}

/// Explains what balls met in a tick of a capsule, as [`super::why_ball`] does for a run.
pub fn why_ball_in_capsule(
    level: &Level,
    capsule: &Capsule,
    path: &Path,
    (which, tick): (WhichBalls, Option<u64>),
) -> Result<BallWhy, WhyError> {
    let (before, command) = found(level, capsule, path, (Subject::Balls(which), tick))?;
    BallWhy::of(level, &before, &command, which)
}

/// The world before the tick that is asked for, and its command.
fn found(
    level: &Level,
    capsule: &Capsule,
    path: &Path,
    (subject, tick): (Subject, Option<u64>),
) -> Result<(World, Command), WhyError> {
    let (begins_at, commands) = (capsule.begins_at(), capsule.played());
    let ticks = begins_at + 1..=begins_at + commands.len() as u64;
    if ticks.is_empty() {
        return Err(WhyError::NoTicks(path.to_owned()));
    }
    if let Some(wanted) = tick.filter(|tick| !ticks.contains(tick)) {
        return Err(WhyError::NoTick {
            path: path.to_owned(),
            ticks,
            wanted,
        });
    }
    if let Some(difference) = capsule.replay()? {
        return Err(WhyError::OtherState {
            path: path.to_owned(),
            tick: difference.tick,
        });
    }
    let found = last_told(level, capsule.world(), commands, (subject, tick));
    found.ok_or_else(|| subject.nothing(path.to_owned(), commands.len() as u64))
}

/// The world before the tick `wanted`, or before the last that is worth asking about, and its command.
fn last_told(
    level: &Level,
    begin: &World,
    commands: &[Command],
    (subject, wanted): (Subject, Option<u64>),
) -> Option<(World, Command)> {
    let mut world = begin.clone();
    world.keep_journal(wanted.is_none());
    let mut found = None;
    for command in commands {
        let before = world.clone();
        world.step(level, command, &mut Vec::new());
        let is_it = match wanted {
            Some(wanted) => wanted == world.tick,
            None => (world.journal()).is_some_and(|journal| subject.is_notable(journal)),
        };
        if is_it {
            found = Some((before, *command));
        }
    }
    found
}
