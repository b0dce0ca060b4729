//! The pictures of a window that a test looks at all the time. They are handled here, since the tests'
//! own programs are hardly optimized.

use image::RgbaImage;

/// The picture of so many pixels, each given as blue, green, red and one byte more, as an X server gives
/// them. `None` if there are not as many bytes.
pub fn from_screen(width: u32, height: u32, mut pixels: Vec<u8>) -> Option<RgbaImage> {
    let (pixels_of_four, _) = pixels.as_chunks_mut::<4>();
    for pixel in pixels_of_four {
        let [blue, green, red, _] = *pixel;
        *pixel = [red, green, blue, 255];
    }
    RgbaImage::from_raw(width, height, pixels)
}

/// The share of the picture, 0..1, that clearly differs.
pub fn difference(one: &RgbaImage, other: &RgbaImage) -> f64 {
    if one.dimensions() != other.dimensions() {
        return 1.0;
    }
    let differs = |(a, b): &(&image::Rgba<u8>, &image::Rgba<u8>)| {
        a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 24)
    };
    let count = one.pixels().zip(other.pixels()).filter(differs).count();
    count as f64 / f64::from(one.width() * one.height())
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
