//! Aiming aids: the predicted path of a ball that has not been thrown yet, and the direction of a free
//! pointer.

use glam::Vec3;
use hexbound_collide::geom::Ray;

use super::{
    PointerDirection, World,
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
    pub center: Vec3,
    /// True if the ball would meet a body here.
    pub is_impact: bool,
}

impl World {
    /// The path of a ball thrown now, for `ticks` ticks or until it has had `impacts` impacts. Only the
    /// ball and the movers move in the prediction; the world stays unchanged.
    pub fn throw_path(&self, level: &Level, ticks: u64, impacts: u32) -> Vec<AimPoint> {
        let mut balls = vec![ball_in_hand(&self.player, 0, level)];
        let mut solver = BallSolver::default();
        let mut path = vec![AimPoint {
            center: balls[0].position.as_vec3(),
            is_impact: false,
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
                    center: impact.point + impact.normal * balls[0].radius,
                    is_impact: true,
                });
            }
            met += report.impacts.len() as u32;
            if met >= impacts || !balls[0].is_valid() {
                break;
            }
            path.push(AimPoint {
                center: balls[0].position.as_vec3(),
                is_impact: false,
            });
        }
        path
    }

    /// The direction from the player's eye to the first hit of the pointer's ray, or to the ray's end if
    /// it hits nothing.
    pub fn pick_direction(&self, level: &Level, origin: Vec3, direction: Vec3) -> PointerDirection {
        let first = props::first_on_ray(
            &self.props,
            level,
            Ray::new(origin, direction),
            POINTER_REACH,
        );
        let distance = first.map_or(POINTER_REACH, |first| first.distance);
        PointerDirection::along(origin + direction * distance - self.player.eye_position())
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
        let path = world.throw_path(&level, 120, 2);
        assert_eq!(world.state_hash(), before, "asking changes nothing");
        assert_eq!(path.iter().filter(|point| point.is_impact).count(), 2);
        let shown = path.iter().skip(1).filter(|point| !point.is_impact);
        step(&mut world, Buttons::THROW);
        for it in shown {
            let ball = world.balls[0].position.as_vec3();
            assert!(ball.distance(it.center) < 1e-4, "{ball} {}", it.center);
            step(&mut world, Buttons::default());
        }
    }
}
