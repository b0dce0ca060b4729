//! The faults that the game's own checks find in a moment of a run.

use std::{collections::VecDeque, fmt, str::FromStr};

use glam::Vec3;

use super::play;
use hexbound_base::{
    body::{forward, right},
    clock::TICK_RATE,
};
use hexbound_level::Level;
use hexbound_sim::{Buttons, Command, Player, World, judge};

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// A tick panics.
    Panic,
    /// The player's center goes through a triangle of the level that stands.
    Through,
    /// The player's body overlaps what stands by more than 2 mm, where no mover is near.
    Overlap,
    /// The player's body overlaps the level and is freed from it.
    Freed,
    /// The player is lost, and put back to the spawn or a checkpoint.
    Respawn,
    /// The player walks for a second in directions at least a right angle apart, and stays in place.
    Stuck,
}

/// A fault and when it came first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundFault {
    pub kind: FaultKind,
    /// The tick after which the fault shows; for a panic the tick that can't be played.
    pub tick: u64,
}

/// The number of ticks for which the player has to stay within a distance to be stuck, and that
/// distance, meters.
const STUCK_TICKS: usize = TICK_RATE as usize;
const STUCK_WITHIN: f32 = 0.05;

impl FaultKind {
    /// Every kind, the gravest first.
    pub const ALL: [Self; 6] = [
        Self::Panic,
        Self::Through,
        Self::Overlap,
        Self::Freed,
        Self::Respawn,
        Self::Stuck,
    ];

    /// The word for it on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Panic => "panic",
            Self::Through => "through",
            Self::Overlap => "overlap",
            Self::Freed => "freed",
            Self::Respawn => "respawn",
            Self::Stuck => "stuck",
        }
    }

    /// The fault in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Panic => "the tick panics",
            Self::Through => "the body's center goes through a triangle",
            Self::Overlap => "the body overlaps the level by more than 2 mm",
            Self::Freed => "the body overlaps the level and is freed from it",
            Self::Respawn => "the player is lost and put back",
            Self::Stuck => "the player walks to all sides and stays in place",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FaultKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("there is no kind of fault '{text}'; there are {names}")
        })
    }
}

/// The faults of a moment, each kind at its first tick, the gravest kind first.
pub(super) fn find(level: &Level, world: &World, commands: &[Command]) -> Vec<FoundFault> {
    let mut found: Vec<FoundFault> = Vec::new();
    let mut watch = Watch::default();
    let played = play(level, world, commands, |before, command, after| {
        for kind in watch.faults(level, before, command, after) {
            if !found.iter().any(|known| known.kind == kind) {
                found.push(FoundFault {
                    kind,
                    tick: after.tick,
                });
            }
        }
        true
    });
    if let Err((tick, _)) = played {
        found.push(FoundFault {
            kind: FaultKind::Panic,
            tick,
        });
    }
    found.sort_by_key(|fault| fault.kind);
    found
}

/// The number of commands up to the first fault of a kind, its own included.
pub fn commands_until(
    kind: FaultKind,
    level: &Level,
    world: &World,
    commands: &[Command],
) -> Option<usize> {
    let mut watch = Watch::default();
    let (mut done, mut is_found) = (0, false);
    let played = play(level, world, commands, |before, command, after| {
        done += 1;
        is_found = watch.faults(level, before, command, after).contains(&kind);
        !is_found
    });
    let has_panicked = played.is_err() && kind == FaultKind::Panic;
    match has_panicked {
        true => Some(done + 1),
        false => is_found.then_some(done),
    }
}

/// Follows a moment tick by tick.
#[derive(Default)]
struct Watch {
    /// The places of the player and the directions wished for in the last second, as long as there was
    /// a wish.
    walked: VecDeque<(Vec3, Vec3)>,
}

impl Watch {
    fn faults(
        &mut self,
        level: &Level,
        before: &Player,
        command: &Command,
        after: &World,
    ) -> Vec<FaultKind> {
        let (old, new) = (before, &after.player);
        let mut found = Vec::new();
        if new.respawns > old.respawns {
            found.push(FaultKind::Respawn);
        } else if !new.report.teleported && level.is_crossed(old.position, new.position) {
            found.push(FaultKind::Through);
        }
        if new.report.releases > old.report.releases {
            found.push(FaultKind::Freed);
        }
        let is_put = new.report.teleported || new.respawns > old.respawns;
        if !is_put && judge::is_too_deep(level, after, command.methods.collision) {
            found.push(FaultKind::Overlap);
        }
        if self.is_stuck(after, command) {
            found.push(FaultKind::Stuck);
        }
        found
    }

    fn is_stuck(&mut self, after: &World, command: &Command) -> bool {
        let held = |button| f32::from(u8::from(command.buttons.has(button)));
        let yaw = after.player.yaw;
        let wish = forward(yaw) * (held(Buttons::FORWARD) - held(Buttons::BACK))
            + right(yaw) * (held(Buttons::RIGHT) - held(Buttons::LEFT));
        let Some(wish) = wish.try_normalize() else {
            self.walked.clear();
            return false;
        };
        self.walked.push_back((after.player.position, wish));
        if self.walked.len() > STUCK_TICKS {
            self.walked.pop_front();
        }
        let (here, wish) = self.walked[0];
        let stays = |(place, _): &(Vec3, Vec3)| place.distance(here) < STUCK_WITHIN;
        let turns = |(_, other): &(Vec3, Vec3)| other.dot(wish) <= 0.0;
        self.walked.len() == STUCK_TICKS
            && self.walked.iter().all(stays)
            && self.walked.iter().any(turns)
    }
}
