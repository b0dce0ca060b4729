//! An impact of a ball: when and where it was, and its effect on the velocities.

use glam::{DVec3, Vec3};

use super::{Struck, tolerances::TICK_SECONDS};

/// An impact of a ball on another ball or on something else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The time of the impact, seconds since the tick began.
    pub(super) time: f64,
    /// The id of the ball, or of the first of two.
    pub(super) ball: u32,
    /// The touched point on the surface, local, meters.
    pub point: Vec3,
    pub normal: Vec3,
    /// The approach speed along the normal, m/s.
    pub speed: f32,
    /// The mass of the ball and of what it met, kilograms; infinite for what stands still.
    pub masses: [f32; 2],
    /// The radius of the ball and of what it met, meters; 0 for what is no ball.
    pub radii: [f32; 2],
    pub struck: Struck,
    /// True if the contact lasts instead of being a bounce.
    pub lasts: bool,
    /// The impulse that a prop took up, newton-seconds.
    pub push: DVec3,
    /// The velocities, for whoever explains the impact.
    pub reflection: Reflection,
}

/// The effect of an impact on the velocities of both its sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reflection {
    /// The unit normal of the touched surface, toward the ball: N.
    pub normal: DVec3,
    /// The ball, and the thing that it met.
    pub sides: [ReflectedSide; 2],
    /// The part of the approach speed that is kept; below 0 if the struck body gives way so far
    /// that the ball goes on.
    pub restitution: f64,
    /// True if the ball stays where it is until the tick ends: it had too many contacts, or a prop leaves
    /// or answers only in the next tick.
    pub is_held: bool,
}

/// One side of an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReflectedSide {
    /// The center of a ball, the touched point of anything else, local, meters.
    pub center: DVec3,
    /// The velocity on arrival, meters a second: I, or U of the lesson's two balls.
    pub before: DVec3,
    /// The velocity after the reflection, before friction and support, meters a second: R.
    pub reflected: DVec3,
    /// The velocity with which the side goes on, meters a second: V.
    pub after: DVec3,
}

impl ReflectedSide {
    /// A side at `center` that goes on with its `velocity`.
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

    /// Returns whether the ball came against what it met and did not stay on it.
    pub fn is_bounce(&self) -> bool {
        !self.lasts && self.speed > 0.0
    }

    /// The time of the impact, and that which is left of the tick after it, seconds.
    pub fn times(&self) -> [f64; 2] {
        [self.time, TICK_SECONDS - self.time]
    }

    /// The impact as the ball of that id has it; `None` where another ball has it.
    pub fn of_ball(&self, id: u32) -> Option<Self> {
        match self.struck {
            _ if self.ball == id => Some(*self),
            Struck::Ball(other) if other == id => Some(self.turned(other)),
            _ => None,
        }
    }

