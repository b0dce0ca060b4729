//! A restless player: walks far, turns, leans into walls and corners, jumps, throws, and sometimes flies
//! for a few seconds. The player avoids places without ground below. The commands depend only on the seed
//! and the world.

use glam::Vec3;

use hexbound_base::{clock::TICK_LENGTH, random::Random};
use hexbound_level::Level;
use hexbound_sim::{Buttons, Command, Methods, Player, World};

/// The interval between judgments of progress, ticks.
const JUDGE_INTERVAL: u32 = 180;
/// The least distance within `JUDGE_INTERVAL` that counts as progress, meters. Leaning into a corner is
/// wanted for a while, but not for good.
const MIN_PROGRESS: f32 = 1.0;
/// The steepest look up and down, radians.
const MAX_PITCH: f32 = 0.5;

/// The interval between looks ahead, ticks.
const WATCH_INTERVAL: u32 = 6;
/// The part of the distance of a look ahead that does not depend on speed, about a body's length,
/// meters.
const WATCH_BEYOND: f32 = 0.6;
/// The time of travel that a look ahead covers, seconds.
const WATCH_AHEAD: f32 = 0.35;
/// The time of travel that the look ahead before a jump covers, seconds.
const WATCH_JUMP: f32 = 0.8;
/// The depth of a drop from which it counts as bottomless, meters.
const MAX_DROP_DEPTH: f32 = 12.0;

/// One leg of the player's path.
#[derive(Clone, Copy, Debug)]
struct Leg {
    buttons: Buttons,
    /// The turn by the mouse, radians a second.
    turn: f32,
    left: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum FlightPhase {
    Grounded,
    Rising(u32),
    Gliding(u32),
    Descending(u32),
    /// A jump ends the flight: gravity is back.
    Dropping(u32),
}

#[derive(Clone, Debug)]
pub struct Wander {
    random: Random,
    leg: Leg,
    flight: FlightPhase,
    pitch: f32,
    until_jump: u32,
    until_throw: u32,
    until_flight: u32,
    until_watched: u32,
    until_judged: u32,
    judged_at: Vec3,
}

impl Wander {
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        Self {
            leg: Leg {
                buttons: Buttons::FORWARD,
                turn: random.between(-0.5, 0.5),
                left: random.integer(30, 120),
            },
            flight: FlightPhase::Grounded,
            pitch: 0.0,
            until_jump: random.integer(60, 400),
            until_throw: random.integer(30, 200),
            until_flight: random.integer(1500, 5000),
            until_watched: WATCH_INTERVAL,
            until_judged: JUDGE_INTERVAL,
            judged_at: Vec3::INFINITY,
            random,
        }
    }

    /// The command for the tick after `world`.
    pub fn next_command(&mut self, level: &Level, world: &World, methods: Methods) -> Command {
        self.judge_progress(world.player.position);
        self.watch_out(level, &world.player);
        if self.leg.left == 0 {
            self.leg = self.choose_leg();
        }
        self.leg.left -= 1;
        let mut buttons = self.leg.buttons;
        self.jump(level, &world.player, &mut buttons);
        self.throw(&mut buttons);
        self.fly(world.player.grounded, &mut buttons);
        if level.play.flight_is_assistance() {
            buttons.set(Buttons::RISE, false);
            buttons.set(Buttons::DESCEND, false);
        }
        Command {
            buttons,
            yaw: self.leg.turn * TICK_LENGTH,
            pitch: (self.pitch - world.player.pitch).clamp(-TICK_LENGTH, TICK_LENGTH),
            methods,
            ..Command::default()
        }
    }

    /// Turns away from a place without progress.
    fn judge_progress(&mut self, position: Vec3) {
        self.until_judged -= 1;
        if self.until_judged > 0 {
            return;
        }
        self.until_judged = JUDGE_INTERVAL;
        if position.distance(self.judged_at) < MIN_PROGRESS {
            self.leg = Leg {
                buttons: Buttons::FORWARD,
                turn: self.random.sign() * self.random.between(2.0, 4.0),
                left: self.random.integer(60, 110),
            };
        }
        self.judged_at = position;
    }

    /// Stops and turns before an edge without ground below.
    fn watch_out(&mut self, level: &Level, player: &Player) {
        self.until_watched -= 1;
        if self.until_watched > 0 {
            return;
        }
        self.until_watched = WATCH_INTERVAL;
        let falling = !player.grounded && self.flight == FlightPhase::Grounded;
        if !falling && void_ahead(level, player, WATCH_AHEAD) {
            let left = self.random.integer(40, 90);
            self.leg = Leg {
                buttons: Buttons::default(),
                turn: self.random.sign() * 4.0,
                left,
            };
            // The pause is long enough to turn away from this edge.
            self.until_watched = left + WATCH_INTERVAL;
        }
    }

