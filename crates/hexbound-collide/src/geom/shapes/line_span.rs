//! A straight span of a line: an edge between two ends, or a ray.

use glam::DVec3;

/// The points `origin + along * t` for t from 0 to `max_t`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineSpan {
    pub origin: DVec3,
    pub along: DVec3,
    /// The largest t: 1 for a segment, infinite for a ray.
    pub max_t: f64,
}

impl LineSpan {
    pub(crate) fn segment(start: DVec3, end: DVec3) -> Self {
        Self {
            origin: start,
            along: end - start,
            max_t: 1.0,
        }
    }

    pub(crate) fn at(&self, t: f64) -> DVec3 {
        self.origin + self.along * t
    }

    /// The finite ends: both of a segment, the origin of a ray.
    pub(crate) fn ends(&self) -> impl Iterator<Item = DVec3> + use<> {
        let far = (self.max_t == 1.0).then(|| self.origin + self.along);
        [Some(self.origin), far].into_iter().flatten()
    }
}
