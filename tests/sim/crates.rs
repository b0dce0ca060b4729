//! Props that fall and are pushed: where they come to rest, who pushes them and how far, and that
//! nothing gets through anything.

use glam::{Affine3A, DVec3, Quat, Vec3};
use hexbound::{
    clock::TICK,
    level::{Level, PropPart, PropShape, Track},
    scenes::{self, SceneBuilder},
    sim::{Ball, Buttons, Command, Event, EventKind, Rules, World, tuning::BALL_GRAVITY},
};
use hexbound_collide::SKIN;
use proptest::prelude::*;

fn floor() -> SceneBuilder {
    SceneBuilder::new()
        .floor(-40.0, -40.0, 40.0, 40.0, 0.0)
        .spawn(Vec3::new(0.0, 0.0, 20.0), 0.0)
}

fn crate_at(scene: SceneBuilder, center: Vec3, half: f32, mass: f32) -> SceneBuilder {
    scene
        .prop_box("prop", center, Vec3::splat(half), Quat::IDENTITY)
        .with_gravity()
        .with_mass(mass)
}

/// A plate on four legs, its top at 0.87 m.
fn table(scene: SceneBuilder, foot: Vec3) -> SceneBuilder {
    let plate = Vec3::new(0.9, 0.05, 0.55);
    let mut scene = scene.prop_box("prop", foot + Vec3::Y * 0.82, plate, Quat::IDENTITY);
    for (x, z) in [(-0.8, -0.45), (0.8, -0.45), (-0.8, 0.45), (0.8, 0.45)] {
        let leg = Vec3::new(0.06, 0.385, 0.06);
        let at = foot + Vec3::new(x, 0.385, z);
        scene = scene.prop_box("prop leg", at, leg, Quat::IDENTITY).joined();
    }
    scene.with_gravity().with_mass(25.0)
}

fn world(scene: SceneBuilder) -> (Level, World) {
    let level = scene.build("crates").unwrap();
    assert_eq!(level.warnings, Vec::<String>::new());
    let world = World::new(&level, Rules::default());
    (level, world)
}

fn play(world: &mut World, level: &Level, buttons: Buttons, ticks: usize) -> Vec<Event> {
    let mut events = Vec::new();
    let command = Command {
        buttons,
        ..Command::default()
    };
    for _ in 0..ticks {
        world.step(level, &command, &mut events);
    }
    events
}

fn wait(world: &mut World, level: &Level, ticks: usize) -> Vec<Event> {
    play(world, level, Buttons::default(), ticks)
}

/// The places of all props.
fn places(world: &World) -> Vec<Vec3> {
    world.props.iter().map(|prop| prop.position).collect()
}

/// A part of a prop with its center at `at`, so much smaller that each side is a skin further in.
fn smaller(part: &PropPart, at: Vec3) -> Affine3A {
    let thinnest = match &part.shape {
        PropShape::Box { half, .. } => half.min_element(),
        PropShape::Sphere { .. } | PropShape::Hull(_) => 0.5 * part.reach,
    };
    let scale = Vec3::splat(1.0 - SKIN / thinnest);
    Affine3A::from_scale_rotation_translation(scale, Quat::IDENTITY, at)
}

/// Fails where a part of a prop reaches into the level or into another prop.
fn check_apart(world: &World, level: &Level) {
    let tick = world.tick;
    let all: Vec<(usize, Vec3, &PropPart)> = (world.props.iter().zip(&level.props).enumerate())
        .flat_map(|(index, (prop, body))| {
            let parts = body.parts.iter();
            parts.map(move |part| (index, prop.position + part.center, part))
        })
        .collect();
    for (place, (index, at, part)) in all.iter().enumerate() {
        let wall = level
            .collision
            .any_touched_by_mesh(&part.solid, smaller(part, *at));
        assert_eq!(wall, None, "tick {tick}: prop {index} is in a wall");
        for (other, their_place, theirs) in &all[place + 1..] {
            let offset = *their_place - *at;
            if index != other && offset.length() < part.reach + theirs.reach {
                let met = (part.solid).any_touched_by_mesh(&theirs.solid, smaller(theirs, offset));
                assert_eq!(met, None, "tick {tick}: props {index} and {other} overlap");
            }
        }
    }
}

