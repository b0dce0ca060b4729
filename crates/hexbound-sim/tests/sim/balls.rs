//! The ball world in numbers: energy, exchange of momentum, tunneling, crowds; and the Euler
//! integration of NeHe lesson 30 (Christopoulos, "Collision Detection and Physically Based Modeling
//! Tutorial") beside the exact one.

use crate::steps::{self, *};

/// Returns the energy of the motion, the spin and the height over the floor at y = 0, joules.
fn energy(world: &World, level: &Level) -> f64 {
    let floor = level.to_file(Vec3::ZERO).y;
    let energy = |ball: &Ball| {
        let above = floor - f64::from(ball.radius);
        ball.energy() + f64::from(ball.mass) * f64::from(BALL_GRAVITY) * above
    };
    world.balls.iter().map(energy).sum()
}

/// Lets balls fly by Euler's method for a tick.
fn by_euler(world: &mut World, level: &Level) {
    let command = Command::default().by("flight=euler".parse().unwrap());
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
    let mut world = ball_world(&level, 1.0, &[(vec3(20.0, 3.15, 20.0), Vec3::ZERO)]);
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
        let off = energy(&world, &level) - before - expected;
        assert!(off.abs() < 1e-4, "tick {tick}: {off} J off {expected} J");
    }
    assert!(bounces > 30 && gains > 10, "{bounces} {gains}");
}

#[test]
fn in_lesson_30_eulers_energy_wanders_and_that_of_exact_flights_stays() {
    let level = scenes::named("lesson-30").unwrap();
    let start = World::new(&level, Rules::default());
    let full = steps::energy(&start);
    let parts = |step: fn(&mut World, &Level)| {
        let mut world = World::new(&level, Rules::default());
        let parts = (0..60 * TICK_RATE).map(|_| {
            step(&mut world, &level);
            steps::energy(&world) / full
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
    assert!((exact - 1.0).abs() < 1e-6, "exact {exact}");
    assert_eq!(exact_rises, 0);
}
