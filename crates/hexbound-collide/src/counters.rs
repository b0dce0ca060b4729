//! What the six-plane test decided, counted. Kept in every build and shown in the game.

use crate::{Feature, PrismPlane};

/// Why triangles were rejected or accepted, summed over the sweeps of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counters {
    /// Moves that were asked about.
    pub sweeps: u64,
    /// Triangles the tree handed to the prism.
    pub asked: u64,
    /// Rejected by the triangle's plane S or its back.
    pub rejected_s: u64,
    /// Rejected by PS1 … PS6.
    pub rejected_ps: [u64; 6],
    /// Left by the planes, but behind one that was met before.
    pub behind: u64,
    /// Left for the exact test.
    pub accepted: u64,
    /// Contacts by feature after the exact test.
    pub face: u64,
    pub edge: u64,
    pub vertex: u64,
}

impl Counters {
    /// Counts what the planes decided about one triangle: the plane that rejected it, or none.
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

    /// Counts what one slab rejected by its lower and by its upper plane: slab 0 is S and its
    /// back, slab k is PSk and PS(k+3).
    pub(crate) fn reject(&mut self, slab: usize, low: u32, high: u32) {
        if slab == 0 {
            self.rejected_s += u64::from(low + high);
        } else {
            self.rejected_ps[slab - 1] += u64::from(low);
            self.rejected_ps[slab + 2] += u64::from(high);
        }
    }

    /// Counts a triangle as rejected that was counted as accepted before.
    pub(crate) fn reject_accepted(&mut self, plane: PrismPlane) {
        self.asked -= 1;
        self.accepted -= 1;
        self.count(Some(plane));
    }

    pub fn add(&mut self, other: &Counters) {
        self.sweeps += other.sweeps;
        self.asked += other.asked;
        self.rejected_s += other.rejected_s;
        for (sum, more) in self.rejected_ps.iter_mut().zip(other.rejected_ps) {
            *sum += more;
        }
        self.behind += other.behind;
        self.accepted += other.accepted;
        self.face += other.face;
        self.edge += other.edge;
        self.vertex += other.vertex;
    }
}