    fn choose_leg(&mut self) -> Leg {
        self.pitch = self.random.between(-MAX_PITCH, MAX_PITCH);
        let random = &mut self.random;
        let side = random.either(Buttons::LEFT, Buttons::RIGHT);
        let forward = Buttons::FORWARD;
        let (buttons, turn, left) = match random.fraction() {
            // Straight on, into a wall when one comes and along it.
            roll if roll < 0.35 => (forward, 0.0, random.integer(90, 360)),
            // A wide bend.
            roll if roll < 0.55 => (forward, random.between(-0.5, 0.5), random.integer(90, 300)),
            // A diagonal.
            roll if roll < 0.68 => (
                forward.with(side),
                random.between(-0.3, 0.3),
                random.integer(60, 240),
            ),
            // A sharp turn on the run.
            roll if roll < 0.84 => {
                let turn = random.sign() * random.between(1.0, 4.0);
                (forward, turn, random.integer(20, 80))
            }
            // The same with the turn keys.
            roll if roll < 0.9 => {
                let key = random.either(Buttons::TURN_LEFT, Buttons::TURN_RIGHT);
                (forward.with(key), 0.0, random.integer(15, 70))
            }
            // Sideways, backwards, or standing and looking around.
            roll if roll < 0.95 => (side, random.between(-0.4, 0.4), random.integer(40, 150)),
            roll if roll < 0.985 => (Buttons::BACK, 0.0, random.integer(30, 120)),
            _ => (
                Buttons::default(),
                random.between(-2.0, 2.0),
                random.integer(20, 60),
            ),
        };
        Leg {
            buttons,
            turn,
            left,
        }
    }

    /// Holds the jump for a few ticks. The press counts only on the ground, so it waits for ground here
    /// and at the landing.
    fn jump(&mut self, level: &Level, player: &Player, buttons: &mut Buttons) {
        const JUMP_TICKS: u32 = 4;
        let waits = self.until_jump == JUMP_TICKS
            && (!player.grounded || void_ahead(level, player, WATCH_JUMP));
        if !waits {
            self.until_jump -= 1;
        }
        if self.until_jump < JUMP_TICKS {
            buttons.set(Buttons::JUMP, true);
        }
        if self.until_jump == 0 {
            self.until_jump = self.random.integer(200, 1000);
        }
    }

    fn throw(&mut self, buttons: &mut Buttons) {
        self.until_throw -= 1;
        if self.until_throw < 2 {
            buttons.set(Buttons::THROW, true);
        }
        if self.until_throw == 0 {
            self.until_throw = self.random.integer(40, 300);
        }
    }

    /// Takes off sometimes, in levels where flying is no help.
    fn fly(&mut self, grounded: bool, buttons: &mut Buttons) {
        self.flight = match self.flight {
            FlightPhase::Grounded if self.until_flight > 0 => {
                self.until_flight -= 1;
                FlightPhase::Grounded
            }
            FlightPhase::Grounded => FlightPhase::Rising(self.random.integer(30, 90)),
            FlightPhase::Rising(0) => FlightPhase::Gliding(self.random.integer(40, 160)),
            FlightPhase::Rising(left) => {
                buttons.set(Buttons::RISE, true);
                FlightPhase::Rising(left - 1)
            }
            FlightPhase::Gliding(0) if self.random.chance(0.5) => FlightPhase::Dropping(2),
            FlightPhase::Gliding(0) => FlightPhase::Descending(240),
            FlightPhase::Gliding(left) => FlightPhase::Gliding(left - 1),
            FlightPhase::Descending(left) if grounded || left == 0 => FlightPhase::Dropping(2),
            FlightPhase::Descending(left) => {
                buttons.set(Buttons::DESCEND, true);
                FlightPhase::Descending(left - 1)
            }
            FlightPhase::Dropping(0) => {
                self.until_flight = self.random.integer(2500, 6000);
                FlightPhase::Grounded
            }
            FlightPhase::Dropping(left) => {
                buttons.set(Buttons::JUMP, true);
                FlightPhase::Dropping(left - 1)
            }
        };
    }
}

/// Returns whether the player's motion leads within `seconds` to a place without ground below. A wall in
/// between prevents that.
fn void_ahead(level: &Level, player: &Player, seconds: f32) -> bool {
    let horizontal = player.velocity.with_y(0.0);
    let Some(direction) = horizontal.try_normalize() else {
        return false;
    };
    let distance = WATCH_BEYOND + horizontal.length() * seconds;
    let collision = &level.collision;
    let from = player.position;
    collision.ray_cast(from, direction, distance).is_none()
        && collision
            .ray_cast(from + direction * distance, Vec3::NEG_Y, MAX_DROP_DEPTH)
            .is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;
    use hexbound_sim::Rules;

    #[test]
    fn it_flies_only_where_that_is_no_help() {
        let flies = |name: &str| {
            let level = catalog::open(name).unwrap();
            let (mut wander, mut world) = (Wander::new(7), World::new(&level, Rules::default()));
            (0..8000).any(|_| {
                let command = wander.next_command(&level, &world, Methods::default());
                world.step(&level, &command, &mut Vec::new());
                world.player.flying
            })
        };
        assert!(flies("test:flat"));
        assert!(!flies("test:range"));
    }
}
