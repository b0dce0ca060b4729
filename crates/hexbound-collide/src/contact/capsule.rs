//! An upright capsule against a triangle. The capsule touches the triangle where its ball touches
//! the triangle extruded along its segment: a convex solid between the triangle moved down and the
//! triangle moved up. Moves are asked by pieces (`minkowski_sum`), distances by the eight triangles
//! of the solid's surface.

use glam::DVec3;

use super::{
    Feature, Separation, TriangleContact, face_normal, facing,
    minkowski_sum::{Edge, EntryResult, FirstEntry, Interval, flat},
    triangle::{closest_on_edge, closest_on_triangle},
};

/// A body nearer than this, in radii, counts as touching.
const TOUCH_EPSILON: f64 = 1e-9;

/// Normals closer than this cosine are the same but for rounding.
const SAME_DIRECTION: f64 = 1.0 - 1e-9;

/// A triangle whose unit normal has a smaller upward component than this stands upright.
const UPRIGHT: f64 = 1e-9;

type Facet = [DVec3; 3];

/// The triangles of the solid's surface. Those without area, where the triangle stands upright, act
/// as segments.
fn facets(corners: [DVec3; 3], half_height: f64) -> [Facet; 8] {
    let up = DVec3::Y * half_height;
    let low = corners.map(|corner| corner - up);
    let high = corners.map(|corner| corner + up);
    let [a, b, c] = [0, 1, 2].map(|from| {
        let to = (from + 1) % 3;
        [
            [low[from], low[to], high[to]],
            [low[from], high[to], high[from]],
        ]
    });
    [low, high, a[0], a[1], b[0], b[1], c[0], c[1]]
}

/// The first contact of an upright capsule with a triangle; [`super::sweep_body_triangle`] says of which motion.
pub(super) fn sweep_capsule_triangle(
    radius: f64,
    half_height: f64,
    motion: DVec3,
    corners: [DVec3; 3],
    latest: f64,
) -> Option<TriangleContact> {
    let face = face_normal(corners);
    let surely_apart = is_surely_apart(radius, half_height, corners, face);
    let now = (!surely_apart).then(|| separation_capsule_triangle(radius, half_height, corners));
    let body = (radius, half_height);
    if let Some(now) = now.filter(|now| now.gap <= TOUCH_EPSILON) {
        return touch_at(body, motion, corners, now, 0.0);
    }
    let mut entries = FirstEntry::new(motion, latest);
    if let Some(face) = face.map(|face| facing(face, -corners[0])) {
        let outside = -face.dot(corners[0]) - (radius + half_height * face.y.abs());
        let rate = face.dot(motion);
        if outside > 0.0 && (rate >= 0.0 || outside > -rate * latest) {
            return None;
        }
        entries.offer_face(corners, face, support(body, face));
        // No part of the sum lies in front of the face's plane.
        if outside > 0.0
            && let EntryResult::Surface(touch) = entries.first()
        {
            return Some(touch);
        }
    }
    for (index, corner) in corners.into_iter().enumerate() {
        around_corner(&mut entries, body, corner, index);
    }
    for index in 0..3 {
        around_edge(&mut entries, body, &Edge::new(corners, index));
    }
    match entries.first() {
        EntryResult::None => None,
        EntryResult::Surface(touch) => Some(touch),
        EntryResult::Border(fraction) => {
            let there = corners.map(|corner| corner - motion * fraction);
            let now = separation_capsule_triangle(radius, half_height, there);
            touch_at(body, motion, there, now, fraction)
        }
    }
}

/// The contact of a capsule around the origin that is there at a fraction of the motion, unless
/// the motion leads away. `corners` are relative to where the capsule is then.
fn touch_at(
    (radius, half_height): (f64, f64),
    motion: DVec3,
    corners: [DVec3; 3],
    now: Separation,
    fraction: f64,
) -> Option<TriangleContact> {
    let reached = -now.normal * (radius * (1.0 + now.gap));
    let (point, feature) = touched_point(corners, half_height, reached, now.normal);
    (now.normal.dot(motion) < 0.0).then_some(TriangleContact {
        fraction,
        point: motion * fraction + point,
        normal: now.normal,
        depth: (-now.gap).max(0.0) * radius / (radius + half_height * now.normal.y.abs()),
        feature,
    })
}

