//! The fixed-step clock as a pure value: frame durations in, whole ticks and a blend factor out. The
//! clock reads no time itself, so every case is tested without sleeping.

/// The number of simulation ticks per second.
pub const TICK_RATE: u32 = 120;
/// The duration of a tick, seconds.
pub const TICK_LENGTH: f32 = 1.0 / TICK_RATE as f32;

/// The largest number of ticks in one frame. The surplus time of a longer frame is dropped: the world slows
/// down for a moment instead of falling ever further behind. Collision is never skipped.
pub const MAX_TICKS_PER_FRAME: u32 = 60;

/// Accumulates frame time and spends it in whole ticks.
#[derive(Clone, Copy, Debug, Default)]
pub struct FixedClock {
    /// The seconds not yet spent: less than a tick after `advance`.
    overstep: f64,
}

impl FixedClock {
    /// Adds a frame of `seconds` and returns the number of ticks to run now.
    pub fn advance(&mut self, seconds: f64) -> u32 {
        let tick = 1.0 / f64::from(TICK_RATE);
        self.overstep += if seconds.is_finite() {
            seconds.max(0.0)
        } else {
            0.0
        };
        let due = (self.overstep / tick).floor();
        if due > f64::from(MAX_TICKS_PER_FRAME) {
            self.overstep = 0.0;
            return MAX_TICKS_PER_FRAME;
        }
        self.overstep = (self.overstep - due * tick).max(0.0);
        due as u32
    }

    /// Advances to the end of the tick: frames show its result unblended, and the next frame begins
    /// another tick.
    pub fn complete_tick(&mut self) {
        self.overstep = 1.0 / f64::from(TICK_RATE);
    }

    /// The fraction of a tick that has passed since the last, 0..1: the weight for interpolating the
    /// rendered frame.
    pub fn blend(&self) -> f32 {
        ((self.overstep * f64::from(TICK_RATE)) as f32).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_of_frames_gives_a_second_of_ticks() {
        for fps in [20, 60, 75, 120, 144, 240, 500] {
            let mut clock = FixedClock::default();
            let ticks = (0..fps * 10).map(|_| clock.advance(1.0 / f64::from(fps)));
            let ticks: u32 = ticks.sum();
            assert!(ticks.abs_diff(1200) <= 1, "{fps} fps gave {ticks} ticks");
        }
    }

    #[test]
    fn a_stall_drops_time_and_leaves_no_debt() {
        let mut clock = FixedClock::default();
        assert_eq!(clock.advance(3.0), MAX_TICKS_PER_FRAME);
        assert_eq!(clock.advance(0.0), 0);
        assert_eq!(clock.blend(), 0.0);
    }

    #[test]
    fn nonsense_time_is_ignored() {
        let mut clock = FixedClock::default();
        assert_eq!(clock.advance(f64::NAN), 0);
        assert_eq!(clock.advance(-1.0), 0);
        assert!(clock.blend() >= 0.0);
    }
}