/// The energy of the balls and of the props, joules.
fn energy(world: &World, level: &Level) -> f64 {
    let of_prop = |index: usize| {
        let (prop, body) = (&world.props[index], &level.props[index]);
        let mass = f64::from(body.mass.unwrap_or(0.0));
        let height = match body.gravity {
            true => f64::from(BALL_GRAVITY) * f64::from(prop.position.y),
            false => 0.0,
        };
        mass * (0.5 * prop.velocity.as_dvec3().length_squared() + height)
    };
    let balls: f64 = world.balls.iter().map(Ball::energy).sum();
    balls + (0..world.props.len()).map(of_prop).sum::<f64>()
}

#[test]
fn a_crate_falls_lands_and_lies_still() {
    let (level, mut world) = world(crate_at(floor(), Vec3::Y * 4.0, 0.5, 20.0));
    let events = wait(&mut world, &level, 240);
    let landed: Vec<&Event> = (events.iter())
        .filter(|event| event.kind == EventKind::PropContact)
        .collect();
    assert_eq!(landed.len(), 1);
    assert!((landed[0].speed - (2.0 * BALL_GRAVITY * 3.5).sqrt()).abs() < 0.1);
    assert_eq!((landed[0].mover.mass, landed[0].normal), (20.0, Vec3::Y));
    let prop = world.props[0];
    assert!(
        (prop.position - Vec3::Y * (0.5 + SKIN)).length() < 1e-4,
        "{}",
        prop.position
    );
    assert!(prop.resting && prop.velocity == Vec3::ZERO);
    wait(&mut world, &level, 1000);
    assert_eq!(world.props[0].position, prop.position);
}

#[test]
fn a_stack_stands_and_what_loses_its_support_falls() {
    let mut scene = floor();
    for level in 0..8 {
        let at = Vec3::new(0.02 * level as f32, 0.55 + 1.05 * level as f32, 0.0);
        scene = crate_at(scene, at, 0.5, 5.0 * (1 + level) as f32);
    }
    let (level, mut world) = world(scene);
    wait(&mut world, &level, 600);
    for (index, prop) in world.props.iter().enumerate() {
        let at = Vec3::new(0.02 * index as f32, 0.0, 0.0);
        let height = (1.0 + SKIN) * index as f32 + 0.5 + SKIN;
        assert!(
            (prop.position - at - Vec3::Y * height).length() < 1e-3,
            "{index} {prop:?}"
        );
        assert!(prop.resting, "{index}");
    }
    // The lowest leaves sideways, by the keys.
    let [_, right, _] = level.props[0].axes();
    world.props[0].speeds = Vec3::new(0.0, right.x, 0.0) * 6.0;
    wait(&mut world, &level, 60);
    world.props[0].speeds = Vec3::ZERO;
    wait(&mut world, &level, 600);
    check_apart(&world, &level);
    assert!(
        world.props[0].position.x > 1.0,
        "{}",
        world.props[0].position
    );
    assert!(
        (world.props[1].position.y - 0.5).abs() < 0.01,
        "{}",
        world.props[1].position
    );
    assert!(world.props[7].position.y < 6.6 && world.props.iter().all(|prop| prop.resting));
}

#[test]
fn friction_holds_on_a_gentle_slope_and_not_on_a_steep_one() {
    let on = |degrees: f32| {
        let angle = degrees.to_radians();
        let run = 3.0 / libm::tanf(angle);
        let up = Vec3::new(0.0, libm::cosf(angle), libm::sinf(angle));
        let middle = Vec3::new(0.0, 1.5, -run * 0.5);
        let rotation = Quat::from_rotation_arc(Vec3::Y, up);
        let scene = floor()
            .ramp(Vec3::ZERO, Vec3::new(0.0, 3.0, -run), 4.0)
            .prop_box("prop", middle + up * 0.5, Vec3::splat(0.4), rotation)
            .with_gravity()
            .with_mass(9.0);
        let (level, mut world) = world(scene);
        let start = world.props[0].position;
        wait(&mut world, &level, 600);
        check_apart(&world, &level);
        assert!(world.props[0].resting, "{degrees}");
        world.props[0].position.distance(start)
    };
    assert!(on(15.0) < 0.15 && on(25.0) < 0.2);
    assert!(on(32.0) > 1.0 && on(45.0) > 1.0);
}

