//! The picture as a whole: how it gets used to a place, and its smallest lights.

use crate::stage::*;

fn yard() -> Level {
    stage(ground(), vec![plain([0.3; 3])])
}

fn down() -> View {
    looking(vec3(0.0, 2.0, 0.0), 0.0, -0.9)
}

/// The floor's brightness `elapsed` seconds after the picture before.
fn floor(device: &mut Device, exposure: Exposure, elapsed: f32) -> f32 {
    let view = down();
    let mut shown = frame(&view);
    (shown.exposure.mode, shown.elapsed) = (exposure, elapsed);
    brightness(color_at(&device.shot(shown), 0.5, 0.5))
}

#[test]
fn the_eye_gets_used_to_a_place_within_about_a_second() {
    let Some(mut device) = device() else { return };
    device.picture(&yard(), &down());
    let settled = floor(&mut device, Exposure::Auto, f32::INFINITY);
    // From the dark: as if it came out of a cellar.
    let blinded = floor(&mut device, Exposure::Fixed(4.0), f32::INFINITY);
    let soon = floor(&mut device, Exposure::Auto, 0.1);
    let later = floor(&mut device, Exposure::Auto, 0.4);
    let done = floor(&mut device, Exposure::Auto, 1.5);
    let falls = blinded > soon && soon > later + 3.0 && later > done;
    assert!(falls, "{blinded} {soon} {later} {done}");
    assert!((done - settled).abs() < 3.0, "{done} {settled}");
}

/// Multisampling leaves a spark of a pixel's size as bright as it is.
#[test]
fn no_pixel_stands_alone() {
    let Some(mut device) = device() else { return };
    let back = wall(SceneBuilder::new().part("back"), vec3(0.0, 1.5, -6.0), 5.0);
    let sparks = (0..9).fold(back.part("sparks"), |scene, index| {
        let along = index as f32;
        let low = vec3(0.45 * along - 1.8, 0.9 + 0.13 * along, -5.98);
        scene.cuboid(low, low + 0.03)
    });
    let shining = Material {
        emissive: [5.0; 3],
        ..plain([0.02; 3])
    };
    let level = stage(sparks, vec![plain([0.02; 3]), shining]);
    let picture = device.picture(&level, &looking(vec3(0.0, 1.5, 0.0), 0.0, 0.0));
    let (width, height) = picture.dimensions();
    let look = |x: u32, y: u32| f32::from(picture.get_pixel(x, y).0[1]);
    let mut most = 0.0f32;
    for (x, y) in (1..height - 1).flat_map(|y| (1..width - 1).map(move |x| (x, y))) {
        let about = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        let about = about.map(|(x, y)| look(x, y));
        most = most.max(look(x, y) - about.into_iter().fold(0.0, f32::max));
    }
    // 176 as they are drawn.
    assert!((5.0..90.0).contains(&most), "{most} of 255");
}

/// Where light grows a step in many pixels, dither goes back and forth between the two.
#[test]
fn dither_hides_bands() {
    let Some(mut device) = device() else { return };
    let scene = wall(SceneBuilder::new(), Vec3::NEG_Z * 3.0, 3.0);
    let mut level = stage(scene, vec![unlit([1.0; 4])]);
    for vertex in &mut level.mesh.vertices {
        let share = vertex.position[0] / 6.0 + 0.5;
        vertex.color = [0.2 + 0.02 * share; 4];
    }
    let picture = device.picture(&level, &looking(Vec3::ZERO, 0.0, 0.0));
    let green = |x: u32| picture.get_pixel(x, picture.height() / 2).0[1].into();
    let middle: Vec<i32> = (0..picture.width()).map(green).collect();
    let back = middle.windows(2).filter(|pair| pair[1] < pair[0]).count();
    let (first, last) = (middle[0], middle[middle.len() - 1]);
    assert!((2..12).contains(&(last - first)), "{first} {last}");
    assert!(back > 10, "{back} steps back in {middle:?}");
}
