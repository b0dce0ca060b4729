//! Crates that movers carry, push and crush.

use glam::{DVec3, Vec3};
use hexbound_level::Track;
use hexbound_sim::Ball;

use super::{check_apart, crate_at, floor, places, wait, world};

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
