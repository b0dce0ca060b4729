//! Spawns inside of things, levels that change under the player, and positions that are no numbers.

use crate::steps::*;

/// A room with a thick block and a slab in it.
fn room(spawn: Vec3) -> Level {
    SceneBuilder::new()
        .room(vec3(-10.0, 0.0, -10.0), vec3(10.0, 5.0, 10.0))
        .cuboid(vec3(-3.0, 0.0, -3.0), vec3(3.0, 1.0, 3.0))
        .cuboid(vec3(6.0, 0.0, -8.0), vec3(7.0, 5.0, 8.0))
        .spawn(spawn, 0.0)
        .build("room")
        .unwrap()
}

#[test]
fn an_embedded_spawn_is_safe_within_a_second() {
    for spawn in [
        vec3(0.0, -0.4, 8.0),
        vec3(0.0, -1.5, 8.0),
        vec3(0.0, 0.2, 0.0),
        vec3(2.9, 0.0, 2.9),
        vec3(6.5, 0.0, 0.0),
        vec3(6.1, 1.0, 7.9),
        vec3(9.9, 0.0, 9.9),
        vec3(0.0, 4.5, 8.0),
    ] {
        let level = room(spawn);
        let mut world = World::new(&level, Rules::default());
        wait(&mut world, &level, TICK_RATE);
        let player = world.player;
        assert!(player.grounded, "{spawn}: at {}", player.position);
        assert!(level.collision.is_free(player.body(), player.position));
        let feet = player.feet();
        let is_inside = feet.abs().max_element() < 10.0 && feet.y > -0.01;
        assert!(is_inside, "{spawn}: outside at {feet}");
        play(&mut world, &level, Buttons::FORWARD, TICK_RATE / 2);
        play(&mut world, &level, Buttons::RIGHT, TICK_RATE / 2);
        let moved = world.player.position.distance(player.position);
        assert!(moved > 0.5, "{spawn}: stuck at {feet}");
    }
}

/// Nothing below the named spawn: the player would fall and respawn for ever.
#[test]
fn a_spawn_above_nothing_is_moved_to_a_floor() {
    let level = SceneBuilder::new()
        .floor(-5.0, -5.0, 5.0, 5.0, 0.0)
        .spawn(vec3(20.0, 3.0, 0.0), 0.0)
        .build("void")
        .unwrap();
    let mut world = World::new(&level, Rules::default());
    wait(&mut world, &level, TICK_RATE);
    assert!(world.player.grounded && world.player.respawns == 0);
}

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
