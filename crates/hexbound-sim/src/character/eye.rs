//! The eye's smoothing: when the body steps up or crouches at once, the eye stays at its height and
//! catches up.

use crate::tuning::{STANCE_SMOOTHING, STEP_OFFSET_LIMIT, STEP_SMOOTHING};
use serde::{Deserialize, Serialize};

/// The eye's offsets above its height in the stance, meters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EyeOffsets {
    /// The remainder of smoothing the last steps.
    pub step: f32,
    /// The remainder of smoothing crouching and standing up.
    pub stance: f32,
}

impl EyeOffsets {
    /// Lets the eye catch up for one tick.
    pub(super) fn fade(&mut self) {
        self.step *= STEP_SMOOTHING;
        self.stance *= STANCE_SMOOTHING;
    }

    /// Absorbs a jump of the body's height, meters.
    pub(super) fn smooth_step(&mut self, jump: f64) {
        let offset = self.step - jump as f32;
        self.step = offset.clamp(-STEP_OFFSET_LIMIT, STEP_OFFSET_LIMIT);
    }
}
