//! Whether a place is inside something solid: all that is seen around it is the backs of faces.

use glam::Vec3;
use hexbound_collide::{CollisionMesh, Faces};

/// The length of the rays that look for the walls around, meters.
const FAR: f32 = 1000.0;
/// The directions of the rays, about along the axes: exactly so, they would meet many an edge. Each is
/// followed by its opposite.
const AROUND: [Vec3; 6] = [
    Vec3::new(1.0, 0.021, 0.013),
    Vec3::new(-1.0, 0.017, -0.019),
    Vec3::new(0.023, 1.0, 0.011),
    Vec3::new(-0.012, -1.0, 0.022),
    Vec3::new(0.014, -0.016, 1.0),
    Vec3::new(-0.018, 0.012, -1.0),
];

/// Returns whether all that is seen around a place is the backs of faces.
pub(crate) fn is_inside(place: Vec3, collision: &CollisionMesh) -> bool {
    width_inside(place, collision).is_some()
}

/// The largest width, along about an axis, of what a place is inside of, meters; `None` for one that
/// is outside.
pub(crate) fn width_inside(place: Vec3, collision: &CollisionMesh) -> Option<f32> {
    let distance = |direction: Vec3, faces| {
        let hit = collision.ray_cast_faces(place, direction.normalize(), FAR, faces);
        hit.map_or(f32::INFINITY, |hit| hit.distance)
    };
    let mut widths = [0.0_f32; 3];
    for (index, along) in AROUND.into_iter().enumerate() {
        // A block that stands on the floor has its own face there, too.
        let back = distance(along, Faces::Back);
        if !back.is_finite() || back > distance(along, Faces::Front) {
            return None;
        }
        widths[index / 2] += back;
    }
    Some(widths.into_iter().fold(0.0, f32::max))
}
