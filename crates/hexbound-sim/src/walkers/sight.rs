//! The sight of a walker: the player within a distance, before its face and with no wall between.

use glam::Vec3;

use crate::{Character, MovedLevel};

/// The cosine of half the angle within which a walker sees: 65°.
const COSINE_OF_VIEW: f32 = 0.42;
/// Whoever is nearer than this is noticed from behind, too, meters.
const HEARING_DISTANCE: f32 = 1.5;

/// Returns whether the walker sees the player within `reach` meters; with `all_around` behind its
/// back, too, as one does who follows.
pub(super) fn sees(
    body: &Character,
    player: &Character,
    moved: &MovedLevel,
    reach: f32,
    all_around: bool,
) -> bool {
    let way = player.position - body.position;
    let distance = way.length();
    if distance > reach {
        return false;
    }
    let ahead = body.view_direction();
    let level = Vec3::new(way.x, 0.0, way.z).normalize_or_zero();
    let is_before = all_around || distance < HEARING_DISTANCE || ahead.dot(level) > COSINE_OF_VIEW;
    is_before && moved.is_clear(body.eye_position(), player.eye_position())
}
