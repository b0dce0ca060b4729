//! The line segment, and the stretch of a line that segments and rays share.

use glam::{DVec3, Vec3};

use super::{Closest, Convex, Valid, closest::closest_on_stretch};

/// A straight piece of line between two ends, meters. Both ends may be the same point.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Intersects, Segment, Sphere};
///
/// let segment = Segment::new(Vec3::ZERO, Vec3::X * 3.0);
/// assert!(segment.intersects(&Sphere::new(Vec3::new(1.0, 0.5, 0.0), 0.5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    pub start: Vec3,
    pub end: Vec3,
}

impl Segment {
    pub fn new(start: Vec3, end: Vec3) -> Self {
        Self { start, end }
    }

    pub(super) fn stretch(&self) -> Stretch {
        let origin = self.start.as_dvec3();
        Stretch {
            origin,
            along: self.end.as_dvec3() - origin,
            most: 1.0,
        }
    }
}

impl Valid for Segment {
    fn is_valid(&self) -> bool {
        self.start.is_finite() && self.end.is_finite()
    }
}

impl Convex for Segment {
    fn middle(&self) -> DVec3 {
        (self.start.as_dvec3() + self.end.as_dvec3()) * 0.5
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        let (start, end) = (self.start.as_dvec3(), self.end.as_dvec3());
        if (end - start).dot(direction) > 0.0 {
            end
        } else {
            start
        }
    }
}

impl Closest for Segment {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        closest_on_stretch(point, &self.stretch())
    }
}

/// The points `origin + along * t` for t from 0 to `most`: 1 for a segment, infinite for a ray.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub origin: DVec3,
    pub along: DVec3,
    pub most: f64,
}

impl Stretch {
    pub fn at(&self, t: f64) -> DVec3 {
        self.origin + self.along * t
    }

    /// The ends that are points: both of a segment, the origin of a ray.
    pub fn ends(&self) -> impl Iterator<Item = DVec3> + use<> {
        let far = (self.most == 1.0).then(|| self.origin + self.along);
        [Some(self.origin), far].into_iter().flatten()
    }
}
