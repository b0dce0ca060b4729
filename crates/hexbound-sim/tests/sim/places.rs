//! Spawns inside of things, levels that change under the player, and positions that are no numbers.

use crate::steps::*;

#[test]
fn a_reload_upstairs_keeps_the_player_upstairs_or_near() {
    let house = |story: Option<f32>| {
        let mut scene = SceneBuilder::new()
            .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
            .spawn(vec3(15.0, 0.0, 15.0), 0.0);
        if let Some(height) = story {
            scene = scene.cuboid(vec3(-5.0, height - 0.3, -5.0), vec3(5.0, height, 5.0));
        }
        scene.build("house").unwrap()
    };
    let before = house(Some(3.0));
    let mut world = World::new(&before, Rules::default());
    world.player.position = vec3(0.0, 4.0, 0.0);
    wait(&mut world, &before, 60);
    assert!(world.player.grounded);
    for (story, height) in [(Some(3.0), 3.0), (Some(3.7), 3.7), (None, 0.0)] {
        let after = house(story);
        let mut world = world.clone();
        world.move_to_level(&before, &after);
        wait(&mut world, &after, TICK_RATE);
        let feet = world.player.feet();
        assert!(world.player.grounded && world.player.respawns == 0);
        assert!((feet.y - height).abs() < 0.01, "{story:?}: {feet}");
        assert!(feet.x.abs() < 0.1 && feet.z.abs() < 0.1, "{story:?} {feet}");
    }
}

#[test]
fn what_is_no_number_respawns_at_once() {
    let level = scenes::named("box-room").unwrap();
    for position in [Vec3::NAN, Vec3::INFINITY, vec3(0.0, f32::NAN, 0.0)] {
        for crouching in [false, true] {
            let mut world = World::new(&level, Rules::default());
            world.player.position = position;
            world.player.crouching = crouching;
            play(&mut world, &level, Buttons::FORWARD, 1);
            assert_eq!(world.player.respawns, 1);
            assert!(world.player.position.is_finite());
        }
    }
    for velocity in [Vec3::NAN, Vec3::X * f32::INFINITY] {
        let mut world = World::new(&level, Rules::default());
        world.player.velocity = velocity;
        play(&mut world, &level, Buttons::FORWARD, TICK_RATE);
        let player = world.player;
        assert!(player.position.is_finite() && player.velocity.is_finite());
        assert!(player.grounded);
    }
    let mut world = World::new(&level, Rules::default());
    let mut command = Command::default();
    (command.yaw, command.pitch) = (f32::NAN, f32::NAN);
    world.step(&level, &command, &mut Vec::new());
    play(&mut world, &level, Buttons::FORWARD, TICK_RATE);
    assert!(world.player.view_direction().is_finite() && world.player.position.is_finite());
}
