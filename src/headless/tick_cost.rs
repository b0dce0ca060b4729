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
    /// The player's part of each tick.
    player: Vec<Duration>,
}

impl Stopwatch {
    pub(crate) fn new() -> Self {
        Self {
            last: Instant::now(),
            ticks: 0,
            sums: Default::default(),
            player: Vec::new(),
        }
    }

    /// Begins a tick.
    pub(crate) fn begin(&mut self) {
        self.last = Instant::now();
        self.ticks += 1;
    }

    /// The median of the player's part of all ticks so far, microseconds.
    pub(crate) fn median_player(&self) -> f64 {
        median_microseconds(&self.player)
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
        let took = now - self.last;
        self.sums[part as usize] += took;
        if part == Part::Player {
            self.player.push(took);
        }
        self.last = now;
    }
}

/// The median of some times, microseconds: a tick that the system held up does not change it. 0 of none.
pub(crate) fn median_microseconds(times: &[Duration]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let middle = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    middle.as_secs_f64() * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_that_was_held_up_does_not_change_the_median() {
        let mut times = vec![Duration::from_micros(10); 9];
        times.push(Duration::from_secs(1));
        assert_eq!(median_microseconds(&times), 10.0);
        assert_eq!(median_microseconds(&[]), 0.0);
    }
}
