//! The player's tick in mode `box`: the controller of the walking notes ("A Collision Detection
//! Solution for 3D Games"). An upright box, tested only at single places, finds the ground by four rays
//! and slides along the mean normal of what it overlaps (`decide`). The notes say nothing of gravity: a
//! body off the ground moves level by the same decision first and then up or down (`fall`).

mod decide;
mod fall;

pub use decide::BoxDecision;
pub use decide::{BoxPlace, BoxReason};

use glam::Vec3;

use super::{Player, ground_acceleration, ground_rays::GroundSearch, vertical_wish, walk};
use hexbound_collide::Body;

use crate::{
    Buttons, Event, EventKind,
    tuning::{
        AIR_ACCELERATION, BUMP_SPEED, FLY_ACCELERATION, FOOTING, LAND_SPEED, PLAYER_GRAVITY,
        STEP_HEIGHT, STEP_TOLERANCE, TERMINAL_SPEED,
    },
};
use decide::{BoxBody, Footing};
use hexbound_base::clock::TICK;

/// The height above the feet at which the rays start, meters: the highest step.
const STEP: f32 = (STEP_HEIGHT + STEP_TOLERANCE) as f32;
/// The depth below the feet at which the rays end, meters: ground is followed down as far as up.
const SNAP: f32 = FOOTING.snap as f32;

pub(super) fn step(
    player: &mut Player,
    search: GroundSearch,
    wish: Vec3,
    buttons: Buttons,
    events: &mut Vec<Event>,
) {
    let mut body = BoxBody {
        search,
        half: player.body().half_extents(),
        footing: match player.grounded {
            true => Footing::Grounded {
                step: STEP,
                snap: SNAP,
            },
            false => Footing::Airborne,
        },
    };
    get_free(player, &body);
    let before = player.velocity;
    let after = next_velocity(player, wish, buttons);
    let motion = if player.grounded {
        // As on foot in mode `swept`.
        after.with_y(0.5 * after.y) * TICK
    } else {
        (before + after) * (0.5 * TICK)
    };
    player.wishes_to_go(motion);
    move_level(player, &mut body, motion, after, events);
    if !player.grounded {
        body.footing = Footing::Airborne;
        let speed = -player.velocity.y;
        let landed = fall::move_upright(player, &mut body, motion.y);
        player.flying &= !landed || buttons.has(Buttons::RISE);
        player.grounded = landed && !player.flying;
        if player.grounded && speed >= LAND_SPEED {
            player.emit(events, EventKind::Land, player.ground_normal, speed);
        }
    }
}

fn next_velocity(player: &Player, wish: Vec3, buttons: Buttons) -> Vec3 {
    let acceleration = match (player.flying, player.grounded) {
        (true, _) => FLY_ACCELERATION,
        (false, true) => ground_acceleration(wish),
        (false, false) if wish == Vec3::ZERO => 0.0,
        (false, false) => AIR_ACCELERATION,
    };
    let speed = player.velocity.y;
    let mut after = player.horizontal_toward(wish, acceleration);
    after.y = if player.flying {
        let change = vertical_wish(buttons) - speed;
        speed + change.clamp(-FLY_ACCELERATION * TICK, FLY_ACCELERATION * TICK)
    } else {
        (speed - PLAYER_GRAVITY * TICK).max(-TERMINAL_SPEED)
    };
    after
}

/// Applies the decision to the horizontal part of the motion.
fn move_level(
    player: &mut Player,
    body: &mut BoxBody,
    motion: Vec3,
    velocity: Vec3,
    events: &mut Vec<Event>,
) {
    let start = player.position;
    let motion = Vec3::new(motion.x, 0.0, motion.z);
    let decision = body.decide(start, motion);
    player.position = decision.position();
    player.report.contacts += u32::from(decision.reason != BoxReason::Free);
    player.report.contacts += u32::from(decision.ground.is_some());
    player.velocity = match decision.taken {
        BoxPlace::P1 | BoxPlace::P2 => velocity,
        BoxPlace::P4 => {
            let along = decision.tangent * velocity.dot(decision.tangent);
            Vec3::new(along.x, velocity.y, along.z)
        }
        BoxPlace::P0 => Vec3::Y * velocity.y,
    };
    report_bump(player, velocity, &decision, events);
    player.grounded &= decision.on_ground;
    if player.grounded {
        player.velocity.y = 0.0;
        player.ground_normal = decision.ground.map_or(Vec3::Y, |ground| ground.normal);
        player.ground_height = player.feet().y;
        player
            .eye
            .smooth_step(f64::from(player.position.y - start.y));
        walk::stride(player, start.as_dvec3(), events);
    }
    player.report.box_decision = Some(decision);
}

/// Once per run into something upright.
fn report_bump(
    player: &mut Player,
    velocity: Vec3,
    decision: &BoxDecision,
    events: &mut Vec<Event>,
) {
    let was_bumping = player.report.bumping;
    player.report.bumping = matches!(decision.taken, BoxPlace::P0 | BoxPlace::P4);
    let normal = Vec3::new(decision.normal.x, 0.0, decision.normal.z).normalize_or_zero();
    let speed = -velocity.dot(normal);
    if player.report.bumping && !was_bumping && speed >= BUMP_SPEED {
        player.emit(events, EventKind::Bump, normal, speed);
    }
}

/// Frees the box from what it begins in: the round body of the other modes fits where the box does not.
fn get_free(player: &mut Player, body: &BoxBody) {
    if !body.is_stuck(player.position) {
        return;
    }
    let Ok(shape) = Body::cuboid(body.half) else {
        return;
    };
    let mut mover = body.search.solid.mover_at(shape, player.position);
    let release = mover.release(player.position.as_dvec3());
    player.position = release.position.as_vec3();
    player.report.releases += u32::from(release.pushes > 0);
}