#[test]
fn the_player_pushes_what_is_light() {
    let pushed = |mass: f32| {
        let scene = crate_at(floor(), Vec3::new(0.0, 0.5, 18.0), 0.5, mass);
        let (level, mut world) = world(scene);
        wait(&mut world, &level, 60);
        let start = world.props[0].position;
        play(&mut world, &level, Buttons::FORWARD, 240);
        check_apart(&world, &level);
        let gap = world.player.position.z - 0.4 - world.props[0].position.z - 0.5;
        assert!(gap > 0.0 && gap < 0.1, "{mass} kg: {gap}");
        (start - world.props[0].position).dot(Vec3::Z)
    };
    let ways = [5.0, 40.0, 80.0, 400.0].map(pushed);
    assert!(ways[0] > 4.0, "{ways:?}");
    assert!(
        ways.is_sorted_by(|a, b| a > b) && ways[2] > 0.3 && ways[3] == 0.0,
        "{ways:?}"
    );
}

#[test]
fn a_pushed_crate_takes_along_what_lies_on_it_and_pushes_what_is_before_it() {
    let mut scene = crate_at(floor(), Vec3::new(0.0, 0.51, 17.0), 0.5, 20.0);
    scene = crate_at(scene, Vec3::new(0.0, 1.3, 17.0), 0.25, 2.0);
    scene = crate_at(scene, Vec3::new(0.0, 0.51, 15.5), 0.5, 5.0);
    let (level, mut world) = world(scene);
    wait(&mut world, &level, 120);
    play(&mut world, &level, Buttons::FORWARD, 240);
    wait(&mut world, &level, 240);
    check_apart(&world, &level);
    let [below, above, before] = [0, 1, 2].map(|index| world.props[index].position);
    assert!(below.z < 15.0, "{below}");
    assert!(
        above.distance(below) < 0.9 && above.y > 1.2,
        "{above} on {below}"
    );
    assert!(below.z - before.z > 1.0, "{before}");
}

#[test]
fn a_crate_against_a_wall_stops_the_player() {
    let scene = crate_at(floor(), Vec3::new(0.0, 0.51, 17.0), 0.5, 10.0)
        .cuboid(Vec3::new(-4.0, 0.0, 15.0), Vec3::new(4.0, 3.0, 15.5));
    let (level, mut world) = world(scene);
    play(
        &mut world,
        &level,
        Buttons::FORWARD.with(Buttons::SPRINT),
        600,
    );
    check_apart(&world, &level);
    assert!(world.props[0].position.z > 16.0 && world.player.position.z > 16.9);
    assert_eq!(world.player.report.releases, 0);
}

