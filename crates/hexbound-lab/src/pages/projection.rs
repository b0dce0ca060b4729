//! The projection of places to the pixels of a picture.

use glam::{Vec2, Vec3};

use hexbound_base::body::{DEFAULT_FIELD_OF_VIEW, right, view_direction};
use hexbound_inspect::clip_polygon;
use hexbound_level::Level;
use hexbound_sim::View;

/// The least depth of anything drawn, meters.
const MIN_DEPTH: f32 = 0.1;

/// The projection of places to pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projection {
    pub eye: Vec3,
    /// The unit vectors to the right, up and ahead.
    pub axes: [Vec3; 3],
    /// The width and height, pixels.
    pub size: [f32; 2],
}

impl Projection {
    /// The projection of a view's picture of the size `size`, pixels, at the usual field of view.
    pub(crate) fn of(view: &View, size: [u32; 2]) -> Self {
        let (ahead, aside) = (view_direction(view.yaw, view.pitch), right(view.yaw));
        Self {
            eye: view.eye,
            axes: [aside, aside.cross(ahead), ahead],
            size: size.map(|side| side as f32),
        }
    }

    /// A place as tangents to the right and up; `None` if it is not in front of the eye.
    pub(crate) fn tangents(&self, place: Vec3) -> Option<Vec2> {
        let [x, y, z] = self.axes.map(|axis| axis.dot(place - self.eye));
        (z >= MIN_DEPTH).then(|| Vec2::new(x, y) / z)
    }

    /// The pixel of a place; `None` if it is not in front of the eye.
    pub(crate) fn pixel(&self, place: Vec3) -> Option<Vec2> {
        let [width, height] = self.size;
        let scale = height * 0.5 / (DEFAULT_FIELD_OF_VIEW.to_radians() * 0.5).tan();
        let at = self.tangents(place)? * scale;
        Some(Vec2::new(width * 0.5 + at.x, height * 0.5 - at.y))
    }

    /// The part of a triangle in front of the eye, as a polygon.
    pub(crate) fn before_eye(&self, corners: [Vec3; 3]) -> Vec<Vec3> {
        let depth = |point: Vec3| self.axes[2].dot(point - self.eye) - MIN_DEPTH * 1.01;
        clip_polygon(&corners, depth)
    }

    /// Returns whether a solid occludes a place.
    pub(crate) fn is_hidden(&self, place: Vec3, level: &Level) -> bool {
        let delta = place - self.eye;
        let length = delta.length() - 0.05;
        let ahead = delta.normalize_or_zero();
        length > 0.0 && (level.collision.ray_cast(self.eye, ahead, length)).is_some()
    }
}
