//! Lifts and other movers where every tick counts, for the player and for balls; more of it is in
//! cases/movers.txt.

use crate::steps::*;

/// The lift's surface is this high where it rests, meters.
const LIFT_TOP: f32 = 0.2;

fn lift(feet: Vec3) -> Run {
    Run::scene("lift").put(feet, 0.0)
}

fn step(run: &mut Run, buttons: Buttons) {
    run.tick(buttons);
    assert!(run.is_free(), "tick {}: in the level", run.world.tick);
}

/// The height of the player's feet over the lift, meters.
fn gap(run: &Run) -> f32 {
    run.world.player.feet().y - LIFT_TOP - raised(run)
}

/// The way that the lift has risen, meters.
fn raised(run: &Run) -> f32 {
    let motion = run.level.movers[0].motion(run.world.tick);
    motion.transform_point3(DVec3::ZERO).y as f32
}

#[test]
fn a_lift_takes_the_player_up_and_down_without_a_gap() {
    for (x, z) in [(0.0, 0.0), (1.7, -1.3)] {
        let mut run = lift(vec3(x, LIFT_TOP, z));
        run.hold(Buttons::default(), 30);
        let (mut low, mut high) = (f32::MAX, f32::MIN);
        for tick in 0..12 * SECOND {
            step(&mut run, Buttons::default());
            assert!(run.world.player.grounded, "tick {tick}");
            let gap = gap(&run);
            assert!((0.0..0.002).contains(&gap), "tick {tick}: gap {gap}");
            let height = run.world.player.feet().y;
            (low, high) = (low.min(height), high.max(height));
        }
        assert!(low < 0.21 && high > 4.19, "{low} to {high}");
        let feet = run.world.player.feet();
        assert!(feet.distance(vec3(x, feet.y, z)) < 1e-4, "{feet}");
        assert_eq!(run.world.player.velocity, Vec3::ZERO);
    }
}

#[test]
fn walking_and_crouching_on_the_lift_are_as_on_the_floor() {
    let mut run = lift(vec3(0.0, LIFT_TOP, 1.5));
    run.hold(Buttons::default(), SECOND + 30);
    let start = run.world.player.feet();
    run.hold(Buttons::FORWARD, 60);
    assert!(run.world.player.grounded && raised(&run) > 0.9);
    let walked = start.z - run.world.player.feet().z;
    assert!((walked - 2.3).abs() < 0.1, "{walked}");
    for tick in 0..6 * SECOND {
        let held = [Buttons::CROUCH, Buttons::default()][(tick / 20 % 2) as usize];
        step(&mut run, held);
        assert!(run.world.player.grounded, "tick {tick}");
        let gap = gap(&run);
        assert!((-0.001..0.003).contains(&gap), "tick {tick}: gap {gap}");
    }
}

#[test]
fn the_same_input_gives_the_same_bits() {
    let keys = [Buttons::FORWARD, Buttons::JUMP, Buttons::BACK];
    let hashes = || -> Vec<u64> {
        let mut run = lift(vec3(0.0, LIFT_TOP, 0.0));
        let mut hash = |tick| {
            step(&mut run, keys[tick / 35 % 3]);
            run.world.state_hash()
        };
        (0..10 * SECOND as usize).map(&mut hash).collect()
    };
    assert_eq!(hashes(), hashes());
}

/// A lift that rises into a ceiling, and one that sinks into the floor, at 10 km.
#[test]
fn a_lift_takes_nobody_through_ceiling_or_floor() {
    for height in [4.0, -4.0] {
        let track = Track::through(&[(0.0, DVec3::ZERO), (2.0, DVec3::Y * height)]);
        let level = SceneBuilder::new()
            .room(vec3(-6.0, -1.0, -6.0), vec3(6.0, 3.0, 6.0))
            .mover("lift", Vec3::ZERO, track)
            .cuboid(vec3(-2.0, -0.2, -2.0), vec3(2.0, 0.0, 2.0))
            .spawn(vec3(4.0, -1.0, 4.0), 0.0)
            .offset(dvec3(10_000.0, 500.0, -10_000.0))
            .build("tight")
            .unwrap();
        let mut run = Run::new(level);
        run.world.player.position = Vec3::Y * (HALF_HEIGHT + 0.002);
        for _ in 0..4 * SECOND {
            step(&mut run, Buttons::default());
            let feet = run.world.player.feet();
            assert!((-1.01..1.21).contains(&feet.y), "{height}: {feet}");
        }
    }
}

