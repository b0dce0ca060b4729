//! Point and spot lights: their color, how their light falls off, what it does not reach, and
//! that a level without any is drawn as before.

use std::f32::consts::FRAC_PI_2;

use crate::stage::*;

const GRAY: [f32; 3] = [0.5; 3];

/// Straight down is no direction to look up from.
const DOWN: f32 = -1.55;

/// Two closed rooms of 10 m by 12 m by 4 m with a wall of 0.3 m between, at x about 0; the left
/// one's surfaces of a gray.
fn two_rooms(left: f32, lights: Vec<Light>) -> Level {
    let scene = SceneBuilder::new()
        .part("left")
        .room(vec3(-12.0, 0.0, -5.0), vec3(-0.15, 4.0, 5.0))
        .part("right")
        .room(vec3(0.15, 0.0, -5.0), vec3(12.0, 4.0, 5.0));
    let scene = lights.into_iter().fold(scene, SceneBuilder::light);
    stage(scene, vec![plain([left; 3]), plain(GRAY)])
}

/// Dark, so that hardly anything bounces.
fn dark_hall(lights: Vec<Light>) -> Level {
    let scene = SceneBuilder::new()
        .part("hall")
        .room(vec3(-15.0, 0.0, -15.0), vec3(15.0, 8.0, 15.0));
    let scene = lights.into_iter().fold(scene, SceneBuilder::light);
    stage(scene, vec![plain([0.05; 3])])
}

/// The floor below, from high up: 8.7 m across the picture's height.
fn from_above(device: &mut Device, level: &Level) -> RgbaImage {
    device.picture(level, &looking(vec3(0.0, 7.9, 0.0), 0.0, DOWN))
}

#[test]
fn nothing_of_a_lamp_comes_through_a_wall() {
    let Some(mut device) = device() else { return };
    // Nearly black where the lamp is: what bounces is known too coarsely for a thin wall.
    // Along the wall's other side, where its foot and both corners are in sight.
    let view = looking(vec3(4.5, 2.0, 4.5), 0.6, -0.3);
    // Without any lamp, the game would make up some light.
    let faint = || vec![Light::point(vec3(-2.0, 2.2, 0.5), Vec3::X, 1e-3)];
    let dark = device.picture(&two_rooms(0.02, faint()), &view);
    let lamp = Light::point(vec3(-2.0, 2.2, 0.5), Vec3::X, 12.0);
    let picture = device.picture(&two_rooms(0.02, vec![lamp.clone()]), &view);
    assert!(reddening(&dark, &picture) <= 10);
    let open = looking(vec3(-4.5, 2.0, 4.5), -0.6, -0.3);
    let before = device.picture(&two_rooms(0.02, faint()), &open);
    let after = device.picture(&two_rooms(0.02, vec![lamp]), &open);
    assert!(reddening(&before, &after) > 60, "it shines at all");
}

/// Returns how much more red the second picture has than the first, where that is most.
fn reddening(one: &RgbaImage, other: &RgbaImage) -> u8 {
    let pairs = one.pixels().zip(other.pixels());
    let gains = pairs.map(|(a, b)| b.0[0].saturating_sub(a.0[0]));
    gains.max().unwrap_or(0)
}

#[test]
fn light_falls_off_with_the_square_of_the_distance() {
    let Some(mut device) = device() else { return };
    let lamp = |x: f32, height: f32, strength: f32| {
        let mut lamp = Light::point(vec3(x, height, 0.0), Vec3::ONE, strength);
        lamp.range = 15.0;
        lamp
    };
    // Left, a lamp over the floor; right, one twice as high. One eye, so one exposure.
    let mut pair = |strength: f32| {
        let level = dark_hall(vec![lamp(-10.0, 2.0, 12.0), lamp(10.0, 4.0, strength)]);
        let turned = |yaw: f32| looking(vec3(0.0, 5.0, 0.0), yaw, -0.4636);
        let left = device.picture(&level, &turned(FRAC_PI_2));
        let right = device.again(&turned(-FRAC_PI_2));
        [left, right].map(|picture| brightness(color_at(&picture, 0.5, 0.5)))
    };
    let [low, high] = pair(48.0);
    assert!((low - high).abs() < 8.0, "{low} {high}");
    let [low, high] = pair(24.0);
    assert!(high < low - 15.0, "{low} {high}");
}

