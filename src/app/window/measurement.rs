//! The measurement of the best preset for the window's pictures, while other frames are shown.

use std::time::Duration;

use super::preferences::Preferences;
use crate::app::{graphics::Graphics, quality::PresetSearch};
use hexbound_render::{Frame, RenderError};
use hexbound_sim::View;

/// The frames of a preset that are drawn before the measured ones. The first ones create shadow maps and
/// compute occlusion.
const WARM_UP_FRAMES: u32 = 2;
/// The frames of a preset that are measured. The shortest time counts, since other programs only ever add
/// to it.
const MEASURED_FRAMES: u32 = 3;

/// The measurement of the best preset: it draws one extra frame off the screen beside each shown one.
#[derive(Default)]
pub(super) struct Measurement {
    pub search: PresetSearch,
    /// The number of frames drawn in the next preset, and the shortest time of one.
    drawn: (u32, Duration),
}

impl Measurement {
    /// Draws a frame. Returns false once all were drawn.
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
            ..WARM_UP_FRAMES => (number + 1, Duration::MAX),
            number => (number + 1, shortest.min(taken)),
        };
        if self.drawn.0 == WARM_UP_FRAMES + MEASURED_FRAMES {
            self.search.note(self.drawn.1);
            self.drawn = Default::default();
        }
        Ok(true)
    }
}
