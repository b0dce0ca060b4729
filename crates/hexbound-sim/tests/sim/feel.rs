//! The feel of walking and standing where every tick or many places count; more of it is in cases/walking.txt.

use crate::steps::*;

#[test]
fn standing_and_walking_never_bobs_or_leaves_the_ground() {
    let mut run = Run::scene("flat").at(Vec3::ZERO, 0.0);
    let height = run.feet().y;
    let directions = [FORWARD, Buttons::LEFT, Buttons::BACK, Buttons::RIGHT];
    for tick in 0..60 * SECOND {
        run.tick(directions[(tick / 240) as usize % 4]);
        assert!(run.world.player.grounded, "tick {tick}");
        let moved = run.feet().y - height;
        assert!(moved.abs() < 1e-4, "tick {tick}: {moved}");
    }
}

/// From many places, so that rounding leaves the body a hair before the edge and a hair past it:
/// the block's edge at knee height must not pass for ground either.
#[test]
fn a_higher_step_blocks() {
    for (methods, nearest) in [("usual", 0.36), ("ground=rays", 0.36), ("box", 0.398)] {
        for place in 0..40 {
            let from = vec3(12.0, 0.0, 3.0 + 0.00137 * place as f32);
            let mut run = Run::scene("stairs").by(methods).at(from, 0.0);
            run.hold(FORWARD, 2 * SECOND);
            let feet = run.feet();
            let stands = feet.y.abs() < 0.01 && feet.z > nearest && feet.z < 0.45;
            assert!(stands, "{methods} from {from}: {feet}");
        }
    }
}

#[test]
fn corners_hold_still_and_let_go() {
    for (methods, gap) in [("usual", 0.8), ("box", 0.9)] {
        for degrees in [5.0_f32, 20.0, 45.0, 60.0, 90.0, 120.0, 150.0, 175.0] {
            let half = (degrees * 0.5).to_radians();
            let tip = Vec3::NEG_Z * 5.0;
            let level = floor().corner(tip, degrees, 40.0).build("corner").unwrap();
            for turn in [0.0_f32, 0.01, 0.2] {
                let from = tip + Vec3::Z * (gap / half.sin());
                let mut run = Run::new(level.clone()).by(methods).at(from, turn);
                let case = format!("{methods}, {degrees}°, turned {turn}");
                let span = run.shake();
                let is_held = turn < std::f32::consts::FRAC_PI_2 - half;
                assert!(!is_held || span < 1e-3, "{case}: moved {span} m");
                assert!(run.back(30) > 0.5, "{case}");
            }
        }
    }
}

#[test]
fn hopping_gains_no_speed() {
    for (buttons, most) in [(FORWARD, 5.0), (FORWARD.with(Buttons::SPRINT), 8.0)] {
        for turn in [0.0, 0.005, 0.02, 0.1] {
            for sideways in [Buttons::default(), Buttons::LEFT] {
                let mut run = Run::scene("flat").at(Vec3::ZERO, 0.0);
                for tick in 0..6 * SECOND {
                    let jump = [Buttons::JUMP, Buttons::default()][usize::from(tick % 3 > 0)];
                    let buttons = buttons.with(sideways).with(jump);
                    let mut command = Command::holding(buttons);
                    command.yaw = turn;
                    run.step(&command);
                    assert!(run.speed() <= most + 1e-3, "turn {turn}: {}", run.speed());
                }
                assert!(run.count(EventKind::Jump) >= 6);
            }
        }
    }
}
