//! Triangles and the plain distances to them, in double precision.

use glam::{DVec3, dvec3};

/// A path nearer to a triangle than this meets it, meters. Far above the rounding of double
/// precision over a level, so that a path through the seam of two triangles meets one of them;
/// far below anything that a body of 0.4 m could come to by right.
const MEETS: f64 = 1e-7;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle(pub [DVec3; 3]);

impl Triangle {
    /// Unit; zero for a triangle without area.
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

/// An upright ellipsoid, round about the vertical.
#[derive(Clone, Copy, Debug)]
pub struct Ellipsoid {
    pub center: DVec3,
    pub radius: f64,
    pub half_height: f64,
}

impl Ellipsoid {
    /// Returns whether the body with its semi-axes made smaller by `shrink` touches the triangle:
    /// in the space where that body is the unit sphere, is the triangle nearer than 1?
    pub fn touches(&self, triangle: &Triangle, shrink: f64) -> bool {
        let semi_axes = dvec3(
            self.radius - shrink,
            self.half_height - shrink,
            self.radius - shrink,
        );
        let scaled = Triangle(triangle.0.map(|vertex| (vertex - self.center) / semi_axes));
        if scaled.min().cmpgt(DVec3::ONE).any() || scaled.max().cmplt(DVec3::NEG_ONE).any() {
            return false;
        }
        point_triangle_distance(DVec3::ZERO, &scaled) < 1.0
    }

    /// The overlap: the most that the semi-axes can shrink while the body still touches, meters;
    /// 0 when it does not touch at all.
    pub fn overlap(&self, triangle: &Triangle) -> f64 {
        let (mut touching, mut free) = (0.0, self.radius.min(self.half_height));
        if !self.touches(triangle, touching) {
            return 0.0;
        }
        // Forty halvings of 0.4 m end below a picometer.
        for _ in 0..40 {
            let middle = 0.5 * (touching + free);
            if self.touches(triangle, middle) {
                touching = middle;
            } else {
                free = middle;
            }
        }
        touching
    }
}

/// Where the perpendicular from the point falls into the triangle, its length; elsewhere, and
/// for triangles without area, the distance to the nearest edge.
pub fn point_triangle_distance(point: DVec3, triangle: &Triangle) -> f64 {
    let normal = triangle.normal();
    let inside = normal != DVec3::ZERO
        && triangle
            .edges()
            .iter()
            .all(|(from, to)| (*to - *from).cross(point - *from).dot(normal) >= 0.0);
    if inside {
        return (point - triangle.0[0]).dot(normal).abs();
    }
    triangle
        .edges()
        .iter()
        .map(|(from, to)| point_segment_distance(point, *from, *to))
        .fold(f64::INFINITY, f64::min)
}

pub fn point_segment_distance(point: DVec3, from: DVec3, to: DVec3) -> f64 {
    let along = to - from;
    let length_squared = along.length_squared();
    if length_squared == 0.0 {
        return point.distance(from);
    }
    let fraction = ((point - from).dot(along) / length_squared).clamp(0.0, 1.0);
    point.distance(from + along * fraction)
}

/// The least distance between two segments: between an end of one and the other, unless the
/// lines' nearest points lie within both.
pub fn segment_segment_distance(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    let ends = point_segment_distance(a, c, d)
        .min(point_segment_distance(b, c, d))
        .min(point_segment_distance(c, a, b))
        .min(point_segment_distance(d, a, b));
    let (along, across, between) = (b - a, d - c, c - a);
    let normal = along.cross(across);
    let scale = normal.length_squared();
    if scale <= 1e-24 * along.length_squared() * across.length_squared() {
        return ends;
    }
    let on_first = between.cross(across).dot(normal) / scale;
    let on_second = between.cross(along).dot(normal) / scale;
    if (0.0..=1.0).contains(&on_first) && (0.0..=1.0).contains(&on_second) {
        return ends.min(between.dot(normal).abs() / scale.sqrt());
    }
    ends
}

/// Returns whether the segment passes through the triangle or comes to lie on it: the least
/// distance between the two is nothing.
pub fn segment_meets(from: DVec3, to: DVec3, triangle: &Triangle) -> bool {
    if point_triangle_distance(from, triangle) <= MEETS
        || point_triangle_distance(to, triangle) <= MEETS
    {
        return true;
    }
    let normal = triangle.normal();
    let (before, after) = (
        (from - triangle.0[0]).dot(normal),
        (to - triangle.0[0]).dot(normal),
    );
    // The point at which it passes through the plane, when it does.
    if before * after < 0.0 {
        let through = from + (to - from) * (before / (before - after));
        if point_triangle_distance(through, triangle) <= MEETS {
            return true;
        }
    }
    // Within the plane, or along an edge: it has to come near an edge.
    triangle
        .edges()
        .iter()
        .any(|(start, end)| segment_segment_distance(from, to, *start, *end) <= MEETS)
}
