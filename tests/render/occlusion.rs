//! Tests that what hides behind other things is left out, and nothing else.

use hexbound_render::Culling;

use crate::stage::*;

/// A row of closed rooms of 8 m along z, with a pillar of many sides in each. The first has a
/// doorway to the open on its side.
fn rooms() -> Level {
    let mut scene = SceneBuilder::new();
    for room in 0..6 {
        let center = Vec3::Z * (-12.0 * room as f32);
        let reach = vec3(4.0, 0.0, 4.0);
        scene = (scene.part(&format!("room {room}")))
            .room(center - reach, center + reach + Vec3::Y * 3.0)
            .part(&format!("pillar {room}"))
            .pillar(center + vec3(2.5, 0.0, -2.0), 0.5, 2.5, 64);
    }
    scene.build("rooms").expect("a valid scene")
}

fn inside() -> View {
    looking(vec3(0.0, 1.6, 2.0), 0.0, 0.0)
}

/// Frames until what is hidden is known: the answer comes with the next one.
fn settle(device: &mut Device, view: &View) {
    for _ in 0..3 {
        device.again(view);
    }
}

fn set(device: &mut Device, culling: Culling) {
    device.offscreen().cull(culling);
}

#[test]
fn rooms_behind_the_wall_are_not_drawn() {
    let Some(mut device) = device() else { return };
    let level = rooms();
    set(&mut device, Culling::Never);
    device.picture(&level, &inside());
    let all = device.offscreen().figures().scene.triangles;
    set(&mut device, Culling::Always);
    settle(&mut device, &inside());
    let left = device.offscreen().figures().scene.triangles;
    set(&mut device, Culling::default());
    // Five of six pillars are out of sight.
    assert!(left > 100 && left * 3 < all, "{left} of {all}");
}

#[test]
fn the_picture_is_the_same_wherever_one_goes() {
    let Some(mut device) = device() else { return };
    let level = rooms();
    let turned = |yaw: f32| View { yaw, ..inside() };
    let views = [
        inside(),
        // Beside the rooms, all pillars in sight through the walls' backs.
        looking(vec3(14.0, 2.0, 4.0), 0.5, -0.05),
        // In another room, at once.
        looking(vec3(0.0, 1.6, -22.0), 0.0, 0.0),
        looking(vec3(0.0, 1.6, -22.0), 3.1, 0.2),
        turned(0.4),
        turned(1.6),
        looking(vec3(0.0, 30.0, -30.0), 0.0, -1.5),
    ];
    set(&mut device, Culling::Never);
    device.picture(&level, &views[0]);
    let expected: Vec<_> = views.iter().map(|view| device.again(view)).collect();
    set(&mut device, Culling::Always);
    // Once from the unknown, once from what the views before have left.
    for round in 0..2 {
        for (number, (view, expected)) in views.iter().zip(&expected).enumerate() {
            let picture = device.again(view);
            assert!(picture == *expected, "round {round}, view {number}");
        }
    }
    set(&mut device, Culling::default());
}

#[test]
fn a_new_size_is_tested_by_its_own_depth() {
    let Some(mut device) = device() else { return };
    let level = rooms();
    set(&mut device, Culling::Always);
    device.picture(&level, &inside());
    settle(&mut device, &inside());
    device.offscreen().resize([333, 57]);
    settle(&mut device, &inside());
    let small = device.again(&inside());
    let left = device.offscreen().figures().scene.triangles;
    set(&mut device, Culling::Never);
    let expected = device.again(&inside());
    let all = device.offscreen().figures().scene.triangles;
    set(&mut device, Culling::default());
    assert!(small == expected);
    assert!(left * 3 < all, "{left} of {all}");
}

#[test]
fn small_levels_are_drawn_at_once() {
    let Some(mut device) = device() else { return };
    device.picture(&rooms(), &inside());
    settle(&mut device, &inside());
    let by_itself = device.offscreen().figures().scene;
    set(&mut device, Culling::Never);
    device.again(&inside());
    let never = device.offscreen().figures().scene;
    set(&mut device, Culling::default());
    assert_eq!(by_itself, never);
}
