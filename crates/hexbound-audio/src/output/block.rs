//! The frames that are made at a time, and what goes evenly from one value to another within them.

use std::f32::consts::TAU;

/// The frames that are made at a time: 1.3 ms.
pub(crate) const BLOCK_FRAMES: usize = 64;

/// Frames that are being made.
pub(crate) struct Block {
    /// The samples that are heard directly.
    pub dry: [[f32; 2]; BLOCK_FRAMES],
    /// The samples that the room's reverb answers to.
    pub sent: [f32; BLOCK_FRAMES],
}

impl Default for Block {
    fn default() -> Self {
        Self {
            dry: [[0.0; 2]; BLOCK_FRAMES],
            sent: [0.0; BLOCK_FRAMES],
        }
    }
}

/// A number that goes evenly from one value to another while a block is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ramp {
    from: f32,
    step: f32,
}

impl Ramp {
    pub(crate) fn between(from: f32, to: f32) -> Self {
        Self {
            from,
            step: (to - from) / BLOCK_FRAMES as f32,
        }
    }

    /// Moves `number` toward `target` by `most` at most, and returns the change.
    pub(super) fn approach(number: &mut f32, target: f32, most: f32) -> Self {
        let from = *number;
        *number += (target - from).clamp(-most, most);
        Self::between(from, *number)
    }

    /// The even change between the products at both ends, which is near the product within a block.
    pub(super) fn times(self, other: Self) -> Self {
        Self::between(self.from * other.from, self.end() * other.end())
    }

    /// Returns whether it is silence all the way.
    pub(super) fn is_silent(self) -> bool {
        self.from == 0.0 && self.end() == 0.0
    }

    #[inline]
    pub(crate) fn at(self, index: usize) -> f32 {
        self.from + self.step * (index + 1) as f32
    }

    fn end(self) -> f32 {
        self.at(BLOCK_FRAMES - 1)
    }
}

/// The sample of a tone of several partials at a phase, 0..1.
pub(super) fn tone(phase: f32, partials: &[f32]) -> f32 {
    let partials = partials.iter().zip(1..);
    partials
        .map(|(gain, number)| (TAU * phase * number as f32).sin() * gain)
        .sum()
}
