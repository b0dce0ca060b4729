//! What the six-plane test decided, counted. Kept in every build and shown in the game.

use super::Plane;

/// Why triangles were rejected or accepted, summed over the sweeps of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// Counts what one slab rejected by its lower and by its upper plane: slab 0 is S and its
    /// back, slab k is PSk and PS(k+3).
    pub(super) fn reject(&mut self, slab: usize, low: u32, high: u32) {
        if slab == 0 {
            self.rejected_s += u64::from(low + high);
        } else {
            self.rejected_ps[slab - 1] += u64::from(low);
            self.rejected_ps[slab + 2] += u64::from(high);
        }
    }

    /// One that was counted as accepted was rejected after all.
    pub(super) fn take_back(&mut self, plane: Plane) {
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
