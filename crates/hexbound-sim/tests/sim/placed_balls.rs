//! Balls that the level places, and the bounces that balls count.

use hexbound_level::StartBall;
use hexbound_sim::BallOrigin;
use proptest::prelude::*;

use crate::{ball_surfaces::material, steps::*};

fn start(mass: f32, position: DVec3) -> StartBall {
    StartBall {
        name: String::from("ball"),
        position,
        velocity: DVec3::ZERO,
        radius: 0.2,
        mass,
        restitution: None,
    }
}

/// A floor of 20 m by 20 m with these balls.
fn court(balls: &[StartBall]) -> Level {
    let mut scene = SceneBuilder::new()
        .floor(-10.0, -10.0, 10.0, 10.0, 0.0)
        .spawn(Vec3::ZERO, 0.0);
    for ball in balls {
        scene = scene.ball(ball.clone());
    }
    scene.build("court").unwrap()
}

#[test]
fn however_many_are_thrown_the_levels_stay() {
    let scene = SceneBuilder::new()
        .room(vec3(-10.0, 0.0, -10.0), vec3(10.0, 9.0, 10.0))
        .ball(start(1.0, dvec3(8.0, 0.21, 8.0)))
        .ball(start(2.0, dvec3(-8.0, 0.21, 8.0)));
    let level = scene.spawn(Vec3::ZERO, 0.0).build("room").unwrap();
    let mut world = World::new(&level, Rules::default());
    for _ in 0..230 {
        play(&mut world, &level, Buttons::THROW, 1);
        wait(&mut world, &level, 1);
    }
    let placed = |ball: &&Ball| ball.origin != BallOrigin::Thrown;
    assert_eq!(world.balls.iter().filter(placed).count(), 2);
    // More are never in the air, and the oldest leave.
    assert_eq!(world.balls.len() - 2, 200);
    assert_eq!((world.balls[0].id, world.balls[1].id), (0, 1));
    assert!(world.balls.is_sorted_by_key(|ball| ball.id));
}

#[test]
fn a_reload_keeps_what_was_thrown_and_places_the_new_levels_balls() {
    let old = court(&[start(1.0, dvec3(5.0, 1.0, 5.0))]);
    let mut world = World::new(&old, Rules::default());
    play(&mut world, &old, Buttons::THROW, 1);
    let thrown = world.balls[1].id;
    let new = court(&[
        start(3.0, dvec3(-5.0, 1.0, 5.0)),
        start(7.0, dvec3(-3.0, 1.0, 5.0)),
    ]);
    world.move_to_level(&old, &new);
    let masses: Vec<f32> = world.balls.iter().map(|ball| ball.mass).collect();
    assert_eq!((world.balls[0].id, masses), (thrown, vec![1.0, 3.0, 7.0]));
    assert!(world.balls.is_sorted_by_key(|ball| ball.id));
    wait(&mut world, &new, 1);
    play(&mut world, &new, Buttons::THROW, 1);
    let ids: Vec<u32> = world.balls.iter().map(|ball| ball.id).collect();
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{ids:?}");
}

/// A closed room of `half` meters to each side in which nothing is lost.
fn lossless_room(half: f32) -> Level {
    SceneBuilder::new()
        .part_of("room", material(1.0, Some(0.0)))
        .room(vec3(-half, 0.0, -half), vec3(half, 2.0 * half, half))
        .floor(50.0, 50.0, 60.0, 60.0, 0.0)
        .spawn(vec3(55.0, 0.0, 55.0), 0.0)
        .build("room")
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A ball that loses nothing bounces as often as free fall says: no contact is lost and none is
    /// counted twice, whatever its mass and size.
    #[test]
    fn every_bounce_is_counted_once(
        height in 0.3..3.0_f64, mass in 0.05..50.0_f32, radius in 0.03..0.5_f32,
        x in -3.0..3.0_f32, seconds in 1_u32..6,
    ) {
        let level = lossless_room(4.0);
        let mut world = World::new(&level, Rules::default());
        let at = dvec3(f64::from(x), height + f64::from(radius + SKIN), 0.3);
        let mut ball = Ball::new(0, Vec3::ZERO, Vec3::ZERO);
        ball.position = at;
        (ball.mass, ball.radius, ball.restitution) = (mass, radius, Some(1.0));
        world.balls.push(ball);
        wait(&mut world, &level, seconds * TICK_RATE);
        let fall = (2.0 * height / f64::from(BALL_GRAVITY)).sqrt();
        let bounces = 0.5 * (f64::from(seconds) / fall + 1.0);
        prop_assume!((bounces - bounces.round()).abs() > 1e-3);
        prop_assert_eq!(f64::from(world.balls[0].bounces), bounces.floor());
    }

    /// The order of balls in the list changes no ball's count, nor which balls it met.
    #[test]
    fn the_order_of_balls_changes_no_count(
        balls in prop::collection::vec(
            ([-0.8..0.8_f32, 0.4..1.6, -0.8..0.8], [-4.0..4.0_f32, -4.0..4.0, -4.0..4.0],
                0.2..8.0_f32, 0.05..0.15_f32),
            2..7,
        ),
        turn in 1_usize..6,
    ) {
        let level = lossless_room(1.0);
        let made = |(at, velocity, mass, radius)| {
            let mut ball = Ball::new(0, Vec3::from_array(at), Vec3::from_array(velocity));
            (ball.mass, ball.radius, ball.restitution) = (mass, radius, Some(0.9));
            ball
        };
        let all: Vec<Ball> = balls.into_iter().map(made).collect();
        // Balls that begin in each other are parted by their numbers.
        for (index, ball) in all.iter().enumerate() {
            let apart = |other: &Ball| {
                let reach = f64::from(ball.radius + other.radius) + 1e-3;
                ball.position.distance(other.position) > reach
            };
            prop_assume!(all[..index].iter().all(apart));
        }
        let counts = |order: &[usize]| {
            let mut world = World::new(&level, Rules::default());
            for (id, index) in (0..).zip(order) {
                let mut ball = all[*index];
                ball.id = id;
                world.balls.push(ball);
            }
            wait(&mut world, &level, TICK_RATE);
            let mut counts = vec![0; order.len()];
            for (ball, index) in world.balls.iter().zip(order) {
                counts[*index] = ball.bounces;
            }
            counts
        };
        let order: Vec<usize> = (0..all.len()).collect();
        let mut turned = order.clone();
        turned.rotate_left(turn % all.len());
        turned.reverse();
        prop_assert_eq!(counts(&order), counts(&turned));
    }
}
