//! Rays onto flat shapes: plane, triangle and rectangle.

use glam::DVec3;

use super::RayCast;
use crate::geom::{
    Plane, Rectangle, Triangle,
    distance::{closest_between, closest_on_triangle, edges, foot_inside},
    epsilon::epsilon,
    facing,
    shapes::line_span::LineSpan,
};

impl RayCast for Plane {
    fn entry(&self, origin: DVec3, direction: DVec3, margin: f64) -> Option<(f64, DVec3)> {
        let (normal, offset) = self.unit();
        let height = normal.dot(origin) - offset;
        let facing = if height < 0.0 { -normal } else { normal };
        let (height, rate) = (height.abs() - margin, facing.dot(direction));
        if height <= 0.0 {
            return Some((0.0, if rate > 0.0 { -facing } else { facing }));
        }
        (rate < 0.0).then(|| (-height / rate, facing))
    }
}

impl RayCast for Triangle {
    fn entry(&self, origin: DVec3, direction: DVec3, margin: f64) -> Option<(f64, DVec3)> {
        enter_triangle(self.exact_corners(), origin, direction, margin)
    }
}

impl RayCast for Rectangle {
    fn entry(&self, origin: DVec3, direction: DVec3, margin: f64) -> Option<(f64, DVec3)> {
        let halves = self.halves().into_iter();
        halves
            .filter_map(|half| enter_triangle(half, origin, direction, margin))
            .min_by(|a, b| a.0.total_cmp(&b.0))
    }
}

/// Returns the entry of a ray through a triangle's face, or else within `margin` of the border. The
/// border decides about rays in the triangle's plane.
fn enter_triangle(
    corners: [DVec3; 3],
    origin: DVec3,
    direction: DVec3,
    margin: f64,
) -> Option<(f64, DVec3)> {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let facing = facing(normal, -direction);
    let (height, rate) = ((origin - a).dot(facing), facing.dot(direction));
    if rate < 0.0 && height >= 0.0 {
        let distance = -height / rate;
        if foot_inside(origin + direction * distance, corners).is_some() {
            return Some((distance, facing));
        }
    }
    let largest = |point: DVec3| point.abs().max_element();
    let allowed = margin + epsilon([largest(origin), largest(a), largest(b), largest(c)]);
    // A line that crosses the plane beside the triangle passes the border at no less than that distance
    // times the sine of its slope.
    let steep = rate.abs() > 1e-6;
    if steep && normal != DVec3::ZERO {
        let crossing = origin - direction * (height / rate);
        let beside = closest_on_triangle(crossing, corners).distance(crossing);
        if beside * rate.abs() > 4.0 * allowed {
            return None;
        }
    }
    let foot = foot_inside(origin, corners);
    if foot.is_some_and(|foot| foot.distance(origin) <= allowed) {
        return Some((0.0, -direction));
    }
    let facing = (rate < -1e-9).then_some(facing);
    enter_border(corners, (origin, direction), allowed, facing)
}

/// Returns the distance at which a ray passes an edge of a triangle within `allowed` meters, the first
/// of several. The normal there is `normal`, or without one that of the edge.
fn enter_border(
    corners: [DVec3; 3],
    (origin, direction): (DVec3, DVec3),
    allowed: f64,
    normal: Option<DVec3>,
) -> Option<(f64, DVec3)> {
    let line = LineSpan {
        origin,
        along: direction,
        max_t: f64::INFINITY,
    };
    let borders = edges(corners).into_iter().filter_map(|edge| {
        let (on_line, on_edge) = closest_between(&line, &edge);
        let distance = (on_line - origin).dot(direction).max(0.0);
        (on_line.distance(on_edge) <= allowed).then_some((distance, edge.along))
    });
    let (distance, along) = borders.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let edge_on = || {
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        facing(along.cross(normal).normalize_or(-direction), -direction)
    };
    Some((distance, normal.unwrap_or_else(edge_on)))
}
