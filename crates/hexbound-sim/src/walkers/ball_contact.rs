//! Walkers as obstacles of balls: upright capsules as high and as wide as the body, static while balls
//! move. A walker pushes the balls in its path.

use glam::DVec3;
use hexbound_collide::{Class, SKIN, geom::Aabb};

use super::{Walker, meetings::Meetings};
use crate::{
    Ball, Struck,
    balls::{BallSweep, SolidContact, first_touch},
    bodies::{self, free_in_level},
};
use hexbound_base::body::BODY_RADIUS;
use hexbound_level::{BodyKind, Level, Play};

/// The least overlap that pushes the ball, meters.
const MIN_OVERLAP: f64 = 1e-4;

/// The walkers in a tick of the balls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WalkerObstacles<'a> {
    pub(super) walkers: &'a [Walker],
    pub(super) meetings: &'a Meetings,
    pub(super) play: &'a Play,
}

impl WalkerObstacles<'_> {
    /// The first contact of a ball on its path.
    pub(crate) fn first_met(&self, path: &BallSweep) -> Option<SolidContact> {
        if self.walkers.is_empty() {
            return None;
        }
        let mut near = Vec::new();
        self.near(path.class, &path.bounds, &mut near);
        let contact = |index: &usize| {
            let walker = &self.walkers[*index];
            let (fraction, normal) = sweep_sphere_capsule(path.reach, path.from, path.to, walker)?;
            Some(SolidContact {
                fraction,
                normal,
                velocity: walker.body.velocity.as_dvec3(),
                struck: Struck::Walker(*index as u32),
            })
        };
        let contacts = near.iter().filter_map(contact);
        contacts.reduce(SolidContact::or_earlier)
    }

    /// Replaces `found` with the walkers in a region that a ball of a class meets.
    fn near(&self, class: Class, region: &Aabb, found: &mut Vec<usize>) {
        let classes = &self.play.classes;
        let meets = |walker: usize| classes.stops_body(class, BodyKind::Walker, walker as u32);
        self.meetings.near_ball(region, meets, found);
    }

    /// Pushes the balls that walkers overlap, as far as the level leaves them room.
    pub(crate) fn push(&self, balls: &mut [Ball], level: &Level) {
        if self.walkers.is_empty() {
            return;
        }
        let mut near = Vec::new();
        for ball in balls {
            let at = ball.position.as_vec3();
            let around = Aabb::new(at - ball.radius, at + ball.radius);
            self.near(ball.class(self.play), &around, &mut near);
            for index in &near {
                push_one(&self.walkers[*index], ball, level);
            }
        }
    }
}

fn push_one(walker: &Walker, ball: &mut Ball, level: &Level) {
    let offset = walker.body.offset_to(ball.position);
    let depth = f64::from(BODY_RADIUS + ball.radius) - offset.length();
    if depth <= MIN_OVERLAP {
        return;
    }
    let normal = offset.normalize_or(DVec3::X);
    let speed = walker.body.velocity.as_dvec3().dot(normal);
    ball.wake();
    ball.velocity += normal * (speed - ball.velocity.dot(normal)).max(0.0);
    let (from, to) = (ball.position, ball.position + normal * depth);
    let free = free_in_level(level, bodies::ball(ball.radius + SKIN), from, to);
    ball.position = from.lerp(to, free);
}

/// The fraction of the path at which a sphere first touches a walker, and the unit normal there.
fn sweep_sphere_capsule(
    radius: f64,
    from: DVec3,
    to: DVec3,
    walker: &Walker,
) -> Option<(f64, DVec3)> {
    let reach = radius + f64::from(BODY_RADIUS);
    let (fraction, offset) = first_touch(reach, from, to, |place| walker.body.offset_to(place))?;
    let normal = offset.normalize_or(DVec3::X);
    (normal.dot(to - from) < 0.0).then_some((fraction, normal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Character;
    use glam::Vec3;

    #[test]
    fn a_ball_meets_the_side_the_head_and_nothing() {
        let walker = Walker::standing(Character::standing_at(Vec3::Y * 0.9, 0.0));
        let side = |height: f64| {
            let from = DVec3::new(2.0, height, 0.0);
            sweep_sphere_capsule(0.1, from, from - DVec3::X * 3.0, &walker)
        };
        let (fraction, normal) = side(0.9).unwrap();
        assert!((fraction - 0.5).abs() < 1e-6 && (normal - DVec3::X).length() < 1e-6);
        let (fraction, normal) = side(1.7).unwrap();
        assert!(fraction > 0.5 && normal.y > 0.5);
        assert_eq!(side(2.0), None);
        let down = sweep_sphere_capsule(0.1, DVec3::Y * 2.9, DVec3::Y, &walker).unwrap();
        assert!((down.0 - 1.0 / 1.9).abs() < 1e-6 && (down.1 - DVec3::Y).length() < 1e-6);
        let leaves = sweep_sphere_capsule(0.1, DVec3::X * 0.3, DVec3::X, &walker);
        assert_eq!(leaves, None);
    }
}
