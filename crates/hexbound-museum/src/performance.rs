//! The performance of a test case by one method, and its visible bodies.

use std::sync::Arc;

use glam::Vec3;
use hexbound_collide::BodyShape;

use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT};
use hexbound_level::Level;
use hexbound_sim::Ball;

/// A function that begins a test case by one of the two methods, on one half of the bay.
pub type Begin = fn(&Arc<Level>) -> Box<dyn Performance>;

/// A test case while it is played by one of the two methods. It is reproducible.
pub trait Performance {
    /// Advances by one tick.
    fn step(&mut self);

    /// Returns whether the test case has ended.
    fn is_over(&self) -> bool;

    /// The bodies at the present tick, in the coordinates of the half.
    fn bodies(&self) -> Vec<ShownBody>;

    /// The figure measured so far, in the exhibit's unit.
    fn figure(&self) -> f64;
}

/// A visible body of a performance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownBody {
    /// The center, meters.
    pub center: Vec3,
    pub shape: BodyShape,
    /// True if the body is violet instead of its side's color. Violet marks a reference, or a change of
    /// state.
    pub is_violet: bool,
}

impl ShownBody {
    /// A standing person with this center, meters.
    pub(crate) fn person(center: Vec3) -> Self {
        let axes = Vec3::new(BODY_RADIUS, HALF_HEIGHT, BODY_RADIUS);
        Self {
            center,
            shape: BodyShape::Ellipsoid { axes },
            is_violet: false,
        }
    }

    /// A ball with this center and radius, meters.
    pub(crate) fn ball(center: Vec3, radius: f32) -> Self {
        Self {
            center,
            shape: BodyShape::sphere(radius),
            is_violet: false,
        }
    }

    /// A ball of a world.
    pub(crate) fn of_ball(ball: &Ball) -> Self {
        Self::ball(ball.position.as_vec3(), ball.radius)
    }

    /// The same body, violet if `is_violet`.
    pub(crate) fn violet_if(self, is_violet: bool) -> Self {
        Self { is_violet, ..self }
    }
}
