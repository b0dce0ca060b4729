//! The body that the player has: its shape, standing or crouching. How it then moves is in `motion`.

use glam::{DVec3, Vec3};

use super::Player;
use hexbound_collide::{CandidateCache, Obstacles, SKIN};

use crate::{
    Buttons, PlayerShape,
    bodies::{self, free_part},
    tuning::FOOTING,
};

/// A body that stands up is put down from this height: it may not touch what it stands on.
const LIFT: f32 = 0.5 * SKIN;

/// Takes another shape on the same floor, pushed off what the new body overlaps there. Where there is no
/// room for it, as for a tall body where a sphere has rolled, it waits.
pub(super) fn take_shape(player: &mut Player, solid: &Obstacles, shape: PlayerShape) {
    let half_height = shape.half_height(player.crouching);
    let rise = half_height - player.half_height();
    let position = player.position + Vec3::Y * rise;
    let body = bodies::player(shape, half_height).grown(SKIN);
    if !solid.is_free(body, position + Vec3::Y * LIFT) {
        let mut mover = solid.mover_at(body, position);
        let released = mover.release(position.as_dvec3());
        if rise > 0.0 || released.after > f64::from(SKIN) {
            return;
        }
        player.position = released.position.as_vec3();
    } else {
        player.position = position;
    }
    player.shape = shape;
}

/// The distance between the middles of the tall and the short body when they stand on the same floor,
/// or hang from the same ceiling, meters.
fn between_middles(shape: PlayerShape) -> f32 {
    shape.half_height(false) - shape.half_height(true)
}

/// Takes the stance that the buttons ask for, where the level leaves room for it.
pub(super) fn step(player: &mut Player, solid: &Obstacles, buttons: Buttons) {
    let wished = buttons.has(Buttons::CROUCH);
    if wished && !player.crouching {
        crouch(player, solid);
    } else if !wished && player.crouching {
        stand_up(player, solid);
    }
}

/// The short body fits into the middle of the tall one. From there it is swept down to the ground
/// that carried the tall one; in the air it goes up as far, which pulls the feet up.
fn crouch(player: &mut Player, solid: &Obstacles) {
    let shape = player.shape;
    let body = bodies::player(shape, shape.half_height(true)).grown(SKIN);
    let middle = player.position;
    let reach = between_middles(shape) + FOOTING.snap as f32;
    let region = body
        .swept_bounds(middle, middle)
        .grown(Vec3::splat(reach + SKIN));
    let mut mover = solid.mover(body, region, CandidateCache::default());
    let start = middle.as_dvec3();
    let end = if player.grounded {
        let ground = mover.find_ground(start, f64::from(reach), f64::INFINITY, &FOOTING);
        (ground.ok().flatten()).map_or(start, |ground| ground.position)
    } else {
        let way = DVec3::Y * f64::from(between_middles(shape));
        start + way * free_part(&mut mover, start, start + way)
    };
    player.take_stance(true, end.as_vec3());
}

/// Only where the tall body is free: on the ground above the short one, in the air below it. The
/// two overlap and neither touches anything, so no wall lies between them.
fn stand_up(player: &mut Player, solid: &Obstacles) {
    let shape = player.shape;
    let body = bodies::player(shape, shape.half_height(false)).grown(SKIN);
    let way = if player.grounded {
        between_middles(shape) + LIFT
    } else {
        -between_middles(shape)
    };
    let position = player.position + Vec3::Y * way;
    if solid.is_free(body, position) {
        player.take_stance(false, position);
    }
}
