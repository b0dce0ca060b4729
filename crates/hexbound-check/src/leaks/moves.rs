//! One real move of the player, from one stand to the next or to a loss. It is a run, a jump, a jump at
//! the edge, a crawl, or a blast at the feet.

use hexbound_base::body::turn_between;
use hexbound_level::Level;
use hexbound_sim::{Buttons, Command, Event, EventKind, Player, World};

/// The duration of a run, ticks.
const RUN_TICKS: u32 = 30;
/// The longest duration of a move, ticks.
const MAX_MOVE_TICKS: u32 = 600;
/// The speed below which a runner is blocked, m/s.
const BLOCKED_SPEED: f32 = 1.0;
/// The time from the start of a run in which the player can't be blocked, ticks.
const WARM_UP: u32 = 12;
/// The rising speed below which a crouching jump crouches, m/s.
const MAX_CROUCH_RISE_SPEED: f32 = 2.0;
/// The tick in which a ball is thrown at the feet: just after the jump.
const THROW_TICK: u32 = 3;
/// The turn that ends in a look straight down, radians.
const DOWN_PITCH: f32 = -3.2;

/// The tick in which a move jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Jump {
    Never,
    AtOnce,
    /// At the end of the ground, or at an obstacle.
    AtEdge,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MovePlan {
    /// The direction, radians about +Y.
    pub yaw: f32,
    pub jump: Jump,
    /// True if the move crouches: on the ground all the time, in a jump from near its top.
    pub crouches: bool,
    /// True if the move throws a ball at the feet.
    pub blasts: bool,
}

/// A place where the player stood during a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standpoint {
    pub player: Player,
    /// The number of the move's commands up to this place.
    pub ticks: usize,
}

/// The result of a move.
#[derive(Clone, Debug)]
pub(super) struct MoveResult {
    pub commands: Vec<Command>,
    pub stands: Vec<Standpoint>,
    /// True if the move ended in a respawn: after a fall, under a mover, or in a broken state.
    pub is_lost: bool,
}

impl MovePlan {
    /// A run in the direction `yaw`.
    pub(super) fn run(yaw: f32) -> Self {
        Self {
            yaw,
            jump: Jump::Never,
            crouches: false,
            blasts: false,
        }
    }

    /// The command of the tick with the index `tick` in the move.
    fn command(&self, player: &Player, tick: u32, has_jumped: bool) -> Command {
        let mut command = Command {
            buttons: Buttons::FORWARD.with(Buttons::SPRINT),
            yaw: turn_between(player.yaw, self.yaw),
            pitch: if self.blasts { DOWN_PITCH } else { 0.0 },
            ..Command::default()
        };
        let is_held_up = tick > WARM_UP && player.velocity.with_y(0.0).length() < BLOCKED_SPEED;
        let jumps_now = match self.jump {
            Jump::Never => false,
            Jump::AtOnce => tick >= 1,
            Jump::AtEdge => tick >= 1 && (!player.grounded || is_held_up),
        };
        command.buttons.set(Buttons::JUMP, jumps_now && !has_jumped);
        command
            .buttons
            .set(Buttons::THROW, self.blasts && tick == THROW_TICK);
        let crouches_now = match self.jump {
            Jump::Never => true,
            _ => has_jumped && player.velocity.y < MAX_CROUCH_RISE_SPEED,
        };
        command
            .buttons
            .set(Buttons::CROUCH, self.crouches && crouches_now);
        command
    }

    /// Plays the move from `world`, in which the player stands.
    pub(super) fn play(&self, level: &Level, mut world: World) -> MoveResult {
        let mut made = MoveResult {
            commands: Vec::new(),
            stands: Vec::new(),
            is_lost: false,
        };
        let (mut has_jumped, mut events) = (false, Vec::new());
        for tick in 0..MAX_MOVE_TICKS {
            let command = self.command(&world.player, tick, has_jumped);
            has_jumped |= command.buttons.has(Buttons::JUMP);
            events.clear();
            world.step(level, &command, &mut events);
            made.commands.push(command);
            if is_lost(&events) {
                made.is_lost = true;
                return made;
            }
            if world.player.grounded {
                made.stands.push(Standpoint {
                    player: world.player,
                    ticks: made.commands.len(),
                });
                let is_landed = has_jumped && tick > THROW_TICK;
                if tick >= RUN_TICKS || is_landed {
                    return made;
                }
            }
        }
        made
    }
}

/// Returns whether events report a loss of the player.
pub(super) fn is_lost(events: &[Event]) -> bool {
    let mut kinds = events.iter().map(|event| &event.kind);
    kinds.any(|kind| matches!(kind, EventKind::Respawn(_)))
}
