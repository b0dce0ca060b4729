//! Whether the player's body went through something, as whoever judges a run asks it.

use glam::Vec3;

use crate::level::Level;

/// Returns whether a straight way of the body's center meets a triangle that stands.
pub(super) fn goes_through(level: &Level, from: Vec3, to: Vec3) -> bool {
    let way = to - from;
    let Some(direction) = way.try_normalize() else {
        return false;
    };
    (level.collision.ray_cast(from, direction, way.length())).is_some()
}
