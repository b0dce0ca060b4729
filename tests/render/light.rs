//! Sun, shadow and the light that bounces.

use crate::stage::*;

/// The mean brightness of a part of the picture, given as shares of its sides.
fn mean(picture: &RgbaImage, [left, right]: [f32; 2], [top, bottom]: [f32; 2]) -> f32 {
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
    let level = named("test:leak");
    // From the middle of the dark room to the wall before the court, and to the one opposite.
    let eye = vec3(4.0, 1.5, -2.75);
    let quarter = std::f32::consts::FRAC_PI_2;
    let court = device.picture(&level, &looking(eye, quarter, 0.0));
    let away = device.again(&looking(eye, -quarter, 0.0));
    for (name, rows) in [("wall", [0.3, 0.7]), ("floor's edge", [0.84, 0.88])] {
        let [near, far] = [&court, &away].map(|picture| mean(picture, [0.15, 0.85], rows));
        assert!((near / far - 1.0).abs() < 0.04, "{name} {near} {far}");
    }
}
