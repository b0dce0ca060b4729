//! The measurements that tests make in a picture of the window.

use image::RgbaImage;

/// The share of the picture, 0..1, that clearly differs.
pub fn difference(one: &RgbaImage, other: &RgbaImage) -> f64 {
    if one.dimensions() != other.dimensions() {
        return 1.0;
    }
    // Most are the same: the windows of tests are looked at all the time, by code with all its checks.
    if one == other {
        return 0.0;
    }
    let differs = |(a, b): &(&image::Rgba<u8>, &image::Rgba<u8>)| {
        a != b && a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 24)
    };
    let count = one.pixels().zip(other.pixels()).filter(differs).count();
    count as f64 / (one.width() * one.height()) as f64
}

/// The mean color of the middle of the lower third, where the floor is. Panels to both sides of it are left
/// out.
pub fn floor_color(image: &RgbaImage) -> [f64; 3] {
    let (width, height) = image.dimensions();
    let mut sum = [0.0; 3];
    let mut count = 0.0;
    for y in height * 80 / 100..height * 95 / 100 {
        for x in width * 46 / 100..width * 54 / 100 {
            let pixel = image.get_pixel(x, y).0;
            (0..3).for_each(|channel| sum[channel] += f64::from(pixel[channel]));
            count += 1.0;
        }
    }
    sum.map(|channel| channel / count)
}
