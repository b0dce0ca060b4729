//! A box off the ground: rising, falling, flying; up or down only. Overlap is tested at the wished
//! position, and the four rays search for ground between the feet before and after.

use glam::Vec3;

use super::{
    super::Character,
    decide::{BoxBody, ROUNDING_DEPTH, standing_on},
};
use hexbound_collide::SKIN;

/// Rises or falls by `rise`, meters. Returns whether the body came to stand: on ground that the rays
/// found, or, as at p0 of the walking notes' decision, at the end of its fall.
pub(super) fn move_upright(character: &mut Character, body: &mut BoxBody, rise: f32) -> bool {
    let start = character.position;
    let mut end = start + Vec3::Y * rise;
    let feet = start.y - body.half.y;
    let ground = if rise <= 0.0 {
        (body.search).under(start, body.half, [feet + SKIN, feet + rise - SKIN])
    } else {
        None
    };
    if let Some(ground) = ground {
        end.y = standing_on(ground.height, body.half.y);
    }
    let touched = body.fall_blockers(end, MIN_OVERLAP);
    if touched.is_empty() {
        character.position = end;
        if let Some(ground) = ground {
            character.ground_normal = ground.normal;
            land(character, body);
        }
        return ground.is_some();
    }
    character.report.contacts += 1;
    let normal = body.mean_normal(&touched, end);
    if rise < 0.0 && slide_off(character, body, rise, normal) {
        return false;
    }
    character.velocity.y = 0.0;
    if rise <= 0.0 {
        character.ground_normal = Vec3::Y;
        land(character, body);
    }
    rise <= 0.0
}

fn land(character: &mut Character, body: &BoxBody) {
    character.velocity.y = 0.0;
    character.ground_height = character.position.y - body.half.y;
}

/// Slides down along a slope that is too steep to stand on, if there is room. A second attempt keeps a
/// skin's width off it.
fn slide_off(character: &mut Character, body: &BoxBody, rise: f32, normal: Vec3) -> bool {
    let normal = normal.normalize_or_zero();
    let is_slope = normal.y > MIN_SLOPE_MARGIN && normal.y < 1.0 - MIN_SLOPE_MARGIN;
    if !is_slope {
        return false;
    }
    let fall = Vec3::Y * rise;
    let along = fall - normal * fall.dot(normal);
    for push in [Vec3::ZERO, normal * SKIN] {
        let end = character.position + along + push;
        if body.fall_blockers(end, MIN_OVERLAP).is_empty() {
            character.position = end;
            character.velocity -= normal * character.velocity.dot(normal).min(0.0);
            return true;
        }
    }
    false
}

/// The least sideways depth of an overlap, meters: a little more than sliding leaves, or walls would hold
/// a falling body.
const MIN_OVERLAP: f32 = SKIN + 2.0 * ROUNDING_DEPTH;
/// The least vertical component of a slope's unit normal, and the least by which it is below 1: beyond
/// these are walls and level ground.
const MIN_SLOPE_MARGIN: f32 = 0.01;
