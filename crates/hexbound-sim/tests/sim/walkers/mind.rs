//! Ways, notice, pursuit and giving up.

use glam::Vec3;
use hexbound_level::WalkerStart;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{Buttons, EventKind, Mood};

use super::{Run, SECOND, field, walker};

#[test]
fn a_patrol_goes_round_and_round_in_its_order() {
    let way = [Vec3::new(5.0, 0.0, 0.0), Vec3::new(5.0, 0.0, -6.0)];
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &way));
    for round in 0..2 {
        for place in [way[0], way[1], Vec3::ZERO] {
            assert!(
                run.until(10 * SECOND, |run| run.is_at(place)),
                "{place}, round {round}"
            );
        }
    }
    assert_eq!(run.first().mood(), Mood::Patrol);
    assert!(run.count(|kind| kind == EventKind::WalkerStep) > 10);
}

#[test]
fn a_way_leads_up_stairs_over_a_ramp_and_around_a_wall() {
    let mut scene = field().part("steps");
    for step in 0..5 {
        let front = 4.0 + 0.4 * step as f32;
        let top = 0.3 * (step + 1) as f32;
        scene = scene.cuboid(Vec3::new(front, 0.0, -2.0), Vec3::new(10.0, top, 2.0));
    }
    let scene = scene
        .part("ramp")
        .ramp(Vec3::new(14.0, 0.0, 0.0), Vec3::new(10.0, 1.5, 0.0), 4.0)
        .part("wall")
        .cuboid(Vec3::new(-4.0, 0.0, -6.0), Vec3::new(4.0, 3.0, -5.8));
    let (top, beyond) = (Vec3::new(8.0, 1.5, 0.0), Vec3::new(16.0, 0.0, 0.0));
    let (foot, behind) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, -9.0));
    let way = [top, beyond, top, foot, behind];
    let mut run = Run::with(scene, walker(Vec3::ZERO, 0.0, &way));
    for place in way {
        let reached = run.until(20 * SECOND, |run| run.is_at(place));
        assert!(reached, "{place}: {}", run.feet());
    }
}

#[test]
fn a_point_out_of_reach_is_given_up() {
    let scene = field()
        .part("tower")
        .cuboid(Vec3::new(3.0, 0.0, -2.0), Vec3::new(6.0, 4.0, 2.0));
    let way = [Vec3::new(4.5, 4.0, 0.0), Vec3::new(0.0, 0.0, -5.0)];
    let mut run = Run::with(scene, walker(Vec3::ZERO, 0.0, &way));
    assert!(
        run.until(30 * SECOND, |run| run.is_at(way[1])),
        "{}",
        run.feet()
    );
}

#[test]
fn one_without_a_way_stands_and_costs_no_step() {
    let mut run = Run::with(field(), walker(Vec3::ZERO, 1.0, &[]));
    run.run(3 * SECOND);
    let before = *run.first();
    run.run(2 * SECOND);
    assert_eq!(run.first().body, before.body);
    assert!((run.first().body.yaw - 1.0).abs() < 1e-3);
}

#[test]
fn the_player_is_noticed_ahead_within_the_distance_and_not_through_walls() {
    let notices = |feet: Vec3, wall: bool| {
        let mut scene = field();
        if wall {
            scene = scene
                .part("screen")
                .cuboid(Vec3::new(-9.0, 0.0, -3.1), Vec3::new(9.0, 4.0, -3.0));
        }
        let mut run = Run::with(scene, walker(Vec3::ZERO, 0.0, &[]));
        run.run(SECOND);
        run.put_player(feet);
        run.run(SECOND / 4);
        run.count(|kind| kind == EventKind::WalkerNotice) == 1
    };
    assert!(notices(Vec3::new(1.0, 0.0, -6.0), false), "ahead");
    assert!(!notices(Vec3::new(1.0, 0.0, -13.5), false), "too far");
    assert!(!notices(Vec3::new(0.0, 0.0, 6.0), false), "behind its back");
    assert!(!notices(Vec3::new(6.0, 0.0, 0.5), false), "beside it");
    assert!(notices(Vec3::new(0.0, 0.0, 1.2), false), "close behind");
    assert!(!notices(Vec3::new(1.0, 0.0, -6.0), true), "behind a wall");
}

