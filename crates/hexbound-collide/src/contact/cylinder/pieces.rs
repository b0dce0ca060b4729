//! The pieces of the Minkowski sum of an upright cylinder with a corner and with an edge.

use glam::{DVec2, DVec3};

use super::{
    super::{Feature, triangle::flat},
    Cylinder,
    minkowski_sum::{EntryKind, FirstEntry, Interval, TriangleEdge},
};

/// The rise of an edge, as a share of its length, below which the edge counts as level.
pub(super) const LEVEL_SLOPE: f64 = 1e-9;

/// Offers the cylinder around the corner at `at`.
pub(super) fn offer_corner(entries: &mut FirstEntry, body: Cylinder, at: DVec3, feature: Feature) {
    let (motion, half) = (entries.motion, body.half_height);
    let mut span = Interval::new();
    span.clip_to_plane(-at.y - half, motion.y, EntryKind::Flat(DVec3::Y));
    span.clip_to_plane(at.y - half, -motion.y, EntryKind::Flat(DVec3::NEG_Y));
    span.clip_to_circle(-flat(at), flat(motion), body.radius);
    entries.offer(&span, feature, |center, plane| {
        let away = (center - at).with_y(0.0);
        (plane.unwrap_or(away), at)
    });
}

/// Offers the slab beside an edge: the body's side between its rims, and on a level edge its caps, too.
pub(super) fn offer_side(entries: &mut FirstEntry, body: Cylinder, edge: &TriangleEdge) {
    if edge.length <= 0.0 {
        return;
    }
    let (motion, radius, half) = (entries.motion, body.radius, body.half_height);
    let mut span = Interval::new();
    let (beside, rate) = (-edge.low.dot(edge.across), motion.dot(edge.across));
    span.clip_to_plane(beside - radius, rate, EntryKind::Flat(edge.across));
    span.clip_to_plane(-beside - radius, -rate, EntryKind::Flat(-edge.across));
    let (past, rate) = (-edge.low.dot(edge.ahead), motion.dot(edge.ahead));
    span.clip_to_border(-past, -rate);
    span.clip_to_border(past - edge.length, rate);
    let up = DVec3::Y - edge.ahead * (edge.rise / edge.length);
    let (above, climb) = (-edge.low.dot(up), motion.dot(up));
    if edge.rise <= LEVEL_SLOPE * edge.length {
        span.clip_to_plane(above - half, climb, EntryKind::Flat(up));
        span.clip_to_plane(-above - half, -climb, EntryKind::Flat(-up));
    } else {
        span.clip_to_border(above - half, climb);
        span.clip_to_border(-above - half, -climb);
    }
    entries.offer(&span, edge.feature, |at, plane| {
        let share = (at - edge.low).dot(edge.ahead) / edge.length;
        (plane.unwrap_or_default(), edge.point(share))
    });
}

/// Offers the circle swept along an edge: the lower rim on the edge from above (`side` = 1), or the
/// upper rim from below (−1). The circle is solved in the horizontal plane, along and across the edge.
/// All lengths are multiplied by the sine of the edge's slope, so that nearly level edges need no
/// division.
pub(super) fn offer_rim(entries: &mut FirstEntry, body: Cylinder, edge: &TriangleEdge, side: f64) {
    let (motion, lift) = (entries.motion, side * body.half_height);
    let (bottom, top) = (edge.low.y + lift, edge.low.y + edge.rise + lift);
    let slope = DVec2::new(edge.length, edge.rise).normalize();
    let (cosine, sine) = (slope.x, slope.y);
    let mut span = Interval::new();
    span.clip_to_level_border(bottom, -motion.y, sine);
    span.clip_to_level_border(-top, motion.y, sine);
    let scaled = |offset: DVec3, height: f64| {
        DVec2::new(
            offset.dot(edge.ahead) * sine - height * cosine,
            offset.dot(edge.across) * sine,
        )
    };
    let (start, rate) = (scaled(-edge.low, -bottom), scaled(motion, motion.y));
    span.clip_to_circle(start, rate, body.radius * sine);
    let normal = |fraction: f64| {
        let away = start + rate * fraction;
        (edge.ahead * away.x + edge.across * away.y) * sine - DVec3::Y * (away.x * cosine)
    };
    // A normal in the opposite direction is inside the sum.
    if normal(span.enter).y * side < 0.0 {
        span.kind = EntryKind::Inner;
    }
    let enter = span.enter;
    entries.offer(&span, edge.feature, |at, _| {
        (normal(enter), edge.point((at.y - bottom) / edge.rise))
    });
}
