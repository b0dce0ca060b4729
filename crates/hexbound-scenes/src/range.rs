//! The smallest scene in which a run can be finished: a floor and two targets.

use glam::{DVec3, Vec3};

use super::SceneBuilder;
use hexbound_level::{
    Level, Play, PlaySettings, Surface, Surfaces, Target, Trigger, TriggerActions,
};

/// The number of triangles of the floor.
const FLOOR_TRIANGLES: u32 = 2;
/// The number of triangles of a block.
const BLOCK_TRIANGLES: u32 = 12;

/// A floor with two blocks, one straight ahead and one on the left.
pub(crate) fn range() -> SceneBuilder {
    SceneBuilder::new()
        .part("floor")
        .floor(-40.0, -40.0, 40.0, 40.0, 0.0)
        .part("ahead")
        .cuboid(Vec3::new(-2.0, 0.0, -7.0), Vec3::new(2.0, 4.0, -6.0))
        .part("left")
        .cuboid(Vec3::new(-7.0, 0.0, -2.0), Vec3::new(-6.0, 4.0, 2.0))
        .spawn(Vec3::ZERO, 0.0)
}

/// Makes the blocks targets: lighting both ends the level.
pub(crate) fn with_targets(mut level: Level) -> Level {
    level.surfaces = Surfaces::default();
    level.surfaces.begin(0, Surface::default());
    for target in 0..2 {
        let surface = Surface {
            target: Some(target),
            ..Surface::default()
        };
        let first = FLOOR_TRIANGLES + target * BLOCK_TRIANGLES;
        level.surfaces.begin(first, surface);
    }
    level.play = Play {
        settings: PlaySettings {
            par_seconds: Some(8.0),
            par_balls: Some(2),
            ..PlaySettings::default()
        },
        targets: vec![
            Target::plain("ahead", DVec3::new(0.0, 2.0, -6.5)),
            Target::plain("left", DVec3::new(-6.5, 2.0, 0.0)),
        ],
        triggers: vec![Trigger {
            delay: 0.5,
            actions: TriggerActions {
                end: true,
                ..TriggerActions::default()
            },
            ..Trigger::lit("end", DVec3::ZERO, &[0, 1])
        }],
        ..Play::default()
    };
    level
}
