//! Tests whether a position is inside a solid: only the backs of faces are visible around it.

use glam::Vec3;
use hexbound_collide::{CollisionMesh, Faces, RayHit};

/// The directions of the rays, close to the axes: exact ones would hit many an edge. Each is followed by
/// its opposite.
const RAY_DIRECTIONS: [Vec3; 6] = [
    Vec3::new(1.0, 0.021, 0.013),
    Vec3::new(-1.0, 0.017, -0.019),
    Vec3::new(0.023, 1.0, 0.011),
    Vec3::new(-0.012, -1.0, 0.022),
    Vec3::new(0.014, -0.016, 1.0),
    Vec3::new(-0.018, 0.012, -1.0),
];

/// Returns whether only the backs of faces are visible around a position.
pub fn is_inside(place: Vec3, collision: &CollisionMesh) -> bool {
    width_inside(place, collision).is_some()
}

/// The largest width of the solid around a position, roughly along an axis, meters; `None` for a position
/// outside.
pub fn width_inside(place: Vec3, collision: &CollisionMesh) -> Option<f32> {
    let backs = backs_around(place, collision)?;
    let widths = (backs.chunks_exact(2)).map(|pair| pair[0].distance + pair[1].distance);
    widths.reduce(f32::max)
}

/// The backs of faces around a position, in pairs of opposite ones; `None` if anything else is visible,
/// as for a position outside.
pub fn backs_around(place: Vec3, collision: &CollisionMesh) -> Option<Vec<RayHit>> {
    // A file in centimeters is first read as one in kilometers.
    let far = collision.bounds().size().length();
    let first =
        |direction: Vec3, faces| collision.ray_cast_faces(place, direction.normalize(), far, faces);
    let back = |along: Vec3| {
        // A block that stands on the floor has its own face there, too.
        let back = first(along, Faces::Back)?;
        let front = first(along, Faces::Front);
        front
            .is_none_or(|front| back.distance <= front.distance)
            .then_some(back)
    };
    RAY_DIRECTIONS.into_iter().map(back).collect()
}
