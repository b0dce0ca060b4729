//! The sight of a walker: it sees the player within a distance, before its face and with no wall between.

use glam::Vec3;

use crate::{Character, MovedLevel};

/// The cosine of half the angle of a walker's view; half the angle is 65°.
const VIEW_COSINE: f32 = 0.42;
/// The distance within which a player is noticed from behind, too, meters.
const HEARING_DISTANCE: f32 = 1.5;

/// Returns whether the walker sees the player within `reach` meters; with `all_around` also behind its
/// back, like a walker that follows.
pub(super) fn sees(
    body: &Character,
    player: &Character,
    moved: &MovedLevel,
    reach: f32,
    all_around: bool,
) -> bool {
    let delta = player.position - body.position;
    let distance = delta.length();
    if distance > reach {
        return false;
    }
    let ahead = body.view_direction();
    let level = Vec3::new(delta.x, 0.0, delta.z).normalize_or_zero();
    let is_before = all_around || distance < HEARING_DISTANCE || ahead.dot(level) > VIEW_COSINE;
    is_before && moved.is_clear(body.eye_position(), player.eye_position())
}