#[test]
fn a_lift_carries_a_stack_the_player_and_a_ball() {
    let track = [
        (0.0, 0.0),
        (1.0, 0.0),
        (3.0, 4.0),
        (5.0, 4.0),
        (7.0, 0.0),
        (9.0, 0.0),
    ];
    let track = Track::through(&track.map(|(time, way)| (time, DVec3::Y * way)));
    let mut scene = floor()
        .mover("lift", Vec3::ZERO, track)
        .cuboid(Vec3::new(-4.0, 0.05, -4.0), Vec3::new(4.0, 0.25, 4.0))
        .part("rest");
    scene = crate_at(scene, Vec3::new(-2.0, 0.8, 0.0), 0.5, 60.0);
    scene = crate_at(scene, Vec3::new(-2.0, 1.9, 0.1), 0.5, 30.0);
    scene = crate_at(scene, Vec3::new(2.0, 1.0, 0.0), 0.7, 300.0);
    scene = crate_at(scene, Vec3::new(2.0, 0.6, 2.5), 0.3, 10.0);
    let (level, mut world) = world(scene);
    world.player.position = Vec3::new(2.0, 2.6, 0.0);
    world
        .balls
        .push(Ball::new(0, Vec3::new(2.0, 1.3, 2.5), Vec3::ZERO));
    wait(&mut world, &level, 119);
    let start = places(&world);
    let at = [world.player.position.y, world.balls[0].position.y as f32];
    let mut rested = true;
    for _ in 0..8 * 120 {
        wait(&mut world, &level, 1);
        check_apart(&world, &level);
        let height = world.props[0].position.y - start[0].y;
        for (place, start) in places(&world).iter().zip(&start) {
            let off = *place - *start - Vec3::Y * height;
            assert!(off.length() < 0.005, "tick {}: {off}", world.tick);
        }
        let player = world.player.position.y - at[0] - height;
        assert!(
            player.abs() < 0.1,
            "tick {}: the player is off by {player}",
            world.tick
        );
        // The ball bounces on the last.
        rested &= world.props[..3].iter().all(|prop| prop.resting);

        if (world.tick > 450 && world.tick < 590) || world.tick > 1000 {
            let ball = world.balls[0].position.y as f32 - at[1] - height;
            assert!(
                ball.abs() < 0.01,
                "tick {}: the ball is off by {ball}",
                world.tick
            );
        }
    }
    assert!(rested, "what rides on a lift need not wake");
    assert!((world.props[0].position - start[0]).length() < 0.005);
}

#[test]
fn a_turning_disc_takes_a_crate_around_and_a_side_push_moves_a_row() {
    let across = [(0.0, 0.0), (1.0, 0.0), (3.0, 3.0), (4.0, 3.0)];
    let across = Track::through(&across.map(|(time, way)| (time, DVec3::X * way)));
    let mut scene = floor()
        .mover("disc", Vec3::new(-12.0, 0.0, 0.0), Track::turning(8.0))
        .pillar(Vec3::new(-12.0, 0.05, 0.0), 4.0, 0.3, 48)
        .mover("pusher", Vec3::ZERO, across)
        .cuboid(Vec3::new(0.0, 0.05, -1.0), Vec3::new(0.5, 1.0, 1.0))
        .part("rest");
    scene = crate_at(scene, Vec3::new(-9.5, 0.8, 0.0), 0.4, 10.0);
    for place in 0..4 {
        scene = crate_at(
            scene,
            Vec3::new(1.0 + 0.9 * place as f32, 0.41, 0.0),
            0.4,
            10.0,
        );
    }
    let (level, mut world) = world(scene);
    wait(&mut world, &level, 60);
    let first = world.props[0].position;
    wait(&mut world, &level, 4 * 120);
    let (middle, half_round) = (Vec3::new(-12.0, first.y, 0.0), world.props[0].position);
    assert!(
        (half_round + first - 2.0 * middle).length() < 0.1,
        "{first} {half_round}"
    );
    let row: Vec<f32> = places(&world)[1..].iter().map(|place| place.x).collect();
    assert!(row[0] > 3.85 && row[0] < 4.6, "{row:?}");
    assert!(
        row.windows(2).all(|pair| pair[1] - pair[0] >= 0.8),
        "{row:?}"
    );
    check_apart(&world, &level);
}

#[test]
fn a_crusher_passes_through_a_crate_and_leaves_it_where_it_was() {
    let down = [(0.0, 0.0), (1.0, -3.0), (2.0, -3.0), (3.0, 0.0), (4.0, 0.0)];
    let down = Track::through(&down.map(|(time, way)| (time, DVec3::Y * way)));
    let scene = floor()
        .mover("crusher", Vec3::ZERO, down)
        .cuboid(Vec3::new(-2.0, 3.1, -2.0), Vec3::new(2.0, 4.0, 2.0))
        .part("rest");
    let (level, mut world) = world(crate_at(scene, Vec3::new(0.0, 0.51, 0.0), 0.5, 10.0));
    wait(&mut world, &level, 4 * 120 * 3);
    let place = world.props[0].position;
    assert!(
        (place.y - 0.5).abs() < 0.01 && place.x.abs() < 2.6 && place.z.abs() < 2.6,
        "{place}"
    );
}

