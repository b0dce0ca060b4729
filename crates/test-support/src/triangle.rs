//! Triangles and the distances to them, in double precision and independent of the library's code.

use glam::DVec3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle(pub [DVec3; 3]);

impl Triangle {
    /// The unit normal; zero for a triangle without area.
    pub fn normal(&self) -> DVec3 {
        let [a, b, c] = self.0;
        (b - a).cross(c - a).normalize_or_zero()
    }

    pub fn edges(&self) -> [(DVec3, DVec3); 3] {
        let [a, b, c] = self.0;
        [(a, b), (b, c), (c, a)]
    }

    pub fn min(&self) -> DVec3 {
        let [a, b, c] = self.0;
        a.min(b).min(c)
    }

    pub fn max(&self) -> DVec3 {
        let [a, b, c] = self.0;
        a.max(b).max(c)
    }
}

/// The distance from a point to a triangle. If the foot of the perpendicular is inside, that is its length;
/// otherwise, and without an area, the distance to the nearest edge.
pub fn point_triangle_distance(point: DVec3, triangle: &Triangle) -> f64 {
    let normal = triangle.normal();
    let edges = triangle.edges().into_iter();
    let is_within = |(from, to): (DVec3, DVec3)| (to - from).cross(point - from).dot(normal) >= 0.0;
    if normal != DVec3::ZERO && edges.clone().all(is_within) {
        return (point - triangle.0[0]).dot(normal).abs();
    }
    let distances = edges.map(|(from, to)| point_segment_distance(point, from, to));
    distances.fold(f64::INFINITY, f64::min)
}

fn point_segment_distance(point: DVec3, from: DVec3, to: DVec3) -> f64 {
    let along = to - from;
    let length_squared = along.length_squared();
    if length_squared == 0.0 {
        return point.distance(from);
    }
    let fraction = ((point - from).dot(along) / length_squared).clamp(0.0, 1.0);
    point.distance(from + along * fraction)
}

/// The distance between the segments from `a` to `b` and from `c` to `d`. The nearest points of their lines
/// give the distance if both lie within the segments, otherwise the ends.
pub fn segment_segment_distance(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    let ends = point_segment_distance(a, c, d)
        .min(point_segment_distance(b, c, d))
        .min(point_segment_distance(c, a, b))
        .min(point_segment_distance(d, a, b));
    let (first, second, between) = (b - a, d - c, c - a);
    let normal = first.cross(second);
    let scale = normal.length_squared();
    if scale <= 1e-24 * first.length_squared() * second.length_squared() {
        return ends;
    }
    let on_first = between.cross(second).dot(normal) / scale;
    let on_second = between.cross(first).dot(normal) / scale;
    if (0.0..=1.0).contains(&on_first) && (0.0..=1.0).contains(&on_second) {
        return ends.min(between.dot(normal).abs() / scale.sqrt());
    }
    ends
}
