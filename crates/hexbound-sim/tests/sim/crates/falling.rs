//! Crates that fall, stand in stacks, slide down slopes and hold together.

use glam::{Quat, Vec3};
use hexbound_collide::SKIN;
use hexbound_sim::{Ball, Event, EventKind, tuning::BALL_GRAVITY};

use super::{check_apart, crate_at, floor, table, wait, world};

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
fn what_falls_out_of_the_level_stops_below_it() {
    let (level, mut world) = world(crate_at(floor(), Vec3::new(50.0, 1.0, 0.0), 0.5, 5.0));
    wait(&mut world, &level, 600);
    let place = world.props[0].position;
    assert!(place.y < -7.0 && world.props[0].resting, "{place}");
    wait(&mut world, &level, 60);
    assert_eq!(world.props[0].position, place);
}
