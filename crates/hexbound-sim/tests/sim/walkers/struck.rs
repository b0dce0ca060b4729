//! The effect of balls, blasts and movers on walkers, and of walkers on balls.

use glam::{DVec3, Vec3};
use hexbound_level::Track;
use hexbound_sim::{
    BALL_RADIUS, BODY_RADIUS, Ball, BallOrigin, Buttons, EventKind, Loss, WalkerFate, WhyNot,
};

use super::{Run, SECOND, field, walker};

#[test]
fn it_falls_to_a_thrown_ball_that_bounced_and_to_no_other() {
    let struck = |origin, bounces| {
        let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &[]));
        run.run(SECOND / 2);
        run.throw_at_first(origin, bounces);
        run.run(SECOND / 4);
        run
    };
    let felled = |run: &Run| matches!(run.first().fate, WalkerFate::Felled(_));
    let run = struck(BallOrigin::Thrown, 1);
    assert!(felled(&run));
    assert_eq!(run.count(|kind| kind == EventKind::WalkerFelled), 1);
    let WalkerFate::Felled(topple) = run.first().fate else {
        panic!("it stands");
    };
    // Along the ball's way.
    assert!(topple.toward.dot(Vec3::NEG_Z) > 0.99);
    let run = struck(BallOrigin::Thrown, 0);
    assert!(!felled(&run));
    let rung = EventKind::WalkerRung(WhyNot::Bounces(1));
    assert_eq!(run.count(|kind| kind == rung), 1);
    assert!(run.world.balls[0].velocity.z > 5.0, "the ball rings off");
    let run = struck(BallOrigin::Placed(0), 3);
    assert!(!felled(&run));
    let rung = EventKind::WalkerRung(WhyNot::Placed);
    assert_eq!(run.count(|kind| kind == rung), 1);
}

/// The ball really bounces, once, before it comes to the walker.
#[test]
fn a_bounce_off_the_floor_counts() {
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &[]));
    run.run(SECOND / 2);
    let ball = Ball::new(900, Vec3::new(0.0, 1.2, 4.0), Vec3::new(0.0, -6.0, -12.0));
    run.world.balls.push(ball);
    assert!(run.until(SECOND, |run| !run.first().is_upright()));
}

#[test]
fn the_fallen_stay_and_are_in_nobody_s_way() {
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &[Vec3::X * 5.0]));
    run.run(SECOND / 2);
    run.throw_at_first(BallOrigin::Thrown, 2);
    run.run(4 * SECOND);
    assert!(run.count(|kind| kind == EventKind::WalkerDown) >= 1);
    let WalkerFate::Felled(topple) = run.first().fate else {
        panic!("it stands");
    };
    assert!(topple.is_over() && (topple.tilt - std::f32::consts::FRAC_PI_2).abs() < 0.1);
    let lies = run.feet();
    // The player walks through where it was, and nothing happens to either.
    run.put_player(lies + Vec3::Z * 2.0);
    run.events.clear();
    for _ in 0..SECOND {
        run.tick(Buttons::FORWARD);
    }
    assert!(run.world.player.position.z < lies.z - 2.0);
    assert_eq!(run.feet(), lies);
    assert_eq!(run.count(|kind| kind == EventKind::WalkerShove), 0);
}

/// Against a wall it leans.
#[test]
fn one_that_falls_against_a_wall_leans_on_it() {
    let scene = field()
        .part("screen")
        .cuboid(Vec3::new(-3.0, 0.0, -1.3), Vec3::new(3.0, 4.0, -1.0));
    let mut run = Run::with(scene, walker(Vec3::ZERO, 0.0, &[]));
    run.run(SECOND / 2);
    run.throw_at_first(BallOrigin::Thrown, 1);
    run.run(4 * SECOND);
    let WalkerFate::Felled(topple) = run.first().fate else {
        panic!("it stands");
    };
    let head = run.feet() + topple.toward * (topple.tilt.sin() * 1.7);
    assert!(topple.is_over() && head.z > -1.05, "{topple:?}");
}

#[test]
fn a_blast_throws_it_and_it_walks_on() {
    let way = [Vec3::X * 8.0];
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &way));
    run.run(SECOND);
    let beside = run.feet() + Vec3::new(0.0, 0.6, 1.0);
    let mut ball = Ball::new(900, beside, Vec3::NEG_Y * 9.0);
    ball.charged = true;
    run.world.balls.push(ball);
    let thrown = run.until(SECOND / 4, |run| !run.first().body.grounded);
    assert!(
        thrown && run.first().body.velocity.y > 0.5,
        "{}",
        run.first().body.velocity
    );
    assert!(run.until(SECOND * 2, |run| run.first().body.grounded));
    assert!(run.until(15 * SECOND, |run| run.is_at(way[0])));
}

#[test]
fn a_ball_is_pushed_by_one_that_walks_into_it() {
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &[Vec3::NEG_Z * 8.0]));
    let mut ball = Ball::new(900, Vec3::new(0.05, BALL_RADIUS + 0.01, -2.5), Vec3::ZERO);
    ball.bounces = 5;
    run.world.balls.push(ball);
    run.run(3 * SECOND);
    // It falls to no ball that lies there.
    assert!(run.first().is_upright());
    let ball = run.world.balls[0];
    assert!(
        ball.position.z < -3.0 || ball.position.x.abs() > 0.4,
        "{}",
        ball.position
    );
    let gap = ball.position - run.first().body.position.as_dvec3();
    let level = DVec3::new(gap.x, 0.0, gap.z).length();
    assert!(level > f64::from(BODY_RADIUS) - 0.01, "{level}");
}

#[test]
fn a_lift_carries_it_and_a_crusher_ends_it() {
    let lift = [
        (0.0, DVec3::ZERO),
        (1.0, DVec3::ZERO),
        (4.0, DVec3::Y * 3.0),
        (9.0, DVec3::Y * 3.0),
    ];
    let scene = field()
        .mover("lift", Vec3::ZERO, Track::through(&lift))
        .cuboid(Vec3::new(-2.0, 0.0, -2.0), Vec3::new(2.0, 0.2, 2.0));
    let mut run = Run::with(scene, walker(Vec3::Y * 0.2, 0.0, &[]));
    run.run(6 * SECOND);
    assert!((run.feet().y - 3.2).abs() < 0.02, "{}", run.feet());
    let down = [
        (0.0, DVec3::ZERO),
        (2.0, DVec3::NEG_Y * 2.6),
        (8.0, DVec3::NEG_Y * 2.6),
    ];
    let scene = field()
        .mover("crusher", Vec3::ZERO, Track::through(&down))
        .cuboid(Vec3::new(-2.0, 3.0, -2.0), Vec3::new(2.0, 4.0, 2.0));
    let mut run = Run::with(scene, walker(Vec3::ZERO, 0.0, &[]));
    run.run(5 * SECOND);
    assert_eq!(run.first().fate, WalkerFate::Gone);
    let crushed = EventKind::WalkerLost(Loss::Crushed(Some(0)));
    assert_eq!(run.count(|kind| kind == crushed), 1);
}
