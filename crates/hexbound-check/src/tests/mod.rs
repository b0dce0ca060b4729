//! Small levels with one mistake each, and the same without it.

mod passages;
mod triangles;

use std::{collections::BTreeSet, sync::Mutex};

use glam::Vec3;

use hexbound_level::{Code, Finding, Level};
use hexbound_scenes::SceneBuilder;

#[test]
fn long_parts_of_the_search_are_reported_while_they_go_on() {
    let heard = Mutex::new(Vec::new());
    super::verdict_reporting(&built(room()), &|what, share| {
        heard.lock().unwrap().push((what.to_owned(), share));
    });
    let heard = heard.into_inner().unwrap();
    for part in ["walking everywhere: ", "trying steps"] {
        let of_part = heard.iter().filter(|(what, _)| what.starts_with(part));
        let shares: BTreeSet<u32> = of_part
            .filter_map(|(_, share)| share.map(f32::to_bits))
            .collect();
        assert!(shares.len() > 3, "{part}: {heard:?}");
    }
}

/// The findings of one kind about a scene.
fn of_kind(code: Code, scene: SceneBuilder) -> Vec<Finding> {
    let mut found = super::findings(&built(scene));
    found.retain(|finding| finding.code == code);
    found
}

/// Asserts that a scene has a finding of this kind near a place, meters, and that another has none.
#[track_caller]
fn assert_told(code: Code, wrong: SceneBuilder, near: Vec3, right: SceneBuilder) {
    let told = of_kind(code, wrong);
    let is_near = |finding: &Finding| finding.place.is_some_and(|it| it.distance(near) < 1.5);
    assert!(told.iter().any(is_near), "{}: {told:?}", code.name());
    let told = of_kind(code, right);
    assert!(told.is_empty(), "{} without it: {told:?}", code.name());
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
