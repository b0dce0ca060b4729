//! Crates that balls strike and blasts throw: who gets which share of momentum and energy.

use proptest::prelude::*;

use super::*;

#[test]
fn a_ball_that_another_sends_at_a_crate_makes_no_energy() {
    let scene = floor()
        .prop_box("prop", Vec3::Y * 3.0, vec3(0.4, 0.1, 0.1), Quat::IDENTITY)
        .with_mass(1.0);
    let (level, mut world) = world(scene);
    // The first reaches the crate in this tick, and so does the second, after the third has struck it.
    for (id, (x, z, mass, speed)) in (0..).zip([
        (-0.2, 0.3, 9.0, 10.0),
        (0.2, 0.6, 0.2, 0.0),
        (0.2, 0.95, 9.0, 40.0),
    ]) {
        let mut ball = Ball::new(id, vec3(x, 3.0, z), Vec3::NEG_Z * speed);
        ball.mass = mass;
        world.balls.push(ball);
    }
    let mut before = energy(&world, &level);
    let mut speeds = Vec::new();
    for _ in 0..3 {
        wait(&mut world, &level, 1);
        let now = energy(&world, &level);
        assert!(now <= before + 1e-6 * before, "{before} J became {now} J");
        before = now;
        speeds.push(-world.props[0].velocity.z);
    }
    let is_struck_twice = speeds[0] > 16.0 && speeds[1] > speeds[0] + 16.0;
    assert!(is_struck_twice, "{speeds:?}");
}

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

/// Crates and throws that gained energy once; in the second, a crate lies on a ball.
#[test]
fn what_once_gained_energy_in_a_room_does_so_no_more() {
    for (crates, throws) in [
        (
            "0.3 1 0, 0.68469536 1 -1.7726971",
            "-2.2698998 3.0788085 -1.5778329 0 -0.6203186 0.8298052 6.96065,
            -2.448297 1.7661543 0.3142835 0 -0.88651973 0.8050044 8.049307",
        ),
        (
            "0.3 1 0, 0.4763783 1.5814891 -0.65324545, 0.3 1 0, 0.35616198 39.33241 -1.408704,
            0.3 1 0, 0.453205 60.96766 0.17229086",
            "2.575934 0.63515836 2.6770694 0.97672135 0.14713107 0.634398 0.26959738,
            -0.39312702 0.3 -2.1795325 0.55496097 -0.9527515 -0.62284046 5.963118",
        ),
        (
            "0.60994613 4.2208157 1.5602577, 0.3 1 0, 0.34089065 49.903698 0.65749687",
            "1.7812968 2.8373094 1.5669813 0 -0.82244545 -0.5706948 8.157781,
            -2.5575674 1.3958094 3.4867997 -0.49354625 -0.56704223 0.40478912 5.7798195",
        ),
        (
            "0.5519658 1.9906689 -1.9404843, 0.69411135 50.94202 0.18397012,
            0.6187522 42.71099 -0.19287936, 0.44527587 50.200283 -0.71220815",
            "1.6300039 0.3 0.15575048 0.8782915 -0.25555032 0.409606 1.5378189,
            2.8911862 1.2314719 -0.30813345 0.40446782 -0.3519329 -0.8960298 0.98435766,
            2.5965965 2.434975 1.9014467 -0.7370583 0.18559887 0.94005543 5.6314397",
        ),
    ] {
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
