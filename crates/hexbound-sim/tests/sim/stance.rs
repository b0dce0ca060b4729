//! Sprinting and crouching where every tick counts; more of it is in cases/walking.txt.

use hexbound_sim::CROUCHED_HALF_HEIGHT;

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

#[test]
fn crouching_in_the_air_pulls_the_feet_up_and_lets_them_down_again() {
    let mut run = Run::scene("flat").at(Vec3::ZERO, 0.0);
    run.tick(Buttons::JUMP);
    run.hold(Buttons::default(), 20);
    let way = run.world.player.velocity.y * TICK_LENGTH;
    let (feet, eye) = (run.feet().y, run.world.player.eye_position().y);
    run.tick(CROUCH);
    let raised = run.feet().y - feet - 2.0 * (HALF_HEIGHT - CROUCHED_HALF_HEIGHT);
    assert!((raised - way).abs() < 2e-3, "feet {raised}");
    assert!((run.world.player.eye_position().y - eye - way).abs() < 2e-3);
    run.tick(Buttons::default());
    assert!(!run.world.player.crouching);
    run.hold(Buttons::default(), SECOND);
    assert!(run.world.player.grounded && run.feet().y.abs() < 0.01);
}

#[test]
fn on_every_slope_and_stair_it_crouches_and_stands_up_on_its_feet() {
    for (scene, x, z) in [
        ("slopes", -12.0, -1.5),
        ("slopes", -4.0, -1.5),
        ("stairs", -12.0, -1.0),
        ("stairs", 4.0, -1.0),
    ] {
        let mut run = Run::scene(scene);
        let start = vec3(x, HALF_HEIGHT + 3.5, z);
        run.world.player.position = run.level.to_local(start.as_dvec3());
        run.world.player.grounded = false;
        run.hold(Buttons::default(), 2 * SECOND);
        for tick in 0..4 * SECOND {
            let crouches = (tick / 17) % 2 == 0;
            run.tick(if crouches { CROUCH } else { Buttons::default() });
            let player = &run.world.player;
            assert!(player.grounded, "{scene} {x}, tick {tick}");
            assert_eq!(player.crouching, crouches, "{scene} {x}, tick {tick}");
            assert!(run.is_free());
        }
    }
}
