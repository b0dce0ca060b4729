//! Flies the player along a line by real commands, so that a leak can be replayed.

use glam::{DVec3, Vec3};
use hexbound_collide::geom::Aabb;

use super::moves::is_lost;
use hexbound_base::{
    body::{turn_between, yaw_of},
    clock::{TICK_LENGTH, TICK_RATE},
};
use hexbound_level::Level;
use hexbound_sim::{Buttons, Command, Player, Rules, World};

/// The largest speed of the flight, m/s.
const MAX_SPEED: f32 = 3.0;
/// The share of the distance to the next point that is flown in a second, 1/s.
const APPROACH_RATE: f32 = 5.0;
/// The distance at which a point of the line counts as passed, meters.
const PASS_DISTANCE: f32 = 0.05;
/// The error of the speed that is not corrected, m/s.
const SPEED_ERROR: f32 = 0.12;
/// The mean speed below which a flight counts as stuck, m/s.
const MIN_SPEED: f32 = 0.4;
/// The time that is always allowed in addition, seconds.
const SPARE_TIME: f32 = 10.0;

/// The commands of a flight along a line, from the level's start until the player is out of `space` or
/// lost. `None` if flight is forbidden or does not arrive.
pub(super) fn fly_along(level: &Level, line: &[DVec3], space: Aabb) -> Option<Vec<Command>> {
    if !level.play.allows_flight() {
        return None;
    }
    let line: Vec<Vec3> = line.iter().map(|point| point.as_vec3()).collect();
    let length: f32 = line
        .windows(2)
        .map(|piece| piece[0].distance(piece[1]))
        .sum();
    let max_ticks = ((length / MIN_SPEED + SPARE_TIME) * TICK_RATE as f32) as usize;
    let mut world = World::new(level, Rules::default());
    let (mut next, mut commands, mut events) = (0, Vec::new(), Vec::new());
    for _ in 0..max_ticks {
        while next + 1 < line.len() && world.player.position.distance(line[next]) < PASS_DISTANCE {
            next += 1;
        }
        let command = toward(&world.player, *line.get(next)?);
        events.clear();
        world.step(level, &command, &mut events);
        commands.push(command);
        if is_lost(&events) || !space.contains(world.player.position) {
            return Some(commands);
        }
    }
    None
}

/// The command that flies a crouching player toward a point.
fn toward(player: &Player, point: Vec3) -> Command {
    let delta = point - player.position;
    let speed = (delta.length() * APPROACH_RATE).min(MAX_SPEED);
    let wanted = delta.normalize_or_zero() * speed;
    let error = wanted - player.velocity;
    let mut command = Command {
        buttons: Buttons::CROUCH,
        ..Command::default()
    };
    if error.with_y(0.0).length() > SPEED_ERROR {
        command.yaw = turn_between(player.yaw, yaw_of(error));
        command.buttons.set(Buttons::FORWARD, true);
    }
    // A player on foot takes off. At a contact with the ground, only upward speed continues the flight.
    let lift = error.y > SPEED_ERROR || (!player.flying && wanted.y > -MAX_SPEED * TICK_LENGTH);
    command.buttons.set(Buttons::RISE, lift);
    command
        .buttons
        .set(Buttons::DESCEND, !lift && error.y < -SPEED_ERROR);
    command
}