#[test]
fn a_ball_is_thrown_back_by_its_share_of_the_momentum() {
    // A hovering crate of 3 kg is met by 1 kg at 10 m/s: with 0.8 kept, 13.5 Ns change sides.
    let scene = floor()
        .prop_box(
            "prop",
            Vec3::new(0.0, 3.0, 0.0),
            Vec3::splat(0.5),
            Quat::IDENTITY,
        )
        .with_mass(3.0);
    let (level, mut world) = world(scene);
    world
        .balls
        .push(Ball::new(0, Vec3::new(0.0, 3.0, 1.0), Vec3::NEG_Z * 10.0));
    wait(&mut world, &level, 12);
    let impulse = 1.8 * 10.0 * 0.75;
    assert!((world.props[0].velocity - Vec3::NEG_Z * impulse / 3.0).length() < 1e-3);
    assert!((world.balls[0].velocity.z - f64::from(impulse) + 10.0).abs() < 1e-3);
    // It hovers on until it meets something.
    wait(&mut world, &level, 600);
    assert!((world.props[0].position.y - 3.0).abs() < 1e-3 && world.props[0].position.z < -15.0);
}

#[test]
fn a_heavy_ball_plows_on_behind_what_it_strikes() {
    let scene = floor()
        .prop_box(
            "prop",
            Vec3::new(0.0, 3.0, 0.0),
            Vec3::splat(0.5),
            Quat::IDENTITY,
        )
        .with_mass(1.0);
    let (level, mut world) = world(scene);
    let mut ball = Ball::new(0, Vec3::new(0.0, 3.0, 1.0), Vec3::NEG_Z * 10.0);
    ball.mass = 9.0;
    world.balls.push(ball);
    wait(&mut world, &level, 12);
    let (ball, prop) = (
        world.balls[0].velocity.z,
        f64::from(world.props[0].velocity.z),
    );
    assert!(
        (9.0 * ball + prop + 90.0).abs() < 1e-3,
        "momentum: {ball} {prop}"
    );
    assert!(
        (ball + 8.2).abs() < 1e-3 && (prop + 16.2).abs() < 1e-3,
        "{ball} {prop}"
    );
}

#[test]
fn what_has_no_mass_is_moved_by_nothing_that_strikes_it() {
    let scene = floor().prop_box(
        "prop",
        Vec3::new(0.0, 3.0, 16.0),
        Vec3::splat(0.5),
        Quat::IDENTITY,
    );
    let scene = scene
        .prop_box(
            "prop",
            Vec3::new(3.0, 0.6, 16.0),
            Vec3::splat(0.5),
            Quat::IDENTITY,
        )
        .with_gravity();
    let (level, mut world) = world(scene);
    wait(&mut world, &level, 60);
    let start = places(&world);
    assert!(
        (start[1].y - 0.5 - SKIN).abs() < 1e-4,
        "gravity alone lets it fall"
    );
    for (id, x) in [(0, 0.0), (1, 3.0)] {
        let at = Vec3::new(x, start[id as usize].y, 18.0);
        world.balls.push(Ball::new(id, at, Vec3::NEG_Z * 15.0));
    }
    world.player.position = Vec3::new(3.0, 1.0, 18.0);
    play(&mut world, &level, Buttons::FORWARD, 240);
    assert_eq!(places(&world), start);
}

#[test]
fn the_keys_hold_a_falling_prop_and_let_it_fall() {
    let (level, mut world) = world(crate_at(floor(), Vec3::Y * 0.51, 0.5, 500.0));
    wait(&mut world, &level, 60);
    world.props[0].selected = true;
    play(&mut world, &level, Buttons::PUSH_UP, 120);
    wait(&mut world, &level, 120);
    let height = world.props[0].position.y;
    assert!(height > 2.5, "it goes on rising: {height}");
    play(&mut world, &level, Buttons::STOP_PROPS, 1);
    wait(&mut world, &level, 240);
    assert!((world.props[0].position.y - 0.5).abs() < 0.01);
}

