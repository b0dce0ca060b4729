//! An impact of a ball: its time and position, and its effect on the velocities.

use glam::{DVec3, Vec3};

use super::{Struck, tolerances::TICK_SECONDS};

/// An impact of a ball on another ball or on another body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The time of the impact, seconds since the tick began.
    pub(super) time: f64,
    /// The id of the ball, or of the first of two.
    pub(super) ball: u32,
    /// The touched point on the surface, local, meters.
    pub point: Vec3,
    /// The unit normal of the touched surface, toward the ball.
    pub normal: Vec3,
    /// The approach speed along the normal, m/s.
    pub speed: f32,
    /// The masses of the ball and of the body that it met, kilograms; infinite for a static body.
    pub masses: [f32; 2],
    /// The radii of the ball and of the body that it met, meters; 0 for a body that is no ball.
    pub radii: [f32; 2],
    pub struck: Struck,
    /// True if the contact lasts instead of being a bounce.
    pub lasts: bool,
    /// The impulse that a prop took up, newton-seconds.
    pub push: DVec3,
    /// The velocities, for explanations of the impact.
    pub reflection: Reflection,
}

/// The effect of an impact on the velocities of both its sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reflection {
    /// The unit normal of the touched surface, toward the ball: N.
    pub normal: DVec3,
    /// The ball, and the body that it met.
    pub sides: [ReflectedSide; 2],
    /// The fraction of the approach speed that is kept; below 0 if the struck body yields so far that the
    /// ball keeps its direction.
    pub restitution: f64,
    /// True if the ball stays in place until the tick ends: it had too many contacts, or a prop leaves or
    /// responds only in the next tick.
    pub is_held: bool,
}

/// One side of an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReflectedSide {
    /// The center of a ball, or the touched point of another body, local, meters.
    pub center: DVec3,
    /// The velocity on arrival, meters a second: I, or U of the lesson's two balls.
    pub before: DVec3,
    /// The velocity after the reflection, before friction and support, meters a second: R.
    pub reflected: DVec3,
    /// The velocity after the contact, meters a second: V.
    pub after: DVec3,
}

impl ReflectedSide {
    /// A side at `center` that keeps its `velocity`.
    pub(super) fn unchanged(center: DVec3, velocity: DVec3) -> Self {
        Self {
            center,
            before: velocity,
            reflected: velocity,
            after: velocity,
        }
    }
}

impl Impact {
    /// The id of the ball, or of the first of two.
    pub fn ball(&self) -> u32 {
        self.ball
    }

    /// Returns whether the ball approached the body that it met and did not stay on it.
    pub fn is_bounce(&self) -> bool {
        !self.lasts && self.speed > 0.0
    }

    /// The time of the impact, and the rest of the tick after it, seconds.
    pub fn times(&self) -> [f64; 2] {
        [self.time, TICK_SECONDS - self.time]
    }

    /// The impact from the side of the ball `id`; `None` for an impact of other balls.
    pub fn of_ball(&self, id: u32) -> Option<Self> {
        match self.struck {
            _ if self.ball == id => Some(*self),
            Struck::Ball(other) if other == id => Some(self.swapped(other)),
            _ => None,
        }
    }

