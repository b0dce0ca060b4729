//! The device that draws the pictures of pages and of findings, or the reason why there is none.

use image::RgbaImage;

use hexbound_level::Level;
use hexbound_render::{Frame, Offscreen, PictureOptions, Preset, Quality, RenderError};
use hexbound_sim::View;

/// The mean channel value below which a picture is brightened, 0..255.
const MAX_DARK_MEAN: f32 = 75.0;
/// The exponent of the strongest brightening.
const MIN_EXPONENT: f32 = 0.4;

/// Returns the quality of pictures of findings: surfaces without generated structure.
pub fn finding_quality() -> Quality {
    Quality {
        grain: false,
        render_scale: 1.0,
        ..Preset::Medium.quality()
    }
}

/// A graphics device that is opened at its first use.
pub struct Easel {
    options: PictureOptions,
    offscreen: Option<Box<Offscreen>>,
    failure: Option<String>,
}

impl Easel {
    pub fn new(options: PictureOptions) -> Self {
        Self {
            options,
            offscreen: None,
            failure: None,
        }
    }

    /// Creates an easel for pictures of findings, of the size `size`, pixels.
    pub fn for_findings(size: [u32; 2]) -> Self {
        Self::new(PictureOptions {
            size,
            quality: finding_quality(),
            ..PictureOptions::default()
        })
    }

    /// Uploads a level to the device.
    pub fn set_level(&mut self, level: &Level) {
        self.draw(|offscreen| offscreen.set_level_by_cache(level));
    }

    /// Returns the result of `draw`; `None` without a device, and after any failure.
    pub(crate) fn draw<T>(
        &mut self,
        draw: impl FnOnce(&mut Offscreen) -> Result<T, RenderError>,
    ) -> Option<T> {
        if self.failure.is_some() {
            return None;
        }
        let drawn = || {
            let offscreen = match &mut self.offscreen {
                Some(offscreen) => offscreen,
                none => none.insert(Box::new(Offscreen::new(&self.options)?)),
            };
            draw(offscreen)
        };
        match drawn() {
            Ok(drawn) => Some(drawn),
            Err(error) => {
                self.failure = Some(error.to_string());
                None
            }
        }
    }

    /// Returns the reason why nothing is drawn any more, if there is one.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

/// Draws the level that `offscreen` holds, from `view`. Particles are absent, the exposure has settled,
/// and a dark picture is brightened.
pub(crate) fn still(offscreen: &mut Offscreen, view: &View) -> Result<RgbaImage, RenderError> {
    let mut image = offscreen.shot(Frame::of(view))?;
    brighten(&mut image);
    Ok(image)
}

/// Brightens a dark picture.
fn brighten(image: &mut RgbaImage) {
    let sum: f64 = (image.pixels())
        .map(|pixel| f64::from(pixel.0[0]) + f64::from(pixel.0[1]) + f64::from(pixel.0[2]))
        .sum();
    let mean = (sum / (3.0 * image.pixels().len().max(1) as f64)) as f32;
    if mean >= MAX_DARK_MEAN {
        return;
    }
    let exponent = ((MAX_DARK_MEAN / 255.0).ln() / (mean.max(1.0) / 255.0).ln()).max(MIN_EXPONENT);
    let table: [u8; 256] =
        std::array::from_fn(|value| (255.0 * (value as f32 / 255.0).powf(exponent)).round() as u8);
    for pixel in image.pixels_mut() {
        for channel in &mut pixel.0[..3] {
            *channel = table[usize::from(*channel)];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dark_pictures_become_lighter_and_light_ones_stay() {
        let gray = |value| RgbaImage::from_pixel(4, 4, image::Rgba([value, value, value, 255]));
        let [mut dark, mut light] = [gray(20), gray(120)];
        brighten(&mut dark);
        brighten(&mut light);
        assert!(dark.get_pixel(0, 0).0[0] > 60);
        assert_eq!(dark.get_pixel(0, 0).0[3], 255);
        assert_eq!(light, gray(120));
    }
}
