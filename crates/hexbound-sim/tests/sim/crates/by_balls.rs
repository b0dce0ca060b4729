//! Crates that balls strike and blasts throw: who gets which share of momentum and energy.

use proptest::prelude::*;

use super::*;

/// A case of the property tests: balls of some mass and place that fly at a hovering crate.
fn volley() -> impl Strategy<Value = (f32, Vec<(f32, f32, f32)>)> {
    let ball = (0.1_f32..20.0, -0.3_f32..0.3, 4.0_f32..25.0);
    (0.5_f32..60.0, prop::collection::vec(ball, 1..5))
}

/// The half side, the mass and the place along x of a crate.
type Crate = [f32; 3];
/// The place, the direction and the mass of a thrown ball.
type Throw = [f32; 7];

/// Throws balls among crates in a closed room, which must gain no energy, part and come to rest.
fn in_a_room(crates: &[Crate], throws: &[Throw]) -> Result<(), TestCaseError> {
    let mut scene = closed_room();
    for (place, [half, mass, x]) in crates.iter().copied().enumerate() {
        let z = if place % 2 == 0 { -1.2 } else { 1.2 };
        let at = vec3(x, 0.75 + 1.45 * (place / 2) as f32, z);
        scene = crate_at(scene, at, half, mass);
    }
    let (level, mut world) = world(scene);
    wait(&mut world, &level, 120);
    for (id, [x, y, z, u, v, w, mass]) in (0..).zip(throws.iter().copied()) {
        let at = vec3(x, y, z);
        let mut props = level.props.iter().zip(&world.props);
        if props.all(|(body, prop)| prop.position.distance(at) > body.reach + 0.2) {
            let mut ball = Ball::new(id, at, vec3(u, v, w) * 18.0);
            ball.mass = mass;
            world.balls.push(ball);
        }
    }
    // The speed that gravity gives in a tick may stay until the next, when what is below answers.
    let mass: f32 = level.props.iter().filter_map(|body| body.mass).sum();
    let fall = f64::from(0.5 * mass * (BALL_GRAVITY * TICK_LENGTH).powi(2));
    let mut least = energy(&world, &level);
    for _ in 0..600 {
        wait(&mut world, &level, 1);
        let now = energy(&world, &level);
        let most = least + fall + 1e-6 * least.abs();
        prop_assert!(now <= most, "{least} J became {now} J at {}", world.tick);
        least = least.min(now);
    }
    check_apart(&world, &level);
    wait(&mut world, &level, 1800);
    check_apart(&world, &level);
    // One that lies on a ball does not rest, but neither does it move.
    let before = places(&world);
    wait(&mut world, &level, 300);
    for (before, after) in before.iter().zip(places(&world)) {
        prop_assert!(before.distance(after) < 1e-4, "{before} {after}");
    }
    Ok(())
}

/// Rows of numbers, one after each comma.
fn rows<const N: usize>(text: &str) -> Vec<[f32; N]> {
    let row = |row: &str| -> Vec<f32> {
        let numbers = row.split_whitespace();
        numbers.map(|it| it.parse().expect("a number")).collect()
    };
    let rows = text.split(',').map(|text| row(text).try_into());
    rows.map(|row| row.expect("all numbers of a row")).collect()
}

#[test]
fn what_once_gained_energy_in_a_room_does_so_no_more() {
    for case in include_str!("energy.txt").split("\n\n").skip(1) {
        let (crates, throws) = case.split_once('\n').expect("two lines");
        in_a_room(&rows(crates), &rows(throws)).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn momentum_is_exchanged_and_no_energy_made((mass, balls) in volley()) {
        let scene = floor()
            .prop_box("prop", vec3(0.0, 20.0, 0.0), Vec3::splat(1.0), Quat::IDENTITY)
            .with_mass(mass);
        let (level, mut world) = world(scene);
        for (id, (mass, offset, speed)) in (0..).zip(balls) {
            // Apart from each other, all on their way to the same side.
            let at = vec3(-0.75 + 0.5 * id as f32, 20.2 + offset, 1.5);
            let mut ball = Ball::new(id, at, Vec3::NEG_Z * speed);
            ball.mass = mass;
            world.balls.push(ball);
        }
        let momentum = |world: &World| {
            let balls = world.balls.iter().map(|ball| f64::from(ball.mass) * ball.velocity.z);
            balls.sum::<f64>() + f64::from(mass) * f64::from(world.props[0].velocity.z)
        };
        let (start, mut before) = (momentum(&world), energy(&world, &level));
        for _ in 0..60 {
            wait(&mut world, &level, 1);
            let now = energy(&world, &level);
            prop_assert!(now <= before + 1e-5 * before.abs(), "{before} J became {now} J");
            before = now;
            let momentum = momentum(&world);
            prop_assert!((momentum - start).abs() < 1e-4 * start.abs(), "{start} {momentum}");
        }
        prop_assert!(world.props[0].velocity.z < 0.0);
    }

    #[test]
    fn balls_and_crates_in_a_room_gain_no_energy_and_stay_apart(
        crates in prop::collection::vec([0.3_f32..0.7, 1.0..80.0, -2.0..2.0], 1..7),
        throws in prop::collection::vec(
            [-3.5_f32..3.5, 0.3..3.5, -3.5..3.5, -1.0..1.0, -1.0..1.0, -1.0..1.0, 0.2..9.0],
            1..10,
        ),
    ) {
        in_a_room(&crates, &throws)?;
    }
}