#[test]
fn a_range_ends_the_light() {
    let Some(mut device) = device() else { return };
    let mut lamp = Light::point(vec3(0.0, 1.5, 0.0), Vec3::ONE, 6.0);
    lamp.range = 2.5;
    let picture = from_above(&mut device, &dark_hall(vec![lamp]));
    let at = |x: f32, y: f32| brightness(color_at(&picture, x, y));
    // On the floor the range is 2 m about the middle, 0.23 of the picture's height.
    let (middle, beyond, far) = (at(0.5, 0.5), at(0.5, 0.76), at(0.5, 0.95));
    assert!(middle > beyond + 60.0, "{middle} {beyond}");
    assert!((beyond - far).abs() < 10.0, "{beyond} {far}");
}

#[test]
fn a_spot_shines_in_its_cone_alone() {
    let Some(mut device) = device() else { return };
    let lamp = Light::point(vec3(0.0, 4.0, 0.0), Vec3::ONE, 40.0);
    let spot = lamp.spot(Vec3::NEG_Y, 0.40, 0.44);
    let picture = from_above(&mut device, &dark_hall(vec![spot]));
    // The cone meets the floor 1.7 to 1.88 m from the middle; 0.196 to 0.217 of the height.
    let at = |aside: f32| brightness(color_at(&picture, 0.5, 0.5 + aside));
    let (middle, inside, outside) = (at(0.0), at(0.17), at(0.25));
    let far = at(0.42);
    assert!((inside - middle).abs() < 15.0, "{middle} {inside}");
    assert!(outside < inside - 60.0, "{inside} {outside}");
    assert!((outside - far).abs() < 15.0, "{outside} {far}");
}

#[test]
fn balls_and_props_are_lit_too() {
    let Some(mut device) = device() else { return };
    let lamp = Light::point(vec3(0.0, 3.0, 0.0), vec3(1.0, 0.05, 0.05), 10.0);
    let mut view = looking(vec3(0.0, 1.2, 2.0), 0.0, -0.35);
    view.balls = vec![SeenBall::at(1, vec3(0.0, 0.5, 0.0), 0.5)];
    let redness = |color: Vec3| color.x / (color.x + color.y + color.z);
    let dark = device.picture(&dark_hall(Vec::new()), &view);
    let lit = device.picture(&dark_hall(vec![lamp]), &view);
    let [before, after] = [dark, lit].map(|picture| redness(color_at(&picture, 0.5, 0.42)));
    assert!(after > before + 0.1, "{before} {after}");
}

#[test]
fn light_bounces_off_what_it_meets() {
    let Some(mut device) = device() else { return };
    // A spot on the floor: the ceiling gets its light by way of that alone.
    let lamp = Light::point(vec3(-6.0, 3.8, 0.0), vec3(1.0, 0.1, 0.1), 60.0);
    let spot = lamp.spot(Vec3::NEG_Y, 0.5, 0.6);
    let view = looking(vec3(-6.0, 1.0, 0.0), 0.0, 0.9);
    let mut redness = |lights: Vec<Light>| {
        let picture = device.picture(&two_rooms(0.5, lights), &view);
        let color = color_at(&picture, 0.5, 0.3);
        color.x / color.element_sum()
    };
    let [dark, lit] = [vec![], vec![spot]].map(&mut redness);
    assert!(lit > dark + 0.05, "{dark} {lit}");
}

#[test]
fn hundreds_of_lamps_are_all_there() {
    let Some(mut device) = device() else { return };
    let grid = |index: u32| {
        let [x, z] = [index % 16, index / 16].map(|it| 28.0 * it as f32 / 15.0 - 14.0);
        let at = vec3(x, 1.0, z);
        let mut lamp = Light::point(at, Vec3::ONE, 2.0);
        lamp.range = 2.0;
        lamp
    };
    let view = looking(vec3(0.0, 6.0, 14.5), 0.0, -0.45);
    let all: Vec<Light> = (0..256).map(grid).collect();
    let lit = device.picture(&dark_hall(all.clone()), &view);
    assert!(device.offscreen().gpu().take_fault().is_none());
    // Without the one that is last, the floor below it is darker and nothing else is.
    let mut fewer = all;
    let taken = fewer.remove(8 * 16 + 8).position;
    let without = device.picture(&dark_hall(fewer), &view);
    assert!(taken.abs().max_element() < 2.0);
    let changed = lit.pixels().zip(without.pixels()).filter(|(a, b)| a != b);
    let (changed, count) = (changed.count(), (lit.width() * lit.height()) as usize);
    assert!(changed > 20 && changed < count, "{changed} of {count}");
    let difference = largest_difference(&lit, &without);
    assert!(difference > 12, "{difference}");
}
