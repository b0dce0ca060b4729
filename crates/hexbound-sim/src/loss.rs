//! The space that a level grants its bodies, and the reasons for losing one.

use glam::Vec3;
use hexbound_collide::geom::Aabb;

use super::{
    Character, Loss, MovedLevel,
    movers::is_crushed,
    tuning::{KILL_BELOW, KILL_BESIDE},
};

/// The space in which bodies live, in a level with the bounds `bounds`. A body that leaves it is lost.
pub fn living_space(bounds: Aabb) -> Aabb {
    let beside = Vec3::splat(KILL_BESIDE);
    let space = bounds.grown(beside);
    Aabb::new(
        Vec3::new(space.min.x, bounds.min.y - KILL_BELOW, space.min.z),
        space.max,
    )
}

/// Returns why a body in the living `space` is lost, if it is.
pub(crate) fn loss_of(body: &Character, space: &Aabb, moved: &MovedLevel) -> Option<Loss> {
    let is_number = body.position.is_finite() && body.velocity.is_finite();
    if !is_number || !body.pitch.is_finite() {
        Some(Loss::Nonsense)
    } else if is_crushed(body) {
        Some(Loss::Crushed(moved.crusher(body)))
    } else if space.contains(body.position) {
        None
    } else if body.position.y < space.min.y {
        Some(Loss::Fell)
    } else {
        Some(Loss::Left)
    }
}
