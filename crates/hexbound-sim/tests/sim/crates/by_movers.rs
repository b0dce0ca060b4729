//! Crates that movers carry, push and crush.

use super::*;

#[test]
fn a_lift_carries_a_stack_the_player_and_a_ball() {
    let times = [0.0, 1.0, 3.0, 5.0, 7.0, 9.0];
    let heights = [0.0, 0.0, 4.0, 4.0, 0.0, 0.0].map(|way| DVec3::Y * way);
    let track: Vec<_> = times.into_iter().zip(heights).collect();
    let track = Track::through(&track);
    let mut scene = floor()
        .mover("lift", Vec3::ZERO, track)
        .cuboid(vec3(-4.0, 0.05, -4.0), vec3(4.0, 0.25, 4.0))
        .part("rest");
    scene = crate_at(scene, vec3(-2.0, 0.8, 0.0), 0.5, 60.0);
    scene = crate_at(scene, vec3(-2.0, 1.9, 0.1), 0.5, 30.0);
    scene = crate_at(scene, vec3(2.0, 1.0, 0.0), 0.7, 300.0);
    scene = crate_at(scene, vec3(2.0, 0.6, 2.5), 0.3, 10.0);
    let (level, mut world) = world(scene);
    world.player.position = vec3(2.0, 2.6, 0.0);
    world.balls = vec![Ball::new(0, vec3(2.0, 1.3, 2.5), Vec3::ZERO)];
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
        let (tick, player) = (world.tick, world.player.position.y - at[0] - height);
        assert!(player.abs() < 0.1, "tick {tick}: the player {player}");
        // The ball bounces on the last.
        rested &= world.props[..3].iter().all(|prop| prop.resting);
        if (451..590).contains(&tick) || tick > 1000 {
            let ball = world.balls[0].position.y as f32 - at[1] - height;
            assert!(ball.abs() < 0.01, "tick {tick}: the ball {ball}");
        }
    }
    assert!(rested, "what rides on a lift need not wake");
    assert!((world.props[0].position - start[0]).length() < 0.005);
}