#[test]
fn a_prop_moved_by_the_keys_pushes_loose_ones() {
    let scene = floor().prop_box(
        "prop",
        Vec3::new(0.0, 0.6, 0.0),
        Vec3::splat(0.5),
        Quat::IDENTITY,
    );
    let (level, mut world) = world(crate_at(scene, Vec3::new(0.0, 0.51, -2.0), 0.5, 50.0));
    wait(&mut world, &level, 30);
    world.props[0].speeds = Vec3::X * 2.0;
    for _ in 0..240 {
        wait(&mut world, &level, 1);
        check_apart(&world, &level);
    }
    assert_eq!(world.props[0].speeds, Vec3::X * 2.0, "it was not stopped");
    assert!(
        world.props[1].position.z < -4.5,
        "{}",
        world.props[1].position
    );
}

#[test]
fn all_parts_are_one_body() {
    let (level, mut world) = world(table(floor(), Vec3::new(0.0, 0.3, 16.0)));
    assert_eq!((level.props.len(), level.props[0].parts.len()), (1, 5));
    wait(&mut world, &level, 120);
    let low = level.props[0].solid.bounds().min.y + world.props[0].position.y;
    assert!((low - SKIN).abs() < 1e-4, "it stands on its legs: {low}");
    // A ball rolls through below the plate, one strikes a leg, one lands on the plate.
    let ball = |id, at: Vec3, velocity: Vec3| Ball::new(id, at, velocity);
    let start = world.props[0].position;
    world
        .balls
        .push(ball(0, Vec3::new(0.0, 0.3, 18.0), Vec3::NEG_Z * 12.0));
    wait(&mut world, &level, 60);
    assert!(
        world.balls[0].position.z < 14.0,
        "{}",
        world.balls[0].position
    );
    assert_eq!(world.props[0].position, start);
    world
        .balls
        .push(ball(1, Vec3::new(-0.8, 0.4, 18.0), Vec3::NEG_Z * 20.0));
    wait(&mut world, &level, 120);
    assert!(world.balls[1].velocity.z > 0.0 && world.props[0].position.z < start.z - 0.01);
    let over = world.props[0].position + Vec3::Y * 0.8;
    world.balls.push(ball(2, over, Vec3::ZERO));
    wait(&mut world, &level, 600);
    let on_plate = world.balls.iter().find(|ball| ball.id == 2);
    let height = on_plate.map_or(0.0, |ball| ball.position.y);
    assert!((height - 0.87 - 0.15).abs() < 0.01, "{height}");
}

#[test]
fn a_crate_lands_on_a_table_and_another_slides_under_it() {
    let scene = table(floor(), Vec3::new(0.0, 0.01, 0.0));
    let scene = crate_at(scene, Vec3::new(0.0, 1.5, 0.0), 0.3, 5.0);
    let (level, mut world) = world(crate_at(scene, Vec3::new(0.0, 0.31, 2.0), 0.3, 5.0));
    wait(&mut world, &level, 240);
    world.props[2].speeds = Vec3::X;
    wait(&mut world, &level, 240);
    world.props[2].speeds = Vec3::ZERO;
    wait(&mut world, &level, 60);
    check_apart(&world, &level);
    assert!((world.props[1].position.y - 0.87 - 0.3).abs() < 0.01);
    assert!(
        world.props[2].position.z < 0.1,
        "{}",
        world.props[2].position
    );
    assert!(world.props[0].position.length() < 0.5, "the table stays");
}

#[test]
fn a_crate_that_falls_on_the_player_lies_on_the_head_until_they_go() {
    let scene = crate_at(floor(), Vec3::new(0.0, 4.0, 20.0), 0.5, 30.0);
    let (level, mut world) = world(scene);
    wait(&mut world, &level, 300);
    let height = world.props[0].position.y - 0.5;
    assert!(height > 1.75 && height < 1.9, "{height}");
    assert_eq!(world.player.report.releases, 0);
    play(&mut world, &level, Buttons::BACK, 240);
    wait(&mut world, &level, 120);
    assert!((world.props[0].position.y - 0.5).abs() < 0.01);
}

