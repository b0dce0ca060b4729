//! The player's body: its size, the steps and jumps it can take, and its view direction. A level leaves
//! room for the body; the simulation moves it.

use glam::{DVec3, Vec3};
use hexbound_collide::WalkSettings;

/// The horizontal semi-axis of the body, meters.
pub const BODY_RADIUS: f32 = 0.4;
/// The vertical semi-axis of the body, meters.
pub const HALF_HEIGHT: f32 = 0.9;
/// The vertical semi-axis of the body while it crouches, meters.
pub const CROUCHED_HALF_HEIGHT: f32 = 0.55;
/// The height of the eye above the feet, meters.
pub const EYE_HEIGHT: f32 = 1.65;
/// The height of the eye above the feet while the body crouches, meters: as far below the top of the body
/// as upright.
pub const CROUCHED_EYE_HEIGHT: f32 = 0.95;

/// The height of a jump's apex above its start, meters.
pub const JUMP_HEIGHT: f32 = 1.1;
/// The highest step taken without a jump, meters.
pub const STEP_HEIGHT: f64 = 0.45;
/// Allowance for rounding in authored step heights, meters.
pub const STEP_TOLERANCE: f64 = 0.002;
/// The minimum depth of a drop, meters; a shallower descent is a step.
pub const MIN_DROP_DEPTH: f64 = 0.6;
/// The minimum upward component of a contact normal for an edge to carry a walking body.
pub const EDGE_UP_WALKING: f64 = 0.05;
/// The steps and edges that a walking body can take.
pub const WALK_FOOTING: WalkSettings = WalkSettings {
    step_height: STEP_HEIGHT,
    step_tolerance: STEP_TOLERANCE,
    snap: snap(STEP_HEIGHT),
    edge_up: EDGE_UP_WALKING,
};

/// The default vertical field of view, for images rendered without a player's settings, degrees. At 16:9
/// the image is 91° wide, enough for running without stretched corners.
pub const DEFAULT_FIELD_OF_VIEW: f32 = 60.0;

/// The distance below the feet within which a body follows the ground, meters, by its step height. On the
/// edge of a step, the floor is that far below the body.
pub const fn snap(step_height: f64) -> f64 {
    step_height + 0.02
}

/// The unit vector of a view direction: `yaw` in radians about +Y from −Z, growing to the left, and
/// `pitch` in radians upward.
pub fn view_direction(yaw: f32, pitch: f32) -> Vec3 {
    let level = libm::cosf(pitch);
    Vec3::new(
        -libm::sinf(yaw) * level,
        libm::sinf(pitch),
        -libm::cosf(yaw) * level,
    )
}

/// The horizontal unit vector straight ahead of a yaw in radians.
pub fn forward(yaw: f32) -> Vec3 {
    view_direction(yaw, 0.0)
}

/// The horizontal unit vector to the right of a yaw in radians.
pub fn right(yaw: f32) -> Vec3 {
    Vec3::new(libm::cosf(yaw), 0.0, -libm::sinf(yaw))
}

/// The yaw of a direction, radians, −π..π; its height and its length change nothing.
pub fn yaw_of(direction: Vec3) -> f32 {
    libm::atan2f(-direction.x, -direction.z)
}

/// The yaw of a direction in double precision, rounded once, radians, −π..π. A coordinate of −0 returns
/// the same bits as one of 0.
pub fn yaw_of_f64(direction: DVec3) -> f32 {
    libm::atan2(-direction.x + 0.0, -direction.z + 0.0) as f32
}

/// The shorter turn from one yaw to another, radians, −π..π.
pub fn turn_between(from: f32, to: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    let turn = libm::fmodf(to - from, TAU);
    if turn > PI {
        turn - TAU
    } else if turn < -PI {
        turn + TAU
    } else {
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaw_zero_looks_along_minus_z_and_positive_turns_left() {
        use std::f32::consts::FRAC_PI_2;
        for (yaw, pitch, expected) in [
            (0.0, 0.0, Vec3::NEG_Z),
            (FRAC_PI_2, 0.0, Vec3::NEG_X),
            (0.0, FRAC_PI_2, Vec3::Y),
        ] {
            assert!((view_direction(yaw, pitch) - expected).length() < 1e-6);
        }
    }

    #[test]
    fn a_yaw_leads_ahead_and_back_to_itself() {
        for yaw in [-3.0_f32, -1.2, 0.0, 0.4, 2.0] {
            let (ahead, aside) = (forward(yaw), right(yaw));
            assert!(aside.abs_diff_eq(ahead.cross(Vec3::Y), 1e-6), "{yaw}");
            assert!((yaw_of(ahead * 5.0 + Vec3::Y) - yaw).abs() < 1e-6, "{yaw}");
            assert!((yaw_of_f64(ahead.as_dvec3()) - yaw).abs() < 1e-6, "{yaw}");
        }
        let signed = [0.0, -0.0].map(|x| yaw_of_f64(DVec3::new(x, 0.0, 1.0)).to_bits());
        assert_eq!(signed[0], signed[1]);
    }

    #[test]
    fn turns_go_the_short_way() {
        for (from, to, expected) in [
            (3.0, -3.0, 0.283_185),
            (-3.0, 3.0, -0.283_185),
            (0.0, 7.0, 0.716_814),
        ] {
            let off = turn_between(from, to) - expected;
            assert!(off.abs() < 1e-4, "{from} to {to}: {off}");
        }
    }
}
