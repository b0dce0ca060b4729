//! Tests of the check: the progress that it reports, holes found twice, and high steps at any place.

use std::{collections::BTreeSet, sync::Mutex};

use glam::Vec3;

use crate::{
    findings,
    leaks::{self, LeakQuestion, Moves},
    verdict_reporting, with_leaks,
};
use hexbound_level::{Code, Finding, Level};
use hexbound_scenes::SceneBuilder;

#[test]
fn long_parts_of_the_search_are_reported_while_they_go_on() {
    let heard = Mutex::new(Vec::new());
    verdict_reporting(&built(room()), &|what, share| {
        heard.lock().unwrap().push((what.to_owned(), share));
    });
    let heard = heard.into_inner().unwrap();
    for part in ["walking everywhere: ", "trying steps"] {
        let of_part = heard.iter().filter(|(what, _)| what.starts_with(part));
        let shares = of_part.filter_map(|(_, share)| share.map(f32::to_bits));
        let shares: BTreeSet<u32> = shares.collect();
        assert!(shares.len() > 3, "{part}: {heard:?}");
    }
}

/// The findings of one kind about a scene.
fn of_kind(code: Code, scene: SceneBuilder) -> Vec<Finding> {
    let mut found = findings(&built(scene));
    found.retain(|finding| finding.code == code);
    found
}

fn built(scene: SceneBuilder) -> Level {
    scene.build("checked").expect("a level")
}

/// A room of 12 by 8 m in which the player starts near its western wall.
fn room() -> SceneBuilder {
    SceneBuilder::new()
        .room(Vec3::new(-6.0, 0.0, -4.0), Vec3::new(6.0, 4.0, 4.0))
        .spawn(Vec3::new(-4.5, 0.0, 0.0), 0.0)
}

/// Walls and a ceiling around the room's place, and a floor with a hole there.
fn room_with_hole(low: Vec3, high: Vec3) -> SceneBuilder {
    walls()
        .floor(-6.0, -4.0, low.x, 4.0, 0.0)
        .floor(high.x, -4.0, 6.0, 4.0, 0.0)
        .floor(low.x, -4.0, high.x, low.z, 0.0)
        .floor(low.x, high.z, high.x, 4.0, 0.0)
}

/// Thick walls around the room's place, with nothing below.
fn walls() -> SceneBuilder {
    SceneBuilder::new()
        .cuboid(Vec3::new(-7.0, -1.0, -5.0), Vec3::new(-6.0, 4.0, 5.0))
        .cuboid(Vec3::new(6.0, -1.0, -5.0), Vec3::new(7.0, 4.0, 5.0))
        .cuboid(Vec3::new(-7.0, -1.0, -5.0), Vec3::new(7.0, 4.0, -4.0))
        .cuboid(Vec3::new(-7.0, -1.0, 4.0), Vec3::new(7.0, 4.0, 5.0))
        .spawn(Vec3::new(-4.5, 0.0, 0.0), 0.0)
}

/// Stairs from a place on to a platform of 2 m, in steps of 0.5 m with such treads.
fn stairs(from: f32, tread: f32) -> SceneBuilder {
    (0..4).fold(room(), |scene, step| {
        let low = Vec3::new(from + tread * step as f32, -1.0, -4.5);
        scene.cuboid(low, Vec3::new(6.5, 0.5 * (step + 1) as f32, 4.5))
    })
}

#[test]
fn a_hole_that_both_searches_find_is_told_once() {
    let low = Vec3::new(1.0, 0.0, -1.0);
    let level = built(room_with_hole(low, Vec3::new(3.0, 0.0, 1.0)));
    let question = LeakQuestion {
        moves: Moves::Walk,
        body: None,
    };
    let report = leaks::find_leaks(&level, question, &|_, _| ()).expect("the player's body");
    let found = with_leaks(&leaks::findings(&report), findings(&level));
    let holes: Vec<_> = found.iter().filter(|it| it.code == Code::Hole).collect();
    assert_eq!(holes.len(), 1, "{found:?}");
    let said = &holes[0].problem;
    assert!(said.starts_with("open by walking"), "{said}");
}

/// Eight places 5 cm apart reach over a whole cell of the search.
#[test]
fn a_high_step_is_told_wherever_it_lies() {
    for aside in (0..8).map(|place| 0.05 * place as f32) {
        for (height, steps) in [(0.44, 0), (0.46, 1), (0.5, 1), (0.6, 1)] {
            let low = Vec3::new(1.0 + aside, -1.0, -4.5);
            let step = room().cuboid(low, Vec3::new(6.5, height, 4.5));
            let told = of_kind(Code::HighStep, step);
            assert_eq!(told.len(), steps, "{height} m at {aside}: {told:?}");
        }
        for tread in [0.3, 0.8] {
            let told = of_kind(Code::HighStep, stairs(-1.0 + aside, tread));
            assert_eq!(told.len(), 1, "treads of {tread} m at {aside}: {told:?}");
            assert!(told[0].problem.contains("0.50 m"), "{}", told[0].problem);
        }
    }
}

/// The middle of the body has 20 cm of room there.
#[test]
fn a_high_step_in_a_corridor_is_told_wherever_that_lies() {
    for aside in (0..8).map(|place| 0.05 * place as f32) {
        let wall = |from: f32, to: f32| (Vec3::new(0.0, -0.5, from), Vec3::new(14.5, 4.5, to));
        let [south, north] = [wall(-4.5, aside - 0.5), wall(aside + 0.5, 4.5)];
        let corridor = SceneBuilder::new()
            .room(Vec3::new(-6.0, 0.0, -4.0), Vec3::new(10.0, 4.0, 4.0))
            .spawn(Vec3::new(-4.5, 0.0, 0.0), 0.0)
            .cuboid(south.0, south.1)
            .cuboid(north.0, north.1)
            .cuboid(Vec3::new(1.0, -1.0, -4.5), Vec3::new(10.5, 0.5, 4.5));
        let told = of_kind(Code::HighStep, corridor);
        assert_eq!(told.len(), 1, "{aside}: {told:?}");
    }
}
