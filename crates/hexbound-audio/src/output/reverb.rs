//! The reverberation of a room: eight delays that feed each other, with highs that decay first, behind a few
//! early echoes. The length and loudness of the reverberation are decided elsewhere.

use std::f32::consts::TAU;

use super::block::{BLOCK_FRAMES, Block, Ramp};
use crate::{bank::FRAME_RATE, spaces::Reverberation};

/// The lengths of the delays, frames: 23 to 55 ms. The lengths are primes, so that their echoes rarely meet.
const DELAY_FRAMES: [usize; DELAY_LINES] = [1_087, 1_283, 1_481, 1_693, 1_907, 2_131, 2_371, 2_617];
const DELAY_LINES: usize = 8;
/// The lengths of the two stages that blur a sound before it enters the delays, frames.
const BLUR_FRAMES: [usize; 2] = [149, 401];
/// The feedback gain of a blur stage.
const BLUR_GAIN: f32 = 0.6;
/// The early echoes: their delays as multiples of the room's, and their left and right gains.
const EARLY_ECHOES: [(f32, [f32; 2]); 5] = [
    (1.0, [0.34, 0.22]),
    (1.31, [0.18, 0.30]),
    (1.77, [0.24, 0.14]),
    (2.18, [0.11, 0.19]),
    (2.63, [0.13, 0.10]),
];
/// The length of the memory before the early echoes, frames: 0.17 s.
const MEMORY_FRAMES: usize = 8_192;
/// The longest delay of a room, seconds: the last echo still fits in the memory.
const MAX_DELAY: f32 = 0.06;
/// The fraction of the change to a new room that one block applies: most of it within 0.15 s.
const GLIDE_SHARE: f32 = 0.01;
/// A level closer than this to the new room's level becomes equal to it.
const LEVEL_TOLERANCE: f32 = 1e-5;
/// The level below which nothing is audible, and the delays can rest.
const SILENCE_LEVEL: f32 = 1e-7;
/// The number of blocks for which a sound stays in the memory and the longest delay.
const DRAIN_BLOCKS: usize = (MEMORY_FRAMES + DELAY_FRAMES[DELAY_LINES - 1]) / BLOCK_FRAMES;

pub(super) struct Reverb {
    current: Reverberation,
    memory: Box<[f32; MEMORY_FRAMES]>,
    at: usize,
    blurs: [Delay; 2],
    lines: [Delay; DELAY_LINES],
    /// The state of the low-pass of each delay.
    low: [f32; DELAY_LINES],
    /// The number of silent blocks in a row; after [`DRAIN_BLOCKS`] the delays are empty.
    quiet: usize,
}

/// A delay of a fixed number of frames.
struct Delay {
    samples: Vec<f32>,
    at: usize,
}

impl Delay {
    fn new(length: usize) -> Self {
        Self {
            samples: vec![0.0; length],
            at: 0,
        }
    }

    /// The oldest sample in the delay.
    #[inline]
    fn oldest(&self) -> f32 {
        self.samples[self.at]
    }

    #[inline]
    fn push(&mut self, sample: f32) {
        self.samples[self.at] = sample;
        self.at += 1;
        if self.at == self.samples.len() {
            self.at = 0;
        }
    }
}

impl Reverb {
    pub(super) fn new() -> Self {
        Self {
            current: Reverberation::default(),
            memory: Box::new([0.0; MEMORY_FRAMES]),
            at: 0,
            blurs: BLUR_FRAMES.map(Delay::new),
            lines: DELAY_FRAMES.map(Delay::new),
            low: [0.0; DELAY_LINES],
            quiet: DRAIN_BLOCKS,
        }
    }