/// The point of the capsule around the origin that is furthest along `normal`: the middle of its
/// side where all of the side is.
fn support((radius, half_height): (f64, f64), normal: DVec3) -> DVec3 {
    let end = if normal.y.abs() > 1e-12 {
        half_height * normal.y.signum()
    } else {
        0.0
    };
    normal * radius + DVec3::Y * end
}

/// The pieces around a corner: a ball above, a ball below, and the upright bar between them.
fn around_corner(
    entries: &mut FirstEntry,
    (radius, half_height): (f64, f64),
    corner: DVec3,
    index: usize,
) {
    let (motion, feature) = (entries.motion, Feature::Vertex(index as u8));
    for lift in [half_height, -half_height] {
        let center = corner + DVec3::Y * lift;
        let mut span = Interval::new();
        span.in_ball(-center, motion, radius);
        entries.offer(&span, feature, |at, _| (at - center, corner));
    }
    let mut span = Interval::new();
    span.within_border(-corner.y - half_height, motion.y);
    span.within_border(corner.y - half_height, -motion.y);
    span.in_circle(-flat(corner), flat(motion), radius);
    entries.offer(&span, feature, |at, _| ((at - corner).with_y(0.0), corner));
}

/// The pieces along an edge: a round bar above, a round bar below, and the flat sides between them.
fn around_edge(entries: &mut FirstEntry, (radius, half_height): (f64, f64), edge: &Edge) {
    let (motion, feature) = (entries.motion, edge.feature);
    let whole = edge.point(1.0) - edge.low;
    let Some(along) = whole.try_normalize() else {
        return;
    };
    for lift in [half_height, -half_height] {
        let low = edge.low + DVec3::Y * lift;
        let off = |v: DVec3| v - along * v.dot(along);
        let mut span = Interval::new();
        span.within_border(low.dot(along), -motion.dot(along));
        span.within_border(-low.dot(along) - whole.length(), motion.dot(along));
        span.in_ball(off(-low), off(motion), radius);
        entries.offer(&span, feature, |at, _| {
            let part = (at - low).dot(along) / whole.length();
            (off(at - low), edge.point(part))
        });
    }
    if edge.length > 0.0 {
        let mut span = Interval::new();
        edge.beside(&mut span, motion, radius);
        edge.between(&mut span, motion, half_height, false);
        entries.offer(&span, feature, |at, way| edge.touched_beside(at, way));
    }
}

/// Returns whether the boxes of both, or the triangle's plane, show that the two are apart.
fn is_surely_apart(
    radius: f64,
    half_height: f64,
    [a, b, c]: [DVec3; 3],
    face: Option<DVec3>,
) -> bool {
    let reach = DVec3::new(radius, radius + half_height, radius);
    a.min(b).min(c).cmpgt(reach).any()
        || a.max(b).max(c).cmplt(-reach).any()
        || face.is_some_and(|face| face.dot(a).abs() > radius + half_height * face.y.abs())
}

/// The position of an upright capsule relative to a triangle. From inside the solid the way out leads across the
/// nearest of its faces.
pub(super) fn separation_capsule_triangle(
    radius: f64,
    half_height: f64,
    corners: [DVec3; 3],
) -> Separation {
    let (distance, outward) = match way_out(corners, half_height) {
        Some((depth, outward)) => (-depth, outward),
        None => {
            let closest = facets(corners, half_height)
                .map(|facet| closest_on_triangle(facet).0)
                .into_iter()
                .reduce(|a, b| {
                    if b.length_squared() < a.length_squared() {
                        b
                    } else {
                        a
                    }
                })
                .unwrap_or(DVec3::ZERO);
            let fallback = face_normal(corners).unwrap_or(DVec3::X);
            (
                closest.length(),
                (-closest).try_normalize().unwrap_or(fallback),
            )
        }
    };
    Separation {
        gap: distance / radius - 1.0,
        slope: outward / radius,
        normal: outward,
        depth: radius - distance,
    }
}

