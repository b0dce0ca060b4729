//! Crates that the player pushes, by walking or by the keys, and that fall on the player.

use glam::Vec3;
use hexbound_sim::Buttons;

use super::{check_apart, crate_at, floor, hovering_at, play, wait, world};

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
    let scene = hovering_at(floor(), Vec3::new(0.0, 0.6, 0.0));
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