#[test]
fn a_lift_takes_balls_up_and_down() {
    let mut run = lift(vec3(15.0, 0.0, 15.0));
    for x in [-1.0, 0.3, 1.0] {
        let at = vec3(x, LIFT_TOP + BALL_RADIUS + 0.002, 0.4);
        run.world.balls.push(Ball::new(x.to_bits(), at, Vec3::ZERO));
    }
    // The lift goes at 2 m/s and stops at once: the balls hop. They may do so as it turns down, at
    // 0.8 of that speed, and then it leaves them faster still.
    let hop = 3.6 * 3.6 / (2.0 * 9.81);
    let (mut low, mut high) = (f64::MAX, f64::MIN);
    for tick in 0..12 * SECOND {
        step(&mut run, Buttons::default());
        let top = f64::from(LIFT_TOP + raised(&run) + BALL_RADIUS);
        for ball in &run.world.balls {
            let gap = ball.position.y - top;
            assert!((-0.002..hop).contains(&gap), "tick {tick}: gap {gap}");
            (low, high) = (low.min(ball.position.y), high.max(ball.position.y));
        }
    }
    assert_eq!(run.world.balls.len(), 3);
    assert!(high - low > 3.9, "{low} to {high}");
}

/// A block in a pen strikes five meters at 150 m/s, 1.25 m in a tick, and goes back, over and over. A ball
/// that is solved against where the block stood would be inside it when the tick ends.
#[test]
fn balls_before_and_beside_a_block_that_strikes_are_never_in_it() {
    let (low, high) = (vec3(-1.0, 0.02, -2.6), vec3(1.0, 1.0, -1.2));
    let there = DVec3::NEG_Z * 5.0;
    let track = [
        (0.0, DVec3::ZERO),
        (0.5, DVec3::ZERO),
        (0.5 + 5.0 / 150.0, there),
        (1.5, there),
        (2.5, DVec3::ZERO),
    ];
    let level = SceneBuilder::new()
        .room(vec3(-2.8, 0.0, -11.8), vec3(2.8, 4.0, -0.2))
        .spawn(vec3(0.0, 0.0, -0.8), 0.0)
        .mover("block", Vec3::ZERO, Track::through(&track))
        .cuboid(low, high)
        .build("stroke")
        .unwrap();
    let radius = f64::from(BALL_RADIUS);
    let beside = f64::from(high.x) + radius + 1e-3;
    let starts = [
        dvec3(-0.5, radius + 1e-3, -5.0),
        dvec3(0.4, 0.5, -4.2),
        dvec3(beside, radius + 1e-3, -4.0),
    ];
    let mut world = World::new(&level, Rules::default());
    world.player.position.y += 40.0;
    world.player.flying = true;
    let ball = |(id, start): (u32, DVec3)| Ball::new(id, start.as_vec3(), Vec3::ZERO);
    world.balls = (0..).zip(starts).map(ball).collect();
    let mut fastest = [0.0_f64; 3];
    for tick in 1..=u64::from(5 * SECOND) {
        world.step(&level, &Command::default(), &mut Vec::new());
        let moved = level.movers[0].motion(tick).translation;
        for (fastest, ball) in fastest.iter_mut().zip(&world.balls) {
            let (low, high) = (low.as_dvec3() + moved, high.as_dvec3() + moved);
            let closest = ball.position.clamp(low, high);
            let gap = ball.position.distance(closest) - radius;
            assert!(gap > -1e-3, "tick {tick}: {gap} at {}", ball.position);
            *fastest = fastest.max(-ball.velocity.z);
        }
    }
    assert!(fastest[0] > 140.0 && fastest[1] > 140.0, "{fastest:?}");
    assert!(fastest[2] < 1.0, "{fastest:?}");
}
