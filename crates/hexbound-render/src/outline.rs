//! Outlines of flat polygons, clipped by planes (Sutherland and Hodgman, "Reentrant Polygon Clipping").

use glam::Vec3;

/// The part of an outline on the near side of the plane at the distance `limit` along `normal`.
pub(crate) fn clip(outline: &[Vec3], normal: Vec3, limit: f32) -> Vec<Vec3> {
    let beyond = |point: Vec3| normal.dot(point) - limit;
    let mut kept = Vec::with_capacity(outline.len() + 1);
    for (index, &point) in outline.iter().enumerate() {
        let next = outline[(index + 1) % outline.len()];
        let (here, there) = (beyond(point), beyond(next));
        if here <= 0.0 {
            kept.push(point);
        }
        if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            kept.push(point.lerp(next, here / (here - there)));
        }
    }
    kept
}
