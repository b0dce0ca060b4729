//! The rise and fall of the view with the player's steps, an option. Only frames change: the eye of the
//! simulation does not move.

use std::f32::consts::TAU;

use glam::Vec3;

use hexbound_sim::View;

/// The distance from one step to the next, meters.
const STEP_LENGTH: f32 = 2.0;
/// The distance by which the eye sinks between two steps, meters.
const BOB_DEPTH: f32 = 0.035;
/// The distance walked while the motion fades in or out, meters.
const FADE_DISTANCE: f32 = 1.2;
/// The minimum distance between two frames that counts as a jump, such as a respawn or another level,
/// meters.
const JUMP_DISTANCE: f32 = 2.0;

/// The player's phase between two steps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HeadBob {
    eye: Option<Vec3>,
    /// The distance since the last step, in steps, 0..1.
    phase: f32,
    /// The amplitude of the motion, 0..1: zero in the air.
    amount: f32,
}

impl HeadBob {
    /// Follows the eye to its place in the next frame.
    pub(crate) fn advance(&mut self, eye: Vec3, is_grounded: bool) {
        let distance = self
            .eye
            .map_or(0.0, |before| (eye - before).with_y(0.0).length());
        self.eye = Some(eye);
        if distance > JUMP_DISTANCE {
            *self = Self {
                eye: self.eye,
                ..Self::default()
            };
            return;
        }
        self.phase = (self.phase + distance / STEP_LENGTH).fract();
        let change = match is_grounded {
            true => distance / FADE_DISTANCE,
            // The motion also ends in the air, however short the jump is.
            false => -(distance / FADE_DISTANCE).max(0.05),
        };
        self.amount = (self.amount + change).clamp(0.0, 1.0);
    }

    /// Lowers the eye of a view by the present depth of the motion.
    pub(crate) fn lower(&self, view: &mut View) {
        let sunk = 0.5 - 0.5 * (self.phase * TAU).cos();
        view.eye.y -= BOB_DEPTH * self.amount * sunk;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distances by which the eye sinks along a walk, one for each centimeter, meters.
    fn walk(centimeters: u32, is_grounded: bool) -> Vec<f32> {
        let mut bob = HeadBob::default();
        let sunk = (0..centimeters).map(|way| {
            bob.advance(Vec3::X * 0.01 * way as f32, is_grounded);
            let mut view = View::default();
            bob.lower(&mut view);
            -view.eye.y
        });
        sunk.collect()
    }

    #[test]
    fn walking_sinks_the_eye_smoothly_and_by_little() {
        let sunk = walk(1000, true);
        let most = sunk.iter().fold(0.0_f32, |most, it| most.max(*it));
        assert!((most - BOB_DEPTH).abs() < 1e-3, "{most}");
        assert!(sunk.iter().all(|it| *it >= 0.0));
        for pair in sunk.windows(2) {
            assert!((pair[1] - pair[0]).abs() < 0.001, "a jerk: {pair:?}");
        }
        let steps = sunk.windows(3).filter(|it| it[1] > it[0] && it[1] >= it[2]);
        assert_eq!(steps.count(), 5, "a step every two meters");
    }

    #[test]
    fn nobody_steps_in_the_air_standing_or_from_place_to_place() {
        assert!(walk(1000, false).iter().all(|it| *it == 0.0));
        let mut bob = HeadBob::default();
        for way in [0.0, 0.5, 1.0, 900.0, 900.0] {
            bob.advance(Vec3::X * way, true);
        }
        let mut view = View::default();
        bob.lower(&mut view);
        assert_eq!(view.eye.y, 0.0);
    }
}