    /// The same impact from the side of the other ball.
    fn swapped(&self, other: u32) -> Self {
        let Self {
            masses: [mass, other_mass],
            radii: [radius, other_radius],
            reflection,
            ..
        } = *self;
        let [first, second] = reflection.sides;
        let normal = -reflection.normal;
        Self {
            ball: other,
            struck: Struck::Ball(self.ball),
            point: (second.center - normal * f64::from(other_radius)).as_vec3(),
            normal: -self.normal,
            masses: [other_mass, mass],
            radii: [other_radius, radius],
            reflection: Reflection {
                normal,
                sides: [second, first],
                ..reflection
            },
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use hexbound_collide::SKIN;

    use super::*;
    use crate::{Ball, Command, Rules, World};
    use hexbound_level::Level;
    use hexbound_scenes::SceneBuilder;

    /// The distance between a ball's center and a surface that it touches, meters.
    const REACH: f64 = (crate::BALL_RADIUS + SKIN) as f64;
    /// The tolerance of positions and velocities: balls begin at single precision.
    const CLOSE: f64 = 1e-5;

    fn floor() -> SceneBuilder {
        SceneBuilder::new().floor(-9.0, -9.0, 9.0, 9.0, 0.0)
    }

    /// A world that keeps a journal, with balls at the given positions and velocities.
    fn world(level: &Level, restitution: f32, balls: &[(Vec3, Vec3)]) -> World {
        let rules = Rules {
            restitution,
            ..Rules::default()
        };
        let mut world = World::new(level, rules);
        // Out of the balls' way.
        world.player.position.y += 40.0;
        world.player.flying = true;
        world.keep_journal(true);
        let placed = (0..).zip(balls).map(|(id, (place, velocity))| {
            Ball::new(id, level.to_local(place.as_dvec3()), *velocity)
        });
        world.balls = placed.collect();
        world
    }

    /// Runs a tick without buttons.
    fn step(world: &mut World, level: &Level) {
        world.step(level, &Command::default(), &mut Vec::new());
    }

    /// The only impact of a list.
    #[track_caller]
    fn only(impacts: &[Impact]) -> Impact {
        assert_eq!(impacts.len(), 1, "{impacts:?}");
        impacts[0]
    }

    /// The center of a ball with the gap `gap` to the floor, meters.
    fn above(gap: f64) -> Vec3 {
        Vec3::new(0.0, (REACH + gap) as f32, 0.0)
    }

    #[track_caller]
    fn is_close(one: DVec3, other: DVec3) {
        assert!((one - other).length() < CLOSE, "{one} for {other}");
    }

    #[test]
    fn balls_exchange_the_speeds_along_the_axis_and_each_has_the_impact() {
        let [first, second] = [Vec3::new(2.0, 1.0, 0.0), Vec3::new(-1.0, 0.0, 0.5)];
        let apart = Vec3::X * (2.0 * crate::BALL_RADIUS + 0.01);
        let level = floor().build("floor").unwrap();
        let balls = [(Vec3::Y * 4.0, first), (Vec3::Y * 4.0 + apart, second)];
        let mut world = world(&level, 1.0, &balls);
        world.balls[0].mass = 3.0;
        step(&mut world, &level);
        let impact = only(&world.journal().unwrap().impacts.all);
        let [a, b] = impact.reflection.sides;
        let axis = (b.center - a.center).normalize();
        is_close(-impact.reflection.normal, axis);
        // The lesson's formulas, with M1 = 3 and M2 = 1.
        let [u1, u2] = [a.before, b.before].map(|velocity| velocity.dot(axis));
        let v1 = (u1 * 3.0 + u2 - (u1 - u2)) / 4.0;
        let v2 = (u1 * 3.0 + u2 - (u2 - u1) * 3.0) / 4.0;
        is_close(a.after, a.before + axis * (v1 - u1));
        is_close(b.after, b.before + axis * (v2 - u2));
        assert_eq!(impact.of_ball(0), Some(impact));
        let turned = impact.of_ball(1).unwrap();
        assert_eq!((turned.ball(), turned.struck), (1, Struck::Ball(0)));
        assert_eq!(turned.reflection.sides, [b, a]);
        assert_eq!(turned.masses, [1.0, 3.0]);
        is_close(turned.reflection.normal, axis);
        is_close(turned.point.as_dvec3(), impact.point.as_dvec3());
        assert_eq!(turned.of_ball(0).unwrap().reflection, impact.reflection);
        assert_eq!(impact.of_ball(2), None);
    }

    #[test]
    fn the_last_bounces_stay_until_others_come_and_go_when_time_is_taken_back() {
        let level = floor().build("floor").unwrap();
        let mut world = world(&level, 0.5, &[(above(0.01), Vec3::NEG_Y * 6.0)]);
        let begin = world.clone();
        (0..10).for_each(|_| step(&mut world, &level));
        let journal = world.journal().unwrap();
        assert!(journal.impacts.all.is_empty());
        assert_eq!(journal.bounced.as_ref().unwrap().tick, 1);
        let mut back = begin.clone();
        step(&mut back, &level);
        step(&mut back, &level);
        back.keep_journal(false);
        back.keep_journal(true);
        assert!(back.journal().is_none());
        step(&mut back, &level);
        assert!(back.journal().unwrap().bounced.is_none());
        back.recall_bounces(&world);
        assert_eq!(back.journal().unwrap().bounced, journal.bounced);
        let mut first = begin;
        first.recall_bounces(&world);
        let recalled = first.journal().and_then(|it| it.bounced.as_ref());
        assert!(recalled.is_none());
    }

    #[test]
    fn a_journal_of_impacts_changes_no_state() {
        let level = floor().build("floor").unwrap();
        let balls = [(above(0.5), Vec3::X), (above(2.0), Vec3::ZERO)];
        let mut kept = world(&level, 0.8, &balls);
        let mut not_kept = kept.clone();
        not_kept.keep_journal(false);
        for _ in 0..240 {
            step(&mut kept, &level);
            step(&mut not_kept, &level);
            assert_eq!(kept.state_hash(), not_kept.state_hash());
        }
        assert!(kept.journal().unwrap().bounced.is_some());
        assert!(not_kept.journal().is_none());
    }
}
