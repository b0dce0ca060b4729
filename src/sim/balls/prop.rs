//! A ball against a prop that stands still: spheres exactly, boxes and hulls by their triangles.

use glam::{DVec3, Vec3};

use super::super::bodies;
use hexbound_collide::geom::{Aabb, Sphere, sweep_sphere_sphere};

use crate::{
    level::{Level, Prop, PropPart, PropShape},
    sim::PropState,
};

/// The level's props where they are now, each with the box around it.
pub(crate) fn placed<'a>(level: &'a Level, props: &[PropState]) -> Vec<(Aabb, Vec3, &'a Prop)> {
    let around = |(state, prop): (&PropState, &'a Prop)| {
        let reach = Vec3::splat(prop.reach);
        let bounds = Aabb::new(state.position - reach, state.position + reach);
        (bounds, state.position, prop)
    };
    props.iter().zip(&level.props).map(around).collect()
}

/// The first contact of a ball of radius `reach`, meters, with the prop: the fraction of its way, the
/// unit normal toward the ball, and the place of the touched part in the prop's.
pub(crate) fn meet(
    prop: &Prop,
    position: Vec3,
    from: DVec3,
    to: DVec3,
    reach: f64,
) -> Option<(f64, DVec3, u32)> {
    let meet_one = |(index, part): (u32, &PropPart)| {
        let center = (position + part.center).as_dvec3();
        let (fraction, normal) = meet_part(part, from - center, to - center, reach)?;
        Some((fraction, normal, index))
    };
    ((0..).zip(&prop.parts))
        .filter_map(meet_one)
        .reduce(|best, next| if next.0 < best.0 { next } else { best })
}

/// As [`meet`], with one part whose center is at the origin.
fn meet_part(part: &PropPart, from: DVec3, to: DVec3, reach: f64) -> Option<(f64, DVec3)> {
    if let PropShape::Sphere { radius } = part.shape {
        let (ball, sphere) = (
            Sphere::new(from.as_vec3(), reach as f32),
            Sphere::new(Vec3::ZERO, radius),
        );
        let touch = sweep_sphere_sphere(&ball, (to - from).as_vec3(), &sphere, Vec3::ZERO)?;
        return Some((f64::from(touch.fraction), touch.normal.as_dvec3()));
    }
    let hit = (part.solid).sweep(&bodies::ball(reach as f32), from, to);
    let hit = hit.ok().flatten()?;
    Some((hit.fraction, hit.normal))
}
