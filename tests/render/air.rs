//! Haze: that it glows with the light there is, not with the open sky's everywhere.

use crate::stage::*;

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
    let scene = match in_court {
        true => scene
            .cuboid(vec3(-6.0, 0.0, -FAR), vec3(-5.0, 25.0, 4.0))
            .cuboid(vec3(5.0, 0.0, -FAR), vec3(6.0, 25.0, 4.0))
            .cuboid(vec3(-6.0, 0.0, 4.0), vec3(6.0, 25.0, 5.0)),
        false => scene,
    };
    let mut level = stage(scene, vec![plain([0.02; 3])]);
    // From the left and from behind the wall: nothing that is seen lies in it.
    level.lighting.sun = sun(vec3(0.9, -0.3, 0.3));
    level
}

/// Returns the brightness of the wall in the middle of the picture, drawn with one exposure.
fn wall_seen(device: &mut Device, in_court: bool) -> f32 {
    let view = looking(Vec3::Y * 1.7, 0.0, 0.0);
    device.picture(&before_a_dark_wall(in_court), &view);
    brightness(color_at(&steady(device, &view, 1.0), 0.5, 0.47))
}

#[test]
fn haze_glows_in_the_open_and_not_in_a_dark_court() {
    let Some(mut device) = device() else { return };
    let open = wall_seen(&mut device, false);
    let court = wall_seen(&mut device, true);
    assert!(open > 50.0, "no haze in the open: {open}");
    assert!(court < 0.45 * open, "{court} in the court, {open} outside");
}
