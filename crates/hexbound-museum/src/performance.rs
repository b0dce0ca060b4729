//! A vector while it is played by one method, and the bodies that are seen of it.

use std::sync::Arc;

use glam::Vec3;
use hexbound_collide::BodyShape;

use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT};
use hexbound_level::Level;
use hexbound_sim::Ball;

/// Begins a vector by one of the two methods, on one half of the bay.
pub type Begin = fn(&Arc<Level>) -> Box<dyn Performance>;

/// A vector while it is played by one of the two methods. It ends alike each time.
pub trait Performance {
    /// Goes on by one tick.
    fn step(&mut self);

    /// Returns whether the vector has ended.
    fn is_over(&self) -> bool;

    /// The bodies as they are now, in the coordinates of the half.
    fn bodies(&self) -> Vec<ShownBody>;

    /// The figure measured so far, in the exhibit's unit.
    fn figure(&self) -> f64;
}

/// A body of a performance as it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownBody {
    /// The center, meters.
    pub center: Vec3,
    pub shape: BodyShape,
    /// True if it is violet instead of its side's color, to be distinguished from the others or from what it was.
    pub is_violet: bool,
}

impl ShownBody {
    /// A standing person whose middle is there, meters.
    pub(crate) fn person(center: Vec3) -> Self {
        let axes = Vec3::new(BODY_RADIUS, HALF_HEIGHT, BODY_RADIUS);
        Self {
            center,
            shape: BodyShape::Ellipsoid { axes },
            is_violet: false,
        }
    }

    /// A ball of a radius, meters.
    pub(crate) fn ball(center: Vec3, radius: f32) -> Self {
        Self {
            center,
            shape: BodyShape::ball(radius),
            is_violet: false,
        }
    }

    /// A ball as it is.
    pub(crate) fn of_ball(ball: &Ball) -> Self {
        Self::ball(ball.position.as_vec3(), ball.radius)
    }

    /// The same body, violet if that is to be seen of it.
    pub(crate) fn violet_if(self, is_violet: bool) -> Self {
        Self { is_violet, ..self }
    }
}