#[test]
fn a_blast_throws_light_crates_further_and_none_behind_a_wall() {
    let mut scene = floor().cuboid(Vec3::new(-0.2, 0.0, -4.0), Vec3::new(0.2, 3.0, 4.0));
    for (x, z, mass) in [
        (1.5, -1.0, 10.0),
        (1.5, 1.0, 150.0),
        (-1.5, 0.0, 10.0),
        (12.0, 0.0, 10.0),
    ] {
        scene = crate_at(scene, Vec3::new(x, 0.42, z), 0.4, mass);
    }
    let scene = scene.prop_box(
        "prop",
        Vec3::new(0.8, 0.3, 2.0),
        Vec3::splat(0.2),
        Quat::IDENTITY,
    );
    let (mut level, mut world) = world(scene);
    level.play.settings.blast = true;
    wait(&mut world, &level, 60);
    let start = places(&world);
    let mut ball = Ball::new(0, Vec3::new(0.9, 0.6, 0.0), Vec3::NEG_Y * 12.0);
    ball.charged = true;
    world.balls.push(ball);
    let events = wait(&mut world, &level, 240);
    assert!(events.iter().any(|event| event.kind == EventKind::Blast));
    let ways: Vec<f32> = (places(&world).iter().zip(&start))
        .map(|(now, start)| now.distance(*start))
        .collect();
    assert!(ways[0] > 0.5 && ways[1] < 0.5 * ways[0], "{ways:?}");
    assert_eq!(
        ways[2..],
        [0.0; 3],
        "behind the wall, far off, without a mass"
    );
    check_apart(&world, &level);
}

#[test]
fn what_falls_out_of_the_level_stops_below_it() {
    let (level, mut world) = world(crate_at(floor(), Vec3::new(50.0, 1.0, 0.0), 0.5, 5.0));
    wait(&mut world, &level, 600);
    let place = world.props[0].position;
    assert!(place.y < -7.0 && world.props[0].resting, "{place}");
    wait(&mut world, &level, 60);
    assert_eq!(world.props[0].position, place);
}

#[test]
fn the_scene_comes_to_rest_but_for_what_its_movers_move() {
    let level = scenes::named("crates").unwrap();
    assert_eq!(level.warnings, Vec::<String>::new());
    let run = || {
        let mut world = World::new(&level, Rules::default());
        wait(&mut world, &level, 30 * 120);
        check_apart(&world, &level);
        let before = places(&world);
        wait(&mut world, &level, 72 * 120);
        for (index, (before, after)) in before.iter().zip(places(&world)).enumerate() {
            let is_moved = before.x > 4.0;
            assert!(is_moved || *before == after, "{index}: {before} {after}");
        }
        world.state_hash()
    };
    assert_eq!(run(), run());
}

#[test]
fn nothing_gets_through_in_a_long_play() {
    let level = scenes::named("crates").unwrap();
    let mut world = World::new(&level, Rules::default());
    let mut events = Vec::new();
    for tick in 0..20_000_u32 {
        let mut buttons = Buttons::FORWARD;
        if tick % 40 < 4 {
            buttons = buttons.with(Buttons::THROW);
        }
        if tick / 700 % 3 == 0 {
            buttons = buttons.with(Buttons::SPRINT);
        }
        if tick % 333 < 8 {
            buttons = buttons.with(Buttons::JUMP);
        }
        let turn = libm::sinf(tick as f32 * 0.0137) * 0.02 + libm::cosf(tick as f32 * 0.003) * 0.01;
        let command = Command {
            buttons,
            yaw: turn,
            pitch: libm::sinf(tick as f32 * 0.01) * 0.003,
            ..Command::default()
        };
        events.clear();
        world.step(&level, &command, &mut events);
        // Forty balls at most: the oldest leave.
        let many = world.balls.len().saturating_sub(40);
        world.balls.drain(..many);
        if tick % 20 == 0 {
            check_apart(&world, &level);
            let inside = level.bounds.grown(Vec3::splat(SKIN));
            assert!(places(&world).iter().all(|place| inside.contains(*place)));
            assert!(inside.contains(world.player.position));
        }
    }
    assert!(world.player.respawns < 20, "{}", world.player.respawns);
    // Then all that no mover moves lies still for good.
    world.balls.clear();
    world.player.position = Vec3::new(0.0, 0.95, 12.0);
    wait(&mut world, &level, 20 * 120);
    let before = places(&world);
    wait(&mut world, &level, 1000);
    let stays = |place: &Vec3| place.x < 2.0;
    for (index, (before, after)) in before.iter().zip(places(&world)).enumerate() {
        let name = &level.props[index].name;
        // What nothing pulls down drifts on once it was pushed.
        let lies = level.props[index].gravity && stays(before);
        assert!(!lies || *before == after, "{name}: {before} {after}");
    }
}

