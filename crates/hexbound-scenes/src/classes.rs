//! Bodies of classes that stop each other or pass through each other, and a gate that opens to one class.

use glam::{DAffine3, DVec3, Quat, Vec3};
use hexbound_collide::Response;

use super::{SceneBuilder, builder::painted};
use hexbound_level::{Bodies, Track, Trigger, TriggerActions, TriggerCause, TriggerVolume};

/// The center of the pad that opens the gate, meters.
const PAD_CENTER: DVec3 = DVec3::new(0.0, 0.5, -3.0);
/// Half the sides of the pad, meters.
const PAD_HALF_SIDES: DVec3 = DVec3::new(1.0, 0.5, 1.0);

/// A room with a robot, a crate, a ghost, a scanner, and a gate. Its pad responds to the robot alone. The
/// ghost lets the player and balls through, the scanner the robot.
pub(crate) fn classes() -> SceneBuilder {
    // The robot is as tall as the eyes, so that the crosshair is on it at the start.
    let (half, tall) = (Vec3::splat(0.45), Vec3::new(0.45, 0.9, 0.45));
    let sinking = Track::through(&[(0.0, DVec3::ZERO), (2.0, DVec3::NEG_Y * 3.1)]);
    let scene = SceneBuilder::new()
        .room(Vec3::new(-8.0, 0.0, -12.0), Vec3::new(8.0, 5.0, 8.0))
        .part("walls")
        .cuboid(Vec3::new(-8.0, 0.0, -6.5), Vec3::new(-1.5, 3.0, -6.0))
        .cuboid(Vec3::new(1.5, 0.0, -6.5), Vec3::new(8.0, 3.0, -6.0))
        .part_of("pad", painted("pad", [0.75, 0.55, 0.10]))
        .cuboid(Vec3::new(-1.0, 0.0, -4.0), Vec3::new(1.0, 0.01, -2.0))
        .mover("gate", Vec3::ZERO, sinking)
        .waiting()
        .cuboid(Vec3::new(-1.5, 0.0, -6.4), Vec3::new(1.5, 3.0, -6.1))
        .part("scene")
        .prop_box(
            "prop robot",
            Vec3::new(0.0, 0.95, 1.5),
            tall,
            Quat::IDENTITY,
        )
        .of_class("robot")
        .prop_box("prop crate", Vec3::new(2.5, 0.5, 1.5), half, Quat::IDENTITY)
        .prop_sphere("prop ghost", Vec3::new(-2.5, 0.8, 1.5), 0.7, Quat::IDENTITY)
        .of_class("ghost")
        .prop_box(
            "prop scanner",
            Vec3::new(0.0, 1.2, -0.5),
            Vec3::new(0.9, 1.15, 0.1),
            Quat::IDENTITY,
        )
        .of_class("scanner")
        .let_pass("ghost", "player", Response::Ignore)
        .let_pass("ghost", "ball", Response::Ignore)
        .let_pass("robot", "scanner", Response::All)
        .spawn(Vec3::new(0.0, 0.0, 6.0), 0.0);
    opened_by_robot(scene)
}

/// Adds the trigger of the pad.
fn opened_by_robot(mut scene: SceneBuilder) -> SceneBuilder {
    let volume = DAffine3::from_translation(PAD_CENTER) * DAffine3::from_scale(PAD_HALF_SIDES);
    let who = Bodies {
        class: scene.play.classes.intern("robot"),
        ..Bodies::default()
    };
    let cause = TriggerCause::Enter {
        volume: TriggerVolume(volume),
        who,
    };
    scene.trigger(Trigger {
        cause,
        actions: TriggerActions {
            play: vec![0],
            ..TriggerActions::default()
        },
        ..Trigger::entered("pad", PAD_CENTER, PAD_HALF_SIDES)
    })
}
