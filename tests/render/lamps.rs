//! Lamps: what their light does not reach, what it bounces off, and how many there may be.

use crate::stage::*;

/// Two closed rooms of 10 m by 12 m by 4 m with a wall of 0.3 m between, at x about 0, and a lamp in
/// the left one, which is nearly black: what bounces is known too coarsely for a thin wall.
fn two_rooms(lamp: Light) -> Level {
    let scene = SceneBuilder::new()
        .part("left")
        .room(vec3(-12.0, 0.0, -5.0), vec3(-0.15, 4.0, 5.0))
        .part("right")
        .room(vec3(0.15, 0.0, -5.0), vec3(12.0, 4.0, 5.0))
        .light(lamp);
    stage(scene, vec![plain([0.02; 3]), plain([0.5; 3])])
}

/// Dark, so that hardly anything bounces.
fn dark_hall(lights: Vec<Light>) -> Level {
    let scene = SceneBuilder::new()
        .part("hall")
        .room(vec3(-15.0, 0.0, -15.0), vec3(15.0, 8.0, 15.0));
    let scene = lights.into_iter().fold(scene, SceneBuilder::light);
    stage(scene, vec![plain([0.05; 3])])
}

#[test]
fn nothing_of_a_lamp_comes_through_a_wall() {
    let Some(mut device) = device() else { return };
    // Without any lamp, the game would make up some light.
    let [dark, lit] = [1e-3, 12.0]
        .map(|strength| two_rooms(Light::point(vec3(-2.0, 2.2, 0.5), Vec3::X, strength)));
    let mut gain = |view: View| {
        let [before, after] = [&dark, &lit].map(|level| device.picture(level, &view));
        reddening(&before, &after)
    };
    // Along the wall's other side, where its foot and both corners are in sight.
    assert!(gain(looking(vec3(4.5, 2.0, 4.5), 0.6, -0.3)) <= 10);
    let shining = gain(looking(vec3(-4.5, 2.0, 4.5), -0.6, -0.3));
    assert!(shining > 60, "it shines at all");
}

/// Returns how much more red the second picture has than the first, where that is most.
fn reddening(one: &RgbaImage, other: &RgbaImage) -> u8 {
    let pairs = one.pixels().zip(other.pixels());
    let gains = pairs.map(|(a, b)| b.0[0].saturating_sub(a.0[0]));
    gains.max().unwrap_or(0)
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

/// Returns the share of white pixels in a pale hall under so many lamps of a file, and how red a red
/// block in it looks.
fn hall_under(device: &mut Device, lamps: usize) -> (f32, f32) {
    let lamp = |index: usize| {
        let [x, z] = [
            1.5 * (index % 10) as f32 - 7.0,
            2.0 * (index / 10) as f32 - 5.0,
        ];
        let light = r#"{"extensions": {"KHR_lights_punctual": {"light": 0}}}"#;
        format!("\"lamp\" [{x}, 3.5, {z}] {{}} {light}\n")
    };
    let lamps: String = (0..lamps).map(lamp).collect();
    let level = written(&format!("with hall\n{lamps}"));
    let eye = level.to_local(dvec3(0.0, 1.7, 5.0));
    let picture = device.picture(&level, &looking(eye, 0.0, 0.0));
    let bright = |pixel: &&image::Rgba<u8>| pixel.0[..3].iter().all(|channel| *channel >= 250);
    let white = picture.pixels().filter(bright).count() as f32 / picture.pixels().len() as f32;
    let red = color_at(&picture, 0.5, 0.5);
    (white, red.x - red.y)
}

#[test]
fn sixty_lamps_make_no_white_picture() {
    let Some(mut device) = device() else { return };
    for lamps in [6, 60] {
        let (white, red) = hall_under(&mut device, lamps);
        assert!(white < 0.02, "{lamps} {white}");
        assert!(red > 50.0, "{lamps} lamps: a red block is pale, {red}");
    }
}
