//! Counts of the planes' decisions, in debug and release builds alike.

use crate::{Feature, PrismPlane};

/// Counts of the planes' decisions about triangles, summed over sweeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counters {
    /// The number of sweeps.
    pub sweeps: u64,
    /// The number of triangles tested against the planes.
    pub asked: u64,
    /// The number of triangles rejected by their plane S or its back.
    pub rejected_s: u64,
    /// The numbers of triangles rejected by PS1 … PS6.
    pub rejected_ps: [u64; 6],
    /// The number of triangles rejected because they lie behind the plane of an earlier contact.
    pub behind: u64,
    /// The number of triangles that remained for the exact test.
    pub accepted: u64,
    /// The number of contacts on faces.
    pub face: u64,
    /// The number of contacts on edges.
    pub edge: u64,
    /// The number of contacts on vertices.
    pub vertex: u64,
}

impl Counters {
    /// Counts the planes' decision about one triangle: the rejecting plane, or `None` if none
    /// rejects.
    pub fn count(&mut self, rejection: Option<PrismPlane>) {
        self.asked += 1;
        match rejection {
            None => self.accepted += 1,
            Some(PrismPlane::S) => self.rejected_s += 1,
            Some(PrismPlane::Ps(k)) => self.rejected_ps[usize::from(k) - 1] += 1,
        }
    }

    /// Counts a contact of the exact test.
    pub(crate) fn count_feature(&mut self, feature: Feature) {
        match feature {
            Feature::Face => self.face += 1,
            Feature::Edge(_) => self.edge += 1,
            Feature::Vertex(_) => self.vertex += 1,
        }
    }

    /// Counts the triangles that one slab rejected by its lower and by its upper plane. Slab 0 is S and
    /// its back; slab k is PSk and PS(k+3).
    pub(crate) fn reject(&mut self, slab: usize, low: u32, high: u32) {
        if slab == 0 {
            self.rejected_s += u64::from(low + high);
        } else {
            self.rejected_ps[slab - 1] += u64::from(low);
            self.rejected_ps[slab + 2] += u64::from(high);
        }
    }

    /// Counts a triangle as rejected that counted as accepted before.
    pub(crate) fn reject_accepted(&mut self, plane: PrismPlane) {
        self.asked -= 1;
        self.accepted -= 1;
        self.count(Some(plane));
    }

    /// Adds the counts of `other`.
    pub fn add(&mut self, other: &Counters) {
        *self = self.combined(other, |sum, more| sum + more);
    }

    /// The counts added since `earlier`, a copy of these counters.
    pub fn since(&self, earlier: &Counters) -> Counters {
        self.combined(earlier, |now, then| now - then)
    }

    fn combined(&self, other: &Counters, op: impl Fn(u64, u64) -> u64) -> Counters {
        Counters {
            sweeps: op(self.sweeps, other.sweeps),
            asked: op(self.asked, other.asked),
            rejected_s: op(self.rejected_s, other.rejected_s),
            rejected_ps: std::array::from_fn(|k| op(self.rejected_ps[k], other.rejected_ps[k])),
            behind: op(self.behind, other.behind),
            accepted: op(self.accepted, other.accepted),
            face: op(self.face, other.face),
            edge: op(self.edge, other.edge),
            vertex: op(self.vertex, other.vertex),
        }
    }
}
