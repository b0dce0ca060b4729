//! The ball world in numbers: energy, exchange of momentum, tunneling, crowds; and the Euler
//! integration of NeHe lesson 30 (Christopoulos, "Collision Detection and Physically Based Modeling
//! Tutorial") beside the exact one.

use crate::steps::wait;
use glam::{DVec3, Vec3};
use hexbound::{
    clock::{TICK, TICK_RATE},
    level::Level,
    scenes::{self, SceneBuilder},
    sim::{BALL_MASS, BALL_RADIUS, Ball, EventKind, Rules, World, tuning::BALL_GRAVITY},
};

fn world(level: &Level, restitution: f32, balls: &[(Vec3, Vec3)]) -> World {
    let mut world = World::new(
        level,
        Rules {
            restitution,
            ..Rules::default()
        },
    );
    // Out of the balls' way.
    world.player.position.y += 40.0;
    world.player.flying = true;
    world.balls = balls
        .iter()
        .enumerate()
        .map(|(id, (place, velocity))| {
            Ball::new(id as u32, level.to_local(place.as_dvec3()), *velocity)
        })
        .collect();
    world
}

/// Returns the energy of the motion, the spin and the height over the floor at y = 0, joules.
fn energy(world: &World, level: &Level) -> f64 {
    let floor = level.to_file(Vec3::ZERO).y;
    let above = |ball: &Ball| {
        f64::from(ball.mass) * f64::from(BALL_GRAVITY) * (floor - f64::from(ball.radius))
    };
    world
        .balls
        .iter()
        .map(|ball| ball.energy() + above(ball))
        .sum()
}

#[test]
fn without_loss_a_ball_keeps_bouncing_to_its_height() {
    let level = scenes::named("flat").unwrap();
    let mut world = world(&level, 1.0, &[(Vec3::new(20.0, 3.0, 20.0), Vec3::ZERO)]);
    let full = energy(&world, &level);
    for tick in 0..60 * TICK_RATE {
        wait(&mut world, &level, 1);
        let part = energy(&world, &level) / full;
        assert!(
            (0.995..=1.0 + 1e-4).contains(&part),
            "tick {tick}: {part} of the energy"
        );
    }
}

#[test]
fn with_loss_the_peaks_fall_by_the_square_of_the_restitution() {
    let level = scenes::named("flat").unwrap();
    let mut world = world(&level, 0.8, &[(Vec3::new(20.0, 4.0, 20.0), Vec3::ZERO)]);
    let height =
        |world: &World| level.to_file(world.balls[0].position.as_vec3()).y - f64::from(BALL_RADIUS);
    let drop = height(&world);
    let (mut bounces, mut peak) = (0, 0.0_f64);
    while bounces < 5 {
        let bounced = wait(&mut world, &level, 1)
            .iter()
            .any(|event| event.kind == EventKind::Bounce);
        if bounced {
            if bounces > 0 {
                let expected = drop * 0.8_f64.powi(2 * bounces);
                assert!(
                    (peak / expected - 1.0).abs() < 0.02,
                    "peak {peak} for {expected}"
                );
            }
            bounces += 1;
            peak = 0.0;
        }
        peak = peak.max(height(&world));
    }
}

/// NeHe lesson 30 (Christopoulos) moves by the semi-implicit Euler method: v += a·t, then x += v·t,
/// and mirrors at a bounce the velocity it has at the end of the step. Its energy drifts; the exact
/// flight's does not.
#[test]
fn the_seeds_euler_drifts_and_the_exact_flight_does_not() {
    let (dt, g) = (f64::from(TICK), f64::from(BALL_GRAVITY));
    let euler = |seconds: u32| {
        let (mut y, mut v) = (3.0_f64, 0.0_f64);
        for _ in 0..seconds * TICK_RATE {
            let mut left = dt;
            v -= g * dt;
            while left > 0.0 {
                if v < 0.0 && y + v * left < 0.0 {
                    let until = y / -v;
                    (y, v, left) = (0.0, -v, left - until);
                } else {
                    y += v * left;
                    left = 0.0;
                }
            }
        }
        (g * y + 0.5 * v * v) / (g * 3.0)
    };
    let drift = (euler(60) - 1.0).abs();
    let level = scenes::named("flat").unwrap();
    let mut world = world(&level, 1.0, &[(Vec3::new(20.0, 3.15, 20.0), Vec3::ZERO)]);
    let full = energy(&world, &level);
    (0..60 * TICK_RATE).for_each(|_| drop(wait(&mut world, &level, 1)));
    let exact = (energy(&world, &level) / full - 1.0).abs();
    println!(
        "energy drift in a minute: Euler {:.2} %, exact {:.4} %",
        drift * 100.0,
        exact * 100.0
    );
    assert!(exact < drift / 10.0, "exact {exact}, Euler {drift}");
}

