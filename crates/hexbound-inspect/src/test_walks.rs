//! Short runs for tests of their last tick, and its legends in English.

use glam::{Vec2, Vec3};

use crate::{
    CollisionView, InspectionRequest,
    legend::{Legend, LegendRow},
};
use hexbound_level::Level;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{Buttons, CollisionMode, Command, Methods, Rules, View, World};

/// A floor with a block `height` meters high, whose front is at z = −1 before the player.
pub(crate) fn block(height: f32, yaw: f32) -> Level {
    SceneBuilder::new()
        .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
        .cuboid(Vec3::new(-9.0, 0.0, -2.0), Vec3::new(9.0, height, -1.0))
        .spawn(Vec3::ZERO, yaw)
        .build("block")
        .unwrap()
}

/// A command to walk ahead in mode `collision`.
pub(crate) fn ahead(collision: CollisionMode) -> Command {
    Command::holding(Buttons::FORWARD).by(Methods::by(collision))
}

/// A world at its beginning, which keeps a journal.
pub(crate) fn begun(level: &Level) -> World {
    let mut world = World::new(level, Rules::default());
    world.keep_journal(true);
    world
}

/// Plays `command` for `ticks` ticks.
pub(crate) fn play(world: &mut World, level: &Level, command: Command, ticks: usize) {
    for _ in 0..ticks {
        world.step(level, &command, &mut Vec::new());
    }
}

/// The world after `ticks` ticks of `command`, with a journal.
pub(crate) fn played(level: &Level, command: Command, ticks: usize) -> World {
    let mut world = begun(level);
    play(&mut world, level, command, ticks);
    world
}

/// Returns a request without a view, for a square picture of 90°.
pub(crate) fn looking(eye: Vec3, direction: Vec3) -> InspectionRequest {
    InspectionRequest {
        views: CollisionView::Off.into(),
        depth: 0,
        eye,
        direction,
        tangents: Vec2::ONE,
    }
}

/// Returns a request from the player's eye.
pub(crate) fn seen_by_player(world: &World, view: CollisionView) -> InspectionRequest {
    InspectionRequest::through(&View::of(world), view, 0)
}

/// The lines of a legend in English.
pub(crate) fn rows(legend: &Legend) -> Vec<String> {
    legend.rows.iter().map(LegendRow::english).collect()
}
