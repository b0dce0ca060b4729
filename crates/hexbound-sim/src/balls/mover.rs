//! Balls and the level's movers: a mover pushes the balls in its path and lifts those that lie on it. For
//! the rest of the tick it is static, and balls bounce off it. If the level leaves a ball no room, the
//! mover passes through.

use glam::{DVec3, Vec3};

use super::{
    super::{
        MovedLevel, PlacedMover,
        bodies::{self, free_in_level},
    },
    Ball, Struck,
    struck::SolidContact,
    sweep::BallSweep,
};
use hexbound_collide::{Hit, SKIN};

use hexbound_level::Level;

/// The distance from a moving mover within which resting balls wake, meters.
const WAKE_DISTANCE: f32 = 0.05;

/// Pushes balls out of each mover's path in this tick.
pub(super) fn push(balls: &mut [Ball], moved: &MovedLevel) {
    for mover in moved.movers.iter().filter(|mover| mover.has_moved()) {
        let path = mover.bounds_before.union(mover.bounds);
        for ball in balls.iter_mut() {
            let reach = ball.radius + WAKE_DISTANCE;
            if path
                .grown(Vec3::splat(reach))
                .contains(ball.position.as_vec3())
            {
                push_one(mover, ball, moved.level);
            }
        }
    }
}

/// The first contact of a ball on its path with the mover.
pub(super) fn meet(mover: &PlacedMover, path: &BallSweep) -> Option<SolidContact> {
    let BallSweep {
        from, to, reach, ..
    } = *path;
    if !path.bounds.overlaps(&mover.bounds) {
        return None;
    }
    let to_mesh = mover.now.to_mesh();
    let (start, end) = (to_mesh.transform_point3(from), to_mesh.transform_point3(to));
    let (hit, normal) = sweep(mover, start, end, reach)?;
    Some(SolidContact {
        fraction: hit.fraction,
        normal,
        velocity: mover.velocity_at(start.lerp(end, hit.fraction)),
        struck: Struck::Mover {
            mover: mover.index,
            triangle: hit.triangle,
        },
    })
}

/// The first contact of a ball, whose path is in the coordinates of the mover's mesh, and its normal in
/// those of the mover's present pose.
fn sweep(mover: &PlacedMover, from: DVec3, to: DVec3, reach: f64) -> Option<(Hit, DVec3)> {
    let hit = (mover.mesh)
        .sweep(bodies::ball(reach as f32), from, to)
        .ok()??;
    let normal = (mover.now.to_world())
        .transform_vector3(hit.normal)
        .try_normalize()?;
    Some((hit, normal))
}

/// Pushes a ball by a mover. In the mover's own space the ball moves in the opposite direction: the
/// blocked part of that motion pushes the ball.
fn push_one(mover: &PlacedMover, ball: &mut Ball, level: &Level) {
    let (from, to) = (
        mover.before.to_mesh().transform_point3(ball.position),
        mover.now.to_mesh().transform_point3(ball.position),
    );
    let reach = f64::from(ball.radius + SKIN);
    let Some((hit, normal)) = sweep(mover, from, to, reach) else {
        let near = ball.radius + WAKE_DISTANCE;
        if ball.resting && mover.mesh.nearest_point(to.as_vec3(), near).is_some() {
            ball.wake();
        }
        return;
    };
    let shift = (mover.now.to_world()).transform_vector3((from - to) * (1.0 - hit.fraction));
    let shift = normal * shift.dot(normal).max(0.0);
    ball.wake();
    ball.position += shift * free_fraction(ball, shift, level);
    let speed = mover.velocity_at(to).dot(normal);
    ball.velocity += normal * (speed - ball.velocity.dot(normal)).max(0.0);
}

/// The fraction of a shift that the level leaves free, 0..1.
fn free_fraction(ball: &Ball, shift: DVec3, level: &Level) -> f64 {
    let body = bodies::ball(ball.radius);
    free_in_level(level, body, ball.position, ball.position + shift)
}
