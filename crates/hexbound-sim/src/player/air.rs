//! Falling and flying.

use glam::{DVec3, Vec3};

use super::{
    Player,
    walk::{report_bump, stand_on},
};
use hexbound_collide::{Mover, SlideEnd, WalkSettings, clip_velocity};

use crate::{
    Event, EventKind,
    bodies::slid,
    tuning::{
        AIR_ACCELERATION, EDGE_UP_LANDING, FLY_ACCELERATION, FOOTING, LAND_SPEED, PLAYER_GRAVITY,
        TERMINAL_SPEED,
    },
};
use hexbound_base::clock::TICK;

/// The edges that a player who lands can stand on.
const LANDING: WalkSettings = WalkSettings {
    edge_up: EDGE_UP_LANDING,
    ..FOOTING
};

/// A falling body that the level lets down less than this, meters a tick, is wedged.
const WEDGED: f64 = 1e-4;

/// Makes one tick of falling, with gravity and air control.
pub(super) fn fall(player: &mut Player, mover: &mut Mover, wish: Vec3, events: &mut Vec<Event>) {
    let horizontal = steered(player, wish);
    let gravity = if player.velocity.y > -TERMINAL_SPEED {
        PLAYER_GRAVITY
    } else {
        0.0
    };
    let target = Vec3::new(
        horizontal.x,
        player.velocity.y - gravity * TICK,
        horizontal.z,
    );
    let (end, impact) = drift(player, mover, target);
    report_bump(player, impact, &end.hits, events);
    let start = player.position.as_dvec3();
    player.position = end.position.as_vec3();
    if player.velocity.y > 0.5 {
        return;
    }
    let ground = mover
        .supporting_ground(end.position, &end.hits, f64::INFINITY, &LANDING)
        .or_else(|| {
            let stuck = end.hits.len() > 1 && start.y - end.position.y < WEDGED && target.y < 0.0;
            let wedge = || mover.find_ground(end.position, 0.01, f64::INFINITY, &LANDING);
            stuck.then(wedge)?.ok().flatten()
        });
    if let Some(ground) = ground {
        let speed = -ground.normal.dot(impact) as f32;
        stand_on(player, ground);
        if speed >= LAND_SPEED {
            player.emit(events, EventKind::Land, player.ground_normal, speed);
        }
    }
}

/// The horizontal velocity after a tick of air control. A turn of less than a right angle keeps the
/// speed; only a wish against the motion brakes.
fn steered(player: &Player, wish: Vec3) -> Vec3 {
    if wish == Vec3::ZERO {
        return player.horizontal_velocity();
    }
    let before = player.horizontal_velocity();
    let after = player.horizontal_toward(wish, AIR_ACCELERATION);
    if before.dot(wish) < 0.0 || after.length() >= before.length() {
        return after;
    }
    after.normalize_or_zero() * before.length()
}

/// Makes one tick of flight, without gravity; ground that is touched ends it unless the player rises.
pub(super) fn fly(
    player: &mut Player,
    mover: &mut Mover,
    wish: Vec3,
    rise: f32,
    events: &mut Vec<Event>,
) {
    let wish = wish + Vec3::Y * rise;
    let change = (wish - player.velocity).clamp_length_max(FLY_ACCELERATION * TICK);
    let (end, impact) = drift(player, mover, player.velocity + change);
    report_bump(player, impact, &end.hits, events);
    player.position = end.position.as_vec3();
    if rise > 0.0 {
        return;
    }
    if let Some(ground) = mover.supporting_ground(end.position, &end.hits, f64::INFINITY, &LANDING)
    {
        let speed = -ground.normal.dot(impact) as f32;
        stand_on(player, ground);
        if speed >= LAND_SPEED {
            player.emit(events, EventKind::Land, player.ground_normal, speed);
        }
    }
}

/// Moves with constant acceleration from the velocity now to `target` in a tick:
/// x += v·t + ½·a·t². Gives where it ended and the velocity at the time of the first impact.
fn drift(player: &mut Player, mover: &mut Mover, target: Vec3) -> (SlideEnd, DVec3) {
    let (before, after) = (player.velocity.as_dvec3(), target.as_dvec3());
    let motion = (before + after) * (0.5 * f64::from(TICK));
    player.wishes_to_go(motion.as_vec3());
    let end = slid(mover, player.position.as_dvec3(), motion);
    let impact = before.lerp(after, end.first_fraction);
    player.velocity = clip_velocity(after, &end.planes).as_vec3();
    player.report.contacts += end.hits.len() as u32;
    (end, impact)
}