/// The distance across the nearest of the solid's faces, and that face's normal, if the origin is
/// inside the solid. A triangle that stands upright makes a flat solid, which has no inside.
fn way_out(corners: [DVec3; 3], half_height: f64) -> Option<(f64, DVec3)> {
    let face = face_normal(corners).filter(|face| face.y.abs() > UPRIGHT)?;
    let [a, b, c] = corners;
    let sides = [b - a, c - b, a - c].map(|edge| edge.cross(DVec3::Y).try_normalize());
    let mut least: Option<(f64, DVec3)> = None;
    for normal in std::iter::once(Some(face)).chain(sides).flatten() {
        for normal in [normal, -normal] {
            let along = normal.dot(a).max(normal.dot(b)).max(normal.dot(c));
            let depth = along + half_height * normal.y.abs();
            if depth <= 0.0 {
                return None;
            }
            if least.is_none_or(|(known, _)| depth < known) {
                least = Some((depth, normal));
            }
        }
    }
    least
}

/// The triangle's point on the same upright segment as a point of the solid, and the feature that
/// it lies on.
fn touched_point(
    corners: [DVec3; 3],
    half_height: f64,
    solid: DVec3,
    normal: DVec3,
) -> (DVec3, Feature) {
    let (bottom, top) = (
        solid - DVec3::Y * half_height,
        solid + DVec3::Y * half_height,
    );
    // The segment's point closest to the triangle is an end, its crossing with the plane, or the foot
    // of the shortest line to an edge.
    let on_segment =
        |point: DVec3| solid + DVec3::Y * (point.y - solid.y).clamp(-half_height, half_height);
    let mut candidates = [bottom, top, solid, solid, solid, solid];
    if let Some(normal) = face_normal(corners)
        && normal.y.abs() > 1e-9
    {
        let y = bottom.y - normal.dot(bottom - corners[0]) / normal.y;
        candidates[2] = on_segment(DVec3::new(solid.x, y, solid.z));
    }
    for edge in 0..3 {
        let (from, along) = (corners[edge], corners[(edge + 1) % 3] - corners[edge]);
        let flat = DVec3::new(along.x, 0.0, along.z);
        let across = flat.length_squared();
        if across > 0.0 {
            let place = ((solid - from).dot(flat) / across).clamp(0.0, 1.0);
            candidates[3 + edge] = on_segment(from + along * place);
        } else {
            candidates[3 + edge] = on_segment(from);
        }
    }
    let mut best = (corners[0], Feature::Vertex(0));
    let mut least = f64::INFINITY;
    for place in candidates {
        let (closest, feature) = closest_on_triangle(corners.map(|corner| corner - place));
        if closest.length_squared() < least {
            least = closest.length_squared();
            best = (closest + place, feature);
        }
    }
    // A face is only touched along its own normal: on its border it is the edge that is touched.
    let is_face = face_normal(corners).is_some_and(|face| face.dot(normal).abs() > SAME_DIRECTION);
    if best.1 == Feature::Face && !is_face {
        best.1 = border_at(corners, best.0);
    }
    best
}

