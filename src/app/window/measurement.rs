//! The measurement of the best preset of the window's pictures, while other pictures are shown.

use std::time::Duration;

use super::preferences::Preferences;
use crate::app::{graphics::Graphics, quality::PresetSearch};
use hexbound_render::{Frame, RenderError};
use hexbound_sim::View;

/// Pictures of a preset that are drawn before it counts how long one takes: the first ones make shadow maps
/// and find out what is hidden.
const UNMEASURED_PICTURES: u32 = 2;
/// Pictures whose times are measured; the least counts, since other programs only ever add to it.
const MEASURED_PICTURES: u32 = 3;

/// The measurement of the best preset: one picture, which nobody sees, beside each that is shown.
#[derive(Default)]
pub(super) struct Measurement {
    pub search: PresetSearch,
    /// The pictures of the next preset that were drawn, and the shortest time of one.
    drawn: (u32, Duration),
}

impl Measurement {
    /// Draws a picture; false once all were drawn.
    pub(super) fn advance(
        &mut self,
        graphics: &mut Graphics,
        preferences: &Preferences,
        view: &View,
    ) -> Result<bool, RenderError> {
        let Some(preset) = self.search.next() else {
            return Ok(false);
        };
        graphics.set_quality(preferences.quality_of(preset))?;
        let taken = graphics.time(Frame {
            field_of_view: preferences.settings.view.vertical_field_of_view(),
            seconds: 0.0,
            crosshair: 1.0,
            exposure: preferences.exposure(),
            ..Frame::of(view)
        })?;
        let (number, shortest) = self.drawn;
        self.drawn = match number {
            ..UNMEASURED_PICTURES => (number + 1, Duration::MAX),
            number => (number + 1, shortest.min(taken)),
        };
        if self.drawn.0 == UNMEASURED_PICTURES + MEASURED_PICTURES {
            self.search.note(self.drawn.1);
            self.drawn = Default::default();
        }
        Ok(true)
    }
}
