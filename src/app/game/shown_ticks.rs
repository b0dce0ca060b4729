//! The two ticks between which frames of a run are blended.

use hexbound_sim::{Command, View, World, tuning::PITCH_LIMIT};

/// The views at the last two ticks.
pub(super) struct ShownTicks {
    before: View,
    after: View,
    /// The yaw and pitch of the last command, radians.
    looked: (f32, f32),
}

impl ShownTicks {
    /// The views of a paused world.
    pub(super) fn at(world: &World) -> Self {
        let view = View::of(world);
        Self {
            before: view.clone(),
            after: view,
            looked: (0.0, 0.0),
        }
    }

    /// Records the world before a tick whose result is shown.
    pub(super) fn begin(&mut self, world: &World) {
        self.before = View::of(world);
    }

    /// Records the world after a tick, and the command that led to it, if there is one.
    pub(super) fn end(&mut self, world: &World, command: Option<&Command>) {
        self.after = View::of(world);
        self.looked = command.map_or((0.0, 0.0), |command| (command.yaw, command.pitch));
    }

    /// Shows the world as the last tick left it, since no other follows.
    pub(super) fn stand_still(&mut self, world: &World) {
        self.after = View::of(world);
        self.before = self.after.clone();
    }

    /// The time of the frame at the fraction `blend` (0..1) between the two ticks, seconds.
    pub(super) fn seconds(&self, blend: f32) -> f64 {
        let (before, after) = (self.before.seconds, self.after.seconds);
        before + (after - before) * f64::from(blend)
    }

    /// The view at the fraction `blend` (0..1) between the two ticks.
    pub(super) fn between(&self, blend: f32) -> View {
        self.before.between(&self.after, blend)
    }

    /// Turns a view between the ticks to the mouse's direction, ahead by `yaw` and `pitch`, radians.
    pub(super) fn look_ahead(&self, view: &mut View, blend: f32, yaw: f32, pitch: f32) {
        if self.after.cut {
            return;
        }
        // Blending delays a tick's look by up to a tick; only the mouse's share is restored at once.
        view.yaw += self.looked.0 * (1.0 - blend) + yaw;
        view.pitch = (self.after.pitch + pitch).clamp(-PITCH_LIMIT, PITCH_LIMIT);
    }
}
