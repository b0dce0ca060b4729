//! The last stage before the device: nothing louder than the ceiling leaves it.
//!
//! The limiter hears [`AHEAD`] frames before it speaks, so that the gain is already down when a
//! peak arrives. (rodio's `limit` has no look-ahead: the first milliseconds of sixty-four hits at
//! once pass it far above 1.0, and a clamp after it would crackle.)

use std::collections::VecDeque;

use crate::bank::RATE;

/// The frames by which the output lags behind: 2 ms at 48 kHz.
const AHEAD: usize = 96;
/// A little below full scale, so that a device's own conversion has room to round.
const CEILING: f32 = 0.98;
/// The time in which the gain recovers most of the way, seconds; slower than any wave, quicker than a pump.
const RELEASE: f32 = 0.08;

/// Stereo in, and stereo out that never exceeds [`CEILING`].
pub(super) struct Limiter {
    /// The last `AHEAD` frames, oldest first.
    delayed: VecDeque<[f32; 2]>,
    /// Gains still in the window that could be its smallest, with their frame, ascending.
    smallest: VecDeque<(u64, f32)>,
    /// The gain after its slow recovery.
    recovered: f32,
    release: f32,
    /// The last `AHEAD` recovered gains and their sum: their mean is what is applied, so that
    /// the gain never jumps.
    averaged: VecDeque<f32>,
    sum: f64,
    frame: u64,
}

impl Limiter {
    pub(super) fn new() -> Self {
        Self {
            delayed: std::iter::repeat_n([0.0; 2], AHEAD).collect(),
            smallest: VecDeque::with_capacity(AHEAD + 2),
            recovered: 1.0,
            release: 1.0 - (-1.0 / (RELEASE * RATE as f32)).exp(),
            averaged: std::iter::repeat_n(1.0, AHEAD).collect(),
            sum: AHEAD as f64,
            frame: 0,
        }
    }

    /// Takes a frame in and gives the one from `AHEAD` frames ago.
    ///
    /// Its needed gain is still inside the window of each of the `AHEAD` minima averaged now, so
    /// the mean is no larger than what it needs.
    pub(super) fn step(&mut self, frame: [f32; 2]) -> [f32; 2] {
        let frame = frame.map(|sample| if sample.is_finite() { sample } else { 0.0 });
        let peak = frame[0].abs().max(frame[1].abs());
        let needed = if peak > CEILING { CEILING / peak } else { 1.0 };
        let smallest = self.smallest_with(needed);
        self.recovered += (smallest - self.recovered) * self.release;
        self.recovered = self.recovered.min(smallest);
        self.averaged.push_back(self.recovered);
        self.sum += f64::from(self.recovered);
        self.sum -= f64::from(self.averaged.pop_front().unwrap_or(1.0));
        self.delayed.push_back(frame);
        let gain = (self.sum / AHEAD as f64) as f32;
        let [left, right] = self.delayed.pop_front().unwrap_or_default();
        [left * gain, right * gain]
    }

    /// The smallest needed gain of this frame and the `AHEAD` before it.
    fn smallest_with(&mut self, needed: f32) -> f32 {
        while self.smallest.back().is_some_and(|last| last.1 >= needed) {
            self.smallest.pop_back();
        }
        self.smallest.push_back((self.frame, needed));
        self.frame += 1;
        while self
            .smallest
            .front()
            .is_some_and(|first| first.0 + (AHEAD as u64) + 1 < self.frame)
        {
            self.smallest.pop_front();
        }
        self.smallest.front().map_or(needed, |first| first.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::random::Random;

    fn limit(frames: &[[f32; 2]]) -> Vec<[f32; 2]> {
        let mut limiter = Limiter::new();
        let behind = [[0.0; 2]; AHEAD];
        let frames = frames.iter().chain(&behind);
        frames.map(|frame| limiter.step(*frame)).collect()
    }

    #[test]
    fn what_is_quiet_enough_passes_unchanged() {
        let frames: Vec<_> = (0..5_000)
            .map(|index| {
                [
                    (index as f32 * 0.1).sin() * 0.97,
                    (index as f32 * 0.03).cos() * 0.5,
                ]
            })
            .collect();
        assert_eq!(limit(&frames)[AHEAD..], frames);
    }

    #[test]
    fn nothing_exceeds_the_ceiling() {
        let mut random = Random::new(1);
        let frames: Vec<_> = (0..20_000)
            .map(|index| {
                let loud = if index % 3_000 < 700 { 40.0 } else { 0.4 };
                let sample = random.between(-1.0, 1.0);
                [sample * loud, -sample * 0.5 * loud]
            })
            .collect();
        let out = limit(&frames);
        let peak = out
            .iter()
            .flatten()
            .fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
        assert!(peak <= CEILING * 1.000_01, "{peak}");
        assert!(peak > 0.5, "{peak}");
    }

    #[test]
    fn the_gain_is_down_before_the_peak_and_back_soon_after() {
        let mut frames = vec![[0.5, 0.5]; 48_000];
        frames[10_000] = [8.0, 0.5];
        let out = limit(&frames);
        assert!((out[10_000 + AHEAD][0] - CEILING).abs() < 1e-3);
        let jump = out[AHEAD..48_000]
            .windows(2)
            .map(|pair| (pair[1][1] - pair[0][1]).abs())
            .fold(0.0_f32, f32::max);
        assert!(jump < 0.01, "the gain jumped by {jump}");
        assert!(out[10_000 + AHEAD + 48_000 / 2][0] > 0.49);
    }

    #[test]
    fn both_sides_fall_together() {
        let out = limit(&[[4.0, 1.0]; 1_000]);
        for frame in &out[2 * AHEAD..1_000] {
            assert!((frame[0] - 4.0 * frame[1]).abs() < 1e-5);
        }
    }

    #[test]
    fn nan_becomes_silence() {
        let out = limit(&[[f32::NAN, f32::INFINITY]; 500]);
        assert!(out.iter().flatten().all(|sample| *sample == 0.0));
    }
}
