//! Props of several parts.

use crate::stage::*;

const START: Vec3 = vec3(0.0, 1.5, -4.0);

#[test]
fn all_parts_of_a_prop_are_drawn_where_it_is() {
    let Some(mut device) = device() else { return };
    let half = Vec3::splat(0.3);
    let scene = wall(SceneBuilder::new(), vec3(0.0, 1.5, -9.0), 9.0)
        .prop_box("prop", START - Vec3::X, half, Quat::IDENTITY)
        .prop_box("prop", START + Vec3::X, half, Quat::IDENTITY)
        .joined();
    let red = unlit([0.4, 0.0, 0.0, 1.0]);
    let materials = vec![unlit([0.0, 0.0, 0.4, 1.0]), red.clone(), red];
    let level = stage(scene, materials);
    device.open(&level);
    let [start, moved] = [START, START + Vec3::Y].map(|center| {
        let mut view = looking(vec3(0.0, 1.5, 0.0), 0.0, 0.0);
        view.props = vec![SeenProp {
            center,
            selected: false,
            facing: Vec3::Z,
            velocity: Vec3::ZERO,
            first_ahead: None,
        }];
        device.again(&view)
    });
    let is_red = |picture, x, y| {
        let color = color_at(picture, x, y);
        color.x > color.z + 40.0
    };
    for x in [0.5 - 1.0 / 6.0, 0.5 + 1.0 / 6.0] {
        assert!(is_red(&start, x, 0.5) && !is_red(&start, x, 0.28), "{x}");
        assert!(is_red(&moved, x, 0.28) && !is_red(&moved, x, 0.5), "{x}");
    }
}
