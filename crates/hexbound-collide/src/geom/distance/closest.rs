//! Closest points of points and line spans to each other and to triangles, in double precision.

use glam::DVec3;

use crate::geom::shapes::line_span::LineSpan;

/// A shape that knows its point closest to any other.
pub trait ClosestPoint {
    /// The point of the shape closest to `point`, meters: `point` itself if that is inside.
    fn closest_point(&self, point: DVec3) -> DVec3;
}

/// The point of a line span closest to `point` (Ericson, "Real-Time Collision Detection", 5.1.2).
pub(crate) fn closest_on_span(point: DVec3, line: &LineSpan) -> DVec3 {
    let length = line.along.length_squared();
    if length <= 0.0 {
        return line.origin;
    }
    let t = (point - line.origin).dot(line.along) / length;
    if t >= line.max_t {
        line.at(line.max_t)
    } else {
        line.at(t.max(0.0))
    }
}

/// Returns the three edges of a triangle. The code avoids `map`, which is not always inlined.
pub(crate) fn edges([a, b, c]: [DVec3; 3]) -> [LineSpan; 3] {
    [
        LineSpan::segment(a, b),
        LineSpan::segment(b, c),
        LineSpan::segment(c, a),
    ]
}

/// The closest point of a triangle: the foot of the perpendicular if it lies inside, else the
/// nearest of the edges' points. Needles and points are handled by their edges.
///
/// The exact test of moving bodies has its own version (`contact::triangle`). That one is relative to
/// the body, returns the closest feature, and uses other arithmetic, on which recorded runs depend.
pub(crate) fn closest_on_triangle(point: DVec3, corners: [DVec3; 3]) -> DVec3 {
    foot_inside(point, corners).unwrap_or_else(|| {
        let [first, second, third] = edges(corners).map(|edge| closest_on_span(point, &edge));
        nearer(point, nearer(point, first, second), third)
    })
}

pub(crate) fn nearer(point: DVec3, a: DVec3, b: DVec3) -> DVec3 {
    if b.distance_squared(point) < a.distance_squared(point) {
        b
    } else {
        a
    }
}

/// The foot of the perpendicular from `point` on the triangle's plane, if inside its borders.
pub(crate) fn foot_inside(point: DVec3, [a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    let normal = (b - a).cross(c - a);
    let area = normal.length_squared();
    let size = (b - a).length_squared().max((c - a).length_squared());
    if area.is_nan() || area <= 1e-24 * size * size {
        return None;
    }
    let inside = |from: DVec3, to: DVec3| (to - from).cross(point - from).dot(normal) >= 0.0;
    (inside(a, b) && inside(b, c) && inside(c, a))
        .then(|| point - normal * ((point - a).dot(normal) / area))
}

/// The closest points of two line spans (after Ericson, "Real-Time Collision Detection", 5.1.9). The
/// nearest pair lies either inside both or at an end of one: the function tries both kinds, so parallel
/// lines are no special case.
pub(crate) fn closest_between(a: &LineSpan, b: &LineSpan) -> (DVec3, DVec3) {
    let (aa, bb) = (a.along.length_squared(), b.along.length_squared());
    let ab = a.along.dot(b.along);
    let across = aa * bb - ab * ab;
    let inside = (across > 1e-14 * aa * bb).then(|| {
        let offset = a.origin - b.origin;
        let (on_a, on_b) = (a.along.dot(offset), b.along.dot(offset));
        let s = ((ab * on_b - bb * on_a) / across).clamp(0.0, a.max_t);
        let from = a.at(s);
        (from, closest_on_span(from, b))
    });
    let ends_a = a.ends().map(|end| (end, closest_on_span(end, b)));
    let ends_b = b.ends().map(|end| (closest_on_span(end, a), end));
    nearest_pair(inside.into_iter().chain(ends_a).chain(ends_b))
}

/// The closest points of a line span and a triangle, in that order: they cross, or an end of the
/// span or an edge of the triangle is nearest.
pub(crate) fn closest_to_triangle(line: &LineSpan, corners: [DVec3; 3]) -> (DVec3, DVec3) {
    let crossing = crossing(line, corners).map(|point| (point, point));
    let on_both = |end| (end, closest_on_triangle(end, corners));
    let ends = line.ends().map(on_both);
    let edges = edges(corners).map(|edge| closest_between(line, &edge));
    nearest_pair(crossing.into_iter().chain(ends).chain(edges))
}

/// The point at which a line span goes through the inside of a triangle.
fn crossing(line: &LineSpan, corners: [DVec3; 3]) -> Option<DVec3> {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a);
    let approach = line.along.dot(normal);
    if approach == 0.0 {
        return None;
    }
    let t = (a - line.origin).dot(normal) / approach;
    let point = line.at(t);
    (t >= 0.0 && t <= line.max_t).then(|| foot_inside(point, corners))?
}

/// The nearest of several pairs; the first among equals.
pub(crate) fn nearest_pair(pairs: impl Iterator<Item = (DVec3, DVec3)>) -> (DVec3, DVec3) {
    let mut best = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let mut nearest = f64::INFINITY;
    for (a, b) in pairs {
        let distance = a.distance_squared(b);
        if distance < nearest {
            (best, nearest) = ((a, b), distance);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_lines_are_nearest_where_they_run_side_by_side() {
        let a = LineSpan::segment(DVec3::ZERO, DVec3::X * 4.0);
        let b = LineSpan::segment(DVec3::new(1.0, 2.0, 0.0), DVec3::new(9.0, 2.0, 0.0));
        let (on_a, on_b) = closest_between(&a, &b);
        assert_eq!(on_a.distance(on_b), 2.0);
    }
}