#[test]
fn it_looks_before_it_follows_and_shoves_no_more_than_once_a_second() {
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &[]));
    run.run(SECOND);
    run.put_player(Vec3::new(0.0, 0.0, -7.0));
    assert!(run.until(SECOND / 2, |run| run.first().mood() == Mood::Notice));
    let stood = run.feet();
    assert!(run.until(SECOND, |run| run.first().mood() == Mood::Chase));
    assert!(run.feet().distance(stood) < 0.1, "it stands while it looks");
    assert!(run.until(
        5 * SECOND,
        |run| run.count(|kind| kind == EventKind::WalkerShove) == 1
    ));
    let player = run.world.player;
    let away = (player.position - run.first().body.position).normalize();
    assert!(
        player.velocity.dot(away) > 3.0 && player.velocity.y > 1.0,
        "{}",
        player.velocity
    );
    assert!(!player.grounded);
    let mut last = None;
    for _ in 0..8 * SECOND {
        run.events.clear();
        run.tick(Buttons::default());
        if run.count(|kind| kind == EventKind::WalkerShove) > 0 {
            let tick = run.world.tick;
            assert!(last.is_none_or(|last| tick - last >= u64::from(SECOND)));
            last = Some(tick);
        }
    }
    assert!(last.is_some(), "it follows again");
}

/// A player with empty hands at the end of an alley, from which only the walker's leaving frees them.
#[test]
fn a_cornered_player_is_let_be_after_some_shoves_and_hunted_again_later() {
    let alley = field()
        .part("left")
        .cuboid(Vec3::new(-1.0, 0.0, -12.0), Vec3::new(-0.6, 3.0, -4.0))
        .part("right")
        .cuboid(Vec3::new(0.6, 0.0, -12.0), Vec3::new(1.0, 3.0, -4.0))
        .part("end")
        .cuboid(Vec3::new(-1.0, 0.0, -12.0), Vec3::new(1.0, 3.0, -11.6));
    let mut run = Run::with(alley, walker(Vec3::ZERO, 0.0, &[]));
    run.run(SECOND);
    run.put_player(Vec3::new(0.0, 0.0, -11.0));
    assert!(run.until(20 * SECOND, |run| run.first().mood() == Mood::Chase));
    assert!(run.until(30 * SECOND, |run| run.first().mood() == Mood::Patrol));
    let shoves = |run: &Run| run.count(|kind| kind == EventKind::WalkerShove);
    assert_eq!(shoves(&run), 5);
    // It leaves.
    assert!(run.until(10 * SECOND, |run| run.is_at(Vec3::ZERO)));
    assert_eq!(shoves(&run), 5, "and does nothing on its way");
    // It is content for a while, not for good.
    assert!(run.until(20 * SECOND, |run| shoves(run) > 5));
}

#[test]
fn it_gives_up_beyond_its_distance_and_goes_back_to_its_way() {
    let way = [Vec3::new(3.0, 0.0, 0.0)];
    let mut run = Run::with(field(), walker(Vec3::ZERO, 0.0, &way));
    run.run(SECOND / 2);
    run.put_player(run.feet() + Vec3::new(4.0, 0.0, -5.0));
    assert!(run.until(4 * SECOND, |run| run.first().mood() == Mood::Chase));
    run.put_player(Vec3::new(-26.0, 0.0, -26.0));
    // Beyond.
    assert!(run.until(SECOND, |run| run.first().mood() == Mood::Patrol));
    assert!(run.until(15 * SECOND, |run| run.is_at(way[0])));
}

#[test]
fn who_was_not_seen_for_seconds_is_given_up() {
    let keen = WalkerStart {
        give_up: 80.0,
        ..walker(Vec3::ZERO, 0.0, &[])
    };
    let mut run = Run::with(field(), keen);
    run.run(SECOND / 2);
    run.put_player(Vec3::new(0.0, 0.0, -8.0));
    assert!(run.until(3 * SECOND, |run| run.first().mood() == Mood::Chase));
    // Behind the wall, though near enough.
    run.put_player(Vec3::new(0.0, 0.0, 27.0));
    assert!(!run.until(3 * SECOND, |run| run.first().mood() == Mood::Patrol));
    assert!(run.until(4 * SECOND, |run| run.first().mood() == Mood::Patrol));
}

/// The player stands beyond a gap, in sight.
#[test]
fn it_does_not_walk_off_an_edge() {
    let scene = SceneBuilder::new()
        .part("tower")
        .cuboid(Vec3::new(-4.0, 0.0, -4.0), Vec3::new(4.0, 6.0, 4.0))
        .part("other tower")
        .cuboid(Vec3::new(-4.0, 0.0, -14.0), Vec3::new(4.0, 6.0, -8.0))
        .spawn(Vec3::new(0.0, 6.0, -9.0), 0.0);
    let mut run = Run::with(scene, walker(Vec3::new(0.0, 6.0, 2.0), 0.0, &[]));
    assert!(run.until(3 * SECOND, |run| run.first().mood() == Mood::Chase));
    run.run(20 * SECOND);
    assert!(run.feet().y > 5.9, "{}", run.feet());
    assert!(run.feet().z < -2.0, "it came to the edge: {}", run.feet());
}
