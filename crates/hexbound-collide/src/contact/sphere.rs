//! The exact test: a moving unit sphere against one triangle. An ellipsoid becomes the unit sphere when
//! space is divided by its semi-axes (Fauerby, "Improved Collision Detection and Response"). The
//! fraction of the move at the contact stays the same. Double precision throughout, positions relative
//! to the start of the move.
//!
//! The distance of a point that moves on a line to a convex set is a convex function of time. So a
//! sphere that already touches gets deeper only if it approaches now. A sphere that does not touch meets
//! first a face, an edge (a cylinder) or a vertex (a sphere). These are the enlarged primitives of
//! Christopoulos, "Collision Detection and Physically Based Modeling Tutorial".

use glam::DVec3;

use super::{
    TriangleContact,
    face::{FaceTest, FacedSupport, TOUCH_EPSILON, touch_face},
    triangle::{Feature, area_vector, closest_with_area, facing},
};

/// The first contact of a unit sphere that goes from the origin by `motion`, if it comes no later
/// than the fraction `latest`.
///
/// A sphere that starts within touching distance has a contact at fraction 0 if the motion approaches,
/// and no contact otherwise.
///
/// The function is always inlined: corners that go through memory wait for their own stores, which took
/// 7 % of a character's move.
#[inline(always)]
pub(super) fn sweep_sphere_triangle(
    motion: DVec3,
    corners: [DVec3; 3],
    latest: f64,
) -> Option<TriangleContact> {
    let area = area_vector(corners);
    // A sphere can only touch already if it reaches the plane.
    if area.is_none_or(|area| area.dot(corners[0]).powi(2) <= area.length_squared()) {
        let (closest, feature) = closest_with_area(corners, area);
        let squared = closest.length_squared();
        if squared <= 1.0 {
            return touch_now(motion, closest, feature, area.map(DVec3::normalize));
        }
        // A convex function lies above its tangent, which rejects most near triangles.
        let distance = squared.sqrt();
        if squared - closest.dot(motion) * latest > distance * (1.0 + TOUCH_EPSILON) {
            return None;
        }
    }
    let normal = area.map(DVec3::normalize);
    let support = normal.map(|normal| {
        let normal = facing(normal, -corners[0]);
        FacedSupport {
            normal,
            support: normal,
            reach: 1.0,
        }
    });
    match support.map(|body| touch_face(motion, corners, &body, latest)) {
        Some(FaceTest::Inside(touch)) => return Some(touch),
        Some(FaceTest::Never) => return None,
        Some(FaceTest::Beside(_)) | None => {}
    }
    let mut first: Option<TriangleContact> = None;
    let mut latest = latest;
    for feature in 0..3 {
        let edge = touch_edge(motion, corners, feature, latest);
        let vertex = || touch_vertex(motion, corners, feature, latest);
        if let Some(touch) = edge.or_else(vertex)
            && first.is_none_or(|first| touch.fraction < first.fraction)
        {
            latest = touch.fraction;
            first = Some(touch);
        }
    }
    first
}

fn touch_now(
    motion: DVec3,
    closest: DVec3,
    feature: Feature,
    face: Option<DVec3>,
) -> Option<TriangleContact> {
    let normal = match closest.try_normalize() {
        Some(toward) => -toward,
        None => facing(face.unwrap_or(DVec3::Y), -motion),
    };
    (normal.dot(motion) < 0.0).then_some(TriangleContact {
        fraction: 0.0,
        point: closest,
        normal,
        depth: 1.0 - closest.length(),
        feature,
    })
}

/// The first contact with an edge: with the cylinder of radius 1 around the edge, without its ends.
fn touch_edge(
    motion: DVec3,
    corners: [DVec3; 3],
    edge: u8,
    latest: f64,
) -> Option<TriangleContact> {
    let a = corners[usize::from(edge)];
    let along = corners[(usize::from(edge) + 1) % 3] - a;
    let length = along.length_squared();
    if length == 0.0 {
        return None;
    }
    let across = |v: DVec3| v - along * (v.dot(along) / length);
    let fraction = first_touch(across(-a), across(motion), latest)?;
    let share = (motion * fraction - a).dot(along) / length;
    let point = a + along * share;
    (0.0..=1.0)
        .contains(&share)
        .then(|| contact_at(motion, fraction, point, Feature::Edge(edge)))
}

/// The first contact with a vertex: with the sphere of radius 1 around the vertex.
fn touch_vertex(
    motion: DVec3,
    corners: [DVec3; 3],
    vertex: u8,
    latest: f64,
) -> Option<TriangleContact> {
    let point = corners[usize::from(vertex)];
    let fraction = first_touch(-point, motion, latest)?;
    Some(contact_at(motion, fraction, point, Feature::Vertex(vertex)))
}

fn contact_at(motion: DVec3, fraction: f64, point: DVec3, feature: Feature) -> TriangleContact {
    let normal = (motion * fraction - point).normalize_or(-motion.normalize_or_zero());
    TriangleContact {
        fraction,
        point,
        normal,
        depth: 0.0,
        feature,
    }
}

/// The first t in 0..latest at which `offset + t·motion` comes to length 1 from outside.
fn first_touch(offset: DVec3, motion: DVec3, latest: f64) -> Option<f64> {
    let a = motion.length_squared();
    let b = offset.dot(motion);
    let c = offset.length_squared() - 1.0;
    if c < -TOUCH_EPSILON || b >= 0.0 || c + 2.0 * b * latest > 0.0 {
        // Inside, leaving, or still outside at `latest` though it came straight on.
        return None;
    }
    // b² − a·c, in a form without cancellation: a small ball may come from far away.
    let discriminant = a - offset.cross(motion).length_squared();
    if discriminant < 0.0 {
        return None;
    }
    // The smaller root, in the form that does not cancel.
    let fraction = (c / (discriminant.sqrt() - b)).max(0.0);
    (fraction <= latest).then_some(fraction)
}
