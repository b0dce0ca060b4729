//! A character's tick in mode `box`: the controller of the walking notes ("A Collision Detection Solution
//! for 3D Games"). An upright box, tested only at single positions, finds the ground by four rays and
//! slides along the mean normal of its overlaps (`decide`). The notes don't mention gravity: a body off
//! the ground moves horizontally by the same decision first and then up or down (`fall`).

mod decide;
mod fall;

pub use decide::BoxDecision;
pub use decide::{BoxPlace, BoxReason};

use glam::Vec3;

use super::{Character, ground_rays::GroundSearch, walk, wish::next_velocity};
use hexbound_collide::Body;

use crate::{
    Buttons, Event, EventKind,
    tuning::{BUMP_SPEED, LAND_SPEED, STEP_HEIGHT, STEP_TOLERANCE, WALK_FOOTING},
};
use decide::{BoxBody, Footing};
use hexbound_base::clock::TICK_LENGTH;

/// The height above the feet at which the rays start, meters: the highest step.
const RAY_START_HEIGHT: f32 = (STEP_HEIGHT + STEP_TOLERANCE) as f32;
/// The depth below the feet at which the rays end, meters: ground is followed down as far as up.
const SNAP_DISTANCE: f32 = WALK_FOOTING.snap as f32;

pub(super) fn step(
    character: &mut Character,
    search: GroundSearch,
    wish: Vec3,
    buttons: Buttons,
    events: &mut Vec<Event>,
) {
    let mut body = BoxBody {
        search,
        half: character.body().half_extents(),
        footing: match character.grounded {
            true => Footing::Grounded {
                step: RAY_START_HEIGHT,
                snap: SNAP_DISTANCE,
            },
            false => Footing::Airborne,
        },
    };
    release_overlaps(character, &body);
    let before = character.velocity;
    let after = next_velocity(character, wish, buttons);
    let motion = if character.grounded {
        // As on foot in mode `swept`.
        after.with_y(0.5 * after.y) * TICK_LENGTH
    } else {
        (before + after) * (0.5 * TICK_LENGTH)
    };
    character.record_wish(motion);
    move_horizontally(character, &mut body, motion, after, events);
    if !character.grounded {
        body.footing = Footing::Airborne;
        let speed = -character.velocity.y;
        let landed = fall::move_upright(character, &mut body, motion.y);
        character.flying &= !landed || buttons.has(Buttons::RISE);
        character.grounded = landed && !character.flying;
        if character.grounded && speed >= LAND_SPEED {
            character.emit(events, EventKind::Land, character.ground_normal, speed);
        }
    }
}

/// Applies the decision to the horizontal part of the motion.
fn move_horizontally(
    character: &mut Character,
    body: &mut BoxBody,
    motion: Vec3,
    velocity: Vec3,
    events: &mut Vec<Event>,
) {
    let start = character.position;
    let motion = Vec3::new(motion.x, 0.0, motion.z);
    let decision = body.decide(start, motion);
    character.position = decision.position();
    character.report.contacts += u32::from(decision.reason != BoxReason::Free);
    character.report.contacts += u32::from(decision.ground.is_some());
    character.velocity = match decision.taken {
        BoxPlace::P1 | BoxPlace::P2 => velocity,
        BoxPlace::P4 => {
            let along = decision.tangent * velocity.dot(decision.tangent);
            Vec3::new(along.x, velocity.y, along.z)
        }
        BoxPlace::P0 => Vec3::Y * velocity.y,
    };
    report_bump(character, velocity, &decision, events);
    character.grounded &= decision.on_ground;
    if character.grounded {
        character.velocity.y = 0.0;
        character.ground_normal = decision.ground.map_or(Vec3::Y, |ground| ground.normal);
        character.ground_height = character.feet().y;
        character
            .eye
            .smooth_step(f64::from(character.position.y - start.y));
        walk::count_stride(character, start.as_dvec3(), events);
    }
    character.report.box_decision = Some(decision);
}

/// Emits one event for each run into an upright obstacle.
fn report_bump(
    character: &mut Character,
    velocity: Vec3,
    decision: &BoxDecision,
    events: &mut Vec<Event>,
) {
    let was_bumping = character.report.bumping;
    character.report.bumping = matches!(decision.taken, BoxPlace::P0 | BoxPlace::P4);
    let normal = Vec3::new(decision.normal.x, 0.0, decision.normal.z).normalize_or_zero();
    let speed = -velocity.dot(normal);
    if character.report.bumping && !was_bumping && speed >= BUMP_SPEED {
        character.emit(events, EventKind::Bump, normal, speed);
    }
}

/// Frees the box from its initial overlaps: the round body of the other modes fits where the box does
/// not.
fn release_overlaps(character: &mut Character, body: &BoxBody) {
    if !body.is_stuck(character.position) {
        return;
    }
    let Ok(shape) = Body::cuboid(body.half) else {
        return;
    };
    let at = character.position.as_dvec3();
    let release = body.search.solid.release(shape, at);
    character.position = release.position.as_vec3();
    character.report.releases += u32::from(release.pushes > 0);
}
