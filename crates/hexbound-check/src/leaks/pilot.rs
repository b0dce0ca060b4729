//! Flies the player along a line by real commands, so that a way out can be replayed.

use glam::{DVec3, Vec3};
use hexbound_collide::geom::Aabb;

use super::moves::is_lost;
use hexbound_base::{
    body::{turn_between, yaw_of},
    clock::{TICK_LENGTH, TICK_RATE},
};
use hexbound_level::Level;
use hexbound_sim::{Buttons, Command, Player, Rules, World};

/// The speed of the flight, m/s, and the part of the way to the next point that is flown in a
/// second.
const MAX_SPEED: f32 = 3.0;
const WAY_PULL: f32 = 5.0;
/// A point of the line is passed at this distance, meters.
const PASS_DISTANCE: f32 = 0.05;
/// A speed that is wrong by less than this is left alone, m/s.
const SPEED_ERROR: f32 = 0.12;
/// The slowest that a flight may be, m/s, before it counts as stuck, and the time that it has anyway,
/// seconds.
const MIN_SPEED: f32 = 0.4;
const SPARE_TIME: f32 = 10.0;

/// The commands of a flight along a line, from the level's start until the player is out of `space`
/// or lost. `None` where flight is forbidden or does not get there.
pub(super) fn fly_along(level: &Level, line: &[DVec3], space: Aabb) -> Option<Vec<Command>> {
    if !level.play.allows_flight() {
        return None;
    }
    let line: Vec<Vec3> = line.iter().map(|point| point.as_vec3()).collect();
    let length: f32 = line
        .windows(2)
        .map(|piece| piece[0].distance(piece[1]))
        .sum();
    let most = ((length / MIN_SPEED + SPARE_TIME) * TICK_RATE as f32) as usize;
    let mut world = World::new(level, Rules::default());
    let (mut next, mut commands, mut events) = (0, Vec::new(), Vec::new());
    for _ in 0..most {
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
    let way = point - player.position;
    let speed = (way.length() * WAY_PULL).min(MAX_SPEED);
    let wished = way.normalize_or_zero() * speed;
    let wrong = wished - player.velocity;
    let mut command = Command {
        buttons: Buttons::CROUCH,
        ..Command::default()
    };
    if wrong.with_y(0.0).length() > SPEED_ERROR {
        command.yaw = turn_between(player.yaw, yaw_of(wrong));
        command.buttons.set(Buttons::FORWARD, true);
    }
    // Whoever does not fly yet takes off; upward speed alone keeps the flight on when the ground is
    // touched.
    let lift = wrong.y > SPEED_ERROR || (!player.flying && wished.y > -MAX_SPEED * TICK_LENGTH);
    command.buttons.set(Buttons::RISE, lift);
    command
        .buttons
        .set(Buttons::DESCEND, !lift && wrong.y < -SPEED_ERROR);
    command
}
