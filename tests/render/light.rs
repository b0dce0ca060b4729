//! Sun, shadow, sky and the light that bounces.

use glam::Vec3;
use hexbound_level::Level;
use hexbound_scenes::SceneBuilder;

use crate::stage::{Device, brightness, color_at, device, looking, plain, stage, unlit};

const DOWN: f32 = -1.2;

/// A floor, and maybe a plate that floats above a part of it, out of sight.
fn floor(plate: bool) -> Level {
    let scene = SceneBuilder::new()
        .part("floor")
        .floor(-20.0, -20.0, 20.0, 20.0, 0.0);
    let mut materials = vec![plain([0.5; 3])];
    let scene = if plate {
        materials.push(plain([0.5; 3]));
        let corner = |x, z| Vec3::new(x, 9.0, z);
        scene.part("plate").quad(
            corner(-2.0, -7.0),
            corner(-2.0, -3.0),
            corner(2.0, -3.0),
            corner(2.0, -7.0),
        )
    } else {
        scene
    };
    stage(scene, materials)
}

#[test]
fn a_shadowed_floor_is_darker_than_a_lit_one() {
    let Some(mut device) = device() else { return };
    let view = looking(Vec3::new(0.0, 4.0, 0.0), 0.0, -0.7);
    let lit = device.picture(&floor(false), &view);
    let shaded = device.picture(&floor(true), &view);
    // The middle of the picture looks at the floor 4.7 m ahead, under the plate.
    let under = brightness(color_at(&shaded, 0.5, 0.5));
    assert!(
        under < 0.75 * brightness(color_at(&lit, 0.5, 0.5)),
        "{under}"
    );
    assert!(under > 20.0, "shade is not black: {under}");
    let beside = brightness(color_at(&shaded, 0.02, 0.5));
    assert!(under < 0.75 * beside, "{under} under, {beside} beside");
}

#[test]
fn a_lit_floor_has_no_acne() {
    let Some(mut device) = device() else { return };
    let mut level = floor(false);
    if let Some(sun) = &mut level.lighting.sun {
        sun.direction = Vec3::new(0.8, -0.35, 0.3).normalize();
    }
    let picture = device.picture(&level, &looking(Vec3::new(0.0, 2.0, 0.0), 0.3, -0.9));
    let (mut low, mut high) = (f32::MAX, 0.0f32);
    for y in 3..18 {
        for x in 1..20 {
            let value = brightness(color_at(&picture, x as f32 / 20.0, y as f32 / 20.0));
            (low, high) = (low.min(value), high.max(value));
        }
    }
    // Grain and the falling angle vary it a little; stripes of shadow would halve it.
    assert!(low > 0.8 * high, "from {low} to {high}");
}

#[test]
fn the_shadow_of_a_box_meets_its_foot() {
    let Some(mut device) = device() else { return };
    let scene = SceneBuilder::new()
        .part("floor")
        .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
        .part("box")
        .cuboid(Vec3::new(-1.0, 0.0, -6.0), Vec3::new(1.0, 2.0, -4.0));
    let mut level = stage(scene, vec![plain([0.5; 3]), plain([0.5; 3])]);
    if let Some(sun) = &mut level.lighting.sun {
        // From the left: the shadow lies to the right of the box.
        sun.direction = Vec3::new(0.7, -0.7, 0.0);
    }
    let view = looking(Vec3::new(2.0, 3.0, -5.0), 0.0, -1.5);
    let picture = device.picture(&level, &view);
    // Straight down from 3 m, a radian high: x at the floor is 2 + (share − 0.5) · 4.37.
    let at = |x: f32| brightness(color_at(&picture, 0.5 + (x - 2.0) / 4.37, 0.5));
    let (foot, middle, beyond) = (at(1.12), at(2.0), at(3.6));
    assert!(middle < 0.8 * beyond, "{middle} {beyond}");
    // Light leaks in at the foot.
    assert!(foot < 0.8 * beyond, "{foot} {beyond}");
}

#[test]
fn the_sky_is_bluer_overhead_than_at_the_horizon() {
    let Some(mut device) = device() else { return };
    let blueness = |color: Vec3| color.z / (color.x + color.y + color.z);
    let mut afternoon = floor(false);
    afternoon.lighting.sun = None;
    let up = device.picture(&afternoon, &looking(Vec3::Y, 0.5, 1.2));
    let level = device.again(&looking(Vec3::Y, 0.5, 0.15));
    let (overhead, horizon) = (color_at(&up, 0.3, 0.5), color_at(&level, 0.5, 0.5));
    assert!(
        blueness(overhead) > blueness(horizon) + 0.05,
        "{overhead} {horizon}"
    );
    assert!(horizon.x > horizon.z, "the horizon is warm: {horizon}");
}

