//! The judge of single ticks, for capsules, hunts and comparisons. Reports whether the player left the
//! level, and how deep the body overlaps static solids. Movers push the body: near one an overlap does
//! not count, and movers themselves are not tested.

use glam::Vec3;
use hexbound_collide::{Body, Obstacles};

use crate::{Event, EventKind, Loss, MovedLevel, World};
use hexbound_level::Level;

/// The depth to which a body may overlap the level, meters: twice the skin of a millimeter.
pub const MAX_OVERLAP: f32 = 0.002;
/// The distance from a mover within which an overlap does not count, meters: movers push the body
/// themselves.
const MOVER_DISTANCE: f32 = 0.5;
/// The resolution of the depth of an overlap, meters.
const DEPTH_STEP: f32 = 1e-5;

/// Returns why the player was put back in the tick of `events`, if they were.
pub fn loss(events: &[Event]) -> Option<Loss> {
    events.iter().find_map(|event| match event.kind {
        EventKind::Respawn(loss) => Some(loss),
        _ => None,
    })
}

/// Returns whether a loss means that the body had left the level.
pub fn has_left(loss: Loss) -> bool {
    matches!(loss, Loss::Fell | Loss::Left | Loss::Nonsense)
}

/// Returns whether a body overlaps a static triangle by more than `depth` meters.
pub fn overlaps(level: &Level, body: Body, at: Vec3, depth: f32) -> bool {
    !Obstacles::from(&*level.collision).is_free(body.grown(-depth).unwrap_or(body), at)
}

/// The depth to which a body overlaps static solids, meters: the least shrinking on every side that frees
/// it. A free body has a depth of 0. No body is shrunk below a millimeter; a deeper overlap is reported
/// as half the body's width.
pub fn overlap_depth(level: &Level, body: Body, at: Vec3) -> f32 {
    if !overlaps(level, body, at, 0.0) {
        return 0.0;
    }
    // The body overlaps when shrunk by `overlapping`, and is free when shrunk by `free`.
    let (mut overlapping, mut free) = (0.0, max_reported_depth(body));
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
pub fn max_reported_depth(body: Body) -> f32 {
    body.half_extents().min_element()
}

/// Returns whether a mover is so near the player that an overlap does not count.
pub fn is_near_mover(level: &Level, world: &World) -> bool {
    let player = &world.player;
    let around = (player.body())
        .swept_bounds(player.position, player.position)
        .grown(Vec3::splat(MOVER_DISTANCE));
    let moved = MovedLevel::at(level, world.tick, &world.play);
    (moved.movers.iter()).any(|mover| mover.bounds.overlaps(&around))
}
