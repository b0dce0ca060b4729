//! The part of a line that is inside a convex solid, cut down plane by plane.

use glam::DVec3;

use crate::geom::behind_plane;

/// The part of a line that is inside: between two distances, with the normal where it goes in.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    enter: f64,
    leave: f64,
    normal: DVec3,
}

impl Inside {
    /// All that lies ahead.
    pub(super) fn ahead(direction: DVec3) -> Self {
        Self {
            enter: 0.0,
            leave: f64::INFINITY,
            normal: -direction,
        }
    }

    /// Only from `enter` to `leave`.
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

    /// Only behind a plane, of whose front the line starts `height` away and which it leaves at
    /// `rate`.
    pub(super) fn behind(self, height: f64, rate: f64, normal: DVec3) -> Option<Self> {
        let (enter, leave) = behind_plane(height, rate);
        self.within(enter, leave, || normal)
    }

    /// The point where the line goes in: the distance and the outward normal.
    pub(super) fn entry(self) -> (f64, DVec3) {
        (self.enter, self.normal)
    }
}
