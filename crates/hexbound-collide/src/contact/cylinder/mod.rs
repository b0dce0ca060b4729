//! An upright cylinder against a triangle. Their Minkowski sum is convex. It is covered by pieces
//! (`minkowski_sum`): the triangle extruded to both sides, and an upright cylinder around each corner.
//! Beside each edge is a slab (the cylinder's side), and above and below the edge a circle swept along
//! it (the rims). All borders are planes and circles, so every entry is a linear or a quadratic
//! equation.

mod body;
mod growth;
mod minkowski_sum;
mod pieces;

use glam::DVec3;

pub(super) use body::Cylinder;
use growth::growth_to_touch;
use minkowski_sum::{FirstEntry, TriangleEdge};
use pieces::{LEVEL_SLOPE, offer_corner, offer_rim, offer_side};

use super::{Feature, Separation, TriangleContact, face_normal, facing};

/// The distance below which a body counts as touching, meters.
const TOUCH_EPSILON: f64 = 1e-9;

/// The first contact of an upright cylinder with a triangle; for the motion, see
/// [`super::sweep_body_triangle`].
pub(super) fn sweep_cylinder_triangle(
    body: Cylinder,
    motion: DVec3,
    corners: [DVec3; 3],
    latest: f64,
) -> Option<TriangleContact> {
    let face = face_normal(corners).map(|face| facing(face, -corners[0]));
    if !is_surely_apart(body, corners, face) {
        let now = separation_cylinder_triangle(body, corners);
        if now.gap * body.radius.min(body.half_height) <= TOUCH_EPSILON {
            return touch_at(body, motion, corners, now, 0.0);
        }
    }
    let mut entries = FirstEntry::new(motion, latest);
    if let Some(face) = face {
        let outside = -face.dot(corners[0]) - body.reach(face);
        let rate = face.dot(motion);
        if outside > 0.0 && (rate >= 0.0 || outside > -rate * latest) {
            return None;
        }
        entries.offer_face(corners, face, body.support(face));
        // No part of the sum lies in front of the face's plane.
        if outside > 0.0
            && let Some(entry) = entries.first
            && !entry.is_inner
        {
            return Some(entry.touch);
        }
    }
    for (index, corner) in corners.into_iter().enumerate() {
        offer_corner(&mut entries, body, corner, Feature::Vertex(index as u8));
    }
    for index in 0..3 {
        let edge = TriangleEdge::new(corners, index);
        offer_side(&mut entries, body, &edge);
        if edge.rise > LEVEL_SLOPE * edge.length {
            offer_rim(&mut entries, body, &edge, 1.0);
            offer_rim(&mut entries, body, &edge, -1.0);
        }
    }
    let entry = entries.first?;
    if !entry.is_inner {
        return Some(entry.touch);
    }
    let fraction = entry.touch.fraction;
    let there = corners.map(|corner| corner - motion * fraction);
    let now = separation_cylinder_triangle(body, there);
    touch_at(body, motion, there, now, fraction)
}

fn is_surely_apart(body: Cylinder, [a, b, c]: [DVec3; 3], face: Option<DVec3>) -> bool {
    let reach =
        DVec3::new(body.radius, body.half_height, body.radius) + DVec3::splat(TOUCH_EPSILON);
    a.min(b).min(c).cmpgt(reach).any()
        || a.max(b).max(c).cmplt(-reach).any()
        || face.is_some_and(|face| -face.dot(a) > body.reach(face) + TOUCH_EPSILON)
}

/// The contact of a cylinder at a fraction of the motion, unless the motion leads away. `corners` are
/// relative to the cylinder's position at this fraction.
fn touch_at(
    body: Cylinder,
    motion: DVec3,
    corners: [DVec3; 3],
    now: Separation,
    fraction: f64,
) -> Option<TriangleContact> {
    let reached = body.support(-now.normal);
    let around = corners.map(|corner| corner - reached);
    let (closest, feature) = super::closest_on_triangle(around);
    (now.normal.dot(motion) < 0.0).then_some(TriangleContact {
        fraction,
        point: motion * fraction + closest + reached,
        normal: now.normal,
        depth: now.depth.max(0.0) / body.reach(now.normal),
        feature,
    })
}

/// The position of an upright cylinder relative to a triangle. The gap is the growth of radius and half
/// height until the cylinder touches; a negative gap is the shrinkage until it no longer overlaps. The
/// gap is the minimum over the triangle of max(|p_xz| − r, |p_y| − h), which is convex in the position.
pub(super) fn separation_cylinder_triangle(body: Cylinder, corners: [DVec3; 3]) -> Separation {
    let (growth, gradient) = growth_to_touch(body, corners);
    let sides = [0, 1, 2].map(|k| (corners[(k + 1) % 3] - corners[k]).cross(DVec3::Y));
    let axes = [gradient, DVec3::Y].into_iter().chain(sides);
    let mut least: Option<(f64, DVec3)> = None;
    for axis in axes.chain(face_normal(corners)) {
        let Some(normal) = axis.try_normalize() else {
            continue;
        };
        for normal in [normal, -normal] {
            let along = corners.map(|corner| normal.dot(corner));
            let depth = along[0].max(along[1]).max(along[2]) + body.reach(normal);
            if least.is_none_or(|(known, _)| depth < known) {
                least = Some((depth, normal));
            }
        }
    }
    let (depth, normal) = least.unwrap_or((-growth, DVec3::Y));
    let measure = body.radius.min(body.half_height);
    Separation {
        gap: growth / measure,
        gradient: gradient / measure,
        normal,
        depth,
    }
}
