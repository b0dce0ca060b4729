//! The cost of a tick, part by part, by the wall clock.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::sim::{Part, Probe};

/// The mean time that each part of a tick took, microseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct TickCost {
    /// Movers, and the player's way among all that is solid.
    pub player: f64,
    pub props: f64,
    pub walkers: f64,
    /// Balls and explosions.
    pub balls: f64,
    /// The consequences of impacts, targets and triggers.
    pub play: f64,
}

/// A clock that is told whenever a part of a tick is done.
pub(super) struct Stopwatch {
    last: Instant,
    ticks: u32,
    sums: [Duration; Part::COUNT],
}

impl Stopwatch {
    pub(crate) fn new() -> Self {
        Self {
            last: Instant::now(),
            ticks: 0,
            sums: Default::default(),
        }
    }

    /// Begins a tick.
    pub(crate) fn begin(&mut self) {
        self.last = Instant::now();
        self.ticks += 1;
    }

    /// The means of all ticks so far.
    pub(crate) fn cost(&self) -> TickCost {
        let mean = |part: Part| {
            let sum = self.sums[part as usize].as_secs_f64();
            sum * 1e6 / f64::from(self.ticks.max(1))
        };
        TickCost {
            player: mean(Part::Player),
            props: mean(Part::Props),
            walkers: mean(Part::Walkers),
            balls: mean(Part::Balls),
            play: mean(Part::Play),
        }
    }
}

impl Probe for Stopwatch {
    fn done(&mut self, part: Part) {
        let now = Instant::now();
        self.sums[part as usize] += now - self.last;
        self.last = now;
    }
}
