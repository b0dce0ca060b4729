//! The interval of a ray inside a convex solid, clipped plane by plane.

use glam::DVec3;

use crate::geom::behind_plane;

/// The interval of a ray inside a solid: between two distances, with the normal at the entry.
#[derive(Clone, Copy)]
pub(super) struct ClippedRay {
    enter: f64,
    leave: f64,
    normal: DVec3,
}

impl ClippedRay {
    /// The whole ray.
    pub(super) fn new(direction: DVec3) -> Self {
        Self {
            enter: 0.0,
            leave: f64::INFINITY,
            normal: -direction,
        }
    }

    /// Intersects the interval with that from `enter` to `leave`; `None` if they do not overlap.
    pub(super) fn intersect(
        mut self,
        enter: f64,
        leave: f64,
        normal: impl FnOnce() -> DVec3,
    ) -> Option<Self> {
        if enter > self.enter {
            (self.enter, self.normal) = (enter, normal());
        }
        self.leave = self.leave.min(leave);
        (self.enter <= self.leave).then_some(self)
    }

    /// Clips to the part behind a plane; `None` if there is none. The ray starts `height` meters in
    /// front of the plane and moves away from it at `rate`, meters per meter.
    pub(super) fn clip(self, height: f64, rate: f64, normal: DVec3) -> Option<Self> {
        let (enter, leave) = behind_plane(height, rate);
        self.intersect(enter, leave, || normal)
    }

    /// The entry of the ray: the distance and the outward normal.
    pub(super) fn entry(self) -> (f64, DVec3) {
        (self.enter, self.normal)
    }
}
