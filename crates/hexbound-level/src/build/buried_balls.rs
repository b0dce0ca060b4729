//! Findings about balls placed inside solids: a slip that would otherwise show only as a missing ball.

use glam::DVec3;
use hexbound_collide::CollisionMesh;

use crate::{Code, Finding, StartBall, inside::is_inside};

/// The distance of a ball's center from a surface, as a fraction of its radius, below which the ball is
/// buried. A ball placed by hand may well overlap the floor a little.
const BURIED_FRACTION: f32 = 0.5;

/// Returns findings about the balls, given in local coordinates, that start inside static solids.
/// `origin` converts to the file's coordinates, meters.
pub(super) fn findings(
    balls: &[StartBall],
    collision: &CollisionMesh,
    origin: DVec3,
) -> Vec<Finding> {
    let is_buried = |ball: &&StartBall| {
        let center = ball.position.as_vec3();
        let sunk = collision.nearest_point(center, BURIED_FRACTION * ball.radius);
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
