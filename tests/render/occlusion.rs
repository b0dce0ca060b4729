//! Tests that what hides behind other things is left out, and nothing else.

use hexbound_render::{Culling, DrawCounts};

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

/// A picture and what was drawn in it, once it is known what is hidden: the answer comes with the next
/// frame.
fn drawn(device: &mut Device, culling: Culling) -> (RgbaImage, DrawCounts) {
    device.offscreen().set_culling(culling);
    let picture = (0..4).map(|_| device.again(&inside())).last();
    let figures = device.offscreen().figures().scene;
    device.offscreen().set_culling(Culling::default());
    (picture.expect("a picture"), figures)
}

#[test]
fn rooms_behind_the_wall_are_not_drawn_at_any_size() {
    let Some(mut device) = device() else { return };
    device.picture(&rooms(), &inside());
    let mut at_sizes = |culling| {
        [SIZE, [333, 57]].map(|size| {
            device.offscreen().resize(size);
            drawn(&mut device, culling)
        })
    };
    let (seen, whole) = (at_sizes(Culling::Always), at_sizes(Culling::Never));
    for ((seen, left), (whole, all)) in seen.into_iter().zip(whole) {
        assert!(seen == whole);
        // Five of six pillars are out of sight.
        let is_less = left.triangles > 100 && left.triangles * 3 < all.triangles;
        assert!(is_less, "{left:?} of {all:?}");
    }
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
    device.offscreen().set_culling(Culling::Never);
    device.picture(&level, &views[0]);
    let expected: Vec<_> = views.iter().map(|view| device.again(view)).collect();
    device.offscreen().set_culling(Culling::Always);
    // Once from the unknown, once from what the views before have left.
    for round in 0..2 {
        for (number, (view, expected)) in views.iter().zip(&expected).enumerate() {
            let picture = device.again(view);
            assert!(picture == *expected, "round {round}, view {number}");
        }
    }
    device.offscreen().set_culling(Culling::default());
}

#[test]
fn small_levels_are_drawn_at_once() {
    let Some(mut device) = device() else { return };
    device.picture(&rooms(), &inside());
    let [(_, by_itself), (_, never)] =
        [Culling::default(), Culling::Never].map(|culling| drawn(&mut device, culling));
    assert_eq!(by_itself, never);
}
