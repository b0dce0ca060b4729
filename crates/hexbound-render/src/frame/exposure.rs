//! The exposure of a frame: fixed, or adapting to the light around the eye with an eye's delay. This module
//! needs no device; the light comes from the bake.

use glam::Vec3;

use hexbound_level::Level;
use hexbound_light::{LUMINANCE_WEIGHTS, SurfaceColor};
use rayon::prelude::*;

/// The time constant of adaptation to a brighter place, seconds.
const TO_BRIGHT: f32 = 0.28;
/// The time constant of adaptation to a darker place, seconds.
const TO_DARK: f32 = 0.55;
/// An imperceptible difference in brightness, stops.
const UNSEEN_STOPS: f32 = 0.01;
/// The useful range of [`Exposure::Fixed`], stops; other values are clamped.
pub const EXPOSURE_STOPS: std::ops::RangeInclusive<f32> = -4.0..=8.0;

/// The choice between adapting and fixed exposure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Exposure {
    /// Adapts to the light around the eye within about a second.
    #[default]
    Auto,
    /// A fixed exposure, stops above that of a sunlit place. Each stop doubles the light.
    Fixed(f32),
}

/// The player's settings for brightness.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExposureSettings {
    /// The choice between adapting and fixed exposure.
    pub mode: Exposure,
    /// The offset of an adapting exposure, stops.
    pub brightness: f32,
    /// True if explosions emit no light and glow less, for eyes sensitive to flashes.
    pub low_flash: bool,
}

/// The adaptation of exposure from frame to frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Adaptation {
    /// The current exposure, stops; `None` before the first frame.
    stops: Option<f32>,
    /// The remaining difference to the place's exposure, stops.
    remaining: f32,
}

impl Adaptation {
    /// The exposure factor of the next frame, `elapsed` seconds after the last (infinity for a single frame).
    /// `wanted` is the place's own factor.
    pub(crate) fn expose(&mut self, exposure: Exposure, wanted: f32, elapsed: f32) -> f32 {
        let target = match exposure {
            Exposure::Auto => wanted.max(f32::MIN_POSITIVE).log2(),
            Exposure::Fixed(stops) if stops.is_finite() => {
                stops.clamp(*EXPOSURE_STOPS.start(), *EXPOSURE_STOPS.end())
            }
            Exposure::Fixed(_) => 0.0,
        };
        let stops = match (self.stops, exposure) {
            (Some(stops), Exposure::Auto) => adapt(stops, target, elapsed),
            _ => target,
        };
        self.stops = Some(stops);
        self.remaining = (target - stops).abs();
        stops.exp2()
    }

    /// Returns whether the last frame had the exposure of its place.
    pub(crate) fn is_settled(&self) -> bool {
        self.remaining < UNSEEN_STOPS
    }

    /// Forgets the earlier frames, because the next one shows another place.
    pub(crate) fn forget(&mut self) {
        self.stops = None;
    }
}

fn adapt(stops: f32, target: f32, elapsed: f32) -> f32 {
    let time = if target < stops { TO_BRIGHT } else { TO_DARK };
    let share = 1.0 - (-elapsed.max(0.0) / time).exp();
    stops + (target - stops) * share
}

/// The exposure factor of a place: `brightness` is the mean luminance around the eye, and `mean_albedo` the
/// share that surfaces reflect.
pub(crate) fn wanted_exposure(brightness: f32, mean_albedo: f32) -> f32 {
    const MIDDLE_GRAY: f32 = 0.34;
    /// The share of light that plaster and limestone reflect.
    const PALE_ALBEDO: f32 = 0.30;
    /// The luminance, above that of any sunlit surface, at which glare begins.
    const MIN_GLARE: f32 = 2.0;
    let wanted = MIDDLE_GRAY / brightness.max(1e-3);
    let dark_surfaces = (PALE_ALBEDO / mean_albedo.max(0.02)).clamp(1.0, 4.0);
    let against_glare = MIN_GLARE / brightness.clamp(MIN_GLARE, 100.0 * MIN_GLARE);
    // The adaptation is only partial: dark places and dark stone stay darker than bright ones.
    let eye = libm::powf(wanted, 0.84) * libm::powf(dark_surfaces, 0.55);
    eye.clamp(0.6, 12.0) * against_glare
}

