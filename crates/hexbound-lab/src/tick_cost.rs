//! The cost of a tick, part by part, by the wall clock.

use std::time::{Duration, Instant};

use serde::Serialize;

use hexbound_sim::{Probe, TickPart};

/// The mean duration of each part of a tick, microseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct TickCost {
    /// Movers, and the player's move through all that is solid.
    pub player: f64,
    pub props: f64,
    pub walkers: f64,
    /// Balls and explosions.
    pub balls: f64,
    /// The consequences of impacts, targets and triggers.
    pub play: f64,
}

/// A stopwatch that is notified at the end of each part of a tick.
pub(crate) struct Stopwatch {
    last: Instant,
    ticks: u32,
    sums: [Duration; TickPart::COUNT],
    /// The player's part of each tick.
    pub player: Vec<Duration>,
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

    /// The means over all ticks so far.
    pub(crate) fn cost(&self) -> TickCost {
        let mean = |part: TickPart| {
            let sum = self.sums[part as usize].as_secs_f64();
            sum * 1e6 / f64::from(self.ticks.max(1))
        };
        TickCost {
            player: mean(TickPart::Player),
            props: mean(TickPart::Props),
            walkers: mean(TickPart::Walkers),
            balls: mean(TickPart::Balls),
            play: mean(TickPart::Play),
        }
    }
}

impl Probe for Stopwatch {
    fn done(&mut self, part: TickPart) {
        let now = Instant::now();
        let took = now - self.last;
        self.sums[part as usize] += took;
        if part == TickPart::Player {
            self.player.push(took);
        }
        self.last = now;
    }
}

/// The mean of the times without the slowest sixtieth, microseconds. Ticks delayed by the system do not
/// change it, but the more frequent ticks that gather new triangles do. 0 for no times.
pub fn mean_microseconds(times: &[Duration]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let kept = &sorted[..sorted.len() - sorted.len().div_ceil(60)];
    let sum: Duration = kept.iter().sum();
    sum.as_secs_f64() * 1e6 / kept.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_that_was_held_up_does_not_change_the_mean_and_those_that_gather_do() {
        let mut times = vec![Duration::from_micros(10); 9];
        times.push(Duration::from_secs(1));
        assert_eq!(mean_microseconds(&times), 10.0);
        let every_tenth =
            |tick: u64| Duration::from_micros(if tick.is_multiple_of(10) { 110 } else { 10 });
        let times: Vec<Duration> = (0..60).map(every_tenth).collect();
        let mean = mean_microseconds(&times);
        assert!((18.0..20.0).contains(&mean), "{mean}");
        assert_eq!(mean_microseconds(&[]), 0.0);
    }
}
