//! The eye's smoothing: where the body steps up or crouches at once, the eye goes on where it was
//! and catches up.

use crate::tuning::{STANCE_SMOOTHING, STEP_OFFSET_LIMIT, STEP_SMOOTHING};
use serde::{Deserialize, Serialize};

/// The eye's height above the height that the stance gives it, meters, in two parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EyeOffsets {
    /// The part that is left of smoothing the last steps.
    pub step: f32,
    /// The part that is left of smoothing crouching and standing up.
    pub stance: f32,
}

impl EyeOffsets {
    /// Lets the eye catch up for one tick.
    pub(super) fn fade(&mut self) {
        self.step *= STEP_SMOOTHING;
        self.stance *= STANCE_SMOOTHING;
    }

    /// Takes up a jump of the body's height, meters.
    pub(super) fn smooth_step(&mut self, jump: f64) {
        let offset = self.step - jump as f32;
        self.step = offset.clamp(-STEP_OFFSET_LIMIT, STEP_OFFSET_LIMIT);
    }
}
