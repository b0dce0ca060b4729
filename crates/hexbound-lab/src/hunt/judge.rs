//! The judge of a hunt: whether a tick has a fault, and whether a place can't be left.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

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
use hexbound_sim::{Buttons, Command, Event, Methods, Player, Rules, World};

/// The distance beyond which a move leads out of a place, meters.
const STUCK_WITHIN: f32 = 0.1;
/// The directions that are tried out of a place.
const SPOKES: u32 = 12;
/// The angles between the two directions of an attempt that is recorded, radians: at first there and back,
/// then into a corner from both of its sides; and the numbers of ticks for which each is held, tried one
/// after another. Where one can climb a little and slides back, only short ones stay in place.
const APART: [f32; 2] = [PI, FRAC_PI_2 + 0.02];
const HOLDS: [u32; 4] = [60, 12, 3, 1];
/// The length of such an attempt: long enough to come to rest and to walk for a second, ticks.
const ATTEMPT: u32 = 300;

/// Makes a tick; false if it panicked, which leaves the world in no state to go on from.
pub(super) fn is_stepped(
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

    /// The fault of the tick that led to `after`, if it has one.
    pub(super) fn fault(
        &self,
        before: &Player,
        command: &Command,
        after: &World,
        events: &[Event],
    ) -> Option<FaultKind> {
        TickJudge::of(self.level, before, command, after, events).first(&FaultKind::OF_HUNTS)
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
        !(0..SPOKES).any(|spoke| {
            let turn = spoke as f32 / SPOKES as f32 * TAU;
            [
                (Buttons::FORWARD, Buttons::default()),
                (Buttons::FORWARD, Buttons::JUMP),
                (Buttons::FORWARD.with(Buttons::CROUCH), Buttons::default()),
            ]
            .into_iter()
            .any(|(held, pressed)| {
                // Buttons that are still held are let go of first: a held one is no press.
                let still = Move {
                    held: Buttons::default(),
                    pressed: Buttons::default(),
                    turn: [turn, 0.0],
                    ticks: 4,
                    methods: self.methods,
                };
                let leaves = Move {
                    held,
                    pressed,
                    turn: [0.0; 2],
                    ticks: 60,
                    ..still
                };
                // Whoever jumps comes down again.
                let comes_down = Move {
                    turn: [0.0; 2],
                    ticks: 90,
                    ..still
                };
                gets_out(&[still, leaves, comes_down])
            })
        })
    }

    /// Walking to several sides in a place that nobody gets on from, up to the tick after which a capsule
    /// calls that stuck. Where no such walk stays in place, it is one there and back.
    pub(super) fn failed_attempt(&self, world: &World) -> Vec<Command> {
        let holds = HOLDS.into_iter();
        let tried = holds.flat_map(|hold| APART.map(|apart| (hold, apart)));
        let mut tried = tried.flat_map(|it| (0..SPOKES).map(move |spoke| (spoke, it)));
        let shown = tried.find_map(|(spoke, (hold, apart))| {
            let mut commands = self.walk_to_and_fro(spoke, hold, apart);
            let until = capsule::commands_until(FaultKind::Stuck, self.level, world, &commands)?;
            commands.truncate(until);
            Some(commands)
        });
        shown.unwrap_or_else(|| self.walk_to_and_fro(0, HOLDS[0], APART[0]))
    }

    /// The commands that walk toward a spoke and toward another direction by turns.
    fn walk_to_and_fro(&self, spoke: u32, hold: u32, apart: f32) -> Vec<Command> {
        let walk = |step: u32| Move {
            held: Buttons::FORWARD,
            pressed: Buttons::default(),
            turn: match step {
                0 => [spoke as f32 / SPOKES as f32 * TAU, 0.0],
                _ if step % 2 == 1 => [apart, 0.0],
                _ => [-apart, 0.0],
            },
            ticks: hold,
            methods: self.methods,
        };
        let moves: Vec<Move> = (0..ATTEMPT / hold).map(walk).collect();
        bot::commands(&moves)
    }

    /// The world after a run, if none of its ticks panics.
    pub(super) fn world_after(&self, rules: Rules, commands: &[Command]) -> Option<World> {
        let (mut world, mut events) = (World::new(self.level, rules), Vec::new());
        let mut commands = commands.iter();
        let is_played = commands.all(|command| {
            events.clear();
            is_stepped(self.level, &mut world, command, &mut events)
        });
        is_played.then_some(world)
    }

    /// The first tick of a run at which that fault comes, and where.
    pub(super) fn first_fault(
        &self,
        rules: Rules,
        commands: &[Command],
        kind: FaultKind,
    ) -> Option<Shown> {
        let mut world = World::new(self.level, rules);
        let mut events = Vec::new();
        let (mut stood_at, mut stood_after) = (world.player.position, 0);
        for (tick, command) in commands.iter().enumerate() {
            let before = world.player;
            events.clear();
            if !is_stepped(self.level, &mut world, command, &mut events) {
                return (kind == FaultKind::Panic).then_some(Shown {
                    ticks: tick + 1,
                    place: before.position,
                    stood_after,
                });
            }
            match self.fault(&before, command, &world, &events) {
                Some(found) if found == kind => {
                    let is_left = kind == FaultKind::Left;
                    return Some(Shown {
                        ticks: tick + 1,
                        place: if is_left { stood_at } else { before.position },
                        stood_after,
                    });
                }
                // Another fault comes first: what follows it shows nothing.
                Some(_) => return None,
                None if world.player.grounded => {
                    (stood_at, stood_after) = (world.player.position, tick + 1);
                }
                None => {}
            }
        }
        let is_end = kind == FaultKind::Stuck && self.is_stuck(&world);
        is_end.then_some(Shown {
            ticks: commands.len(),
            place: world.player.position,
            stood_after,
        })
    }
}