    /// Adds the reverberation of the sound sent so far, while the room changes gradually to `target`. `world`
    /// is the gain of the reverberation.
    pub(super) fn add_to(&mut self, block: &mut Block, target: Reverberation, world: Ramp) {
        let before = self.current.level;
        self.glide(target);
        if self.is_empty() && block.sent.iter().all(|sample| *sample == 0.0) {
            return;
        }
        let level = Ramp::between(before, self.current.level);
        let gains = DELAY_FRAMES.map(|length| decay_gain(length, self.current.decay));
        let share = 1.0 - (-TAU * self.current.damping / FRAME_RATE as f32).exp();
        let loudness = loudness_of(self.current.decay);
        let delay = self.current.delay.min(MAX_DELAY) * FRAME_RATE as f32;
        let mut peak = 0.0_f32;
        for index in 0..BLOCK_FRAMES {
            let sent = block.sent[index];
            self.memory[self.at] = sent;
            let mut echo = [0.0; 2];
            for (times, gains) in EARLY_ECHOES {
                let sample = self.past_sample(delay * times);
                echo[0] += sample * gains[0];
                echo[1] += sample * gains[1];
            }
            let late = self.late(self.past_sample(delay), &gains, share);
            self.at = (self.at + 1) % MEMORY_FRAMES;
            let gain = level.at(index) * world.at(index);
            for side in 0..2 {
                let sample = echo[side] + late[side] * loudness;
                peak = peak.max(sample.abs());
                block.dry[index][side] += sample * gain;
            }
            peak = peak.max(sent.abs());
        }
        self.quiet = if peak < SILENCE_LEVEL {
            self.quiet + 1
        } else {
            0
        };
        if self.is_empty() {
            self.rest();
        }
    }

    fn is_empty(&self) -> bool {
        self.quiet >= DRAIN_BLOCKS
    }

    /// Processes one frame of the delays and returns the left and right sample.
    #[inline]
    fn late(&mut self, sample: f32, gains: &[f32; DELAY_LINES], share: f32) -> [f32; 2] {
        let mut sample = sample;
        for blur in &mut self.blurs {
            let oldest = blur.oldest();
            let inner = sample - BLUR_GAIN * oldest;
            blur.push(inner);
            sample = oldest + BLUR_GAIN * inner;
        }
        let mut out = [0.0; DELAY_LINES];
        for (line, out) in self.lines.iter().zip(&mut out) {
            *out = line.oldest();
        }
        // A Householder reflection: preserves the energy and feeds each delay from all.
        let shared = out.iter().sum::<f32>() * (2.0 / DELAY_LINES as f32);
        for (index, line) in self.lines.iter_mut().enumerate() {
            let fed = (out[index] - shared) * gains[index];
            self.low[index] += (fed - self.low[index]) * share;
            line.push(self.low[index] + sample * DELAY_GAIN);
        }
        let [a, b, c, d, e, f, g, h] = out;
        [a - b + c - d + e - f + g - h, a + b - c - d + e + f - g - h]
    }

    /// The sample sent `frames` frames ago, interpolated.
    #[inline]
    fn past_sample(&self, frames: f32) -> f32 {
        let whole = frames as usize;
        let blend = frames - whole as f32;
        let get = |ago: usize| self.memory[(self.at + MEMORY_FRAMES - ago) % MEMORY_FRAMES];
        get(whole) * (1.0 - blend) + get(whole + 1) * blend
    }

    /// Moves a step toward another room.
    fn glide(&mut self, target: Reverberation) {
        if self.is_empty() {
            self.current = Reverberation {
                level: self.current.level,
                ..target
            };
        }
        self.current = self.current.toward(&target, GLIDE_SHARE);
        if (self.current.level - target.level).abs() < LEVEL_TOLERANCE {
            self.current.level = target.level;
        }
    }

    /// Clears inaudible samples: denormal numbers are slow to compute with.
    fn rest(&mut self) {
        self.memory.fill(0.0);
        self.low = [0.0; DELAY_LINES];
        for delay in self.blurs.iter_mut().chain(&mut self.lines) {
            delay.samples.fill(0.0);
        }
    }
}

/// The gain of a sound that enters a delay.
const DELAY_GAIN: f32 = 0.353_553_4;

/// The gain of a delay of `length` frames for a decay by 60 dB in `decay` seconds.
fn decay_gain(length: usize, decay: f32) -> f32 {
    let seconds = length as f32 / FRAME_RATE as f32;
    10.0_f32.powf(-3.0 * seconds / decay.max(0.05))
}