    /// The same impact from the side of the other ball.
    fn turned(&self, other: u32) -> Self {
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
    use crate::{
        Ball, Command, Rules, World,
        tuning::{BALL_FRICTION, BALL_GRAVITY},
    };
    use hexbound_level::Level;
    use hexbound_scenes::SceneBuilder;

    /// The distance between a ball's center and a surface that it touches, meters.
    const REACH: f64 = (crate::BALL_RADIUS + SKIN) as f64;
    /// Positions are single from the first, so that times are off by as much as these.
    const CLOSE: f64 = 1e-5;

    fn floor() -> SceneBuilder {
        SceneBuilder::new().floor(-9.0, -9.0, 9.0, 9.0, 0.0)
    }

    /// A world with those balls, each at a place and with a velocity; it keeps a journal.
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

    /// The impacts of the first tick of such a world.
    fn impacts(scene: SceneBuilder, restitution: f32, balls: &[(Vec3, Vec3)]) -> Vec<Impact> {
        let level = scene.build("impacts").unwrap();
        let mut world = world(&level, restitution, balls);
        step(&mut world, &level);
        let impacts = &world.journal().unwrap().impacts;
        assert_eq!(impacts.tick, 1);
        impacts.all.clone()
    }

    /// A tick without a key.
    fn step(world: &mut World, level: &Level) {
        world.step(level, &Command::default(), &mut Vec::new());
    }

    /// The only one of some impacts.
    #[track_caller]
    fn only(impacts: &[Impact]) -> Impact {
        assert_eq!(impacts.len(), 1, "{impacts:?}");
        impacts[0]
    }

    /// A place with the center so far above where a ball lies on the floor, meters.
    fn above(gap: f64) -> Vec3 {
        Vec3::new(0.0, (REACH + gap) as f32, 0.0)
    }

    #[track_caller]
    fn is_close(one: DVec3, other: DVec3) {
        assert!((one - other).length() < CLOSE, "{one} for {other}");
    }

    #[test]
    fn head_on_a_ball_comes_back_with_its_share_of_the_speed() {
        let impact = only(&impacts(floor(), 0.5, &[(above(0.01), Vec3::NEG_Y * 6.0)]));
        let [time, rest] = impact.times();
        let gravity = f64::from(BALL_GRAVITY);
        assert!((6.0 * time + 0.5 * gravity * time * time - 0.01).abs() < CLOSE);
        assert!((time + rest - 1.0 / 120.0).abs() < 1e-15);
        let reflection = impact.reflection;
        let [ball, floor] = reflection.sides;
        let speed = 6.0 + gravity * time;
        is_close(reflection.normal, DVec3::Y);
        is_close(ball.before, DVec3::NEG_Y * speed);
        is_close(ball.reflected, DVec3::Y * speed * 0.5);
        assert_eq!(ball.after, ball.reflected, "nothing rubs");
        assert_eq!((reflection.restitution, impact.lasts), (0.5, false));
        assert_eq!(floor.before, DVec3::ZERO);
        let above = (ball.center - floor.center).y - f64::from(impact.radii[0]);
        assert!(above.abs() < CLOSE, "{above}");
    }

    #[test]
    fn friction_takes_from_the_speed_across_after_the_reflection() {
        let friction = f64::from(BALL_FRICTION);
        // Grazing, friction slides by its coefficient; steep, it makes the ball roll: 2/7 are lost.
        for (velocity, rolls) in [
            (Vec3::new(5.0, -0.6, 0.0), false),
            (Vec3::new(1.0, -6.0, 0.0), true),
        ] {
            let impact = only(&impacts(floor(), 1.0, &[(above(0.002), velocity)]));
            let [ball, _] = impact.reflection.sides;
            let across = f64::from(velocity.x);
            let into = -ball.before.y;
            is_close(ball.reflected, DVec3::new(across, into, 0.0));
            assert!((ball.reflected.length() - ball.before.length()).abs() < CLOSE);
            let lost = match rolls {
                true => across * 2.0 / 7.0,
                false => friction * into * 2.0,
            };
            assert!(rolls || lost < across * 2.0 / 7.0, "{lost}");
            is_close(ball.after, ball.reflected - DVec3::X * lost);
        }
    }

    #[test]
    fn a_ball_that_lies_has_a_contact_and_no_bounce() {
        let level = floor().build("floor").unwrap();
        let mut world = world(&level, 0.8, &[(above(0.0), Vec3::ZERO)]);
        step(&mut world, &level);
        let journal = world.journal().unwrap();
        let impact = only(&journal.impacts.all);
        assert!(impact.lasts && !impact.is_bounce());
        assert!(journal.bounced.is_none());
        let [ball, _] = impact.reflection.sides;
        assert!(ball.before.y <= 0.0 && ball.before.y > -0.1, "{ball:?}");
        is_close(ball.reflected, DVec3::ZERO);
        assert_eq!(impact.reflection.restitution, 0.0);
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
    fn two_impacts_of_a_tick_come_in_their_order() {
        let wall = |min: Vec3, max: Vec3| floor().cuboid(min, max);
        let corner = wall(Vec3::new(1.0, 0.0, -3.0), Vec3::new(2.0, 3.0, 3.0))
            .cuboid(Vec3::new(-3.0, 0.0, 1.0), Vec3::new(3.0, 3.0, 2.0));
        let reach = REACH as f32;
        let place = Vec3::new(1.0 - reach - 0.03, 1.5, 1.0 - reach - 0.01);
        let all = impacts(corner, 1.0, &[(place, Vec3::new(6.0, 0.0, 6.0))]);
        let [first, second] = all[..] else {
            panic!("{all:?}");
        };
        is_close(first.reflection.normal, DVec3::NEG_Z);
        is_close(second.reflection.normal, DVec3::NEG_X);
        assert!((first.times()[0] - 0.01 / 6.0).abs() < CLOSE, "{first:?}");
        let gone = first.reflection.sides[0].after;
        let fell = (second.times()[0] - first.times()[0]) * f64::from(BALL_GRAVITY);
        is_close(second.reflection.sides[0].before, gone - DVec3::Y * fell);
    }

    #[test]
    fn impacts_of_balls_apart_come_by_their_times() {
        let near = above(0.01);
        let far = above(0.03) + Vec3::X * 3.0;
        let down = Vec3::NEG_Y * 6.0;
        for places in [[near, far], [far, near]] {
            let all = impacts(floor(), 1.0, &places.map(|place| (place, down)));
            let ids: Vec<u32> = all.iter().map(Impact::ball).collect();
            let nearest = u32::from(places[0] != near);
            assert_eq!(ids, [nearest, 1 - nearest]);
            assert!(all[0].times()[0] < all[1].times()[0]);
        }
    }

    #[test]
    fn a_thing_of_the_same_mass_takes_all_of_the_speed() {
        let (place, half) = (Vec3::new(2.0, 0.5, 0.0), Vec3::splat(0.5));
        let scene = floor().prop_box("crate", place, half, glam::Quat::IDENTITY);
        let scene = scene.with_mass(crate::BALL_MASS);
        let place = Vec3::new(1.5 - REACH as f32 - 0.01, 0.5, 0.0);
        let all = impacts(scene, 1.0, &[(place, Vec3::X * 6.0)]);
        let impact = all[0];
        let is_crate = matches!(impact.struck, Struck::Prop { prop: 0, .. });
        assert!(is_crate, "{impact:?}");
        let [ball, _] = impact.reflection.sides;
        assert!(impact.reflection.restitution.abs() < CLOSE, "{impact:?}");
        assert!(ball.reflected.dot(DVec3::X).abs() < CLOSE, "{ball:?}");
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
