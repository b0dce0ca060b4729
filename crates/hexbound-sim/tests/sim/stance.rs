//! Sprinting and crouching, on generated scenes.

use glam::Vec3;
use hexbound_base::clock::{TICK_LENGTH, TICK_RATE};
use hexbound_level::Level;
use hexbound_scenes as scenes;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{Buttons, CROUCHED_HALF_HEIGHT, Command, HALF_HEIGHT, Rules, World};

const SECOND: u32 = TICK_RATE;
const FORWARD: Buttons = Buttons::FORWARD;
const CROUCH: Buttons = Buttons::CROUCH;

struct Run {
    level: Level,
    world: World,
}

impl Run {
    fn new(level: Level) -> Self {
        let world = World::new(&level, Rules::default());
        let mut run = Run { level, world };
        run.hold(Buttons::default(), 30);
        assert!(run.world.player.grounded, "stands at the spawn");
        run
    }

    fn flat() -> Self {
        Self::new(scenes::named("flat").unwrap())
    }

    fn tick(&mut self, buttons: Buttons) {
        let command = Command {
            buttons,
            ..Command::default()
        };
        self.world.step(&self.level, &command, &mut Vec::new());
    }

    fn hold(&mut self, buttons: Buttons, ticks: u32) {
        (0..ticks).for_each(|_| self.tick(buttons));
    }

    fn feet(&self) -> Vec3 {
        self.world.player.feet()
    }

    fn speed(&self) -> f32 {
        let velocity = self.world.player.velocity;
        Vec3::new(velocity.x, 0.0, velocity.z).length()
    }
}

/// A floor with a slab over part of it: the passage under it is `height` high.
fn passage(height: f32) -> Level {
    SceneBuilder::new()
        .floor(-60.0, -60.0, 60.0, 60.0, 0.0)
        .cuboid(
            Vec3::new(-3.0, height, -8.0),
            Vec3::new(3.0, height + 3.0, -4.0),
        )
        .spawn(Vec3::ZERO, 0.0)
        .build("passage")
        .unwrap()
}

#[test]
fn sprinting_is_for_the_ground_and_lasts_through_a_jump() {
    let mut run = Run::flat();
    let sprint = FORWARD.with(Buttons::SPRINT);
    run.hold(sprint, SECOND);
    assert!((run.speed() - 8.0).abs() < 1e-3, "{}", run.speed());
    run.tick(sprint.with(Buttons::JUMP));
    run.hold(FORWARD, SECOND / 4);
    assert!(!run.world.player.grounded && (run.speed() - 8.0).abs() < 1e-3);
    run.hold(FORWARD, SECOND);
    assert!((run.speed() - 5.0).abs() < 1e-3, "{}", run.speed());

    let mut run = Run::flat();
    run.hold(FORWARD, SECOND);
    run.tick(FORWARD.with(Buttons::JUMP));
    run.hold(sprint, SECOND / 4);
    assert!(!run.world.player.grounded && (run.speed() - 5.0).abs() < 1e-3);
}

#[test]
fn crouching_keeps_the_feet_down_and_the_eye_smooth() {
    let mut run = Run::flat();
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
        let expected = if buttons.has(CROUCH) {
            standing - 0.7
        } else {
            standing
        };
        assert!((eye - expected).abs() < 1e-3, "{eye}, not {expected}");
    }
    run.hold(FORWARD.with(CROUCH), SECOND);
    assert!((run.speed() - 2.5).abs() < 1e-3);
}

#[test]
fn only_the_short_body_fits_under_and_it_stays_short_until_it_is_out() {
    let mut run = Run::new(passage(1.2));
    run.hold(FORWARD, 2 * SECOND);
    assert!(run.feet().z > -4.0, "tall: at {:?}", run.feet());
    run.hold(CROUCH, 10);
    run.hold(FORWARD.with(CROUCH), SECOND);
    assert!(run.feet().z < -4.5, "short: at {:?}", run.feet());
    for _ in 0..4 * SECOND {
        run.tick(FORWARD);
        let player = &run.world.player;
        assert!(run.level.collision.is_free(player.body(), player.position));
        assert!(player.grounded);
        assert!(player.crouching || player.feet().z < -7.9 || player.feet().z > -4.1);
    }
    assert!(!run.world.player.crouching && run.feet().z < -8.0);
}

/// 1.9 m has room to stand, 1.7 m has not; both with the press in every place along the edge.
#[test]
fn it_never_stands_up_into_anything() {
    for (height, stands) in [(1.7, false), (1.9, true)] {
        let mut run = Run::new(passage(height));
        run.hold(CROUCH, 10);
        for tick in 0..8 * SECOND {
            let held = if tick % 7 < 3 {
                FORWARD.with(CROUCH)
            } else {
                FORWARD
            };
            run.tick(held);
            let player = &run.world.player;
            assert!(
                run.level.collision.is_free(player.body(), player.position),
                "{height} m, tick {tick}: in the level at {:?}",
                player.position
            );
            if (-7.5..-4.5).contains(&player.feet().z) && held == FORWARD && tick % 7 == 5 {
                assert_eq!(player.crouching, !stands, "{height} m, tick {tick}");
            }
        }
        assert!(
            run.feet().z < -8.5 || stands,
            "{height} m: {:?}",
            run.feet()
        );
    }
}

#[test]
fn crouching_in_the_air_pulls_the_feet_up_and_lets_them_down_again() {
    let mut run = Run::flat();
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

/// Crouched in the air so near to the ground that the tall body has no room below.
#[test]
fn coming_down_crouched_it_stands_up_on_the_ground() {
    let mut run = Run::flat();
    run.tick(Buttons::JUMP);
    for _ in 0..SECOND {
        run.tick(CROUCH);
        if run.world.player.velocity.y < 0.0 && run.feet().y < 0.4 {
            break;
        }
    }
    assert!(!run.world.player.grounded && run.feet().y > 0.0);
    run.tick(Buttons::default());
    assert!(run.world.player.crouching, "no room below");
    run.hold(Buttons::default(), SECOND);
    assert!(run.world.player.grounded && !run.world.player.crouching);
    assert!(run.feet().y.abs() < 0.01);
}

#[test]
fn on_every_slope_and_stair_it_crouches_and_stands_up_on_its_feet() {
    for (scene, x, z) in [
        ("slopes", -12.0, -1.5),
        ("slopes", -4.0, -1.5),
        ("stairs", -12.0, -1.0),
        ("stairs", 4.0, -1.0),
    ] {
        let mut run = Run::new(scenes::named(scene).unwrap());
        let start = Vec3::new(x, HALF_HEIGHT + 3.5, z);
        run.world.player.position = run.level.to_local(start.as_dvec3());
        run.world.player.grounded = false;
        run.hold(Buttons::default(), 2 * SECOND);
        for tick in 0..4 * SECOND {
            let crouches = (tick / 17) % 2 == 0;
            run.tick(if crouches { CROUCH } else { Buttons::default() });
            let player = &run.world.player;
            assert!(player.grounded, "{scene} {x}, tick {tick}");
            assert_eq!(player.crouching, crouches, "{scene} {x}, tick {tick}");
            assert!(run.level.collision.is_free(player.body(), player.position));
        }
    }
}
