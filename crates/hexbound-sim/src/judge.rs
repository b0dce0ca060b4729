//! The judge of single ticks, for capsules, hunts and comparisons: whether the tick led out of the
//! level or through a triangle, and the body's depth in standing solids. Movers push the body on
//! their own: near one an overlap does not count, and no mover is looked at.

use glam::Vec3;
use hexbound_collide::{Body, Obstacles};

use crate::{Event, EventKind, Loss, MovedLevel, World};
use hexbound_level::Level;

/// The depth to which a body may overlap the level, meters: the skin of a millimeter, and one more.
pub const OVERLAP_ALLOWED: f32 = 0.002;
/// The distance from a mover within which an overlap does not count, meters: movers push the body on
/// their own.
const NEAR_MOVER: f32 = 0.5;
/// The depth of an overlap is rounded to this, meters.
const DEPTH_STEP: f32 = 1e-5;

/// Returns why the player was put back in the tick of these events, if they were.
pub fn loss(events: &[Event]) -> Option<Loss> {
    events.iter().find_map(|event| match event.kind {
        EventKind::Respawn(loss) => Some(loss),
        _ => None,
    })
}

/// Returns whether whoever was lost in this way had left the level.
pub fn has_left(loss: Loss) -> bool {
    matches!(loss, Loss::Fell | Loss::Left | Loss::Nonsense)
}

/// Returns whether a body overlaps a triangle that stands by more than `depth` meters.
pub fn overlaps(level: &Level, body: Body, at: Vec3, depth: f32) -> bool {
    !Obstacles::from(&*level.collision).is_free(body.grown(-depth).unwrap_or(body), at)
}

/// The depth to which a body overlaps what stands, meters: by so much it would have to shrink on
/// every side to be free. A body that is free even as it is has a depth of 0. No body is made thinner
/// than a millimeter: what is deeper than so far short of half its width is reported as that half.
pub fn overlap_depth(level: &Level, body: Body, at: Vec3) -> f32 {
    if !overlaps(level, body, at, 0.0) {
        return 0.0;
    }
    // The body overlaps when it has shrunk by the one, and no more when it has shrunk by the other.
    let (mut overlapping, mut free) = (0.0, deepest_told(body));
    while free - overlapping > DEPTH_STEP {
        let middle = 0.5 * (overlapping + free);
        match overlaps(level, body, at, middle) {
            true => overlapping = middle,
            false => free = middle,
        }
    }
    free
}

/// The greatest depth that [`overlap_depth`] reports, half the width of a body, meters.
pub fn deepest_told(body: Body) -> f32 {
    body.half_extents().min_element()
}

/// Returns whether a mover is so near the player that an overlap does not count.
pub fn is_near_mover(level: &Level, world: &World) -> bool {
    let player = &world.player;
    let around = (player.body())
        .swept_bounds(player.position, player.position)
        .grown(Vec3::splat(NEAR_MOVER));
    let moved = MovedLevel::at(level, world.tick, &world.play);
    (moved.movers.iter()).any(|mover| mover.bounds.overlaps(&around))
}
