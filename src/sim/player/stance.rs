//! Standing and crouching: the body that the player has. How it then moves is in `motion`.

use glam::{DVec3, Vec3};

use super::{Player, walk::FOOTING};
use hexbound_collide::{CandidateCache, Obstacles, SKIN};

use crate::{
    body::{CROUCHED_HALF_HEIGHT, HALF_HEIGHT},
    sim::{
        Buttons,
        bodies::{self, free_part},
    },
};

/// The distance between the middles of both bodies when they stand on the same floor, or hang from the
/// same ceiling, meters.
const BETWEEN_MIDDLES: f32 = HALF_HEIGHT - CROUCHED_HALF_HEIGHT;

/// A body that stands up is put down from this height: it may not touch what it stands on.
const LIFT: f32 = 0.5 * SKIN;

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
    let body = bodies::player(CROUCHED_HALF_HEIGHT).grown(SKIN);
    let middle = player.position;
    let reach = BETWEEN_MIDDLES + FOOTING.snap as f32;
    let region = body
        .swept_bounds(middle, middle)
        .grown(Vec3::splat(reach + SKIN));
    let mut mover = solid.mover(body, region, CandidateCache::default());
    let start = middle.as_dvec3();
    let end = if player.grounded {
        let ground = mover.find_ground(start, f64::from(reach), f64::INFINITY, &FOOTING);
        (ground.ok().flatten()).map_or(start, |ground| ground.position)
    } else {
        let way = DVec3::Y * f64::from(BETWEEN_MIDDLES);
        start + way * free_part(&mut mover, start, start + way)
    };
    player.take_stance(true, end.as_vec3());
}

/// Only where the tall body is free: on the ground above the short one, in the air below it. The
/// two overlap and neither touches anything, so no wall lies between them.
fn stand_up(player: &mut Player, solid: &Obstacles) {
    let body = bodies::player(HALF_HEIGHT).grown(SKIN);
    let way = if player.grounded {
        BETWEEN_MIDDLES + LIFT
    } else {
        -BETWEEN_MIDDLES
    };
    let position = player.position + Vec3::Y * way;
    if solid.is_free(body, position) {
        player.take_stance(false, position);
    }
}
