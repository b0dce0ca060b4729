//! Two balls that touch: the direction between them, and their response to each other.

use glam::DVec3;

use super::{ball_sim::BallSim, struck::SurfaceResponse};
use crate::tuning::ROLLING_FRICTION;

/// The unit direction from the first ball to the second. Balls at the same position separate sideways,
/// each pair in a direction of its own.
pub(super) fn axis(a: &BallSim, b: &BallSim) -> DVec3 {
    axis_along(b.flight.position - a.flight.position, a, b)
}

pub(super) fn axis_along(offset: DVec3, a: &BallSim, b: &BallSim) -> DVec3 {
    (offset.try_normalize()).unwrap_or_else(|| own_direction(a, b))
}

/// A horizontal unit direction that depends on the pair alone.
pub(super) fn own_direction(a: &BallSim, b: &BallSim) -> DVec3 {
    let angle = f64::from(a.ball.id) * 0.7 + f64::from(b.ball.id) * 2.4;
    DVec3::new(libm::cos(angle), 0.0, libm::sin(angle))
}

/// The response of two balls to each other.
pub(super) fn response(a: &BallSim, b: &BallSim) -> SurfaceResponse {
    SurfaceResponse::between(a.restitution, b.restitution)
}

/// The resistance to rolling of two balls that support each other, m/s²: that of the ground, since a heap
/// without resistance would never rest.
pub(super) fn rolling_resistance(a: &BallSim, b: &BallSim) -> f64 {
    if response(a, b).is_lossless {
        0.0
    } else {
        f64::from(ROLLING_FRICTION)
    }
}

/// The fastest approach that gravity can cause if one of the balls is supported, m/s; in a stack it acts
/// from all sides. Between balls in free flight it causes none, since they fall alike.
pub(super) fn lasting_speed(a: &BallSim, b: &BallSim, axis: DVec3) -> f64 {
    let lasting = response(a, b).lasting_speed();
    if a.is_in_stack() || b.is_in_stack() {
        lasting
    } else {
        lasting * axis.y.abs()
    }
}
