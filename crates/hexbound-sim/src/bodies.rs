//! The collision bodies of the simulation, and their queries about a move.
//!
//! Sizes are constant or validated, so every body can be built. A nonsensical move, which only a broken
//! state could request, is not made.

use glam::{DVec3, Vec3};

use hexbound_collide::{
    Body, CandidateCache, HitList, Mover, Obstacles, SKIN, SlideEnd, SlideRule, geom::Aabb,
};

use super::PlayerShape;
use hexbound_base::body::BODY_RADIUS;
use hexbound_level::Level;

/// The upright body of a shape and half height, meters.
pub(crate) fn upright(shape: PlayerShape, half_height: f32) -> Body {
    let body = match shape {
        PlayerShape::Ellipsoid => Body::ellipsoid(BODY_RADIUS, half_height),
        PlayerShape::Sphere => Body::sphere(half_height),
        PlayerShape::Capsule => Body::capsule(BODY_RADIUS, half_height - BODY_RADIUS),
        PlayerShape::Cylinder => Body::cylinder(BODY_RADIUS, half_height),
        PlayerShape::Box => Body::cuboid(Vec3::new(BODY_RADIUS, half_height, BODY_RADIUS)),
    };
    body.expect("the player's sizes are constants")
}

/// Returns whether `radius`, meters, makes a valid ball with a skin around it.
pub(crate) fn is_ball(radius: f32) -> bool {
    radius <= Body::MAX_EXTENT - SKIN && Body::sphere(radius).is_ok()
}

/// A ball, or a spherical prop, of a radius in meters.
pub(crate) fn ball(radius: f32) -> Body {
    Body::sphere(radius).expect("the sizes of balls and round props are checked")
}

/// The fraction of the path from `from` to `to` that the static level leaves free, 0..1.
pub(crate) fn free_in_level(level: &Level, body: Body, from: DVec3, to: DVec3) -> f64 {
    match level.collision.sweep(body, from, to) {
        Ok(hit) => hit.map_or(1.0, |hit| hit.fraction),
        Err(_) => 0.0,
    }
}

/// The fraction of the path from `from` to `to` that is free, 0..1.
pub(crate) fn free_fraction(mover: &mut Mover, from: DVec3, to: DVec3) -> f64 {
    match mover.first_contacts(from, to) {
        Ok(hits) => hits.iter().map(|hit| hit.fraction).fold(1.0, f64::min),
        Err(_) => 0.0,
    }
}

/// The first contacts on the path from `from` to `to`.
pub(crate) fn first_contacts(mover: &mut Mover, from: DVec3, to: DVec3) -> HitList {
    mover.first_contacts(from, to).unwrap_or_default()
}

/// A slide through the air along `delta`.
pub(crate) fn slide(mover: &mut Mover, start: DVec3, delta: DVec3) -> SlideEnd {
    let end = mover.slide(start, delta, SlideRule::Free);
    end.unwrap_or_else(|_| SlideEnd::stationary(start))
}

/// A mover for one query about a body. It gathers triangles within `reach`, meters, of `at`.
pub(crate) fn mover_at<'a>(
    solid: impl Into<Obstacles<'a>>,
    body: Body,
    at: Vec3,
    reach: f32,
) -> Mover<'a> {
    let region = Aabb::new(at, at).grown(Vec3::splat(reach));
    Mover::new(solid, body, region, CandidateCache::default())
}
