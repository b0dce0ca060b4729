//! The pose of a walker. A statue walks as a heavy object is moved: it rocks from edge to edge of its base
//! and turns a little with each step. It topples over the edge of the base.

use std::f32::consts::PI;

use glam::{Affine3A, Quat, Vec3};

use hexbound_sim::SeenWalker;

/// The length of one step, from edge to edge, meters.
const STEP_LENGTH: f32 = 0.62;
/// The largest roll to the side in a step, radians.
const ROLL_ANGLE: f32 = 0.085;
/// The largest turn in a step, radians.
const TWIST_ANGLE: f32 = 0.13;
/// The speed from which roll and turn are largest, meters a second.
const BRISK_SPEED: f32 = 1.2;
/// The forward lean of a fast walker, radians per meter a second.
const LEAN_ANGLE: f32 = 0.028;
/// The distance from the center of the base to its edge, meters.
const BASE_EDGE: f32 = 0.27;

/// The transform from the statue, which faces −Z, to the level.
pub(super) fn of(walker: &SeenWalker) -> Affine3A {
    let upright = walker.tilt.abs() < 1e-4;
    let brisk = if upright {
        (walker.speed / BRISK_SPEED).min(1.0)
    } else {
        0.0
    };
    let phase = walker.walked / STEP_LENGTH * PI;
    let roll = ROLL_ANGLE * brisk * phase.sin();
    let lean = LEAN_ANGLE * brisk * walker.speed.min(5.0);
    let twist = TWIST_ANGLE * brisk * phase.cos();
    let turn = Quat::from_rotation_y(walker.yaw + twist);
    // The lower edge of the base stays on the ground.
    let lift = BASE_EDGE * (roll.abs().sin() + lean.sin());
    let standing = Affine3A::from_rotation_translation(
        turn * Quat::from_rotation_x(-lean) * Quat::from_rotation_z(roll),
        walker.feet + Vec3::Y * lift,
    );
    if upright {
        return standing;
    }
    let edge = walker.feet + walker.toward * BASE_EDGE;
    let axis = Vec3::Y.cross(walker.toward).normalize_or(Vec3::X);
    let tipping = Affine3A::from_translation(edge)
        * Affine3A::from_quat(Quat::from_axis_angle(axis, walker.tilt))
        * Affine3A::from_translation(-edge);
    tipping * standing
}

/// A number that changes with the pose: while the feet stay, shadows are redrawn only after a change of it.
pub(super) fn fingerprint(walker: &SeenWalker) -> f32 {
    walker.yaw + 7.0 * walker.walked + 31.0 * walker.tilt + 3.0 * walker.speed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walker() -> SeenWalker {
        SeenWalker {
            index: 0,
            feet: Vec3::new(3.0, 1.0, -2.0),
            yaw: 0.7,
            speed: 2.0,
            walked: 0.0,
            toward: Vec3::X,
            tilt: 0.0,
            glow: 0.0,
            anger: 0.0,
        }
    }

    #[test]
    fn a_swaying_base_stays_on_the_ground() {
        for step in 0..200 {
            let seen = SeenWalker {
                walked: step as f32 * 0.037,
                ..walker()
            };
            let place = of(&seen);
            let turns = (0..36).map(|side| Quat::from_rotation_y(side as f32 * PI / 18.0));
            let heights = turns.map(|turn| place.transform_point3(turn * Vec3::X * BASE_EDGE).y);
            let lowest = heights.fold(f32::INFINITY, f32::min);
            assert!((lowest - 1.0).abs() < 0.02, "{lowest}");
        }
    }

    #[test]
    fn a_felled_one_lies_along_its_fall() {
        let fallen = SeenWalker {
            tilt: PI * 0.5,
            ..walker()
        };
        let head = of(&fallen).transform_point3(Vec3::Y * 1.7);
        let along = head - fallen.feet;
        assert!(along.x > 1.7, "{along}");
        assert!(along.y.abs() < 0.4, "{along}");
        assert!(along.z.abs() < 1e-4, "{along}");
        // A walker that has just begun to fall is where it stood.
        let still = SeenWalker {
            speed: 0.0,
            ..walker()
        };
        let begins = SeenWalker {
            tilt: 2e-4,
            ..still
        };
        let (a, b) = (of(&still), of(&begins));
        let top = Vec3::Y * 1.8;
        assert!(a.transform_point3(top).distance(b.transform_point3(top)) < 1e-3);
    }
}