#[test]
fn a_room_that_no_light_reaches_is_neither_black_nor_flat() {
    let Some(mut device) = device() else { return };
    let low = Vec3::new(-4.0, 0.0, -4.0);
    let scene = SceneBuilder::new()
        .part("room")
        .room(low, Vec3::new(4.0, 3.0, 4.0));
    let level = stage(scene, vec![plain([0.5; 3])]);
    let view = looking(Vec3::new(0.0, 1.6, 3.0), 0.0, 0.0);
    let picture = device.picture(&level, &view);
    let wall = brightness(color_at(&picture, 0.5, 0.5));
    let floor = brightness(color_at(&picture, 0.5, 0.9));
    let corner = brightness(color_at(&picture, 0.16, 0.5));
    assert!(wall > 40.0, "{wall}");
    assert!((wall - floor).abs() > 4.0, "wall {wall}, floor {floor}");
    assert!(corner < wall - 4.0, "wall {wall}, corner {corner}");
}

#[test]
fn what_glows_is_bright_in_the_dark() {
    let Some(mut device) = device() else { return };
    let dim = |emissive: [f32; 3]| {
        let low = Vec3::new(-3.0, 0.0, -6.0);
        let scene = SceneBuilder::new()
            .part("room")
            .room(low, Vec3::new(3.0, 3.0, 3.0));
        let scene = scene.part("panel");
        let scene = crate::stage::wall(scene, Vec3::new(0.0, 1.5, -5.9), 0.5);
        let mut panel = plain([0.1; 3]);
        panel.emissive = emissive;
        stage(scene, vec![plain([0.2; 3]), panel])
    };
    let view = looking(Vec3::new(0.0, 1.5, 0.0), 0.0, 0.0);
    let dark = brightness(color_at(&device.picture(&dim([0.0; 3]), &view), 0.5, 0.5));
    let picture = device.picture(&dim([0.0, 3.0, 2.0]), &view);
    let panel = color_at(&picture, 0.5, 0.5);
    assert!(brightness(panel) > dark + 60.0, "{panel}, {dark} without");
    assert!(panel.y > panel.x, "{panel}");
}

#[test]
fn unlit_surfaces_show_no_shadow() {
    let Some(mut device) = device() else { return };
    let picture = |device: &mut Device, plate: bool| {
        let mut level = floor(plate);
        level.materials[0] = unlit([0.3, 0.3, 0.3, 1.0]);
        let picture = device.picture(&level, &looking(Vec3::Y * 3.0, 0.0, DOWN));
        [color_at(&picture, 0.5, 0.2), color_at(&picture, 0.5, 0.8)].map(brightness)
    };
    let [lit_far, lit_near] = picture(&mut device, false);
    assert!((lit_far - lit_near).abs() < 6.0, "{lit_far} {lit_near}");
    let [far, near] = picture(&mut device, true);
    assert!((far - near).abs() < 6.0, "{far} {near}");
}

/// The mean brightness of a part of the picture, given as shares of its sides.
fn mean(picture: &image::RgbaImage, [left, right]: [f32; 2], [top, bottom]: [f32; 2]) -> f32 {
    let steps = |low: f32, high: f32| (0..16).map(move |i| low + (high - low) * i as f32 / 15.0);
    let values: Vec<f32> = steps(left, right)
        .flat_map(|x| steps(top, bottom).map(move |y| (x, y)))
        .map(|(x, y)| brightness(color_at(picture, x, y)))
        .collect();
    values.iter().sum::<f32>() / values.len() as f32
}

#[test]
fn a_wall_next_to_a_bright_court_is_as_dark_as_the_others() {
    let Some(mut device) = device() else { return };
    let level = hexbound_scenes::catalog::open("test:leak").expect("a scene of that name");
    // From the middle of the dark room to the wall before the court, and to the one opposite.
    let eye = Vec3::new(4.0, 1.5, -2.75);
    let quarter = std::f32::consts::FRAC_PI_2;
    let court = device.picture(&level, &looking(eye, quarter, 0.0));
    let away = device.again(&looking(eye, -quarter, 0.0));
    for (name, rows) in [("wall", [0.3, 0.7]), ("floor's edge", [0.84, 0.88])] {
        let [near, far] = [&court, &away].map(|picture| mean(picture, [0.15, 0.85], rows));
        assert!((near / far - 1.0).abs() < 0.04, "{name} {near} {far}");
    }
}
