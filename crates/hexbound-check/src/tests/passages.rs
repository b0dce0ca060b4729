//! Mistakes in where one can go.

use glam::{DVec3, Vec3};

use super::{assert_told, built, of_kind, room, room_with_hole, walls};
use crate::{
    findings,
    leaks::{self, LeakQuestion, Moves},
    with_leaks,
};
use hexbound_level::{Code, Track};
use hexbound_scenes::SceneBuilder;

/// A block across the east of the room, so high.
fn block(height: f32) -> SceneBuilder {
    let (low, high) = (Vec3::new(1.0, -1.0, -4.5), Vec3::new(6.5, height, 4.5));
    room().cuboid(low, high)
}

/// Stairs from a place on to a platform of 2 m, in steps of 0.5 m with such treads.
fn stairs(from: f32, tread: f32) -> SceneBuilder {
    (0..4).fold(room(), |scene, step| {
        let low = Vec3::new(from + tread * step as f32, -1.0, -4.5);
        scene.cuboid(low, Vec3::new(6.5, 0.5 * (step + 1) as f32, 4.5))
    })
}

/// A ramp as steep as the angle in degrees, up to a block of 2 m.
fn ramp(degrees: f32) -> SceneBuilder {
    let run = 2.0 / degrees.to_radians().tan();
    let (low, high) = (Vec3::new(1.0 - run, 0.0, 0.0), Vec3::new(1.0, 2.0, 0.0));
    block(2.0).ramp(low, high, 3.0)
}

/// A wall across the room with an opening in its middle.
fn wall(width: f32, height: f32) -> SceneBuilder {
    let half = width * 0.5;
    room()
        .cuboid(Vec3::new(0.0, -0.5, -4.5), Vec3::new(0.3, 4.5, -half))
        .cuboid(Vec3::new(0.0, -0.5, half), Vec3::new(0.3, 4.5, 4.5))
        .cuboid(Vec3::new(0.0, height, -half), Vec3::new(0.3, 4.5, half))
}

/// A pit in the room's floor, 0.9 m wide.
fn pit(depth: f32) -> SceneBuilder {
    let (low, high) = (Vec3::new(0.0, -depth, -0.45), Vec3::new(0.9, 0.0, 0.45));
    room_with_hole(low, high)
        .quad(
            low,
            low.with_x(high.x),
            high.with_y(low.y),
            low.with_z(high.z),
        )
        .cuboid(
            Vec3::new(low.x - 1.0, -depth - 1.0, -2.0),
            Vec3::new(low.x, -0.01, 2.0),
        )
        .cuboid(
            Vec3::new(high.x, -depth - 1.0, -2.0),
            Vec3::new(high.x + 1.0, -0.01, 2.0),
        )
        .cuboid(
            Vec3::new(-1.0, -depth - 1.0, -2.0),
            Vec3::new(2.0, -0.01, low.z),
        )
        .cuboid(
            Vec3::new(-1.0, -depth - 1.0, high.z),
            Vec3::new(2.0, -0.01, 2.0),
        )
        .cuboid(
            Vec3::new(-1.0, -depth - 1.0, -1.0),
            Vec3::new(2.0, -depth, 1.0),
        )
}

/// A slab over the room's middle that comes down by so much and goes up again.
fn press(way: f64) -> SceneBuilder {
    let keys = [
        (0.0, DVec3::ZERO),
        (1.0, DVec3::NEG_Y * way),
        (3.0, DVec3::NEG_Y * way),
        (4.0, DVec3::ZERO),
    ];
    let slab = room().mover("press", Vec3::ZERO, Track::through(&keys));
    slab.cuboid(Vec3::new(-2.0, 3.0, -2.0), Vec3::new(2.0, 4.0, 2.0))
}

/// A raft above an open floor, which comes down by so much on its round.
fn raft(way: f64) -> SceneBuilder {
    let keys = [
        (0.0, DVec3::ZERO),
        (2.0, DVec3::NEG_Y * way),
        (4.0, DVec3::ZERO),
    ];
    let floor = walls().floor(-6.0, -4.0, 6.0, 4.0, 0.0);
    let raft = floor.mover("raft", Vec3::ZERO, Track::through(&keys));
    raft.cuboid(Vec3::new(-1.0, 9.0, -1.0), Vec3::new(1.0, 9.2, 1.0))
}

