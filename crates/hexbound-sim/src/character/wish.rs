//! The velocities wished by buttons, and those after a tick.

use glam::Vec3;

use super::Character;
use crate::{
    Buttons,
    tuning::{
        AIR_ACCELERATION, FLY_ACCELERATION, FLY_SPEED, GROUND_ACCELERATION, GROUND_FRICTION,
        PLAYER_GRAVITY, TERMINAL_SPEED,
    },
};
use hexbound_base::body::{forward, right};
use hexbound_base::clock::TICK_LENGTH;

/// The horizontal velocity wished by the buttons at `speed` and `yaw`, meters a second.
pub(super) fn horizontal_wish(yaw: f32, buttons: Buttons, speed: f32) -> Vec3 {
    let direction = forward(yaw) * buttons.axis(Buttons::FORWARD, Buttons::BACK)
        + right(yaw) * buttons.axis(Buttons::RIGHT, Buttons::LEFT);
    direction.normalize_or_zero() * speed
}

/// The vertical velocity wished by the buttons in flight, meters a second.
pub(super) fn vertical_wish(buttons: Buttons) -> f32 {
    buttons.axis(Buttons::RISE, Buttons::DESCEND) * FLY_SPEED
}

/// The acceleration on the ground toward `wish`, m/s².
pub(super) fn ground_acceleration(wish: Vec3) -> f32 {
    if wish == Vec3::ZERO {
        GROUND_FRICTION
    } else {
        GROUND_ACCELERATION
    }
}

/// The velocity after a tick in the modes that resolve a whole move at once: on the ground, in the air or
/// in flight, with no obstacles.
pub(super) fn next_velocity(character: &Character, wish: Vec3, buttons: Buttons) -> Vec3 {
    let acceleration = match (character.flying, character.grounded) {
        (true, _) => FLY_ACCELERATION,
        (false, true) => ground_acceleration(wish),
        (false, false) if wish == Vec3::ZERO => 0.0,
        (false, false) => AIR_ACCELERATION,
    };
    let speed = character.velocity.y;
    let mut after = character.horizontal_toward(wish, acceleration);
    after.y = if character.flying {
        let change = vertical_wish(buttons) - speed;
        speed
            + change.clamp(
                -FLY_ACCELERATION * TICK_LENGTH,
                FLY_ACCELERATION * TICK_LENGTH,
            )
    } else {
        (speed - PLAYER_GRAVITY * TICK_LENGTH).max(-TERMINAL_SPEED)
    };
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_to_the_right_wishes_for_plus_x_at_yaw_zero() {
        let wish = horizontal_wish(0.0, Buttons::RIGHT, 5.0);
        assert!((wish - Vec3::X * 5.0).length() < 1e-5);
    }
}
