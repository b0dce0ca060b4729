//! The way from places to the pixels of a picture.

use glam::{Vec2, Vec3};

use hexbound_base::body::{FIELD_OF_VIEW, right, view_direction};
use hexbound_inspect::cut_polygon;
use hexbound_level::Level;
use hexbound_sim::View;

/// The nearest that anything is drawn before the eye, meters.
const MIN_DEPTH: f32 = 0.1;

/// The way from places to pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projection {
    pub eye: Vec3,
    /// Unit vectors to the right, up and ahead.
    pub axes: [Vec3; 3],
    /// Pixels.
    pub size: [f32; 2],
}

impl Projection {
    /// The projection of a view's picture of that size, pixels, at the usual field of view.
    pub(crate) fn of(view: &View, size: [u32; 2]) -> Self {
        let (ahead, aside) = (view_direction(view.yaw, view.pitch), right(view.yaw));
        Self {
            eye: view.eye,
            axes: [aside, aside.cross(ahead), ahead],
            size: size.map(|side| side as f32),
        }
    }

    /// A place as tangents to the right and up; `None` for one that is not before the eye.
    pub(crate) fn tangents(&self, place: Vec3) -> Option<Vec2> {
        let [x, y, z] = self.axes.map(|axis| axis.dot(place - self.eye));
        (z >= MIN_DEPTH).then(|| Vec2::new(x, y) / z)
    }

    /// The pixel of a place; `None` for one that is not before the eye.
    pub(crate) fn pixel(&self, place: Vec3) -> Option<Vec2> {
        let [width, height] = self.size;
        let scale = height * 0.5 / (FIELD_OF_VIEW.to_radians() * 0.5).tan();
        let at = self.tangents(place)? * scale;
        Some(Vec2::new(width * 0.5 + at.x, height * 0.5 - at.y))
    }

    /// The part of a triangle that is before the eye, as a polygon.
    pub(crate) fn before_eye(&self, corners: [Vec3; 3]) -> Vec<Vec3> {
        let depth = |point: Vec3| self.axes[2].dot(point - self.eye) - MIN_DEPTH * 1.01;
        cut_polygon(&corners, depth)
    }

    /// Returns whether something solid is before a place.
    pub(crate) fn is_hidden(&self, place: Vec3, level: &Level) -> bool {
        let way = place - self.eye;
        let length = way.length() - 0.05;
        let ahead = way.normalize_or_zero();
        length > 0.0 && (level.collision.ray_cast(self.eye, ahead, length)).is_some()
    }
}
