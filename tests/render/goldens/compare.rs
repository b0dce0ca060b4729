//! The comparison of two pictures, and where the stored ones are.

use std::path::{Path, PathBuf};

use crate::stage::*;

/// Drivers of other versions round otherwise: blocks of this side may differ by so much in the
/// mean, of 255.
const BLOCK: u32 = 4;
const LARGEST: f32 = 10.0;
const MEAN: f32 = 1.0;

/// The difference allowed for the means over blocks.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    pub largest: f32,
    pub mean: f32,
}

impl Difference {
    /// Returns whether an eye would see it.
    pub fn is_seen(self) -> bool {
        self.largest > LARGEST || self.mean > MEAN
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { largest, mean } = self;
        write!(f, "by {largest:.1} at most and {mean:.2} in the mean")
    }
}

/// Pictures of one size.
pub fn difference(one: &RgbaImage, other: &RgbaImage) -> Difference {
    assert_eq!(one.dimensions(), other.dimensions());
    difference_of(&means(one, [BLOCK; 2]), &means(other, [BLOCK; 2]))
}

/// The difference of two rows of colors.
pub fn difference_of(one: &[Vec3], other: &[Vec3]) -> Difference {
    assert_eq!(one.len(), other.len());
    let pairs = one.iter().zip(other);
    let differences = pairs.map(|(a, b)| (*a - *b).abs().max_element());
    let (largest, sum) = differences.fold((0.0f32, 0.0), |(largest, sum), difference| {
        (largest.max(difference), sum + difference)
    });
    Difference {
        largest,
        mean: sum / one.len() as f32,
    }
}

/// The mean colors of the whole blocks of a picture, row by row, 0..255.
pub fn means(picture: &RgbaImage, block: [u32; 2]) -> Vec<Vec3> {
    let (columns, rows) = (picture.width() / block[0], picture.height() / block[1]);
    let blocks = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let mean = |(column, row): (u32, u32)| {
        let pixels = (0..block[1]).flat_map(|y| (0..block[0]).map(move |x| (x, y)));
        let places = pixels.map(|(x, y)| (column * block[0] + x, row * block[1] + y));
        let sum: Vec3 = places.map(|(x, y)| rgb(picture.get_pixel(x, y))).sum();
        sum / (block[0] * block[1]) as f32
    };
    blocks.map(mean).collect()
}

/// Under tests/golden.
pub fn stored(file: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    folder.join(file)
}

/// Returns whether what is seen is recorded instead of compared.
pub fn is_recording() -> bool {
    std::env::var_os("HEXBOUND_BLESS").is_some()
}

#[test]
fn the_comparison_sees_what_an_eye_would() {
    let gray = RgbaImage::from_pixel(64, 32, image::Rgba([100, 100, 100, 255]));
    let mut noisy = gray.clone();
    for (x, _, pixel) in noisy.enumerate_pixels_mut() {
        pixel.0[0] += (x % 2) as u8;
    }
    assert!(!difference(&gray, &noisy).is_seen());
    let mut spot = gray.clone();
    for (x, y) in (0..16).map(|index| (20 + index % 4, 12 + index / 4)) {
        spot.put_pixel(x, y, image::Rgba([100, 130, 100, 255]));
    }
    assert!(difference(&gray, &spot).largest > LARGEST, "a spot is seen");
    let darker = RgbaImage::from_pixel(64, 32, image::Rgba([97, 97, 97, 255]));
    // Another exposure is seen.
    assert!(difference(&gray, &darker).mean > MEAN);
}
