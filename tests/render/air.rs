//! Haze: that it glows with the light there is, not with the open sky's everywhere.

use glam::{Vec3, vec3};
use hexbound_level::Level;
use hexbound_render::{Exposure, ExposureSettings};
use hexbound_scenes::SceneBuilder;

use crate::stage::{Device, brightness, color_at, device, frame, looking, plain, stage};

/// Meters from the eye to the dark wall.
const FAR: f32 = 60.0;

/// A dark wall at the end of a floor; in a court it stands between two more, 25 m high and 10 m
/// apart, and a fourth closes the other end.
fn before_a_dark_wall(in_court: bool) -> Level {
    let scene = SceneBuilder::new()
        .part("floor")
        .floor(-5.0, -FAR, 5.0, 4.0, 0.0)
        .cuboid(vec3(-6.0, 0.0, -FAR - 1.0), vec3(6.0, 25.0, -FAR))
        .spawn(Vec3::ZERO, 0.0);
    let scene = if in_court {
        scene
            .cuboid(vec3(-6.0, 0.0, -FAR), vec3(-5.0, 25.0, 4.0))
            .cuboid(vec3(5.0, 0.0, -FAR), vec3(6.0, 25.0, 4.0))
            .cuboid(vec3(-6.0, 0.0, 4.0), vec3(6.0, 25.0, 5.0))
    } else {
        scene
    };
    let mut level = stage(scene, vec![plain([0.02; 3])]);
    if let Some(sun) = &mut level.lighting.sun {
        // From the left and from behind the wall: nothing that is seen lies in it.
        sun.direction = vec3(0.9, -0.3, 0.3).normalize();
    }
    level
}

/// Returns the brightness of the wall in the middle of the picture, drawn with one exposure.
fn wall_seen(device: &mut Device, in_court: bool) -> f32 {
    let view = looking(Vec3::Y * 1.7, 0.0, 0.0);
    device.picture(&before_a_dark_wall(in_court), &view);
    let mut frame = frame(&view);
    frame.exposure = ExposureSettings {
        mode: Exposure::Fixed(0.0),
        ..ExposureSettings::default()
    };
    let picture = device.offscreen().shot(frame).expect("a picture");
    brightness(color_at(&picture, 0.5, 0.47))
}

#[test]
fn haze_glows_in_the_open_and_not_in_a_dark_court() {
    let Some(mut device) = device() else { return };
    let open = wall_seen(&mut device, false);
    let court = wall_seen(&mut device, true);
    assert!(open > 50.0, "no haze in the open: {open}");
    assert!(court < 0.45 * open, "{court} in the court, {open} outside");
}
