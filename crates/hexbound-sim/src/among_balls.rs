//! The player among the balls: they push each other by their masses, and the player can stand on a ball.
//! The player is an upright capsule as high and as wide as the body. Each push is swept against the level
//! first, so that nobody is pushed through a wall.

use glam::{DVec3, Vec3};

use hexbound_collide::{Body, MIN_WALKABLE_UP, SKIN};

use crate::{
    Ball, Character,
    bodies::{self, free_in_level},
    tuning::PLAYER_MASS,
};
use hexbound_base::body::BODY_RADIUS;
use hexbound_level::{BodyKind, Level};

/// A ball that moves away faster than this, m/s, is ignored however deep it overlaps the body: it has
/// just been thrown.
const LEAVING_SPEED: f64 = 0.5;

/// The fraction of the approach speed that is kept; it is small because bodies are soft.
const BODY_RESTITUTION: f64 = 0.2;

/// The least overlap that is separated, meters.
const MIN_OVERLAP: f64 = 1e-4;

/// The most that one ball displaces the player in a tick, meters. A ball thrown at the player's own feet
/// starts deep inside the body, which must not jump.
const MAX_PARTING_DISTANCE: f64 = 0.02;

/// A contact of the player with a ball.
struct Contact {
    /// The unit direction from the player to the ball.
    direction: DVec3,
    depth: f64,
}

/// Lets the player and the balls push each other after both have moved.
pub(crate) fn step(player: &mut Character, balls: &mut [Ball], level: &Level) {
    player.on_ball = false;
    let class = level.play.classes.of_kind(BodyKind::Player);
    for ball in balls {
        if !level.play.classes.stop(class, ball.class(&level.play)) {
            continue;
        }
        let Some(contact) = contact(player, ball) else {
            continue;
        };
        let separation = (ball.velocity - player.velocity.as_dvec3()).dot(contact.direction);
        if separation > LEAVING_SPEED {
            continue;
        }
        if separation < 0.0 {
            exchange(player, ball, contact.direction, -separation);
        }
        if contact.depth > MIN_OVERLAP {
            separate(player, ball, &contact, level);
        }
        if -contact.direction.y >= MIN_WALKABLE_UP && player.velocity.y <= 0.5 {
            stand_on(player, ball);
        }
    }
}

fn contact(player: &Character, ball: &Ball) -> Option<Contact> {
    let from_segment = player.offset_to(ball.position);
    let reach = f64::from(BODY_RADIUS + ball.radius);
    let distance = from_segment.length();
    (distance < reach).then(|| Contact {
        direction: from_segment.normalize_or(DVec3::X),
        depth: reach - distance,
    })
}

/// Exchanges momentum by the masses. The ground absorbs the vertical part for a grounded player, who is
/// neither lifted nor pressed down.
fn exchange(player: &mut Character, ball: &mut Ball, direction: DVec3, approach: f64) {
    let (own, other) = (f64::from(PLAYER_MASS), f64::from(ball.mass));
    let impulse = approach * (1.0 + BODY_RESTITUTION) / (1.0 / own + 1.0 / other);
    ball.wake();
    ball.velocity += direction * (impulse / other);
    let mut change = direction * (-impulse / own);
    if player.grounded {
        change.y = 0.0;
    }
    player.velocity += change.as_vec3();
}

/// Separates an overlap: the ball moves as far as the level lets it, the player the rest.
fn separate(player: &mut Character, ball: &mut Ball, contact: &Contact, level: &Level) {
    let sphere = bodies::ball(ball.radius + SKIN);
    let delta = contact.direction * contact.depth;
    let distance = free_distance(level, sphere, ball.position, delta);
    if distance > 0.0 {
        ball.wake();
        ball.position += contact.direction * distance;
    }
    let left = (contact.depth - distance).min(MAX_PARTING_DISTANCE);
    if left > MIN_OVERLAP {
        let body = player.body().with_skin();
        let from = player.position.as_dvec3();
        let distance = free_distance(level, body, from, -contact.direction * left);
        player.position = (from - contact.direction * distance).as_vec3();
    }
}

/// The distance that the level lets a body move along `delta`, meters.
fn free_distance(level: &Level, body: Body, from: DVec3, delta: DVec3) -> f64 {
    delta.length() * free_in_level(level, body, from, from + delta)
}

fn stand_on(player: &mut Character, ball: &Ball) {
    player.on_ball = true;
    player.grounded = true;
    player.flying = false;
    // Not by `max`: its result for 0 and −0 depends on how it is compiled.
    if player.velocity.y <= 0.0 {
        player.velocity.y = 0.0;
    }
    player.ground_normal = Vec3::Y;
    player.ground_height = player.feet().y;
    player.ticks_off_ground = 0;
    // The ball carries the player along.
    let own = Vec3::new(player.velocity.x, 0.0, player.velocity.z);
    if own.length() < 0.05 {
        player.velocity.x = ball.velocity.x as f32;
        player.velocity.z = ball.velocity.z as f32;
    }
}
