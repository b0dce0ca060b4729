//! The judge of a hunt: the faults of a tick, and the test whether a player can leave a place.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::Vec3;

use super::{
    bot::{self, Move},
    shrink::ShownFault,
};
use crate::{
    capsule,
    tick_judge::{FaultKind, TickJudge},
};
use hexbound_level::Level;
use hexbound_replay::crash;
use hexbound_sim::{Buttons, Command, Event, Methods, Rules, World};

/// The distance beyond which a move has left a place, meters.
const STUCK_DISTANCE: f32 = 0.1;
/// The number of directions in which leaving a place is tried.
const ATTEMPT_DIRECTIONS: u32 = 12;
/// The angles between the two directions of a recorded attempt, radians: back and forth, then into a
/// corner from both sides. The durations of each direction are tried in order. On a slope where a player
/// climbs a little and slides back, only short ones stay in place.
const ATTEMPT_ANGLES: [f32; 2] = [PI, FRAC_PI_2 + 0.02];
/// The durations of each direction in a recorded attempt, ticks.
const HOLD_TICKS: [u32; 4] = [60, 12, 3, 1];
/// The duration of a recorded attempt, ticks: long enough to come to rest and to walk for a second.
const ATTEMPT_TICKS: u32 = 300;

/// Plays a tick. Returns false if it panicked, after which the world is invalid.
fn is_stepped(
    level: &Level,
    world: &mut World,
    command: &Command,
    events: &mut Vec<Event>,
) -> bool {
    crash::catch(|| world.step(level, command, events)).is_ok()
}

/// Judges the ticks of a hunt.
pub(super) struct Judge<'a> {
    level: &'a Level,
    methods: Methods,
}

impl<'a> Judge<'a> {
    pub(super) fn new(level: &'a Level, methods: Methods) -> Self {
        Self { level, methods }
    }

    /// Returns whether no move leads away from the player's place.
    pub(super) fn is_stuck(&self, world: &World) -> bool {
        let at = world.player.feet();
        let gets_out = |moves: &[Move]| {
            let (mut world, mut events) = (world.without_caches(), Vec::new());
            for command in bot::commands(moves) {
                events.clear();
                if !is_stepped(self.level, &mut world, &command, &mut events) {
                    return true;
                }
            }
            world.player.feet().distance(at) > STUCK_DISTANCE
        };
        !(0..ATTEMPT_DIRECTIONS).any(|spoke| {
            let turn = spoke as f32 / ATTEMPT_DIRECTIONS as f32 * TAU;
            [
                (Buttons::FORWARD, Buttons::default()),
                (Buttons::FORWARD, Buttons::JUMP),
                (Buttons::FORWARD.with(Buttons::CROUCH), Buttons::default()),
            ]
            .into_iter()
            .any(|(held, pressed)| {
                let wait = |ticks| Move::wait(ticks, self.methods);
                // Held buttons are released first, since a held one is no press.
                let still = Move {
                    turn: [turn, 0.0],
                    ..wait(4)
                };
                let leaves = Move {
                    held,
                    pressed,
                    ..wait(60)
                };
                // A jumping player lands again.
                let comes_down = wait(90);
                gets_out(&[still, leaves, comes_down])
            })
        })
    }

    /// A walk in several directions in a place that nobody can leave, until a capsule reports it as
    /// stuck. If no such walk stays in place, it is one back and forth.
    pub(super) fn failed_attempt(&self, world: &World) -> Vec<Command> {
        let holds = HOLD_TICKS.into_iter();
        let tried = holds.flat_map(|hold| ATTEMPT_ANGLES.map(|apart| (hold, apart)));
        let mut tried = tried.flat_map(|it| (0..ATTEMPT_DIRECTIONS).map(move |spoke| (spoke, it)));
        let shown = tried.find_map(|(spoke, (hold, apart))| {
            let mut commands = self.walk_back_and_forth(spoke, hold, apart);
            let until = capsule::commands_until(FaultKind::Stuck, self.level, world, &commands)?;
            commands.truncate(until);
            Some(commands)
        });
        shown.unwrap_or_else(|| self.walk_back_and_forth(0, HOLD_TICKS[0], ATTEMPT_ANGLES[0]))
    }

    /// The commands of a walk that alternates between the direction with the index `spoke` and
    /// another, `apart` radians to its left. Each is held for `hold` ticks.
    fn walk_back_and_forth(&self, spoke: u32, hold: u32, apart: f32) -> Vec<Command> {
        let walk = |step: u32| Move {
            held: Buttons::FORWARD,
            turn: match step {
                0 => [spoke as f32 / ATTEMPT_DIRECTIONS as f32 * TAU, 0.0],
                _ if step % 2 == 1 => [apart, 0.0],
                _ => [-apart, 0.0],
            },
            ..Move::wait(hold, self.methods)
        };
        let moves: Vec<Move> = (0..ATTEMPT_TICKS / hold).map(walk).collect();
        bot::commands(&moves)
    }

    /// The world after a run, if none of its ticks panics.
    pub(super) fn world_after(&self, rules: Rules, commands: &[Command]) -> Option<World> {
        let start = World::new(self.level, rules);
        capsule::play(self.level, &start, commands, |_, _, _| true).ok()
    }

    /// The first tick of a run with a fault of this kind, and the fault's place.
    pub(super) fn first_fault(
        &self,
        rules: Rules,
        commands: &[Command],
        kind: FaultKind,
    ) -> Option<ShownFault> {
        let mut run = JudgedRun::from(self, World::new(self.level, rules));
        let place = match commands.iter().find_map(|command| run.step(command)) {
            Some((found, place)) if found == kind => place,
            // Another fault comes first, so later ticks prove nothing.
            Some(_) => return None,
            None if kind == FaultKind::Stuck && self.is_stuck(&run.world) => {
                run.world.player.position
            }
            None => return None,
        };
        Some(ShownFault {
            ticks: run.ticks,
            place,
            stood_after: run.stood_after,
        })
    }
}

/// A run whose every tick is judged.
pub(super) struct JudgedRun<'a> {
    judge: &'a Judge<'a>,
    pub world: World,
    events: Vec<Event>,
    /// The number of ticks so far.
    pub ticks: usize,
    /// The place where the player last stood, local, meters.
    stood_at: Vec3,
    /// The number of ticks up to that place.
    stood_after: usize,
}

impl<'a> JudgedRun<'a> {
    pub(super) fn from(judge: &'a Judge<'a>, world: World) -> Self {
        Self {
            judge,
            stood_at: world.player.position,
            world,
            events: Vec::new(),
            ticks: 0,
            stood_after: 0,
        }
    }

    /// Plays a tick, and returns its fault and the fault's place. A fall's place is its start, since the
    /// path down is the same from there.
    pub(super) fn step(&mut self, command: &Command) -> Option<(FaultKind, Vec3)> {
        let (level, before) = (self.judge.level, self.world.player);
        self.events.clear();
        self.ticks += 1;
        let fault = match is_stepped(level, &mut self.world, command, &mut self.events) {
            true => TickJudge::of(level, &before, command, &self.world, &self.events)
                .first(&FaultKind::OF_HUNTS),
            false => Some(FaultKind::Panic),
        };
        let player = &self.world.player;
        if fault.is_none() && player.grounded {
            (self.stood_at, self.stood_after) = (player.position, self.ticks);
        }
        fault.map(|kind| match kind {
            FaultKind::Left => (kind, self.stood_at),
            _ => (kind, before.position),
        })
    }
}
