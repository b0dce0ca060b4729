//! The character's current body: its shape, standing or crouching. `motion` moves it.

use glam::{DVec3, Vec3};

use super::Character;
use hexbound_collide::{Obstacles, SKIN};

use crate::{
    Buttons, PlayerShape,
    bodies::{self, free_fraction, mover_at},
    tuning::WALK_FOOTING,
};

/// The height by which a body that stands up is lifted, meters: it must not touch its support.
const STANDING_LIFT: f32 = 0.5 * SKIN;

/// Changes the shape on the same floor. The new body is pushed out of its overlaps there. Without room
/// for the new shape, as for a tall body where a sphere has rolled, the old one stays until the next
/// call.
pub(super) fn take_shape(character: &mut Character, solid: &Obstacles, shape: PlayerShape) {
    let half_height = shape.half_height(character.crouching);
    let rise = half_height - character.half_height();
    let position = character.position + Vec3::Y * rise;
    let body = bodies::upright(shape, half_height).with_skin();
    if !solid.is_free(body, position + Vec3::Y * STANDING_LIFT) {
        let released = solid.release(body, position.as_dvec3());
        if rise > 0.0 || released.after > f64::from(SKIN) {
            return;
        }
        character.position = released.position.as_vec3();
    } else {
        character.position = position;
    }
    character.shape = shape;
}

/// The distance between the centers of the tall and the short body when both stand on the same floor, or
/// hang from the same ceiling, meters.
fn center_distance(shape: PlayerShape) -> f32 {
    shape.half_height(false) - shape.half_height(true)
}

/// Takes the stance of the buttons, if the level leaves room for it.
pub(super) fn step(character: &mut Character, solid: &Obstacles, buttons: Buttons) {
    let wished = buttons.has(Buttons::CROUCH);
    if wished && !character.crouching {
        crouch(character, solid);
    } else if !wished && character.crouching {
        stand_up(character, solid);
    }
}

/// Crouches: the short body fits into the center of the tall one. From there it is swept down to the
/// ground that carried the tall one; in the air it rises as far, which pulls the feet up.
fn crouch(character: &mut Character, solid: &Obstacles) {
    let shape = character.shape;
    let body = bodies::upright(shape, shape.half_height(true));
    let middle = character.position;
    let reach = center_distance(shape) + WALK_FOOTING.snap as f32;
    let mut mover = mover_at(solid, body, middle, reach + SKIN);
    let start = middle.as_dvec3();
    let end = if character.grounded {
        let ground = mover.find_ground(start, f64::from(reach), f64::INFINITY, &WALK_FOOTING);
        (ground.ok().flatten()).map_or(start, |ground| ground.position)
    } else {
        let rise = DVec3::Y * f64::from(center_distance(shape));
        start + rise * free_fraction(&mut mover, start, start + rise)
    };
    character.take_stance(true, end.as_vec3());
}

/// Stands up if the tall body is free: above the short one on the ground, below it in the air. The two
/// bodies overlap and neither touches anything, so no wall lies between them.
fn stand_up(character: &mut Character, solid: &Obstacles) {
    let shape = character.shape;
    let body = bodies::upright(shape, shape.half_height(false)).with_skin();
    let rise = if character.grounded {
        center_distance(shape) + STANDING_LIFT
    } else {
        -center_distance(shape)
    };
    let position = character.position + Vec3::Y * rise;
    if solid.is_free(body, position) {
        character.take_stance(false, position);
    }
}
