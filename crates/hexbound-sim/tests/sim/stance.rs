//! Sprinting and crouching where every tick counts; more of it is in cases/walking.txt.

use crate::steps::*;

const CROUCH: Buttons = Buttons::CROUCH;

#[test]
fn crouching_keeps_the_feet_down_and_the_eye_smooth() {
    let mut run = Run::scene("flat").at(Vec3::ZERO, 0.0);
    let (feet, mut eye) = (run.feet().y, run.world.player.eye_position().y);
    let standing = eye;
    for buttons in [CROUCH, Buttons::default()] {
        for tick in 0..SECOND {
            run.tick(buttons);
            assert!(run.world.player.grounded, "tick {tick}");
            assert!((run.feet().y - feet).abs() < 1e-4, "tick {tick}");
            let moved = (run.world.player.eye_position().y - eye).abs();
            assert!(moved < 0.08, "tick {tick}: the eye jumped {moved} m");
            eye = run.world.player.eye_position().y;
        }
        let lower = if buttons.has(CROUCH) { 0.7 } else { 0.0 };
        assert!((standing - lower - eye).abs() < 1e-3, "{eye}, {lower}");
    }
    run.hold(FORWARD.with(CROUCH), SECOND);
    assert!((run.speed() - 2.5).abs() < 1e-3);
}

/// 1.9 m has room to stand, 1.7 m has not; both with the press in every place along the edge.
#[test]
fn it_never_stands_up_into_anything() {
    for (height, stands) in [(1.7, false), (1.9, true)] {
        let slab = [vec3(-3.0, height, -8.0), vec3(3.0, height + 3.0, -4.0)];
        let mut run = Run::built(floor().cuboid(slab[0], slab[1])).at(Vec3::ZERO, 0.0);
        run.hold(CROUCH, 10);
        for tick in 0..8 * SECOND {
            let crouches = tick % 7 < 3;
            run.tick([FORWARD, FORWARD.with(CROUCH)][usize::from(crouches)]);
            assert!(run.is_free(), "{height} m, tick {tick}: {}", run.feet());
            let is_under = (-7.5..-4.5).contains(&run.world.player.feet().z);
            if is_under && tick % 7 == 5 {
                let crouching = run.world.player.crouching;
                assert_eq!(crouching, !stands, "{height} m, tick {tick}");
            }
        }
        assert!(run.feet().z < -8.5 || stands, "{height}: {}", run.feet());
    }
}
