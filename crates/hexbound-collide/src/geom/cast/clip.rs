//! The interval of a line inside a convex solid, clipped plane by plane.

use glam::DVec3;

use crate::geom::behind_plane;

/// The interval of a line inside a solid: between two distances, with the normal at the entry.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    enter: f64,
    leave: f64,
    normal: DVec3,
}

impl Inside {
    /// The whole line ahead of its origin.
    pub(super) fn ahead(direction: DVec3) -> Self {
        Self {
            enter: 0.0,
            leave: f64::INFINITY,
            normal: -direction,
        }
    }

    /// The interval from `enter` to `leave`.
    pub(super) fn within(
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

    /// Clips to the part behind a plane. The line starts `height` in front of the plane and moves away
    /// from it at `rate`.
    pub(super) fn behind(self, height: f64, rate: f64, normal: DVec3) -> Option<Self> {
        let (enter, leave) = behind_plane(height, rate);
        self.within(enter, leave, || normal)
    }

    /// The entry of the line: the distance and the outward normal.
    pub(super) fn entry(self) -> (f64, DVec3) {
        (self.enter, self.normal)
    }
}
