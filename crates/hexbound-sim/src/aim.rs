//! Aiming aids: the predicted path of a ball that has not been thrown yet, and the direction of a free
//! pointer.

use glam::Vec3;
use hexbound_collide::geom::Ray;

use super::{
    Pointed, World,
    balls::{BallInput, BallSolver},
    movers::MovedLevel,
    props,
    throwing::ball_in_hand,
    tuning::POINTER_REACH,
};
use hexbound_level::Level;

/// A point on the predicted path of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimPoint {
    /// The ball's center, local, meters.
    pub place: Vec3,
    /// True if the ball would bounce here.
    pub is_bounce: bool,
}

impl World {
    /// Predicts the path of a ball thrown now, for at most `ticks` ticks and `bounces` bounces. Only the
    /// ball and the movers move in the prediction; the world stays unchanged.
    pub fn aim(&self, level: &Level, ticks: u64, bounces: u32) -> Vec<AimPoint> {
        let mut balls = vec![ball_in_hand(&self.player, 0, level)];
        let mut solver = BallSolver::default();
        let mut path = vec![AimPoint {
            place: balls[0].position.as_vec3(),
            is_bounce: false,
        }];
        let methods = self.player.report.wished.methods;
        let mut met = 0;
        for tick in self.tick + 1..=self.tick + ticks {
            let moved = MovedLevel::at(level, tick, &self.play);
            let input = BallInput {
                moved: &moved,
                props: &props::moving(&self.props, level, &moved.movers),
                walkers: self.walker_solver.obstacles(&self.walkers, level),
                restitution: self.rules.restitution,
                methods,
            };
            let report = solver.step(&mut balls, input);
            for impact in &report.impacts {
                path.push(AimPoint {
                    place: impact.point + impact.normal * balls[0].radius,
                    is_bounce: true,
                });
            }
            met += report.impacts.len() as u32;
            if met >= bounces || !balls[0].is_valid() {
                break;
            }
            path.push(AimPoint {
                place: balls[0].position.as_vec3(),
                is_bounce: false,
            });
        }
        path
    }

    /// The direction from the player's eye to the first hit of a ray from another origin, or along the
    /// ray if nothing is hit.
    pub fn pointed(&self, level: &Level, origin: Vec3, direction: Vec3) -> Pointed {
        let first = props::first_on_ray(
            &self.props,
            level,
            Ray::new(origin, direction),
            POINTER_REACH,
        );
        let distance = first.map_or(POINTER_REACH, |first| first.distance);
        Pointed::along(origin + direction * distance - self.player.eye_position())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Buttons, Command, Rules};
    use hexbound_scenes::catalog;

    #[test]
    fn the_ball_takes_the_path_that_was_shown() {
        let level = catalog::open("test:box-room").unwrap();
        let mut world = World::new(&level, Rules::default());
        let step = |world: &mut World, buttons| {
            let command = Command::holding(buttons);
            world.step(&level, &command, &mut Vec::new());
        };
        (0..60).for_each(|_| step(&mut world, Buttons::default()));
        let before = world.state_hash();
        let path = world.aim(&level, 120, 2);
        assert_eq!(world.state_hash(), before, "asking changes nothing");
        assert_eq!(path.iter().filter(|point| point.is_bounce).count(), 2);
        let shown = path.iter().skip(1).filter(|point| !point.is_bounce);
        step(&mut world, Buttons::THROW);
        for point in shown {
            let ball = world.balls[0].position.as_vec3();
            assert!(ball.distance(point.place) < 1e-4, "{ball} {}", point.place);
            step(&mut world, Buttons::default());
        }
    }
}
