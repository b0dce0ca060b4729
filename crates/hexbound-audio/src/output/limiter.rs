//! The last stage before the device: no output exceeds the ceiling.
//!
//! The limiter delays each block until the next one is known, so that the gain is already down when a peak
//! arrives. (rodio's `limit` has no look-ahead; docs/sound.md compares both.)

use std::mem::replace;

use super::block::{BLOCK_FRAMES, Ramp};
use crate::bank::FRAME_RATE;

/// The ceiling, a little below full scale, so that a device's conversion has room to round.
const CEILING_LEVEL: f32 = 0.98;
/// The time constant of the gain's recovery, seconds; slower than any wave, but too quick to pump.
const RELEASE_SECONDS: f32 = 0.08;

/// A limiter of stereo frames whose output never exceeds [`CEILING_LEVEL`].
pub(super) struct Limiter {
    /// The delayed block.
    held: [[f32; 2]; BLOCK_FRAMES],
    /// The gain that the delayed block needs.
    needed: f32,
    /// The gain at the beginning of the delayed block.
    gain: f32,
}

impl Limiter {
    pub(super) fn new() -> Self {
        Self {
            held: [[0.0; 2]; BLOCK_FRAMES],
            needed: 1.0,
            gain: 1.0,
        }
    }

    /// Stores a block and returns the one before, limited.
    ///
    /// The gain between two blocks is at most what either needs, so a line between two such gains is never
    /// too large.
    pub(super) fn limit(&mut self, block: [[f32; 2]; BLOCK_FRAMES]) -> [[f32; 2]; BLOCK_FRAMES] {
        let finite = |sample: f32| if sample.is_finite() { sample } else { 0.0 };
        let block = block.map(|frame| frame.map(finite));
        let samples = block.as_flattened().iter();
        let needed =
            CEILING_LEVEL / samples.fold(CEILING_LEVEL, |peak, sample| peak.max(sample.abs()));
        let recovery = 1.0 - (-(BLOCK_FRAMES as f32) / (RELEASE_SECONDS * FRAME_RATE as f32)).exp();
        let recovered = self.gain + (1.0 - self.gain) * recovery;
        let gain = recovered.min(self.needed).min(needed);
        let ramp = Ramp::between(self.gain, gain);
        (self.gain, self.needed) = (gain, needed);
        let mut limited = replace(&mut self.held, block);
        for (index, frame) in limited.iter_mut().enumerate() {
            *frame = frame.map(|sample| sample * ramp.at(index));
        }
        limited
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::random::Random;

    fn limit(frames: &[[f32; 2]]) -> Vec<[f32; 2]> {
        let mut limiter = Limiter::new();
        let mut frames = frames.to_vec();
        frames.resize((frames.len() / BLOCK_FRAMES + 2) * BLOCK_FRAMES, [0.0; 2]);
        let blocks = frames.as_chunks::<BLOCK_FRAMES>().0.iter();
        blocks.flat_map(|block| limiter.limit(*block)).collect()
    }

    #[test]
    fn what_is_quiet_enough_passes_unchanged() {
        let at = |index| index as f32;
        let frames =
            (0..5_000).map(|it| [(at(it) * 0.1).sin() * 0.97, (at(it) * 0.03).cos() * 0.5]);
        let frames: Vec<_> = frames.collect();
        assert_eq!(limit(&frames)[BLOCK_FRAMES..][..frames.len()], frames);
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
        let samples = out.as_flattened().iter();
        let peak = samples.fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
        assert!(peak <= CEILING_LEVEL * 1.000_01, "{peak}");
        assert!(peak > 0.5, "{peak}");
    }

    #[test]
    fn the_gain_is_down_before_the_peak_and_back_soon_after() {
        let mut frames = vec![[0.5, 0.5]; 48_000];
        frames[10_000] = [8.0, 0.5];
        let out = limit(&frames);
        assert!((out[10_000 + BLOCK_FRAMES][0] - CEILING_LEVEL).abs() < 1e-3);
        let pairs = out[BLOCK_FRAMES..48_000].windows(2);
        let jumps = pairs.map(|pair| (pair[1][1] - pair[0][1]).abs());
        let jump = jumps.fold(0.0_f32, f32::max);
        assert!(jump < 0.01, "the gain jumped by {jump}");
        assert!(out[10_000 + BLOCK_FRAMES + 48_000 / 2][0] > 0.49);
    }

    #[test]
    fn both_sides_fall_together() {
        let out = limit(&[[4.0, 1.0]; 1_000]);
        for frame in &out[2 * BLOCK_FRAMES..1_000] {
            assert!((frame[0] - 4.0 * frame[1]).abs() < 1e-5);
        }
    }

    #[test]
    fn nan_becomes_silence() {
        let out = limit(&[[f32::NAN, f32::INFINITY]; 500]);
        assert!(out.iter().flatten().all(|sample| *sample == 0.0));
    }
}
