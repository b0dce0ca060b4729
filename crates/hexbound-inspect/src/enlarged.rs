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

/// Enlarges a tick's places about one of them.
pub(crate) struct Enlarged {
    about: DVec3,
    times: f64,
}

impl Enlarged {
    pub(crate) fn of(slides: &[&JournalSlide]) -> Self {
        let longest = slides.iter().map(|slide| slide.wish.length());
        let about = slides.first().map_or(DVec3::ZERO, |slide| slide.from);
        Self::about(about, longest.fold(0.0, f64::max))
    }

    /// Creates the enlargement of a move that began at `from`, with a wish for `places`.
    pub(crate) fn around(from: Vec3, places: &[Vec3]) -> Self {
        let longest = places.iter().map(|place| place.distance(from));
        Self::about(from.as_dvec3(), f64::from(longest.fold(0.0, f32::max)))
    }

    /// Creates the enlargement that fits the longest displacement, meters.
    fn about(about: DVec3, longest: f64) -> Self {
        Self {
            about,
            times: (WISH_LENGTH / longest.max(1e-9)).clamp(1.0, MAX_MAGNIFICATION),
        }
    }

    /// Reports the factor of enlargement.
    pub(crate) fn report(&self, legend: &mut Legend) {
        let times = format!("{:.0}", self.times);
        legend.report(phrase("legs-enlarged").with("times", times));
    }

    pub(crate) fn place(&self, at: DVec3) -> Vec3 {
        (self.about + (at - self.about) * self.times).as_vec3()
    }
}
