//! Props: drawn where they are, selected ones so that they can be distinguished, with their lines.

use glam::{Quat, Vec3};
use hexbound_level::Level;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{SeenProp, View};

use crate::stage::{brightness, color_at, device, looking, plain, stage, unlit, wall};

const START: Vec3 = Vec3::new(0.0, 1.5, -4.0);

/// A red prop of 1 m before a blue wall.
fn before_a_wall() -> Level {
    before([0.0, 0.0, 0.4, 1.0])
}

/// The same before a wall of this color.
fn before(color: [f32; 4]) -> Level {
    let scene = wall(SceneBuilder::new(), Vec3::new(0.0, 1.5, -9.0), 9.0).prop_box(
        "prop",
        START,
        Vec3::splat(0.5),
        Quat::IDENTITY,
    );
    stage(scene, vec![unlit(color), unlit([0.4, 0.0, 0.0, 1.0])])
}

fn seeing(prop: SeenProp) -> View {
    View {
        props: vec![prop],
        ..looking(Vec3::new(0.0, 1.5, 0.0), 0.0, 0.0)
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
    let scene = wall(SceneBuilder::new(), Vec3::new(0.0, 1.5, -9.0), 9.0)
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
fn a_selected_prop_lets_the_wall_through() {
    let Some(mut device) = device() else { return };
    let plain = device.picture(&before_a_wall(), &seeing(resting(START)));
    let selected = device.again(&seeing(SeenProp {
        selected: true,
        ..resting(START)
    }));
    let (before, after) = (
        color_at(&plain, 0.55, 0.58),
        color_at(&selected, 0.55, 0.58),
    );
    assert!(after.z > before.z + 25.0, "{before} {after}");
}

#[test]
fn its_lines_are_blue_green_and_red() {
    let Some(mut device) = device() else { return };
    let prop = SeenProp {
        facing: Vec3::Y,
        velocity: Vec3::X * 1.2,
        first_ahead: Some(START + Vec3::NEG_X * 1.2),
        ..resting(START)
    };
    // Gray, so that no line has its color already.
    let without = device.picture(&before([0.1, 0.1, 0.1, 1.0]), &seeing(prop));
    let with = device.again(&seeing(SeenProp {
        selected: true,
        ..prop
    }));
    // Of 160 by 120 pixels: a meter at 4 m is 27 of them, and the box ends at 0.5 m.
    let change = |x: f32, y: f32| {
        let at = |dx: i32, dy: i32| {
            let (x, y) = ((x * 160.0) as i32 + dx, (y * 120.0) as i32 + dy);
            let pixel = |picture: &image::RgbaImage| {
                let [red, green, blue, _] = picture.get_pixel(x as u32, y as u32).0;
                Vec3::new(red.into(), green.into(), blue.into())
            };
            pixel(&with) - pixel(&without)
        };
        let around = (-2..3).flat_map(|dy| (-2..3).map(move |dx| (dx, dy)));
        around
            .map(|(dx, dy)| at(dx, dy))
            .fold(Vec3::ZERO, Vec3::max)
    };
    let (right, left, up) = (change(0.66, 0.5), change(0.34, 0.5), change(0.5, 0.31));
    // Green along the velocity.
    assert!(right.y > 40.0 && right.y > right.x, "{right}");
    // Red to what is ahead.
    assert!(left.x > 40.0 && left.x > left.y, "{left}");
    assert!(up.z > 15.0 && up.z > up.x, "blue where it faces: {up}");
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
        ..looking(Vec3::new(0.0, 2.0, 0.0), 0.0, -0.6)
    };
    // The middle of the picture is the floor at 2.92 m.
    let away = device.picture(&level, &view(Vec3::new(9.0, 1.5, -2.9)));
    let above = device.again(&view(Vec3::new(0.0, 2.9, -2.9)));
    let [lit, dark] = [away, above].map(|picture| brightness(color_at(&picture, 0.5, 0.5)));
    assert!(dark < 0.8 * lit, "{dark} {lit}");
}
