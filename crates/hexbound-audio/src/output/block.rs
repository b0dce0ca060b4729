//! The frames that are made at a time, and what goes evenly from one value to another within them.

/// The frames that are made at a time: 1.3 ms.
pub(crate) const BLOCK: usize = 64;

/// Frames that are being made.
pub(crate) struct Block {
    /// The samples that are heard directly.
    pub dry: [[f32; 2]; BLOCK],
    /// The samples that the room answers to.
    pub sent: [f32; BLOCK],
}

impl Default for Block {
    fn default() -> Self {
        Self {
            dry: [[0.0; 2]; BLOCK],
            sent: [0.0; BLOCK],
        }
    }
}

/// A number that goes evenly from one value to another while a block is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ramp {
    from: f32,
    pub step: f32,
}

impl Ramp {
    pub(crate) fn between(from: f32, to: f32) -> Self {
        Self {
            from,
            step: (to - from) / BLOCK as f32,
        }
    }

    #[inline]
    pub(crate) fn at(self, index: usize) -> f32 {
        self.from + self.step * (index + 1) as f32
    }
}

/// Goes from a number toward another by so much at most, and exactly there in the end.
pub(super) fn step_toward(from: f32, to: f32, most: f32) -> f32 {
    from + (to - from).clamp(-most, most)
}