/// The factor that equalizes the loudness of all rooms: a long decay would be louder.
fn loudness_of(decay: f32) -> f32 {
    let mean = DELAY_FRAMES.iter().sum::<usize>() / DELAY_LINES;
    let gain = decay_gain(mean, decay);
    (1.0 - gain * gain).sqrt() * DELAY_GAIN
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The impulse response of a room, for both sides.
    fn answer(room: Reverberation, seconds: f32) -> Vec<[f32; 2]> {
        let mut reverb = Reverb::new();
        reverb.current = room;
        let mut frames = Vec::new();
        for number in 0..(seconds * FRAME_RATE as f32) as usize / BLOCK_FRAMES {
            let mut block = Block::default();
            if number == 0 {
                block.sent[0] = 1.0;
            }
            reverb.add_to(&mut block, room, Ramp::between(1.0, 1.0));
            frames.extend(block.dry);
        }
        frames
    }

    fn room(decay: f32) -> Reverberation {
        Reverberation {
            level: 1.0,
            decay,
            // Next to none.
            damping: 60_000.0,
            delay: 0.01,
        }
    }

    fn energy(frames: &[[f32; 2]]) -> f32 {
        frames.iter().flatten().map(|sample| sample * sample).sum()
    }

    #[test]
    fn it_falls_by_sixty_decibels_in_the_time_that_is_asked_for() {
        for decay in [0.4, 1.0, 2.5, 4.5] {
            let frames = answer(room(decay), decay);
            let window = |at: f32| {
                let first = (at * FRAME_RATE as f32) as usize;
                energy(&frames[first..first + FRAME_RATE as usize / 20])
            };
            // From a quarter to three quarters of the decay: 30 dB.
            let fall = 10.0 * (window(0.25 * decay) / window(0.75 * decay)).log10();
            assert!((fall - 30.0).abs() < 5.0, "{decay} s: {fall} dB");
        }
    }

    #[test]
    fn every_room_answers_as_strongly_and_on_both_sides() {
        for decay in [0.3, 1.0, 4.5] {
            let frames = answer(room(decay), 3.0 * decay);
            let decibels = 10.0 * energy(&frames).log10();
            assert!(decibels.abs() < 3.0, "{decay} s: {decibels} dB");
            let side = |side: usize| -> f32 { frames.iter().map(|it| it[side] * it[side]).sum() };
            let apart = 10.0 * (side(0) / side(1)).log10();
            assert!(apart.abs() < 1.5, "{decay} s: {apart} dB");
        }
    }

    #[test]
    fn damping_takes_the_highs_first() {
        let brightness = |damping: f32| {
            let mut room = room(2.0);
            room.damping = damping;
            let frames = answer(room, 1.0);
            let late = &frames[FRAME_RATE as usize / 2..];
            let steps = late.windows(2).map(|it| (it[1][0] - it[0][0]).powi(2));
            steps.sum::<f32>() / energy(late)
        };
        assert!(brightness(2_000.0) < 0.3 * brightness(16_000.0));
    }

    #[test]
    fn the_first_echo_comes_after_the_rooms_delay() {
        let mut room = room(1.0);
        room.delay = 0.03;
        let mut frames = answer(room, 0.1).into_iter();
        let first = frames.position(|frame| frame[0].abs() > 1e-3).unwrap();
        assert!(first.abs_diff(1_440) < 3, "{first}");
    }

    #[test]
    fn it_rests_when_nothing_is_left() {
        let mut reverb = Reverb::new();
        let mut block = Block::default();
        block.sent[3] = 0.5;
        let still = Ramp::between(1.0, 1.0);
        reverb.add_to(&mut block, room(0.3), still);
        assert!(!reverb.is_empty());
        for _ in 0..2 * FRAME_RATE as usize / BLOCK_FRAMES {
            reverb.add_to(&mut Block::default(), room(0.3), still);
        }
        assert!(reverb.is_empty());
        assert!(reverb.low.iter().all(|low| *low == 0.0));
    }
}
