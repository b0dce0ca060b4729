//! Crates that balls strike and blasts throw: who gets which share of momentum and energy.

use glam::{Quat, Vec3};
use hexbound_base::clock::TICK_LENGTH;
use hexbound_sim::{Ball, World, tuning::BALL_GRAVITY};
use proptest::prelude::*;

use super::{check_apart, closed_room, crate_at, energy, floor, places, wait, world};

#[test]
fn a_ball_that_another_sends_at_a_crate_makes_no_energy() {
    let scene = floor()
        .prop_box(
            "prop",
            Vec3::Y * 3.0,
            Vec3::new(0.4, 0.1, 0.1),
            Quat::IDENTITY,
        )
        .with_mass(1.0);
    let (level, mut world) = world(scene);
    // The first reaches the crate in this tick, and so does the second, after the third has struck it.
    for (id, (x, z, mass, speed)) in (0..).zip([
        (-0.2, 0.3, 9.0, 10.0),
        (0.2, 0.6, 0.2, 0.0),
        (0.2, 0.95, 9.0, 40.0),
    ]) {
        let mut ball = Ball::new(id, Vec3::new(x, 3.0, z), Vec3::NEG_Z * speed);
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
    assert!(
        speeds[0] > 16.0 && speeds[1] > speeds[0] + 16.0,
        "{speeds:?}"
    );
}

/// A case of the property tests: balls of some mass and place that fly at a hovering crate.
fn volley() -> impl Strategy<Value = (f32, Vec<(f32, f32, f32)>)> {
    let ball = (0.1_f32..20.0, -0.3_f32..0.3, 4.0_f32..25.0);
    (0.5_f32..60.0, prop::collection::vec(ball, 1..5))
}

/// The half side, the mass and the place along x of a crate.
type Crate = (f32, f32, f32);
/// The place, the direction and the mass of a thrown ball.
type Throw = ((f32, f32, f32), (f32, f32, f32), f32);

/// Throws balls among crates in a closed room, which must gain no energy, part and come to rest.
fn in_a_room(crates: &[Crate], throws: &[Throw]) -> Result<(), TestCaseError> {
    let mut scene = closed_room();
    for (place, (half, mass, x)) in crates.iter().copied().enumerate() {
        let at = Vec3::new(
            x,
            0.75 + 1.45 * (place / 2) as f32,
            if place % 2 == 0 { -1.2 } else { 1.2 },
        );
        scene = crate_at(scene, at, half, mass);
    }
    let (level, mut world) = world(scene);
    wait(&mut world, &level, 120);
    for (id, ((x, y, z), (u, v, w), mass)) in (0..).zip(throws.iter().copied()) {
        let at = Vec3::new(x, y, z);
        let is_free = level
            .props
            .iter()
            .zip(&world.props)
            .all(|(body, prop)| prop.position.distance(at) > body.reach + 0.2);
        if is_free {
            let mut ball = Ball::new(id, at, Vec3::new(u, v, w) * 18.0);
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

#[test]
fn two_balls_and_two_crates_gain_no_energy() {
    let crates = [(0.3, 1.0, 0.0), (0.684_695_36, 1.0, -1.772_697_1)];
    let throws = [
        (
            (-2.269_899_8, 3.078_808_5, -1.577_832_9),
            (0.0, -0.620_318_6, 0.829_805_2),
            6.960_65,
        ),
        (
            (-2.448_297, 1.766_154_3, 0.314_283_5),
            (0.0, -0.886_519_73, 0.805_004_4),
            8.049_307,
        ),
    ];
    in_a_room(&crates, &throws).unwrap();
}

#[test]
fn a_crate_that_lies_on_a_ball_stays() {
    let crates = [
        (0.3, 1.0, 0.0),
        (0.476_378_3, 1.581_489_1, -0.653_245_45),
        (0.3, 1.0, 0.0),
        (0.356_161_98, 39.332_41, -1.408_704),
        (0.3, 1.0, 0.0),
        (0.453_205, 60.967_66, 0.172_290_86),
    ];
    let throws = [
        (
            (2.575_934, 0.635_158_36, 2.677_069_4),
            (0.976_721_35, 0.147_131_07, 0.634_398),
            0.269_597_38,
        ),
        (
            (-0.393_127_02, 0.3, -2.179_532_5),
            (0.554_960_97, -0.952_751_5, -0.622_840_46),
            5.963_118,
        ),
    ];
    in_a_room(&crates, &throws).unwrap();
}

#[test]
fn two_balls_and_three_crates_gain_no_energy() {
    let crates = [
        (0.609_946_13, 4.220_815_7, 1.560_257_7),
        (0.3, 1.0, 0.0),
        (0.340_890_65, 49.903_698, 0.657_496_87),
    ];
    let throws = [
        (
            (1.781_296_8, 2.837_309_4, 1.566_981_3),
            (0.0, -0.822_445_45, -0.570_694_8),
            8.157_781,
        ),
        (
            (-2.557_567_4, 1.395_809_4, 3.486_799_7),
            (-0.493_546_25, -0.567_042_23, 0.404_789_12),
            5.779_819_5,
        ),
    ];
    in_a_room(&crates, &throws).unwrap();
}

#[test]
fn three_balls_and_four_crates_gain_no_energy() {
    let crates = [
        (0.551_965_8, 1.990_668_9, -1.940_484_3),
        (0.694_111_35, 50.942_02, 0.183_970_12),
        (0.618_752_2, 42.710_99, -0.192_879_36),
        (0.445_275_87, 50.200_283, -0.712_208_15),
    ];
    let throws = [
        (
            (1.630_003_9, 0.3, 0.155_750_48),
            (0.878_291_5, -0.255_550_32, 0.409_606),
            1.537_818_9,
        ),
        (
            (2.891_186_2, 1.231_471_9, -0.308_133_45),
            (0.404_467_82, -0.351_932_9, -0.896_029_8),
            0.984_357_66,
        ),
        (
            (2.596_596_5, 2.434_975, 1.901_446_7),
            (-0.737_058_3, 0.185_598_87, 0.940_055_43),
            5.631_439_7,
        ),
    ];
    in_a_room(&crates, &throws).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn momentum_is_exchanged_and_no_energy_made((mass, balls) in volley()) {
        let scene = floor()
            .prop_box("prop", Vec3::new(0.0, 20.0, 0.0), Vec3::splat(1.0), Quat::IDENTITY)
            .with_mass(mass);
        let (level, mut world) = world(scene);
        for (id, (mass, offset, speed)) in (0..).zip(balls) {
            // Apart from each other, all on their way to the same side.
            let at = Vec3::new(-0.75 + 0.5 * id as f32, 20.2 + offset, 1.5);
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
        crates in prop::collection::vec((0.3_f32..0.7, 1.0_f32..80.0, -2.0_f32..2.0), 1..7),
        throws in prop::collection::vec(
            ((-3.5_f32..3.5, 0.3_f32..3.5, -3.5_f32..3.5), (-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0), 0.2_f32..9.0),
            1..10,
        ),
    ) {
        in_a_room(&crates, &throws)?;
    }
}
