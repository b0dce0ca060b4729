//! The first contact of two convex hulls, one of which moves straight without rotation, by separating
//! axes over time (Ericson, "Real-Time Collision Detection", 5.5.8).

use glam::DVec3;

use crate::geom::{ConvexHull, shapes::MIN_SINE};

/// The first contact of a moving hull with another.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HullImpact {
    /// The fraction of the motion at the contact, 0 to 1.
    pub fraction: f64,
    /// The unit vector from the touched hull toward the moving one.
    pub normal: DVec3,
}

impl ConvexHull {
    /// The first contact of this hull, shifted by `offset` (meters) and moved straight by `motion`
    /// (meters), with another hull at rest.
    ///
    /// The two overlap along each axis during an interval of the motion. They touch at the start of the
    /// last of these intervals, unless one has ended by then. A superfluous axis cannot hide a contact,
    /// since a gap along any axis is a gap. A hull no deeper inside the other than `slack` meters counts
    /// as resting against it, and only a motion further in stops it. A deeper hull is stopped only if it
    /// moves against the shortest path out.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use hexbound_collide::geom::ConvexHull;
    /// let tent = ConvexHull::from_points(&[Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::Z]).unwrap();
    /// let floor = ConvexHull::triangle([DVec3::X * 9.0, DVec3::X * -9.0, DVec3::Z * 9.0]);
    /// let impact = tent.sweep(DVec3::Y * 2.0, DVec3::Y * -4.0, &floor, 1e-3).unwrap();
    /// assert_eq!((impact.fraction, impact.normal), (0.5, DVec3::Y));
    /// ```
    pub fn sweep(
        &self,
        offset: DVec3,
        motion: DVec3,
        other: &ConvexHull,
        slack: f64,
    ) -> Option<HullImpact> {
        let mut state = HullSweep::new(offset, motion, slack);
        for axis in self.face_axes.iter().chain(&other.face_axes) {
            state.add_axis(*axis, self, other)?;
        }
        for ours in &self.edge_axes {
            for theirs in &other.edge_axes {
                let axis = ours.cross(*theirs);
                let length = axis.length();
                if length > MIN_SINE {
                    state.add_axis(axis / length, self, other)?;
                }
            }
        }
        state.impact()
    }
}

/// The interval of the motion in which the axes so far allow a contact.
struct HullSweep {
    offset: DVec3,
    motion: DVec3,
    slack: f64,
    enter: f64,
    leave: f64,
    /// The axis of the last entry, away from the other hull.
    normal: DVec3,
    /// The least depth among the axes that overlap from the start, and the direction out of it.
    shallowest: (f64, DVec3),
    /// True if an axis shows no overlap at the start, or one within the slack.
    starts_outside: bool,
}

impl HullSweep {
    fn new(offset: DVec3, motion: DVec3, slack: f64) -> Self {
        Self {
            offset,
            motion,
            slack,
            enter: f64::NEG_INFINITY,
            leave: f64::INFINITY,
            normal: DVec3::ZERO,
            shallowest: (f64::INFINITY, DVec3::ZERO),
            starts_outside: false,
        }
    }

    /// Adds an axis. Returns `None` once a contact is excluded.
    fn add_axis(&mut self, axis: DVec3, mover: &ConvexHull, other: &ConvexHull) -> Option<()> {
        let ((low, high), (least, most)) = (mover.extent(axis), other.extent(axis));
        let shift = axis.dot(self.offset);
        let (low, high) = (low + shift, high + shift);
        // `out` is the direction of the shortest path out of the other hull.
        let (gap, far_gap, out) = match low - most > least - high {
            true => (low - most, least - high, axis),
            false => (least - high, low - most, -axis),
        };
        let approach = -self.motion.dot(out);
        let tolerance = self.motion.length() * 1e-9;
        if gap >= -self.slack {
            if approach <= tolerance || gap > approach {
                return None;
            }
            self.starts_outside = true;
            let enter = gap.max(0.0) / approach;
            if enter > self.enter {
                (self.enter, self.normal) = (enter, out);
            }
            self.leave = self.leave.min(-far_gap / approach);
        } else {
            if -gap < self.shallowest.0 {
                self.shallowest = (-gap, out);
            }
            if approach.abs() > tolerance {
                let depth = if approach > 0.0 { -far_gap } else { -gap };
                self.leave = self.leave.min(depth / approach.abs());
            }
        }
        (self.enter <= self.leave).then_some(())
    }

    fn impact(self) -> Option<HullImpact> {
        let (fraction, normal) = match self.starts_outside {
            true => (self.enter, self.normal),
            false => (0.0, self.shallowest.1),
        };
        let goes_in = self.motion.dot(normal) < -1e-9 * self.motion.length();
        (self.starts_outside || goes_in).then_some(HullImpact { fraction, normal })
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::test_meshes::cube;

    /// Moves a cube of 1 m by `motion` from the origin. Another cube of 1 m is at `other`.
    fn swept(motion: DVec3, other: DVec3) -> Option<HullImpact> {
        let (mover, other) = (cube(DVec3::ZERO, 0.5), cube(other, 0.5));
        mover.sweep(DVec3::ZERO, motion, &other, 1e-3)
    }

    #[test]
    fn a_hull_slides_and_leaves_but_does_not_go_in() {
        for (case, motion, other, met) in [
            ("ahead", DVec3::X * 4.0, 3.0, Some(0.5)),
            ("too short", DVec3::X * 1.9, 3.0, None),
            ("past it", DVec3::Y * 9.0, 3.0, None),
            ("along a side", DVec3::Y * 0.1, 1.0, None),
            ("away from a side", DVec3::NEG_X * 0.1, 1.0, None),
            ("into a side", DVec3::X * 0.1, 1.0, Some(0.0)),
            ("further in", DVec3::X * 0.1, 0.8, Some(0.0)),
            ("out again", DVec3::NEG_X * 0.1, 0.8, None),
        ] {
            let touch = swept(motion, DVec3::X * other);
            assert_eq!(touch.is_some(), met.is_some(), "{case}");
            if let (Some(touch), Some(fraction)) = (touch, met) {
                assert!((touch.fraction - fraction).abs() < 1e-6, "{case}");
                assert!((touch.normal + DVec3::X).length() < 1e-6, "{case}");
            }
        }
    }

    #[test]
    fn an_edge_between_two_corners_is_met() {
        let corners = [(-5.0, -1.0), (5.0, -1.0), (0.0, -9.0)];
        let blade = ConvexHull::triangle(corners.map(|(y, z)| DVec3::new(0.1, y, z)));
        let mover = cube(DVec3::ZERO, 0.4);
        let touch = mover.sweep(DVec3::ZERO, DVec3::NEG_Z, &blade, 1e-3);
        assert!((touch.unwrap().fraction - 0.6).abs() < 1e-6);
    }
}
