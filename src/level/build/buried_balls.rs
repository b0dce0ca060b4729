//! Balls that are placed inside what is solid: a slip that would otherwise show only as a ball that
//! is nowhere to be found.

use glam::{DVec3, Vec3};
use hexbound_collide::{CollisionMesh, Faces};

use crate::level::StartBall;

/// A ball whose middle is nearer to a surface than this part of its radius is sunk into it. One that
/// was put down by hand may well overlap the floor a little.
const SUNK: f32 = 0.5;
/// The length of the rays that look for the walls around, meters.
const FAR: f32 = 1000.0;
/// The directions of the rays, about along the axes: exactly so, they would meet many an edge.
const AROUND: [Vec3; 6] = [
    Vec3::new(1.0, 0.021, 0.013),
    Vec3::new(-1.0, 0.017, -0.019),
    Vec3::new(0.023, 1.0, 0.011),
    Vec3::new(-0.012, -1.0, 0.022),
    Vec3::new(0.014, -0.016, 1.0),
    Vec3::new(-0.018, 0.012, -1.0),
];

/// Warnings of the balls, given in local coordinates, that begin inside what stays. `origin` leads
/// back to the file's coordinates, meters.
pub(super) fn warnings(
    balls: &[StartBall],
    collision: &CollisionMesh,
    origin: DVec3,
) -> Vec<String> {
    let is_buried = |ball: &&StartBall| {
        let center = ball.position.as_vec3();
        let sunk = collision.nearest_point(center, SUNK * ball.radius);
        sunk.is_some() || is_inside(center, collision)
    };
    let warning = |ball: &StartBall| {
        let [x, y, z] = (ball.position + origin).to_array();
        format!(
            "node \"{}\": the ball begins inside a wall or the ground, at {x:.2}, {y:.2}, {z:.2}: \
             move it out into the open",
            ball.name
        )
    };
    balls.iter().filter(is_buried).map(warning).collect()
}

/// Returns whether all that is seen around a place is the backs of faces.
fn is_inside(place: Vec3, collision: &CollisionMesh) -> bool {
    let distance = |direction: Vec3, faces| {
        let hit = collision.ray_cast_faces(place, direction.normalize(), FAR, faces);
        hit.map_or(f32::INFINITY, |hit| hit.distance)
    };
    AROUND.iter().all(|along| {
        // A block that stands on the floor has its own face there, too.
        let back = distance(*along, Faces::Back);
        back.is_finite() && back <= distance(*along, Faces::Front)
    })
}
