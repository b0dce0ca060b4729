//! Balls as in small engines: a whole frame at once by Euler's rule, then a push out of every overlap.
//! The velocity is reversed afterward.

use std::sync::Arc;

use glam::DVec3;
use hexbound_collide::geom::{Aabb, ClosestPoint, Triangle};

use hexbound_base::clock::TICK_LENGTH;
use hexbound_level::Level;
use hexbound_sim::{Ball, tuning::BALL_GRAVITY};

/// The ticks of a frame, at sixty frames a second.
const TICKS_PER_FRAME: u64 = 2;

/// The options in which such engines differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct BallHabits {
    /// The share of the approach speed that is kept in a bounce.
    pub restitution: f64,
    /// The approach speed below which none is kept, m/s (jolt#1403).
    pub threshold: f64,
    /// True if the velocity follows from the displacement of a frame, pushes included, as in Verlet's
    /// rule.
    pub verlet: bool,
    /// True if a frame moves a ball by the velocity before gravity acts, as in most tutorials. Otherwise
    /// it moves by the one after.
    pub moves_first: bool,
}

impl BallHabits {
    pub(super) const ELASTIC: BallHabits = BallHabits {
        restitution: 1.0,
        threshold: 0.0,
        verlet: false,
        moves_first: false,
    };
}

pub(super) struct DiscreteBalls {
    level: Arc<Level>,
    habits: BallHabits,
    pub balls: Vec<Ball>,
    /// The order in which the balls are pushed out and tested against each other.
    order: Vec<usize>,
    ticks: u64,
}

impl DiscreteBalls {
    pub(super) fn new(level: &Arc<Level>, habits: BallHabits, balls: Vec<Ball>) -> Self {
        Self {
            level: Arc::clone(level),
            habits,
            order: (0..balls.len()).collect(),
            balls,
            ticks: 0,
        }
    }

    /// The same balls, pushed out and tested in another order.
    pub(super) fn ordered(mut self, order: Vec<usize>) -> Self {
        self.order = order;
        self
    }

    /// Advances by one tick. Every second tick computes a frame.
    pub(super) fn step(&mut self) {
        self.ticks += 1;
        if self.ticks.is_multiple_of(TICKS_PER_FRAME) {
            self.frame(f64::from(TICK_LENGTH) * TICKS_PER_FRAME as f64);
        }
    }

    fn frame(&mut self, seconds: f64) {
        let before: Vec<DVec3> = self.balls.iter().map(|ball| ball.position).collect();
        for ball in &mut self.balls {
            let before = ball.velocity;
            ball.velocity.y -= f64::from(BALL_GRAVITY) * seconds;
            ball.position += match self.habits.moves_first {
                true => before * seconds,
                false => ball.velocity * seconds,
            };
        }
        let order = std::mem::take(&mut self.order);
        for index in &order {
            self.push_out_of_level(*index);
        }
        for (index, one) in order.iter().enumerate() {
            for other in &order[index + 1..] {
                self.separate(*one, *other);
            }
        }
        self.order = order;
        if self.habits.verlet {
            for (ball, before) in self.balls.iter_mut().zip(before) {
                ball.velocity = (ball.position - before) / seconds;
            }
        }
    }

    /// Pushes a ball out of each triangle that it overlaps, in the order of the tree.
    fn push_out_of_level(&mut self, index: usize) {
        let radius = f64::from(self.balls[index].radius);
        let at = self.balls[index].position.as_vec3();
        let region = Aabb::new(at, at).grown(glam::Vec3::splat(radius as f32));
        let mut found = Vec::new();
        self.level.collision.gather(region, &mut found);
        for triangle in found {
            let [a, b, c] = self.level.collision.corners(triangle);
            let ball = &mut self.balls[index];
            let nearest = Triangle::new(a, b, c).closest_point(ball.position);
            let away = ball.position - nearest;
            let distance = away.length();
            if !(1e-9..radius).contains(&distance) {
                continue;
            }
            let normal = away / distance;
            ball.position += normal * (radius - distance);
            let approach = -ball.velocity.dot(normal);
            if approach > 0.0 {
                ball.velocity += normal * approach * (1.0 + self.habits.restitution_at(approach));
            }
        }
    }

    /// Pushes two balls apart, and lets them exchange speed.
    fn separate(&mut self, one: usize, other: usize) {
        let apart = self.balls[other].position - self.balls[one].position;
        let distance = apart.length();
        let overlap = 2.0 * f64::from(self.balls[one].radius) - distance;
        if overlap <= 0.0 || distance < 1e-9 {
            return;
        }
        let normal = apart / distance;
        self.balls[one].position -= normal * (overlap * 0.5);
        self.balls[other].position += normal * (overlap * 0.5);
        let approach = (self.balls[one].velocity - self.balls[other].velocity).dot(normal);
        if approach > 0.0 {
            let push = normal * (approach * 0.5 * (1.0 + self.habits.restitution_at(approach)));
            self.balls[one].velocity -= push;
            self.balls[other].velocity += push;
        }
    }
}

impl BallHabits {
    /// The share of an approach speed that is kept.
    fn restitution_at(self, approach: f64) -> f64 {
        match approach >= self.threshold {
            true => self.restitution,
            false => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::balls_at, *};

    #[test]
    fn an_inelastic_ball_lies_on_a_floor_and_two_balls_share_a_push() {
        let level = Arc::new(hexbound_scenes::catalog::open("test:flat").unwrap());
        let soft = BallHabits {
            restitution: 0.0,
            ..BallHabits::ELASTIC
        };
        let start = [(DVec3::new(0.3, 1.0, 0.2), DVec3::ZERO)];
        let mut balls = DiscreteBalls::new(&level, soft, balls_at(0.15, &start));
        (0..240).for_each(|_| balls.step());
        assert!((balls.balls[0].position.y - 0.15).abs() < 0.01);
        let [left, right] = [0.0, 0.4].map(|x| DVec3::new(x, 5.0, 0.0));
        let meeting = [(left, DVec3::X), (right, -DVec3::X)];
        let mut balls = DiscreteBalls::new(&level, BallHabits::ELASTIC, balls_at(0.15, &meeting));
        (0..24).for_each(|_| balls.step());
        assert!(balls.balls[0].velocity.x < -0.99 && balls.balls[1].velocity.x > 0.99);
    }
}
