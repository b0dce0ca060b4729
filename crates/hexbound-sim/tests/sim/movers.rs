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

/// Whoever stands or crouches on it stays on it, to two millimeters.
#[test]
fn a_lift_takes_the_player_up_and_down_without_a_gap() {
    for (x, z, crouches) in [(0.0, 0.0, false), (1.7, -1.3, false), (0.0, 1.5, true)] {
        let mut run = lift(vec3(x, LIFT_TOP, z));
        run.hold(Buttons::default(), 30);
        let (mut low, mut high) = (f32::MAX, f32::MIN);
        for tick in 0..12 * SECOND {
            let is_pressed = crouches && tick / 20 % 2 == 0;
            step(
                &mut run,
                [Buttons::default(), Buttons::CROUCH][usize::from(is_pressed)],
            );
            assert!(run.world.player.grounded, "tick {tick}");
            let gap = gap(&run);
            assert!((-0.001..0.003).contains(&gap), "tick {tick}: gap {gap}");
            assert!(
                crouches || (0.0..0.002).contains(&gap),
                "tick {tick}: gap {gap}"
            );
            let height = run.world.player.feet().y;
            (low, high) = (low.min(height), high.max(height));
        }
        assert!(low < 0.21 && high > 4.19, "{low} to {high}");
        let feet = run.world.player.feet();
        assert!(feet.distance(vec3(x, feet.y, z)) < 1e-4, "{feet}");
        assert_eq!(run.world.player.velocity, Vec3::ZERO);
    }
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
    let starts = starts.map(|start| (start.as_vec3(), Vec3::ZERO));
    let mut world = ball_world(&level, Rules::default().restitution, &starts);
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
