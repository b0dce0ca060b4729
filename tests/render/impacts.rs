//! Tests of explosions as they are drawn: where their sparks, their light and their clouds end.

use hexbound_level::PropShape;

use crate::stage::*;

#[test]
fn walls_hide_what_is_behind_them() {
    let Some(mut device) = device() else { return };
    let scene = wall(ground().part("wall"), vec3(0.0, 2.0, -2.0), 2.5);
    let level = stage(scene, vec![plain([0.4; 3]), plain([0.2; 3])]);
    let view = looking(vec3(0.0, 2.0, 0.0), 0.0, 0.0);
    let clean = device.picture(&level, &view);
    let event = Event::new(EventKind::Explosion, Vec3::NEG_Z * 4.0, Vec3::Y, 6.0);
    let mut effects = Effects::default();
    effects.advance(0.0, &[event], &level);
    effects.advance(0.1, &[], &level);
    let struck = device.shot(Frame {
        effects: Some(&effects),
        ..frame(&view)
    });
    let difference = largest_difference(&clean, &struck);
    assert!(difference < 4, "{difference}");
}

/// Two rooms with a wall of 20 cm between them, and an explosion in the further one.
#[test]
fn flashes_light_their_own_room_only() {
    let Some(mut device) = device() else { return };
    let room = |scene: SceneBuilder, x: f32| {
        let (min, max) = (vec3(x, 0.0, -3.0), vec3(x + 4.0, 3.0, 3.0));
        scene.part("room").room(min, max)
    };
    let rooms = room(room(SceneBuilder::new(), 0.1), -4.1);
    let level = stage(rooms, vec![plain([0.5; 3]); 2]);
    // Low on the wall between.
    let exploded = |normal: Vec3| {
        let place = level.to_local((normal * 0.1 + Vec3::Y * 0.8).as_dvec3());
        explosion(3, place, normal, 0.95)
    };
    let at = level.to_local(dvec3(3.9, 1.5, 0.0));
    let view = looking(at, std::f32::consts::FRAC_PI_2, -0.3);
    let with = |explosion: Explosion| View {
        explosions: vec![explosion],
        ..view.clone()
    };
    let dark = device.picture(&level, &view);
    let beyond = device.again(&with(exploded(Vec3::NEG_X)));
    let here = device.again(&with(exploded(Vec3::X)));
    assert!(largest_difference(&beyond, &dark) < 3);
    // The floor before the explosion, and the ceiling above.
    for y in [0.1, 0.9] {
        let brightness = |picture: &RgbaImage| brightness(color_at(picture, 0.5, y));
        assert!(brightness(&here) > brightness(&dark) + 10.0, "{y}");
    }
}

/// A crate on a floor, and a cloud that reaches into its near side from the floor beside it.
#[test]
fn clouds_are_thin_where_they_meet_a_prop() {
    let Some(mut device) = device() else { return };
    let level = SceneBuilder::new()
        .floor(-6.0, -6.0, 6.0, 6.0, 0.0)
        .prop_box("crate", vec3(0.0, 1.0, -1.0), Vec3::ONE, Quat::IDENTITY)
        .build("crate")
        .unwrap();
    let cloud = |explosions: Vec<Explosion>| View {
        explosions,
        ..looking(vec3(2.5, 1.2, 3.0), 0.74, -0.2)
    };
    let blast = Explosion {
        scale: 2.5,
        ..explosion(1, Vec3::Z * 0.25, Vec3::Y, 0.95)
    };
    let none = device.picture(&level, &cloud(vec![]));
    let soft = device.again(&cloud(vec![blast]));
    // Of other shapes nobody knows whether they fill a box.
    let mut hidden = level.clone();
    if let PropShape::Box { hull, .. } = &level.props[0].parts[0].shape {
        hidden.props[0].parts[0].shape = PropShape::Hull(hull.clone());
    }
    let hard = device.picture(&hidden, &cloud(vec![blast]));
    assert!(largest_difference(&soft, &none) > 60, "the cloud is seen");
    let thinned = largest_difference(&soft, &hard);
    assert!(thinned > 12, "{thinned}");
}