#[test]
fn a_ball_wedged_between_crates_comes_to_rest_with_them() {
    let crates = [
        (0.3, 64.0, 1.244),
        (0.448, 66.0, -0.232),
        (0.7, 52.0, 1.173),
    ];
    let heights = [0.301, 0.449, 1.302];
    let mut scene = SceneBuilder::new()
        .room(Vec3::new(-4.0, 0.0, -4.0), Vec3::new(4.0, 9.0, 4.0))
        .part("elsewhere")
        .floor(20.0, 20.0, 30.0, 30.0, 0.0)
        .spawn(Vec3::new(25.0, 0.0, 25.0), 0.0);
    for ((half, mass, x), height) in crates.into_iter().zip(heights) {
        scene = crate_at(scene, Vec3::new(x, height, -1.2), half, mass);
    }
    let (level, mut world) = world(scene);
    wait(&mut world, &level, 120);
    // Into the gap over the lower crate, beside the upper one.
    let mut ball = Ball::new(0, Vec3::new(0.33, 1.1, -1.2), Vec3::ZERO);
    ball.mass = 2.7;
    world.balls.push(ball);
    wait(&mut world, &level, 1200);
    assert!(world.balls[0].resting, "{:?}", world.balls[0]);
    assert!(world.props.iter().all(|prop| prop.resting));
}

/// A case of the property tests: balls of some mass and place that fly at a hovering crate.
fn volley() -> impl Strategy<Value = (f32, Vec<(f32, f32, f32)>)> {
    let ball = (0.1_f32..20.0, -0.3_f32..0.3, 4.0_f32..25.0);
    (0.5_f32..60.0, prop::collection::vec(ball, 1..5))
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
        let mut scene = SceneBuilder::new()
            .room(Vec3::new(-4.0, 0.0, -4.0), Vec3::new(4.0, 9.0, 4.0))
            .part("elsewhere")
            .floor(20.0, 20.0, 30.0, 30.0, 0.0)
            .spawn(Vec3::new(25.0, 0.0, 25.0), 0.0);
        for (place, (half, mass, x)) in crates.into_iter().enumerate() {
            let at = Vec3::new(x, 0.75 + 1.45 * (place / 2) as f32, if place % 2 == 0 { -1.2 } else { 1.2 });
            scene = crate_at(scene, at, half, mass);
        }
        let (level, mut world) = world(scene);
        wait(&mut world, &level, 120);
        for (id, ((x, y, z), (u, v, w), mass)) in (0..).zip(throws) {
            let at = Vec3::new(x, y, z);
            let is_free = level.props.iter().zip(&world.props).all(|(body, prop)| {
                prop.position.distance(at) > body.reach + 0.2
            });
            if is_free {
                let mut ball = Ball::new(id, at, Vec3::new(u, v, w) * 18.0);
                ball.mass = mass;
                world.balls.push(ball);
            }
        }
        // The speed that gravity gives in a tick may stay until the next, when what is below answers.
        let mass: f32 = level.props.iter().filter_map(|body| body.mass).sum();
        let fall = f64::from(0.5 * mass * (BALL_GRAVITY * TICK).powi(2));
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
    }
}
