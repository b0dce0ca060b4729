//! Falling and flying.

use glam::{DVec3, Vec3};

use super::{
    Character,
    walk::{report_bump, stand_on},
};
use hexbound_collide::{Ground, Mover, SlideEnd, WalkSettings, clip_velocity};

use crate::{
    Event, EventKind,
    bodies::slide,
    tuning::{
        AIR_ACCELERATION, EDGE_UP_LANDING, FLY_ACCELERATION, LAND_SPEED, PLAYER_GRAVITY,
        TERMINAL_SPEED, WALK_FOOTING,
    },
};
use hexbound_base::clock::TICK_LENGTH;

/// The edges that a landing character can stand on.
const LANDING_SETTINGS: WalkSettings = WalkSettings {
    edge_up: EDGE_UP_LANDING,
    ..WALK_FOOTING
};

/// The descent per tick below which a falling body is wedged, meters.
const WEDGED_DISTANCE: f64 = 1e-4;

/// Runs one tick of falling, with gravity and air control.
pub(super) fn fall(
    character: &mut Character,
    mover: &mut Mover,
    wish: Vec3,
    events: &mut Vec<Event>,
) {
    let horizontal = steered_velocity(character, wish);
    let gravity = if character.velocity.y > -TERMINAL_SPEED {
        PLAYER_GRAVITY
    } else {
        0.0
    };
    let target = Vec3::new(
        horizontal.x,
        character.velocity.y - gravity * TICK_LENGTH,
        horizontal.z,
    );
    let (end, impact) = drift(character, mover, target);
    report_bump(character, impact, &end.hits, events);
    let start = character.position.as_dvec3();
    character.position = end.position.as_vec3();
    if character.velocity.y > 0.5 {
        return;
    }
    let ground = mover
        .supporting_ground(end.position, &end.hits, f64::INFINITY, &LANDING_SETTINGS)
        .or_else(|| {
            let stuck =
                end.hits.len() > 1 && start.y - end.position.y < WEDGED_DISTANCE && target.y < 0.0;
            let wedge = || mover.find_ground(end.position, 0.01, f64::INFINITY, &LANDING_SETTINGS);
            stuck.then(wedge)?.ok().flatten()
        });
    if let Some(ground) = ground {
        land(character, ground, impact, events);
    }
}

/// The horizontal velocity after a tick of air control. A turn of less than a right angle keeps the
/// speed; only a wish against the motion brakes.
fn steered_velocity(character: &Character, wish: Vec3) -> Vec3 {
    if wish == Vec3::ZERO {
        return character.horizontal_velocity();
    }
    let before = character.horizontal_velocity();
    let after = character.horizontal_toward(wish, AIR_ACCELERATION);
    if before.dot(wish) < 0.0 || after.length() >= before.length() {
        return after;
    }
    after.normalize_or_zero() * before.length()
}

/// Runs one tick of flight, without gravity. A touch of ground ends it unless the character rises.
pub(super) fn fly(
    character: &mut Character,
    mover: &mut Mover,
    wish: Vec3,
    rise: f32,
    events: &mut Vec<Event>,
) {
    let wish = wish + Vec3::Y * rise;
    let change = (wish - character.velocity).clamp_length_max(FLY_ACCELERATION * TICK_LENGTH);
    let (end, impact) = drift(character, mover, character.velocity + change);
    report_bump(character, impact, &end.hits, events);
    character.position = end.position.as_vec3();
    if rise > 0.0 {
        return;
    }
    if let Some(ground) =
        mover.supporting_ground(end.position, &end.hits, f64::INFINITY, &LANDING_SETTINGS)
    {
        land(character, ground, impact, events);
    }
}

/// Stands on the ground that the body has hit with the velocity `impact`.
fn land(character: &mut Character, ground: Ground, impact: DVec3, events: &mut Vec<Event>) {
    let speed = -ground.normal.dot(impact) as f32;
    stand_on(character, ground);
    if speed >= LAND_SPEED {
        character.emit(events, EventKind::Land, character.ground_normal, speed);
    }
}

/// Moves with constant acceleration from the current velocity to `target` in a tick: x += v·t + ½·a·t².
/// Returns the end of the slide and the velocity at the time of the first impact.
fn drift(character: &mut Character, mover: &mut Mover, target: Vec3) -> (SlideEnd, DVec3) {
    let (before, after) = (character.velocity.as_dvec3(), target.as_dvec3());
    let motion = (before + after) * (0.5 * f64::from(TICK_LENGTH));
    character.record_wish(motion.as_vec3());
    let end = slide(mover, character.position.as_dvec3(), motion);
    let impact = before.lerp(after, end.first_fraction);
    character.velocity = clip_velocity(after, &end.planes).as_vec3();
    character.report.contacts += end.hits.len() as u32;
    (end, impact)
}