/// The edge or the corner that is closest to a point of the triangle.
fn border_at(corners: [DVec3; 3], point: DVec3) -> Feature {
    let mut nearest = Feature::Edge(0);
    let mut least = f64::INFINITY;
    for edge in 0..3 {
        let (closest, feature) = closest_on_edge(corners.map(|corner| corner - point), edge);
        if closest.length_squared() < least {
            least = closest.length_squared();
            nearest = feature;
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_meshes::vector;

    /// Corners of which one is often straight above another, or at its height, and in a triangle's
    /// plane the origin often lies.
    fn corners() -> impl Strategy<Value = [DVec3; 3]> {
        let any = [vector(3.0), vector(3.0), vector(3.0)];
        (any, 0..4, 0..3).prop_map(|([a, mut b, mut c], kind, place)| {
            match kind {
                0 => b.y = a.y,
                1 => (b.x, b.z) = (a.x, a.z),
                2 => (b.y, c.y) = (a.y, a.y),
                _ => {}
            }
            let corners = [a, b, c];
            match place {
                0 => corners.map(|corner| corner - (a + b + c) / 3.0 + DVec3::Y * a.y),
                1 => corners.map(|corner| corner - 2.0 * a + b),
                _ => corners,
            }
        })
    }

    /// The distance between the triangle and the upright segment through `center`, by looking:
    /// along the segment the distance to the triangle is convex.
    fn distance(center: DVec3, half_height: f64, corners: [DVec3; 3]) -> f64 {
        let at = |part: f64| {
            let place = center + DVec3::Y * (half_height * part);
            closest_on_triangle(corners.map(|corner| corner - place))
                .0
                .length()
        };
        let (mut low, mut high) = (-1.0, 1.0);
        for _ in 0..120 {
            let third = (high - low) / 3.0;
            if at(low + third) < at(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        at(0.5 * (low + high)).min(at(-1.0)).min(at(1.0))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn the_distance_is_that_of_the_segment(
            corners in corners(), half_height in 0.05_f64..1.5,
        ) {
            let expected = distance(DVec3::ZERO, half_height, corners);
            let found = separation_capsule_triangle(0.4, half_height, corners);
            let outside = 0.4 - found.depth;
            prop_assert!((outside.max(0.0) - expected).abs() < 1e-7, "{outside} for {expected}");
            prop_assert!((found.normal.length() - 1.0).abs() < 1e-9);
            // Going the way out by the depth leaves them touching.
            let out = found.normal * found.depth;
            prop_assert!((distance(out, half_height, corners) - 0.4).abs() < 1e-6);
        }

        /// Never early, never late, and the point is the triangle's.
        #[test]
        fn agrees_with_marching(
            corners in corners(), motion in vector(6.0), is_upright in any::<bool>(),
            half_height in 0.05_f64..1.5, radius in 0.1_f64..0.8,
        ) {
            let motion = if is_upright { DVec3::Y * motion.y } else { motion };
            let touch = sweep_capsule_triangle(radius, half_height, motion, corners, 1.0);
            let end = touch.map_or(1.0, |touch| touch.fraction);
            let at = |t: f64| distance(motion * t, half_height, corners);
            if at(0.0) > radius + 1e-6 {
                for step in 0..60 {
                    let t = end * f64::from(step) / 60.0;
                    prop_assert!(at(t) > radius - 1e-6, "touched already at {t} of {end}");
                }
                if touch.is_some() {
                    prop_assert!((at(end) - radius).abs() < 1e-6);
                }
            }
            if let Some(touch) = touch {
                prop_assert!(touch.normal.dot(motion) < 0.0);
                let on = closest_on_triangle(corners.map(|corner| corner - touch.point)).0;
                prop_assert!(on.length() < 1e-9);
                if touch.fraction > 0.0 {
                    let center = motion * touch.fraction;
                    let nearest = center
                        + DVec3::Y * (touch.point.y - center.y).clamp(-half_height, half_height);
                    prop_assert!((nearest.distance(touch.point) - radius).abs() < 1e-5);
                    prop_assert!((touch.point + touch.normal * radius - nearest).length() < 1e-4);
                }
            }
        }
    }

    #[test]
    fn features_are_the_triangles_own() {
        let floor = [
            DVec3::new(-9.0, -2.0, -9.0),
            DVec3::new(-9.0, -2.0, 9.0),
            DVec3::new(9.0, -2.0, 0.0),
        ];
        let down = sweep_capsule_triangle(0.5, 0.5, DVec3::NEG_Y * 2.0, floor, 1.0).unwrap();
        assert_eq!((down.fraction, down.feature), (0.5, Feature::Face));
        let wall = [
            DVec3::new(2.0, -0.3, -9.0),
            DVec3::new(2.0, -0.3, 9.0),
            DVec3::new(9.0, -0.3, 0.0),
        ];
        let ahead = sweep_capsule_triangle(0.5, 0.5, DVec3::X * 3.0, wall, 1.0).unwrap();
        assert_eq!((ahead.fraction, ahead.feature), (0.5, Feature::Edge(0)));
    }
}
