//! The player and balls push each other by their masses, and a ball can be stood on.

use crate::steps::{play, wait};
use glam::{DVec3, Vec3};
use hexbound_base::clock::TICK_RATE;
use hexbound_level::Level;
use hexbound_scenes as scenes;
use hexbound_sim::{BODY_RADIUS, Ball, Buttons, HALF_HEIGHT, Rules, World};

/// A player standing at the spawn of a floor, looking along −Z, and one ball.
fn with_ball(level: &Level, offset: Vec3, velocity: Vec3, mass: f32, radius: f32) -> World {
    let mut world = World::new(level, Rules::default());
    wait(&mut world, level, 60);
    let mut ball = Ball::new(0, world.player.position + offset, velocity);
    (ball.mass, ball.radius) = (mass, radius);
    world.balls = vec![ball];
    world
}

#[test]
fn a_light_ball_bounces_off_a_player_who_keeps_their_feet() {
    let level = scenes::named("flat").unwrap();
    let (from, thrown) = (Vec3::new(0.0, 0.0, -2.0), Vec3::Z * 10.0);
    let mut world = with_ball(&level, from, thrown, 1.0, 0.15);
    let before = world.player.position;
    wait(&mut world, &level, TICK_RATE / 2);
    assert!(
        world.balls[0].velocity.z < -0.5,
        "{}",
        world.balls[0].velocity
    );
    let moved = world.player.position.distance(before);
    assert!(moved < 0.02, "the ground holds: {moved}");
}

#[test]
fn a_heavy_ball_throws_the_player_back() {
    let level = scenes::named("flat").unwrap();
    let (from, thrown) = (Vec3::new(0.0, -0.1, -3.0), Vec3::Z * 8.0);
    let mut world = with_ball(&level, from, thrown, 400.0, 0.5);
    let before = world.player.position;
    wait(&mut world, &level, TICK_RATE / 2);
    let moved = world.player.position - before;
    assert!(moved.z > 0.3, "{moved}");
    assert!(world.balls[0].velocity.z > 2.0, "it plows on");
}

#[test]
fn walking_into_a_ball_pushes_it_ahead() {
    let level = scenes::named("flat").unwrap();
    let rest = Vec3::new(0.0, 0.15 - HALF_HEIGHT, -1.5);
    let mut world = with_ball(&level, rest, Vec3::ZERO, 1.0, 0.15);
    let before = world.balls[0].position;
    for _ in 0..240 {
        play(&mut world, &level, Buttons::FORWARD, 1);
        let offset = world.balls[0].position - world.player.position.as_dvec3();
        let beside = DVec3::new(offset.x, 0.0, offset.z).length();
        // Never inside.
        assert!(beside > f64::from(BODY_RADIUS) * 0.6, "{offset}");
    }
    assert!(world.balls[0].position.z < before.z - 3.0);
}

#[test]
fn a_ball_against_a_wall_stops_the_player_and_is_not_pushed_through() {
    let level = scenes::named("box-room").unwrap();
    // The room's wall is at z = −10; the spawn is at z = 5.
    let ahead = Vec3::new(0.0, 0.3 - HALF_HEIGHT, -14.65);
    let mut world = with_ball(&level, ahead, Vec3::ZERO, 1.0, 0.3);
    play(&mut world, &level, Buttons::FORWARD, 6 * TICK_RATE);
    let ball = level.to_file(world.balls[0].position.as_vec3());
    let player = level.to_file(world.player.position);
    assert!(ball.z > -9.8, "still in the room: {ball}");
    assert!(player.z > -9.7, "{player}");
}

#[test]
fn a_large_ball_can_be_stood_on_and_jumped_from() {
    let level = scenes::named("flat").unwrap();
    let mut world = World::new(&level, Rules::default());
    wait(&mut world, &level, 60);
    let floor = world.player.position.y - HALF_HEIGHT;
    let mut ball = Ball::new(0, world.player.position, Vec3::ZERO);
    (ball.mass, ball.radius) = (500.0, 0.6);
    ball.position.y = f64::from(floor + 0.6);
    ball.velocity = DVec3::ZERO;
    world.balls = vec![ball];
    world.player.position.y = floor + 1.2 + HALF_HEIGHT + 0.3;
    world.player.grounded = false;
    wait(&mut world, &level, TICK_RATE);
    let height = world.player.position.y - HALF_HEIGHT - floor;
    assert!(world.player.grounded && world.player.on_ball);
    assert!((height - 1.2).abs() < 0.02, "{height}");
    let mut steady = 0;
    for _ in 0..TICK_RATE {
        wait(&mut world, &level, 1);
        let now = world.player.position.y - HALF_HEIGHT - floor;
        assert!((now - height).abs() < 0.005, "{now}");
        steady += u32::from(world.player.grounded);
    }
    assert_eq!(steady, TICK_RATE);
    play(&mut world, &level, Buttons::JUMP, 20);
    assert!(world.player.position.y - HALF_HEIGHT - floor > height + 0.4);
}

#[test]
fn a_thrown_ball_leaves_the_hand_as_before() {
    let level = scenes::named("flat").unwrap();
    let mut world = World::new(&level, Rules::default());
    wait(&mut world, &level, 60);
    let before = world.player.velocity;
    play(&mut world, &level, Buttons::THROW, 3);
    let speed = world.balls[0].velocity.length();
    assert!((speed - 18.0).abs() < 0.5, "{speed}");
    assert!((world.player.velocity - before).length() < 1e-3);
}
