//! What the six-plane test decided, counted. Kept in every build and shown in the game.

/// Why triangles were rejected or accepted, summed over the sweeps of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Triangles the tree handed to the prism.
    pub asked: u64,
    /// Rejected by the triangle's plane S or its back.
    pub rejected_s: u64,
    /// Rejected by PS1 … PS6.
    pub rejected_ps: [u64; 6],
    /// Left for the exact test.
    pub accepted: u64,
    /// Contacts by feature after the exact test.
    pub face: u64,
    pub edge: u64,
    pub vertex: u64,
}

impl Counters {
    pub fn add(&mut self, other: &Counters) {
        self.asked += other.asked;
        self.rejected_s += other.rejected_s;
        for (sum, more) in self.rejected_ps.iter_mut().zip(other.rejected_ps) {
            *sum += more;
        }
        self.accepted += other.accepted;
        self.face += other.face;
        self.edge += other.edge;
        self.vertex += other.vertex;
    }
}
