//! The balls placed by a level: at the start of a run, and back at their positions after a loss. A level
//! may need them; lost thrown balls are gone.

use super::{Ball, BallOrigin};
use crate::{Event, EventKind, ImpactSide};
use glam::Vec3;
use hexbound_level::{Level, StartBall};

/// The level's balls at the start of a run, with the ids from `first_id` on.
pub(crate) fn at_start(level: &Level, first_id: u32) -> impl Iterator<Item = Ball> {
    let starts = (0..).zip(&level.play.balls);
    let ball = move |(index, start)| ball_of(start, index, first_id.wrapping_add(index));
    starts.map(ball).filter(Ball::is_valid)
}

/// Keeps the balls for which `stays` is true. Of the others, the level's return to their positions, and
/// the rest is removed. Returns the ids of those that returned.
pub(crate) fn keep(
    balls: &mut Vec<Ball>,
    level: &Level,
    stays: impl Fn(&Ball) -> bool,
    events: &mut Vec<Event>,
) -> Vec<u32> {
    let mut returned = Vec::new();
    balls.retain_mut(|ball| {
        if stays(ball) {
            return true;
        }
        let Some(again) = at_start_position(ball, level).filter(&stays) else {
            return false;
        };
        *ball = again;
        returned.push(ball.id);
        let position = ball.position.as_vec3();
        events.push(Event {
            mover: ImpactSide::ball(ball.mass, ball.radius),
            ..Event::new(EventKind::BallReturn, position, Vec3::ZERO, 0.0)
        });
        true
    });
    returned
}

fn at_start_position(ball: &Ball, level: &Level) -> Option<Ball> {
    let BallOrigin::Placed(index) = ball.origin else {
        return None;
    };
    let start = level.play.balls.get(index as usize)?;
    Some(ball_of(start, index, ball.id))
}

fn ball_of(start: &StartBall, index: u32, id: u32) -> Ball {
    Ball {
        position: start.position,
        velocity: start.velocity,
        radius: start.radius,
        mass: start.mass,
        restitution: start.restitution,
        origin: BallOrigin::Placed(index),
        ..Ball::new(id, Vec3::ZERO, Vec3::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use hexbound_scenes::SceneBuilder;

    fn level() -> Level {
        let ball = |mass, radius, x| StartBall {
            name: String::from("ball"),
            position: DVec3::new(x, 1.0, 0.25),
            velocity: DVec3::Y,
            radius,
            mass,
            restitution: Some(0.9),
        };
        SceneBuilder::new()
            .floor(-5.0, -5.0, 5.0, 5.0, 0.0)
            .ball(ball(4.0, 0.2, -1.0))
            .ball(ball(f32::NAN, 0.2, 0.0))
            .ball(ball(0.5, 0.2, 1.0))
            .ball(ball(4.0, 0.000_9, 2.0))
            .build("balls")
            .unwrap()
    }

    #[test]
    fn a_run_starts_with_the_valid_balls() {
        let balls: Vec<Ball> = at_start(&level(), 7).collect();
        let found: Vec<_> = balls.iter().map(|b| (b.id, b.origin, b.mass)).collect();
        let placed = BallOrigin::Placed;
        assert_eq!(found, [(7, placed(0), 4.0), (9, placed(2), 0.5)]);
        let ball = balls[1];
        assert_eq!(ball.position, DVec3::new(1.0, 1.0, 0.25));
        assert_eq!((ball.velocity, ball.spin), (DVec3::Y, DVec3::ZERO));
        assert_eq!((ball.radius, ball.restitution), (0.2, Some(0.9)));
    }

    #[test]
    fn a_lost_ball_goes_back_if_the_level_placed_it() {
        let level = level();
        let mut balls: Vec<Ball> = at_start(&level, 0).collect();
        let start = balls[0];
        balls.push(Ball::new(9, Vec3::ZERO, Vec3::ZERO));
        for ball in &mut balls {
            ball.position.y -= 100.0;
            ball.bounces = 3;
        }
        balls[1].position.y += 100.0;
        let mut events = Vec::new();
        let is_high = |ball: &Ball| ball.position.y > -10.0;
        let went_back = keep(&mut balls, &level, is_high, &mut events);
        assert_eq!(balls.len(), 2, "the thrown one is gone");
        assert_eq!((balls[0], balls[1].bounces), (start, 3));
        assert_eq!(went_back, [start.id]);
        assert_eq!(events.len(), 1);
        assert_eq!(events[0].kind, EventKind::BallReturn);
        assert_eq!(events[0].position, start.position.as_vec3());
        // Where its place is no place to be, it is not put there again and again.
        keep(&mut balls, &level, |_| false, &mut events);
        assert!(balls.is_empty());
    }
}
