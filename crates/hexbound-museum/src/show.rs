//! A test case that is played by both methods side by side.

use std::sync::Arc;

use super::{Begin, Performance, ShownBody};
use hexbound_level::Level;
use hexbound_scenes::Side;

/// Both sides of an exhibit while its test case is played.
pub(crate) struct Show {
    sides: [Box<dyn Performance>; 2],
    /// The number of ticks played.
    pub ticks: u64,
}

impl Show {
    /// Begins the test case by the naive method and by the game's own, each on a half of a bay.
    pub(crate) fn begin(sides: [Begin; 2], level: &Arc<Level>) -> Self {
        Self {
            sides: sides.map(|begin| begin(level)),
            ticks: 0,
        }
    }

    /// Advances by one tick, unless both sides have ended.
    pub(crate) fn step(&mut self) {
        if self.is_over() {
            return;
        }
        for side in &mut self.sides {
            if !side.is_over() {
                side.step();
            }
        }
        self.ticks += 1;
    }

    /// Returns whether both have ended.
    pub(crate) fn is_over(&self) -> bool {
        self.sides.iter().all(|side| side.is_over())
    }

    /// The figures of the naive method and of the game's own.
    pub(crate) fn figures(&self) -> [f64; 2] {
        [0, 1].map(|side| self.sides[side].figure())
    }

    /// The bodies of a side, in the coordinates of the half.
    pub(crate) fn bodies(&self, side: Side) -> Vec<ShownBody> {
        self.sides[side as usize].bodies()
    }
}
