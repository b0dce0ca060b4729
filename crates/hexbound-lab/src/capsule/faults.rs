//! The faults in a capsule, and the number of commands up to a fault.

use super::play;
use crate::tick_judge::{FaultKind, StuckWatch, TickJudge};
use hexbound_level::Level;
use hexbound_sim::{Command, Player, World};

/// A fault and its first tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundFault {
    pub kind: FaultKind,
    /// The tick after which the fault shows. For a panic it is the tick that can't be played.
    pub tick: u64,
}

/// The faults in a capsule, each kind at its first tick, the gravest kind first.
pub(super) fn find(level: &Level, world: &World, commands: &[Command]) -> Vec<FoundFault> {
    let mut found: Vec<FoundFault> = Vec::new();
    let mut watch = StuckWatch::default();
    let played = play(level, world, commands, |before, command, after| {
        let has = faults(level, &mut watch, before, command, after);
        for kind in FaultKind::OF_CAPSULES.into_iter().filter(has) {
            if !found.iter().any(|known| known.kind == kind) {
                let tick = after.tick;
                found.push(FoundFault { kind, tick });
            }
        }
        true
    });
    if let Err((tick, _)) = played {
        let kind = FaultKind::Panic;
        found.push(FoundFault { kind, tick });
    }
    found.sort_by_key(|fault| fault.kind);
    found
}

/// The number of commands up to the first fault of a kind, including its own.
pub fn commands_until(
    kind: FaultKind,
    level: &Level,
    world: &World,
    commands: &[Command],
) -> Option<usize> {
    let mut watch = StuckWatch::default();
    let (mut done, mut is_found) = (0, false);
    let played = play(level, world, commands, |before, command, after| {
        done += 1;
        is_found = faults(level, &mut watch, before, command, after)(&kind);
        !is_found
    });
    let has_panicked = played.is_err() && kind == FaultKind::Panic;
    match has_panicked {
        true => Some(done + 1),
        false => is_found.then_some(done),
    }
}

/// Returns a test for the kinds of faults that a tick has.
fn faults<'a>(
    level: &'a Level,
    watch: &mut StuckWatch,
    before: &Player,
    command: &Command,
    after: &'a World,
) -> impl Fn(&FaultKind) -> bool + use<'a> {
    let judge = TickJudge::of(level, before, command, after, &[]);
    let is_stuck = watch.is_stuck(command, after);
    move |kind| judge.has(*kind) || is_stuck && *kind == FaultKind::Stuck
}
