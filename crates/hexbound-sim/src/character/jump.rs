//! The forgiveness of jumps: a press counts a little too early, before the landing, and a little too
//! late, after the edge.

use serde::{Deserialize, Serialize};

use crate::Rules;
use hexbound_base::clock::TICK_RATE;

/// The timers that grant a jump.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct JumpTimers {
    /// Ticks since the body walked off the ground; `u32::MAX` once it jumped or flew off.
    pub since_ground: u32,
    /// Ticks since JUMP was pressed; `u32::MAX` once a jump has used the press.
    pub since_press: u32,
}

impl Default for JumpTimers {
    fn default() -> Self {
        Self {
            since_ground: u32::MAX,
            since_press: u32::MAX,
        }
    }
}

impl JumpTimers {
    /// Counts a tick; `grounded` and `pressed` state whether it begins with the body on the ground, and
    /// with a press of JUMP.
    pub(super) fn count(&mut self, grounded: bool, pressed: bool) {
        let next = |ticks: u32, is_now: bool| if is_now { 0 } else { ticks.saturating_add(1) };
        self.since_ground = next(self.since_ground, grounded);
        self.since_press = next(self.since_press, pressed);
    }

    /// Returns whether the body stood on the ground within the coyote time.
    pub(super) fn stood_recently(&self, rules: &Rules) -> bool {
        is_within(self.since_ground, rules.coyote_time)
    }

    /// Returns whether JUMP was pressed within the jump buffer's time.
    pub(super) fn is_pressed(&self, rules: &Rules) -> bool {
        is_within(self.since_press, rules.jump_buffer)
    }

    /// Forgets the ground after the body has left it by other means than walking.
    pub(super) fn leave_ground(&mut self) {
        self.since_ground = u32::MAX;
    }
}

fn is_within(ticks: u32, seconds: f32) -> bool {
    ticks as f32 <= seconds * TICK_RATE as f32 + 0.5
}
