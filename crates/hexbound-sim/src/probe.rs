//! The parts of a tick, reported one by one while it is made, so that whoever has a clock can see what
//! each costs. The simulation itself has none.

/// A part of a tick, in the order in which they are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The places of movers, and the player's way among all that is solid.
    Player,
    Props,
    Walkers,
    /// Balls and explosions.
    Balls,
    /// The consequences of impacts, targets, triggers, and the names of surfaces.
    Play,
}

impl Part {
    /// The number of parts.
    pub const COUNT: usize = 5;
}

/// Somebody who is notified whenever a part of a tick is done.
pub trait Probe {
    /// Takes in that a part is done.
    fn done(&mut self, part: Part);
}

/// Nobody: telling costs nothing.
impl Probe for () {
    fn done(&mut self, _: Part) {}
}
