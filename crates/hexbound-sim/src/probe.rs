//! The parts of a tick, reported one by one during it, so that a caller with a clock can measure the cost
//! of each. The simulation itself has no clock.

/// A part of a tick, in execution order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TickPart {
    /// The poses of movers, and the player's motion among all solids.
    Player,
    Props,
    Walkers,
    /// Balls and explosions.
    Balls,
    /// The consequences of impacts, targets, triggers, and struck surfaces.
    Play,
}

impl TickPart {
    /// The number of parts.
    pub const COUNT: usize = 5;
}

/// An observer that is notified whenever a part of a tick is done.
pub trait Probe {
    /// Receives a finished part.
    fn done(&mut self, part: TickPart);
}

/// No observer: its notifications cost nothing.
impl Probe for () {
    fn done(&mut self, _: TickPart) {}
}
