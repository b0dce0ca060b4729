//! The feel of walking and standing where every tick or many places count; more of it is in cases/walking.txt.

use hexbound_sim::GroundStrategy;

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

/// A room whose wall runs along X; headings from nearly along it to nearly into it.
#[test]
fn along_a_wall_the_tangential_part_stays() {
    let wall = SceneBuilder::new()
        .floor(-200.0, -20.0, 200.0, 20.0, 0.0)
        .cuboid(vec3(-200.0, 0.0, -6.0), vec3(200.0, 4.0, -5.0))
        .spawn(Vec3::ZERO, 0.0)
        .build("wall")
        .unwrap();
    for degrees in [0.1_f32, 1.0, 5.0, 20.0, 45.0, 70.0, 85.0, 89.0, 89.9] {
        // Heading measured from the wall's direction −X, into the wall at −Z.
        let yaw = (90.0 - degrees).to_radians();
        let mut run = Run::new(wall.clone()).at(vec3(60.0, 0.0, -4.59), yaw);
        run.hold(FORWARD, 3 * SECOND);
        let speed = -run.world.player.velocity.x;
        let expected = 5.0 * degrees.to_radians().cos();
        let off = (speed - expected).abs();
        assert!(off <= 0.01 * expected + 1e-4, "{degrees}°: {off}");
        let before = run.feet();
        run.hold(FORWARD, SECOND);
        let off = (before.x - run.feet().x - expected).abs();
        assert!(off <= 0.01 * expected + 1e-3, "{degrees}°: {off}");
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
fn ten_kilometers_away_it_plays_the_same() {
    let at = |offset: DVec3| {
        let level = SceneBuilder::new()
            .floor(-50.0, -50.0, 50.0, 50.0, 0.0)
            .cuboid(vec3(-5.0, 0.0, -9.0), vec3(5.0, 3.0, -8.0))
            .spawn(Vec3::ZERO, 0.3)
            .offset(offset)
            .build("far")
            .unwrap();
        let mut run = Run::new(level);
        run.hold(FORWARD, 4 * SECOND);
        run.world.player.position
    };
    assert_eq!(at(DVec3::ZERO), at(dvec3(10_000.0, 500.0, -10_000.0)));
}

#[test]
fn at_most_two_hundred_balls() {
    let mut run = Run::scene("box-room");
    for _ in 0..230 {
        run.tick(Buttons::THROW);
        run.tick(Buttons::default());
    }
    assert_eq!(run.world.balls.len(), 200);
    assert_eq!(run.world.balls[0].id, 30);
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

/// From tick to tick, as the game's key does.
#[test]
fn the_ground_strategy_can_change_on_the_way() {
    let mut run = Run::scene("stairs").at(vec3(-12.0, 0.0, 2.0), 0.0);
    for tick in 0..SECOND * 3 / 2 {
        run.methods.ground = GroundStrategy::ALL[tick as usize / 10 % 2];
        run.tick(FORWARD);
        assert!(run.world.player.grounded, "tick {tick}");
    }
    assert!((run.feet().y - 12.0 * 0.17).abs() < 0.01, "{}", run.feet());
}
