//! A block of frames, and linear ramps within it.

use std::f32::consts::TAU;

/// The number of frames in a block: 1.3 ms.
pub(crate) const BLOCK_FRAMES: usize = 64;

/// A block of frames under construction.
pub(crate) struct Block {
    /// The samples of the direct sound.
    pub dry: [[f32; 2]; BLOCK_FRAMES],
    /// The samples that feed the reverberation.
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

/// A linear change of a value within a block.
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

    /// Moves `value` toward `target` by at most `max_change`, and returns the change.
    pub(super) fn approach(value: &mut f32, target: f32, max_change: f32) -> Self {
        let from = *value;
        *value += (target - from).clamp(-max_change, max_change);
        Self::between(from, *value)
    }

    /// The linear change between the products at both ends, which approximates the product within a block.
    pub(super) fn times(self, other: Self) -> Self {
        Self::between(self.from * other.from, self.end() * other.end())
    }

    /// Returns whether the whole ramp is zero.
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

/// The sample of a tone with the gains of `partials` at a phase, 0..1.
pub(super) fn tone(phase: f32, partials: &[f32]) -> f32 {
    let partials = partials.iter().zip(1..);
    partials
        .map(|(gain, number)| (TAU * phase * number as f32).sin() * gain)
        .sum()
}
