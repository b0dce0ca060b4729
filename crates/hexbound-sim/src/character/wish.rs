//! The velocities that buttons ask for, and the acceleration on the ground.

use glam::Vec3;

use crate::{
    Buttons,
    tuning::{FLY_SPEED, GROUND_ACCELERATION, GROUND_FRICTION},
};
use hexbound_base::body::{forward, right};

/// +1 for `plus`, −1 for `minus`, 0 for both or neither.
pub(super) fn axis(buttons: Buttons, plus: Buttons, minus: Buttons) -> f32 {
    f32::from(u8::from(buttons.has(plus))) - f32::from(u8::from(buttons.has(minus)))
}

/// The horizontal velocity that the buttons ask for at that speed and yaw, meters a second.
pub(super) fn horizontal_wish(yaw: f32, buttons: Buttons, speed: f32) -> Vec3 {
    let direction = forward(yaw) * axis(buttons, Buttons::FORWARD, Buttons::BACK)
        + right(yaw) * axis(buttons, Buttons::RIGHT, Buttons::LEFT);
    direction.normalize_or_zero() * speed
}

/// The vertical velocity that the buttons ask for in flight, meters a second.
pub(super) fn vertical_wish(buttons: Buttons) -> f32 {
    axis(buttons, Buttons::RISE, Buttons::DESCEND) * FLY_SPEED
}

/// The acceleration by which the ground turns the velocity toward `wish`, m/s².
pub(super) fn ground_acceleration(wish: Vec3) -> f32 {
    if wish == Vec3::ZERO {
        GROUND_FRICTION
    } else {
        GROUND_ACCELERATION
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_to_the_right_asks_for_plus_x_at_yaw_zero() {
        let wish = horizontal_wish(0.0, Buttons::RIGHT, 5.0);
        assert!((wish - Vec3::X * 5.0).length() < 1e-5);
    }
}