#[test]
fn a_hole_in_the_floor_is_told_with_the_way_down() {
    let hole = || room_with_hole(Vec3::new(1.0, 0.0, -1.0), Vec3::new(3.0, 0.0, 1.0));
    let closed = walls().floor(-6.0, -4.0, 6.0, 4.0, 0.0);
    let told = of_kind(Code::Hole, hole());
    let path = &told[0].path;
    assert!(path[0].x < -4.0, "it begins at the spawn: {path:?}");
    assert!(path.last().is_some_and(|end| end.y < -5.0), "{path:?}");
    assert_told(Code::Hole, hole(), Vec3::new(2.0, 0.5, 0.0), closed);
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

#[test]
fn the_end_of_the_ground_is_a_rim_and_no_hole() {
    let plane = || {
        let plane = SceneBuilder::new().floor(-4.0, -4.0, 4.0, 4.0, 0.0);
        plane.spawn(Vec3::ZERO, 0.0)
    };
    assert!(!of_kind(Code::OpenRim, plane()).is_empty());
    assert!(of_kind(Code::Hole, plane()).is_empty());
    assert!(of_kind(Code::OpenRim, room()).is_empty());
}

#[test]
fn a_step_a_little_too_high_is_told_and_a_ledge_is_not() {
    let at = Vec3::new(1.0, 0.25, 0.0);
    let told = of_kind(Code::HighStep, block(0.52));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].problem.contains("0.52 m"), "{}", told[0].problem);
    assert!((told[0].place.unwrap().x - at.x).abs() < 1.0);
    for height in [0.4, 0.8] {
        assert!(
            of_kind(Code::HighStep, block(height)).is_empty(),
            "{height} m"
        );
    }
}

/// Eight places 5 cm apart reach over a whole cell of the search.
#[test]
fn a_high_step_is_told_wherever_it_lies() {
    let places = (0..8).map(|place| 0.05 * place as f32);
    for aside in places {
        for (height, is_high) in [(0.44, false), (0.46, true), (0.5, true), (0.6, true)] {
            let (low, high) = (
                Vec3::new(1.0 + aside, -1.0, -4.5),
                Vec3::new(6.5, height, 4.5),
            );
            let told = of_kind(Code::HighStep, room().cuboid(low, high));
            assert_eq!(
                told.len(),
                usize::from(is_high),
                "{height} m at {aside}: {told:?}"
            );
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
        let side = |from: f32, to: f32| {
            let (low, high) = (Vec3::new(0.0, -0.5, from), Vec3::new(14.5, 4.5, to));
            (low, high)
        };
        let (south, north) = (side(-4.5, aside - 0.5), side(aside + 0.5, 4.5));
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

#[test]
fn a_slope_a_little_too_steep_is_told() {
    let foot = Vec3::new(-0.8, 0.5, 0.0);
    assert_told(Code::SteepSlope, ramp(48.0), foot, ramp(40.0));
    assert!(of_kind(Code::SteepSlope, ramp(70.0)).is_empty());
}

#[test]
fn an_opening_a_little_too_narrow_is_told() {
    let door = Vec3::ZERO;
    assert_told(Code::NarrowPassage, wall(0.7, 3.0), door, wall(1.2, 3.0));
    assert!(of_kind(Code::NarrowPassage, wall(0.3, 3.0)).is_empty());
}

#[test]
fn a_passage_a_little_too_low_is_told() {
    let door = Vec3::ZERO;
    assert_told(Code::LowCeiling, wall(2.0, 1.5), door, wall(2.0, 2.2));
    assert!(of_kind(Code::LowCeiling, wall(2.0, 0.7)).is_empty());
}

#[test]
fn a_gap_that_one_does_not_get_out_of_is_told() {
    let bottom = Vec3::new(0.45, -2.1, 0.0);
    assert_told(Code::StickingGap, pit(3.0), bottom, pit(0.7));
}

#[test]
fn a_room_without_a_door_is_told() {
    assert_told(
        Code::ClosedOff,
        wall(0.3, 3.0),
        Vec3::new(3.2, 0.9, 0.0),
        wall(1.2, 3.0),
    );
}

#[test]
fn a_mover_that_comes_down_on_the_player_is_told() {
    let told = of_kind(Code::CrushingMover, press(3.0));
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].node.as_deref(), Some("press"));
    assert!(of_kind(Code::CrushingMover, press(0.9)).is_empty());
}

#[test]
fn a_mover_that_comes_to_no_floor_is_told() {
    let told = of_kind(Code::MissingMover, raft(2.0));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(of_kind(Code::MissingMover, raft(9.0)).is_empty());
}
