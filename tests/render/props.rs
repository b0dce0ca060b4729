//! Props: drawn where they are, selected ones so that they can be distinguished, with their lines.

use crate::stage::*;

const START: Vec3 = vec3(0.0, 1.5, -4.0);

/// A red prop of 1 m before a blue wall.
fn before_a_wall() -> Level {
    let scene = wall(SceneBuilder::new(), vec3(0.0, 1.5, -9.0), 9.0);
    let scene = scene.prop_box("prop", START, Vec3::splat(0.5), Quat::IDENTITY);
    let [blue, red] = [[0.0, 0.0, 0.4, 1.0], [0.4, 0.0, 0.0, 1.0]].map(unlit);
    stage(scene, vec![blue, red])
}

fn seeing(prop: SeenProp) -> View {
    View {
        props: vec![prop],
        ..looking(vec3(0.0, 1.5, 0.0), 0.0, 0.0)
    }
}

/// Facing the eye, so that the blue line is a point.
fn resting(center: Vec3) -> SeenProp {
    SeenProp {
        center,
        selected: false,
        facing: Vec3::Z,
        velocity: Vec3::ZERO,
        first_ahead: None,
    }
}

#[test]
fn a_prop_is_drawn_where_it_is() {
    let Some(mut device) = device() else { return };
    let start = device.picture(&before_a_wall(), &seeing(resting(START)));
    let color = color_at(&start, 0.55, 0.55);
    assert!(color.x > color.z + 40.0, "{color}");
    let moved = device.again(&seeing(resting(START + Vec3::X * 1.5)));
    let (left, there) = (color_at(&moved, 0.55, 0.55), color_at(&moved, 0.75, 0.55));
    assert!(left.z > left.x + 40.0, "nothing stays behind: {left}");
    assert!(there.x > there.z + 40.0, "{there}");
}

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
    let start = device.picture(&level, &seeing(resting(START)));
    let moved = device.again(&seeing(resting(START + Vec3::Y)));
    let is_red = |picture, x, y| {
        let color = color_at(picture, x, y);
        color.x > color.z + 40.0
    };
    for x in [0.5 - 1.0 / 6.0, 0.5 + 1.0 / 6.0] {
        assert!(is_red(&start, x, 0.5) && !is_red(&start, x, 0.28), "{x}");
        assert!(is_red(&moved, x, 0.28) && !is_red(&moved, x, 0.5), "{x}");
    }
}

#[test]
fn a_prop_throws_its_shadow_where_it_is() {
    let Some(mut device) = device() else { return };
    let scene = SceneBuilder::new()
        .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
        .prop_box("prop", START, Vec3::splat(0.4), Quat::IDENTITY);
    let level = stage(scene, vec![plain([0.4; 3]), plain([0.4; 3])]);
    let view = |center: Vec3| View {
        props: vec![resting(center)],
        ..looking(vec3(0.0, 2.0, 0.0), 0.0, -0.6)
    };
    // The middle of the picture is the floor at 2.92 m.
    let away = device.picture(&level, &view(vec3(9.0, 1.5, -2.9)));
    let above = device.again(&view(vec3(0.0, 2.9, -2.9)));
    let [lit, dark] = [away, above].map(|picture| brightness(color_at(&picture, 0.5, 0.5)));
    assert!(dark < 0.8 * lit, "{dark} {lit}");
}