#[test]
fn equal_balls_swap_speeds_however_slow() {
    let level = scenes::named("flat").unwrap();
    for speed in [0.1_f32, 0.5, 2.0, 10.0] {
        // High above the floor, near enough to meet before they fall far.
        let gap = speed * 0.05;
        let left = Vec3::new(0.0, 9.0, 20.0);
        let right = left + Vec3::X * (2.0 * BALL_RADIUS + gap);
        let mut world = world(&level, 1.0, &[(left, Vec3::X * speed), (right, Vec3::ZERO)]);
        (0..TICK_RATE / 5).for_each(|_| drop(wait(&mut world, &level, 1)));
        let speeds: Vec<f64> = world.balls.iter().map(|ball| ball.velocity.x).collect();
        assert!(
            speeds[0].abs() < 1e-3 * f64::from(speed)
                && (speeds[1] / f64::from(speed) - 1.0).abs() < 1e-3,
            "{speed}: {speeds:?}"
        );
    }
}

#[test]
fn momentum_goes_by_mass() {
    let level = scenes::named("flat").unwrap();
    let left = Vec3::new(0.0, 9.0, 20.0);
    let mut world = world(
        &level,
        0.8,
        &[(left, Vec3::X * 4.0), (left + Vec3::X * 0.5, Vec3::NEG_X)],
    );
    world.balls[0].mass = 3.0 * BALL_MASS;
    let momentum = |world: &World| -> DVec3 {
        world
            .balls
            .iter()
            .map(|b| b.velocity * f64::from(b.mass))
            .sum()
    };
    let before = momentum(&world).x;
    (0..TICK_RATE / 4).for_each(|_| drop(wait(&mut world, &level, 1)));
    assert!((momentum(&world).x - before).abs() < 1e-4);
    assert!((world.balls[1].velocity.x - world.balls[0].velocity.x - 0.8 * 5.0).abs() < 1e-3);
}

#[test]
fn fast_balls_pass_through_nothing() {
    let wall = SceneBuilder::new()
        .floor(-30.0, -30.0, 30.0, 30.0, -3.0)
        .quad(
            Vec3::new(-4.0, -3.0, 0.0),
            Vec3::new(4.0, -3.0, 0.0),
            Vec3::new(4.0, 5.0, 0.0),
            Vec3::new(-4.0, 5.0, 0.0),
        )
        .spawn(Vec3::new(10.0, -3.0, 10.0), 0.0)
        .build("sheet")
        .unwrap();
    for speed in [1.0_f32, 7.0, 33.0, 100.0] {
        // At the middle of the sheet, at its edge, and at its corner, a little inside each.
        for (x, y) in [(0.3, 1.0), (3.99, 1.0), (3.99, 4.99), (0.0, 1.0)] {
            let start = Vec3::new(x, y, 0.5);
            let velocity = Vec3::NEG_Z * speed;
            let mut world = world(&wall, 0.8, &[(start, velocity)]);
            for _ in 0..TICK_RATE / 4 {
                wait(&mut world, &wall, 1);
                let z = wall.to_file(world.balls[0].position.as_vec3()).z;
                let beside = wall.to_file(world.balls[0].position.as_vec3());
                if beside.x < 4.0 && beside.y < 5.0 {
                    assert!(z > 0.0, "{speed} m/s at ({x}, {y}): through, at {beside}");
                }
            }
        }
    }
}

#[test]
fn bumpers_throw_balls_back() {
    let level = scenes::named("bumpers").unwrap();
    let mut world = world(
        &level,
        0.8,
        &[(Vec3::new(-4.0, 1.2, 5.0), Vec3::new(0.0, 1.0, -12.0))],
    );
    let mut thrown_back = false;
    for _ in 0..TICK_RATE {
        wait(&mut world, &level, 1);
        thrown_back |= world.balls[0].velocity.z > 11.0;
    }
    assert!(
        thrown_back,
        "a bumper keeps the speed: {:?}",
        world.balls[0]
    );
}

#[test]
fn a_crowd_in_a_box_stays_in_and_gains_no_energy() {
    let level = SceneBuilder::new()
        .room(Vec3::new(-2.0, 0.0, -2.0), Vec3::new(2.0, 4.0, 2.0))
        .spawn(Vec3::ZERO, 0.0)
        .build("box")
        .unwrap();
    let balls: Vec<(Vec3, Vec3)> = (0..150)
        .map(|i| {
            let (x, y, z) = (i % 5, i / 25, (i / 5) % 5);
            let place = Vec3::new(x as f32, y as f32, z as f32) * 0.6 - Vec3::new(1.2, -0.4, 1.2);
            let velocity = Vec3::new((i * 7 % 11) as f32 - 5.0, 0.0, (i * 5 % 13) as f32 - 6.0);
            (place, velocity)
        })
        .collect();
    let mut world = world(&level, 0.9, &balls);
    let mut before = energy(&world, &level);
    let inside =
        hexbound_collide::geom::Aabb::new(Vec3::new(-2.0, 0.0, -2.0), Vec3::new(2.0, 4.0, 2.0));
    for tick in 0..10 * TICK_RATE {
        wait(&mut world, &level, 1);
        let now = energy(&world, &level);
        assert!(
            now <= before * 1.0002 + 0.01,
            "tick {tick}: {before} J became {now} J"
        );
        before = before.min(now);
        for ball in &world.balls {
            assert!(
                inside.contains(level.to_file(ball.position.as_vec3()).as_vec3()),
                "tick {tick}: {ball:?}"
            );
        }
    }
    assert_eq!(world.balls.len(), 150);
}