/// The mean share of light that the level's surfaces reflect, weighted by area, 0..1. `colors` are the
/// colors of its materials.
pub(crate) fn mean_albedo(level: &Level, colors: &[SurfaceColor]) -> f32 {
    let mesh = &level.mesh;
    let position = |corner: &u32| {
        let vertex = mesh.vertices.get(*corner as usize)?;
        Some(Vec3::from_array(vertex.position)).filter(|position| position.is_finite())
    };
    let area = |corners: &[u32]| match [0, 1, 2].map(|i| position(&corners[i])) {
        [Some(a), Some(b), Some(c)] => f64::from((b - a).cross(c - a).length()),
        _ => 0.0,
    };
    let (mut sum, mut total) = (0.0_f64, 0.0_f64);
    for part in mesh.parts.iter().filter(|part| part.visible) {
        let color = colors
            .get(part.material)
            .map_or(Vec3::splat(0.5), |color| color.base);
        let range = part.indices.start as usize..part.indices.end as usize;
        let indices = mesh.indices.get(range).unwrap_or_default();
        let areas = |indices: &[u32]| indices.chunks_exact(3).map(area).sum();
        // Portions of a fixed size make the sum independent of the number of threads.
        let portions: Vec<f64> = indices.par_chunks(3 * 4096).map(areas).collect();
        let whole: f64 = portions.iter().sum();
        sum += whole * f64::from(color.dot(LUMINANCE_WEIGHTS));
        total += whole;
    }
    if total > 0.0 {
        (sum / total) as f32
    } else {
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exposure after `seconds` in frames of `frame` seconds from 1 to a wanted 4.
    fn after(seconds: f32, frame: f32) -> f32 {
        let mut eye = Adaptation::default();
        eye.expose(Exposure::Auto, 1.0, f32::INFINITY);
        let frames = (seconds / frame).round() as usize;
        (0..frames).fold(1.0, |_, _| eye.expose(Exposure::Auto, 4.0, frame))
    }

    #[test]
    fn the_eye_takes_about_a_second_whatever_the_frame_rate() {
        let (slow, fast) = (after(1.0, 1.0 / 30.0), after(1.0, 1.0 / 240.0));
        assert!((slow - fast).abs() < 0.01, "{slow} {fast}");
        assert!(after(0.1, 0.01) < 1.4, "not at once");
        assert!(slow > 3.0 && slow < 4.0, "{slow}");
    }

    #[test]
    fn a_picture_by_itself_is_exposed_at_once() {
        let mut eye = Adaptation::default();
        assert_eq!(eye.expose(Exposure::Auto, 8.0, 0.0), 8.0);
        assert_eq!(eye.expose(Exposure::Auto, 2.0, f32::INFINITY), 2.0);
        eye.forget();
        assert_eq!(eye.expose(Exposure::Auto, 4.0, 0.0), 4.0);
    }

    #[test]
    fn light_is_met_sooner_than_dark() {
        let mut down = Adaptation::default();
        down.expose(Exposure::Auto, 4.0, f32::INFINITY);
        let fallen = 4.0 / down.expose(Exposure::Auto, 1.0, 0.2);
        assert!(fallen > after(0.2, 0.2), "{fallen}");
    }

    #[test]
    fn what_is_set_stays_and_nonsense_is_no_light_bomb() {
        let mut eye = Adaptation::default();
        eye.expose(Exposure::Auto, 9.0, f32::INFINITY);
        assert_eq!(eye.expose(Exposure::Fixed(1.0), 9.0, 0.01), 2.0);
        assert_eq!(eye.expose(Exposure::Fixed(99.0), 9.0, 0.01), 256.0);
        assert_eq!(eye.expose(Exposure::Fixed(f32::NAN), 9.0, 0.01), 1.0);
        assert!(eye.expose(Exposure::Auto, 0.0, 0.01).is_finite());
    }

    #[test]
    fn the_eye_opens_in_the_dark_and_only_so_far() {
        assert!(wanted_exposure(0.05, 0.3) > 2.0 * wanted_exposure(0.4, 0.3));
        assert!(0.05 * wanted_exposure(0.05, 0.3) < 0.4 * wanted_exposure(0.4, 0.3));
        assert!(wanted_exposure(0.0, 0.0) <= 12.0 && wanted_exposure(2.0, 1.0) >= 0.6);
        // No glare makes the frame white.
        let looks = |brightness: f32| brightness * wanted_exposure(brightness, 0.5);
        assert!(looks(20.0) <= 1.01 * looks(2.0) && wanted_exposure(f32::MAX, 0.5) > 0.0);
        let (dark, pale) = (wanted_exposure(0.3, 0.06), wanted_exposure(0.3, 0.3));
        assert!(dark > 1.5 * pale, "dark stone stays darker");
        assert!(0.06 * dark < 0.3 * pale, "dark stone stays darker");
    }
}
