//! The scene of crates over a long time: nothing gets through anything, and it comes to rest.

use super::*;

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
    world.player.position = vec3(0.0, 0.95, 12.0);
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
