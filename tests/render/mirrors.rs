//! Tests of what polished surfaces mirror.

use crate::stage::*;

fn metal(roughness: f32) -> Material {
    Material {
        metallic: 1.0,
        roughness,
        ..plain([0.9; 3])
    }
}

/// A ball between a red wall and a green one.
#[test]
fn what_is_rough_everywhere_mirrors_nothing() {
    let Some(mut device) = device() else { return };
    let scene = SceneBuilder::new()
        .part("room")
        .room(vec3(-4.0, 0.0, -6.0), vec3(4.0, 3.0, 4.0))
        .part("left")
        .cuboid(vec3(-3.9, 0.1, -5.9), vec3(-3.8, 2.9, 3.9))
        .part("right")
        .cuboid(vec3(3.8, 0.1, -5.9), vec3(3.9, 2.9, 3.9))
        .part("ball")
        .sphere(vec3(0.0, 1.5, -1.5), 1.0);
    let walls = [[0.4; 3], [0.6, 0.03, 0.03], [0.03, 0.4, 0.03]].map(plain);
    let mut picture = |roughness: f32| {
        let materials = [&walls[..], &[metal(roughness)]].concat();
        let view = looking(vec3(0.0, 1.5, 1.8), 0.0, 0.0);
        device.picture(&stage(scene.clone(), materials), &view)
    };
    // The last that does, and the first that doesn't: one is compiled with reflections and fades
    // them out, the other without.
    let difference = largest_difference(&picture(0.7499), &picture(0.7501));
    assert!(difference <= 2, "{difference}");
}

#[test]
fn a_mirror_ball_in_the_open_has_the_sky_above_and_none_of_its_blue_below() {
    let Some(mut device) = device() else { return };
    let scene = SceneBuilder::new().part("ball").sphere(Vec3::ZERO, 1.0);
    let level = stage(scene, vec![metal(0.1)]);
    // From afar, so that sky is all around it.
    for yaw in [0.0f32, 1.5, 3.0, 4.5] {
        let eye = 3.2 * vec3(yaw.sin(), 0.0, yaw.cos());
        let picture = device.picture(&level, &looking(eye, yaw, 0.0));
        let blueness = |y: f32| {
            let color = color_at(&picture, 0.5, y);
            (color.z - color.x) / color.max_element()
        };
        let (up, down) = (blueness(0.41), blueness(0.62));
        assert!(up > 0.2 && down < 0.05, "{yaw}: {up} above, {down} below");
    }
}
