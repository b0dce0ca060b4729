//! Tests of how balls bounce and slide by what they touch: restitution and friction of materials, of
//! movers, of props and of the balls themselves, at each contact of the very triangle that is met.

use hexbound_level::{Bounce, Material};
use proptest::prelude::*;

use crate::steps::*;

pub fn material(restitution: f32, friction: Option<f32>) -> Material {
    Material {
        bounce: Bounce {
            restitution,
            friction,
        },
        ..Material::default()
    }
}

/// A floor at y = 0, of one material where x is below 0 and of another beyond, with the player far
/// away.
fn halves(left: Material, right: Material) -> SceneBuilder {
    SceneBuilder::new()
        .part_of("left", left)
        .floor(-40.0, -40.0, 0.0, 40.0, 0.0)
        .part_of("right", right)
        .floor(0.0, -40.0, 40.0, 40.0, 0.0)
        .spawn(vec3(0.0, 0.0, 30.0), 0.0)
}

fn ball(at: Vec3, velocity: Vec3, restitution: f32) -> Ball {
    let mut ball = Ball::new(0, at, velocity);
    ball.restitution = Some(restitution);
    ball
}

/// A world with these balls.
fn world(level: &Level, balls: &[Ball]) -> World {
    let mut world = World::new(level, Rules::default());
    world.balls = balls.to_vec();
    for (id, ball) in (0..).zip(&mut world.balls) {
        ball.id = id;
    }
    world
}

/// The part of its speed that a ball which is dropped at `at` keeps when it comes down on `top`.
fn kept(level: &Level, at: Vec3, own: f32, top: f32) -> f64 {
    let mut world = world(level, &[ball(at, Vec3::ZERO, own)]);
    let above = |world: &World| {
        let ball = world.balls[0];
        ball.position.y - f64::from(top + ball.radius + SKIN)
    };
    let fall = above(&world);
    for _ in 0..3 * TICK_RATE {
        wait(&mut world, level, 1);
        let ball = world.balls[0];
        if ball.velocity.y > 0.0 || ball.resting {
            let energy = above(&world) + 0.5 * ball.velocity.y.powi(2) / f64::from(BALL_GRAVITY);
            return (energy / fall).sqrt();
        }
    }
    panic!("no bounce");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// A bounce keeps the product of what ball and surface keep.
    #[test]
    fn a_bounce_keeps_the_product(
        own in 0.1..1.0_f32, floor in 0.1..1.0_f32, height in 1.0..6.0_f32,
        place in -9.0..9.0_f32,
    ) {
        let all = material(floor, None);
        let level = halves(all.clone(), all).build("floor").unwrap();
        let kept = kept(&level, vec3(place, height, 1.0), own, 0.0);
        let expected = f64::from(own) * f64::from(floor);
        // In a tick the ball may come down again.
        prop_assume!(expected > 0.05);
        prop_assert!((kept - expected).abs() < 1e-4, "{} for {}", kept, expected);
    }

    /// Two balls of any masses and sizes keep the mean of what each of them keeps, and their momentum.
    #[test]
    fn two_balls_keep_the_mean(
        parts in [0.0..1.0_f32, 0.0..1.0],
        masses in [0.1..20.0_f32, 0.1..20.0],
        radii in [0.05..0.5_f32, 0.05..0.5],
        axis in [-1.0..1.0_f32, -1.0..1.0, -1.0..1.0],
        speed in 1.0..20.0_f32,
    ) {
        let axis = Vec3::from(axis);
        prop_assume!(axis.length() > 0.2);
        let axis = axis.normalize();
        let level = halves(Material::default(), Material::default()).build("floor").unwrap();
        let first = vec3(0.0, 20.0, 0.0);
        let gap = radii[0] + radii[1] + speed * 0.02;
        let mut pair = [
            ball(first, axis * speed, parts[0]),
            ball(first + axis * gap, Vec3::ZERO, parts[1]),
        ];
        for (ball, (mass, radius)) in pair.iter_mut().zip(masses.into_iter().zip(radii)) {
            (ball.mass, ball.radius) = (mass, radius);
        }
        let mut world = world(&level, &pair);
        let [m, n] = masses.map(f64::from);
        let moved = |world: &World| {
            let [a, b] = [world.balls[0].velocity, world.balls[1].velocity];
            (a * m + b * n, (b - a).dot(axis.as_dvec3()))
        };
        let (before, approach) = moved(&world);
        wait(&mut world, &level, 6);
        let (after, parting) = moved(&world);
        let fallen = DVec3::Y * (f64::from(BALL_GRAVITY) * 6.0 / f64::from(TICK_RATE) * (m + n));
        prop_assert!((after + fallen - before).length() < 1e-9 * (m + n) * f64::from(speed));
        let mean = 0.5 * (f64::from(parts[0]) + f64::from(parts[1]));
        prop_assert!((parting + approach * mean).abs() < 1e-4 * f64::from(speed));
        prop_assert_eq!(world.balls[0].bounces, 1);
        prop_assert_eq!(world.balls[1].bounces, 1);
    }
}
