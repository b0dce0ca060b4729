//! The scene of NeHe lesson 30, in which nothing is lost: ten balls of different mass and size bounce
//! by themselves without energy gained or taken.

use crate::steps::*;

/// The part of its energy that a run may lose in an hour. Rounding takes 2e-11, since what it would
/// add is not kept.
const LOST: f64 = 1e-9;
/// The part of it that the sum over the balls may be off by its own rounding.
const OF_THE_SUM: f64 = 1e-14;

/// Runs the scene for so many seconds, and judges its energy after every tick.
fn run(seconds: u32) {
    let level = scenes::named("lesson-30").unwrap();
    let mut world = World::new(&level, Rules::default());
    let start = energy(&world);
    let (mut least, mut explosions) = (start, 0);
    for tick in 0..seconds * TICK_RATE {
        let events = wait(&mut world, &level, 1);
        let explodes = |event: &&Event| event.kind == EventKind::Explosion;
        explosions += events.iter().filter(explodes).count();
        let now = energy(&world);
        assert!(now <= least + start * OF_THE_SUM, "{tick} {least} {now}");
        least = least.min(now);
    }
    let lost = 1.0 - least / start;
    println!("{seconds} s: {start:.3} J, of which {lost:.1e} are lost; {explosions} explosions");
    assert!(lost < LOST, "{lost:e} of the energy is lost");
    assert_eq!((world.balls.len(), world.balls_stopped), (10, 0));
    assert!(world.balls.iter().all(|ball| ball.bounces > seconds / 4));
}

#[test]
fn ten_balls_bounce_for_ten_minutes_and_neither_gain_nor_lose() {
    run(600);
}

/// The hour takes two seconds in a release build.
#[test]
#[ignore = "takes a quarter of a minute in a debug build"]
fn ten_balls_bounce_for_an_hour_and_neither_gain_nor_lose() {
    run(3600);
}
