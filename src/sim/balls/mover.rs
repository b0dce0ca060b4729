//! Balls and the level's movers: a mover pushes the balls it comes to and lifts those that lie on
//! it; within the tick it then stands still, and balls bounce off it. Where the level leaves a ball no
//! room, the mover passes through.

use glam::{DAffine3, DVec3, Vec3};

use super::{
    super::bodies::{self, free_in_level},
    Ball,
};
use hexbound_collide::{CollisionMesh, SKIN, geom::Aabb};

use crate::{
    clock::TICK_RATE,
    level::{Level, MovingPart},
};

/// Balls this near to a mover that moves wake, meters.
const WAKES: f32 = 0.05;

/// Meters that boxes are larger than they need be.
const ROUNDING: Vec3 = Vec3::splat(0.01);

/// A mover where it is in a tick.
#[derive(Debug)]
pub struct PlacedMover<'a> {
    around: Aabb,
    /// Where it was a tick before.
    before: DAffine3,
    /// From where it rests to where it is, and back.
    motion: DAffine3,
    back: DAffine3,
    mesh: &'a CollisionMesh,
}

/// The level's movers as they stand during the tick that follows `tick`.
pub fn placed(level: &Level, tick: u64) -> Vec<PlacedMover<'_>> {
    let movers = level.movers.iter();
    movers
        .filter_map(|mover| PlacedMover::at(mover, tick + 1))
        .collect()
}

/// Brings the balls out of the way that each mover goes in the tick that follows `tick`.
pub fn push(balls: &mut [Ball], level: &Level, tick: u64) {
    for mover in &level.movers {
        let (Some(before), Some(now)) = (
            PlacedMover::at(mover, tick),
            PlacedMover::at(mover, tick + 1),
        ) else {
            continue;
        };
        if before.motion == now.motion {
            continue;
        }
        let way = before.around.union(now.around);
        for ball in balls.iter_mut() {
            let reach = ball.radius + WAKES;
            if way
                .grown(Vec3::splat(reach))
                .contains(ball.position.as_vec3())
            {
                now.push_one(&before, ball, level);
            }
        }
    }
}

impl<'a> PlacedMover<'a> {
    fn at(mover: &'a MovingPart, tick: u64) -> Option<Self> {
        let motion = mover.motion(tick);
        let back = motion.inverse();
        (motion.is_finite() && back.is_finite()).then(|| Self {
            around: mover
                .collision
                .bounds()
                .transformed(&motion)
                .grown(ROUNDING),
            before: mover.motion(tick.saturating_sub(1)),
            motion,
            back,
            mesh: &mover.collision,
        })
    }

    /// When a ball of radius `reach` meets it, as a part of its way, the normal there and how fast
    /// the mover goes there.
    pub fn meet(&self, from: DVec3, to: DVec3, reach: f64) -> Option<(f64, DVec3, DVec3)> {
        let way = Aabb::new(from.min(to).as_vec3(), from.max(to).as_vec3());
        if !way
            .grown(Vec3::splat(reach as f32 + 1e-3))
            .overlaps(&self.around)
        {
            return None;
        }
        let (start, end) = (
            self.back.transform_point3(from),
            self.back.transform_point3(to),
        );
        let (fraction, normal) = self.sweep(start, end, reach)?;
        Some((
            fraction,
            normal,
            self.velocity_at(start.lerp(end, fraction)),
        ))
    }

    /// How fast a point of it goes that rests there, meters a second.
    fn velocity_at(&self, point: DVec3) -> DVec3 {
        let way = self.motion.transform_point3(point) - self.before.transform_point3(point);
        way * f64::from(TICK_RATE)
    }

    /// Both ends where the mover rests.
    fn sweep(&self, from: DVec3, to: DVec3, reach: f64) -> Option<(f64, DVec3)> {
        let hit = (self.mesh).sweep(&bodies::ball(reach as f32), from, to);
        let hit = hit.ok().flatten()?;
        let normal = self.motion.transform_vector3(hit.normal).try_normalize()?;
        Some((hit.fraction, normal))
    }

    /// As the mover sees it, the ball comes the other way: what it would have been stopped by
    /// pushes it.
    fn push_one(&self, before: &Self, ball: &mut Ball, level: &Level) {
        let (from, to) = (
            before.back.transform_point3(ball.position),
            self.back.transform_point3(ball.position),
        );
        let reach = f64::from(ball.radius + SKIN);
        let Some((fraction, normal)) = self.sweep(from, to, reach) else {
            let near = ball.radius + WAKES;
            if ball.resting && self.mesh.nearest_point(to.as_vec3(), near).is_some() {
                ball.wake();
            }
            return;
        };
        let shift = self
            .motion
            .transform_vector3((from - to) * (1.0 - fraction));
        let shift = normal * shift.dot(normal).max(0.0);
        ball.wake();
        ball.position += shift * free_part(ball, shift, level);
        let speed = self.velocity_at(to).dot(normal);
        ball.velocity += normal * (speed - ball.velocity.dot(normal)).max(0.0);
    }
}

/// Of a shift, what the level leaves room for.
fn free_part(ball: &Ball, shift: DVec3, level: &Level) -> f64 {
    let body = bodies::ball(ball.radius);
    free_in_level(level, &body, ball.position, ball.position + shift)
}
