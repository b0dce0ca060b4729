//! A tick's move drawn enlarged about its start, since it is only a few centimeters long.

use glam::{DVec3, Vec3};
use hexbound_collide::JournalSlide;

use super::Legend;
use hexbound_base::words::phrase;

/// The length at which the longest wish of the tick is drawn, meters.
const WISH_LENGTH: f64 = 1.2;
/// The largest factor of enlargement.
const MAX_MAGNIFICATION: f64 = 400.0;
/// The opacity of the wished displacement.
pub(crate) const WISH_OPACITY: f32 = 0.6;

/// The enlargement of a tick's move about one of its places.
pub(crate) struct Enlargement {
    center: DVec3,
    factor: f64,
}

impl Enlargement {
    pub(crate) fn of(slides: &[&JournalSlide]) -> Self {
        let longest = slides.iter().map(|slide| slide.wish.length());
        let center = slides.first().map_or(DVec3::ZERO, |slide| slide.from);
        Self::about(center, longest.fold(0.0, f64::max))
    }

    /// Creates the enlargement of a move that began at `from`, with a wish for `places`.
    pub(crate) fn around(from: Vec3, places: &[Vec3]) -> Self {
        let longest = places.iter().map(|place| place.distance(from));
        Self::about(from.as_dvec3(), f64::from(longest.fold(0.0, f32::max)))
    }

    /// Creates the enlargement that fits the longest displacement, meters.
    fn about(center: DVec3, longest: f64) -> Self {
        Self {
            center,
            factor: (WISH_LENGTH / longest.max(1e-9)).clamp(1.0, MAX_MAGNIFICATION),
        }
    }

    /// Reports the factor of enlargement.
    pub(crate) fn report(&self, legend: &mut Legend) {
        let factor = format!("{:.0}", self.factor);
        legend.report(phrase("legs-enlarged").with("times", factor));
    }

    pub(crate) fn apply(&self, at: DVec3) -> Vec3 {
        (self.center + (at - self.center) * self.factor).as_vec3()
    }
}
