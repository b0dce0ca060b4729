//! The judge of a hunt: whether a tick has a fault, and whether a place can't be left.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::Vec3;

use super::{
    bot::{self, Move},
    shrink::Shown,
};
use crate::{
    capsule,
    tick_judge::{FaultKind, TickJudge},
};
use hexbound_level::Level;
use hexbound_replay::crash;
use hexbound_sim::{Buttons, Command, Event, Methods, Rules, World};

/// The distance beyond which a move leads out of a place, meters.
const STUCK_WITHIN: f32 = 0.1;
/// The directions that are tried out of a place.
const ATTEMPT_DIRECTIONS: u32 = 12;
/// The angles between the two directions of an attempt that is recorded, radians: there and back, then
/// into a corner from both of its sides. The numbers of ticks for which each is held are tried one after
/// another: where one climbs a little and slides back, only short ones stay in place.
const ATTEMPT_ANGLES: [f32; 2] = [PI, FRAC_PI_2 + 0.02];
const HOLD_TIMES: [u32; 4] = [60, 12, 3, 1];
/// The length of such an attempt: long enough to come to rest and to walk for a second, ticks.
const ATTEMPT_TIME: u32 = 300;

/// Makes a tick; false if it panicked, which leaves the world in no state to go on from.
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

    /// Returns whether no move leads out of the place where the player is.
    pub(super) fn is_stuck(&self, world: &World) -> bool {
        let at = world.player.feet();
        let gets_out = |moves: &[Move]| {
            let (mut world, mut events) = (world.lightened(), Vec::new());
            for command in bot::commands(moves) {
                events.clear();
                if !is_stepped(self.level, &mut world, &command, &mut events) {
                    return true;
                }
            }
            world.player.feet().distance(at) > STUCK_WITHIN
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
                // Buttons that are still held are let go of first: a held one is no press.
                let still = Move {
                    turn: [turn, 0.0],
                    ..wait(4)
                };
                let leaves = Move {
                    held,
                    pressed,
                    ..wait(60)
                };
                // Whoever jumps comes down again.
                let comes_down = wait(90);
                gets_out(&[still, leaves, comes_down])
            })
        })
    }

    /// Walking to several sides in a place that nobody gets on from, until a capsule calls that stuck.
    /// Where no such walk stays in place, it is one there and back.
    pub(super) fn failed_attempt(&self, world: &World) -> Vec<Command> {
        let holds = HOLD_TIMES.into_iter();
        let tried = holds.flat_map(|hold| ATTEMPT_ANGLES.map(|apart| (hold, apart)));
        let mut tried = tried.flat_map(|it| (0..ATTEMPT_DIRECTIONS).map(move |spoke| (spoke, it)));
        let shown = tried.find_map(|(spoke, (hold, apart))| {
            let mut commands = self.walk_to_and_fro(spoke, hold, apart);
            let until = capsule::commands_until(FaultKind::Stuck, self.level, world, &commands)?;
            commands.truncate(until);
            Some(commands)
        });
        shown.unwrap_or_else(|| self.walk_to_and_fro(0, HOLD_TIMES[0], ATTEMPT_ANGLES[0]))
    }

    /// The commands that walk toward a spoke and toward another direction by turns.
    fn walk_to_and_fro(&self, spoke: u32, hold: u32, apart: f32) -> Vec<Command> {
        let walk = |step: u32| Move {
            held: Buttons::FORWARD,
            turn: match step {
                0 => [spoke as f32 / ATTEMPT_DIRECTIONS as f32 * TAU, 0.0],
                _ if step % 2 == 1 => [apart, 0.0],
                _ => [-apart, 0.0],
            },
            ..Move::wait(hold, self.methods)
        };
        let moves: Vec<Move> = (0..ATTEMPT_TIME / hold).map(walk).collect();
        bot::commands(&moves)
    }

    /// The world after a run, if none of its ticks panics.
    pub(super) fn world_after(&self, rules: Rules, commands: &[Command]) -> Option<World> {
        let start = World::new(self.level, rules);
        capsule::play(self.level, &start, commands, |_, _, _| true).ok()
    }

    /// The first tick of a run with that fault, and the fault's place.
    pub(super) fn first_fault(
        &self,
        rules: Rules,
        commands: &[Command],
        kind: FaultKind,
    ) -> Option<Shown> {
        let mut run = JudgedRun::from(self, World::new(self.level, rules));
        let place = match commands.iter().find_map(|command| run.step(command)) {
            Some((found, place)) if found == kind => place,
            // Another fault comes first: what follows it shows nothing.
            Some(_) => return None,
            None if kind == FaultKind::Stuck && self.is_stuck(&run.world) => {
                run.world.player.position
            }
            None => return None,
        };
        Some(Shown {
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
    /// The place where the player last stood, local, meters, and the number of ticks up to there.
    stood_at: Vec3,
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

    /// Makes a tick, and returns its fault and the place of that. The place of a fall is where it began: the
    /// way down is the same from there on.
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
