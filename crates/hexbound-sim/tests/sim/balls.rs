//! The ball world in numbers: energy, exchange of momentum, tunneling, crowds; and the Euler
//! integration of NeHe lesson 30 (Christopoulos, "Collision Detection and Physically Based Modeling
//! Tutorial") beside the exact one.

use crate::steps::wait;
use glam::{DVec3, Vec3};
use hexbound_base::clock::{TICK_LENGTH, TICK_RATE};
use hexbound_collide::SKIN;
use hexbound_level::Level;
use hexbound_scenes as scenes;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{
    BALL_MASS, BALL_RADIUS, Ball, Command, EventKind, Rules, World, tuning::BALL_GRAVITY,
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
        assert!((0.995..=1.0 + 1e-4).contains(&part), "{tick} {part}");
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
                assert!((peak / expected - 1.0).abs() < 0.02, "{peak} {expected}");
            }
            bounces += 1;
            peak = 0.0;
        }
        peak = peak.max(height(&world));
    }
}

/// Lets balls fly by Euler's method for a tick.
fn by_euler(world: &mut World, level: &Level) {
    let command = Command {
        methods: "flight=euler".parse().unwrap(),
        ..Command::default()
    };
    world.step(level, &command, &mut Vec::new());
}

/// Euler's method of NeHe lesson 30 (v += a·t, then x += v·t) has an error in closed form. In free flight
/// a tick of t seconds costs ½·m·(g·t)². At a bounce that comes when the part f of the tick is over, the
/// ball has the speed of the tick's end, which wins 2·m·g·t·(1 − f)·v. The mean of that over f is what the
/// flight from bounce to bounce costs, so that the energy wanders, up as well as down.
#[test]
fn by_euler_energy_goes_as_its_closed_form_says() {
    let (dt, g) = (f64::from(TICK_LENGTH), f64::from(BALL_GRAVITY));
    let level = scenes::named("flat").unwrap();
    let mut world = world(&level, 1.0, &[(Vec3::new(20.0, 3.15, 20.0), Vec3::ZERO)]);
    let mass = f64::from(world.balls[0].mass);
    // A ball turns round just before it touches the floor.
    let above_floor = energy(&world, &level) / (mass * g) - f64::from(SKIN);
    let floor = above_floor - world.balls[0].position.y;
    let (mut bounces, mut gains) = (0, 0);
    for tick in 0..60 * TICK_RATE {
        let (ball, before) = (world.balls[0], energy(&world, &level));
        by_euler(&mut world, &level);
        let speed = ball.velocity.y - g * dt;
        // The part of the tick until the floor is reached.
        let part = (ball.position.y + floor) / (-speed * dt);
        let mut expected = -0.5 * mass * (g * dt).powi(2);
        if speed < 0.0 && part < 1.0 {
            expected += 2.0 * mass * g * dt * (1.0 - part) * -speed;
            bounces += 1;
            gains += u32::from(expected > 0.0);
        }
        let change = energy(&world, &level) - before;
        assert!(
            (change - expected).abs() < 1e-4,
            "tick {tick}: {change} J, expected {expected} J"
        );
    }
    assert!(bounces > 30 && gains > 10, "{bounces} {gains}");
}

#[test]
fn in_lesson_30_eulers_energy_wanders_and_that_of_exact_flights_stays() {
    let level = scenes::named("lesson-30").unwrap();
    let start = World::new(&level, Rules::default());
    let full: f64 = start.balls.iter().map(Ball::energy).sum();
    let parts = |step: fn(&mut World, &Level)| {
        let mut world = World::new(&level, Rules::default());
        let parts = (0..60 * TICK_RATE).map(|_| {
            step(&mut world, &level);
            world.balls.iter().map(Ball::energy).sum::<f64>() / full
        });
        let parts: Vec<f64> = parts.collect();
        let rises = parts.windows(2).filter(|pair| pair[1] > pair[0] + 1e-6);
        (parts[parts.len() - 1], rises.count())
    };
    let (euler, rises) = parts(by_euler);
    let (exact, exact_rises) = parts(|world, level| drop(wait(world, level, 1)));
    println!("energy after a minute: Euler {euler:.4}, exact {exact:.8} of the start's");
    // Euler's method wins energy as well.
    assert!(rises > 100, "{rises}");
    assert!((euler - 1.0).abs() > 1e-3, "Euler {euler}");
    assert!(
        (exact - 1.0).abs() < 1e-6 && exact_rises == 0,
        "exact {exact}, {exact_rises}"
    );
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
        assert!(now <= before * 1.0002 + 0.01, "{tick} {before} {now}");
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
