//! Balls placed inside something solid: a slip that would otherwise show only as a missing ball.

use glam::DVec3;
use hexbound_collide::CollisionMesh;

use crate::{Code, Finding, StartBall, inside::is_inside};

/// A ball whose middle is nearer to a surface than this part of its radius is sunk into it. One that
/// was put down by hand may well overlap the floor a little.
const SUNK_PART: f32 = 0.5;

/// Returns findings about the balls, given in local coordinates, that begin inside what stays.
/// `origin` leads back to the file's coordinates, meters.
pub(super) fn findings(
    balls: &[StartBall],
    collision: &CollisionMesh,
    origin: DVec3,
) -> Vec<Finding> {
    let is_buried = |ball: &&StartBall| {
        let center = ball.position.as_vec3();
        let sunk = collision.nearest_point(center, SUNK_PART * ball.radius);
        sunk.is_some() || is_inside(center, collision)
    };
    let finding = |ball: &StartBall| {
        let [x, y, z] = (ball.position + origin).to_array();
        let problem = format!(
            "the ball begins inside a wall or the ground, at {x:.2}, {y:.2}, {z:.2}: move it out \
             into the open"
        );
        Finding::about("node", &ball.name, Code::BuriedBall, problem).at(ball.position.as_vec3())
    };
    balls.iter().filter(is_buried).map(finding).collect()
}
