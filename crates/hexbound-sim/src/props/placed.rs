//! The handles of placed shapes. The keys move and turn a selected handle only while they are held.
//! Nothing stops the handle, so that shapes can overlap.

use glam::Vec3;

use super::PropState;
use crate::{
    Buttons,
    tuning::{PLACING_REACH, PLACING_SPEED, PLACING_TURN_SPEED},
};
use hexbound_base::clock::TICK_LENGTH;

/// Moves a selected handle by the buttons, within `PLACING_REACH` of its start. `SPRINT` turns it instead,
/// and `STOP_PROPS` turns it back. The handle's speeds hold its turns about the axes up, right and back,
/// radians.
pub(super) fn move_handle(
    prop: &mut PropState,
    start: Vec3,
    [forward, right, up]: [Vec3; 3],
    buttons: Buttons,
) {
    if !prop.selected {
        return;
    }
    if buttons.has(Buttons::STOP_PROPS) {
        prop.speeds = Vec3::ZERO;
        return;
    }
    let keys = buttons.pushes();
    if buttons.has(Buttons::SPRINT) {
        let turn = Vec3::new(-keys.y, -keys.x, keys.z);
        prop.speeds = (prop.speeds + turn * (PLACING_TURN_SPEED * TICK_LENGTH)).map(wrap_angle);
        return;
    }
    let delta = (forward * keys.x + right * keys.y + up * keys.z) * (PLACING_SPEED * TICK_LENGTH);
    let reach = Vec3::splat(PLACING_REACH);
    prop.position = (prop.position + delta).clamp(start - reach, start + reach);
}

/// Wraps an angle into −π..π.
fn wrap_angle(angle: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    match angle {
        more if more > PI => more - TAU,
        less if less < -PI => less + TAU,
        angle => angle,
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::PI;

    use super::*;

    const AXES: [Vec3; 3] = [Vec3::NEG_Z, Vec3::X, Vec3::Y];

    fn pressed(ticks: usize, buttons: Buttons) -> PropState {
        let mut prop = PropState::at(Vec3::ONE, Vec3::NEG_Z);
        prop.selected = true;
        for _ in 0..ticks {
            move_handle(&mut prop, Vec3::ONE, AXES, buttons);
        }
        prop
    }

    #[test]
    fn a_handle_moves_while_a_key_is_held_and_stays_near() {
        let moved = pressed(60, Buttons::PUSH_LEFT);
        let distance = PLACING_SPEED * TICK_LENGTH * 60.0;
        assert!((moved.position - (Vec3::ONE - Vec3::X * distance)).length() < 1e-4);
        assert_eq!((moved.speeds, moved.velocity), (Vec3::ZERO, Vec3::ZERO));
        let far = pressed(100_000, Buttons::PUSH_UP);
        assert_eq!(far.position.y, 1.0 + PLACING_REACH);
    }

    #[test]
    fn with_sprint_it_turns_and_a_stop_turns_it_back() {
        let both = |button: Buttons| Buttons(button.0 | Buttons::SPRINT.0);
        let mut turned = pressed(60, both(Buttons::PUSH_LEFT));
        assert_eq!(turned.position, Vec3::ONE);
        let turn = Vec3::X * (PLACING_TURN_SPEED * TICK_LENGTH * 60.0);
        assert!((turned.speeds - turn).length() < 1e-4);
        let round = pressed(100_000, both(Buttons::PUSH_DOWN));
        assert!(round.speeds.abs().max_element() <= PI);
        move_handle(&mut turned, Vec3::ONE, AXES, Buttons::STOP_PROPS);
        assert_eq!(turned.speeds, Vec3::ZERO);
    }
}
