//! The ball in the player's hand, and its throw.

use glam::Vec3;
use hexbound_collide::SKIN;

use super::{
    Ball, BallOrigin, Character, Event, EventKind, ImpactSide, MAX_BALLS,
    bodies::{self, free_in_level},
    tuning::{THROW_REACH, THROW_SPEED},
};
use hexbound_level::Level;

/// The ball that would be thrown now with the id `id`. It leaves the hand along the view, unless a wall
/// is nearer than the hand.
pub(crate) fn ball_in_hand(player: &Character, id: u32, level: &Level) -> Ball {
    let (eye, direction) = (player.eye_position(), player.view_direction());
    let mut ball = Ball::new(id, eye, direction * THROW_SPEED);
    ball.charged = level.play.settings.blast;
    let hand = eye + direction * THROW_REACH;
    let free = free_in_level(
        level,
        bodies::ball(ball.radius + SKIN),
        eye.as_dvec3(),
        hand.as_dvec3(),
    );
    ball.position = eye.lerp(hand, free as f32).as_dvec3();
    ball
}

/// Adds a ball thrown along the unit vector `direction`. If there are too many thrown balls, it replaces
/// the oldest of them.
pub(crate) fn throw(ball: Ball, direction: Vec3, balls: &mut Vec<Ball>, events: &mut Vec<Event>) {
    let mut thrown = (0..balls.len()).filter(|index| balls[*index].origin == BallOrigin::Thrown);
    if let Some(oldest) = thrown.next()
        && thrown.count() + 1 >= MAX_BALLS
    {
        balls.remove(oldest);
    }
    balls.push(ball);
    let position = ball.position.as_vec3();
    events.push(Event {
        struck: ImpactSide::ball(ball.mass, ball.radius),
        ball: Some(ball.id),
        ..Event::new(EventKind::Throw, position, direction, THROW_SPEED)
    });
}
