//! The quality of the window's pictures: as the player asks, or measured once the first level is
//! there.

use std::time::Duration;

use super::{drawing::Drawing, preferences::Preferences, reports};
use crate::app::{
    graphics::Graphics,
    quality::{self, QualityWish, Remembered, SizeClass},
};
use hexbound_base::words::{phrase, phrase_of};
use hexbound_render::{AdapterChoice, Frame, PictureOptions, Preset, Quality, RenderError};
use hexbound_sim::View;

/// Pictures whose times are measured; the least counts, since other programs only ever add to it.
const MEASURED_PICTURES: usize = 3;

impl Drawing {
    /// Brings the quality of `graphics` to what the player asks for. What has to be measured is
    /// measured with the level that it shows, in the picture of that view.
    pub(super) fn choose_quality(
        &mut self,
        graphics: &mut Graphics,
        preferences: &Preferences,
        view: &View,
    ) -> Result<(), RenderError> {
        self.quality_changed = false;
        let (preset, is_measured) = match preferences.quality() {
            QualityWish::Preset(preset) => (preset, false),
            QualityWish::Measured => (measured_preset(graphics, preferences, view)?, true),
        };
        graphics.set_quality(preferences.quality_of(preset))?;
        let name = phrase_of("quality", &preset.to_string());
        self.quality = match is_measured {
            true => phrase("measured").with("quality", name),
            false => name,
        };
        self.had_graphics = true;
        reports::note_graphics(graphics, &self.quality);
        Ok(())
    }

    /// Returns whether the settings ask for another quality, which can be chosen now: it is measured with a
    /// whole level.
    pub(super) fn quality_is_due(&self, preferences: &Preferences) -> bool {
        // What is still on its way to the device makes pictures slower than they will be.
        let waits = self.is_streaming() && preferences.quality() == QualityWish::Measured;
        self.quality_changed && !waits
    }

    /// Takes over another quality that the settings ask for, before the next picture.
    pub(super) fn follow_quality(
        &mut self,
        preferences: &Preferences,
        view: &View,
    ) -> Result<(), RenderError> {
        let Some(mut graphics) = self.graphics.take() else {
            return Ok(());
        };
        let chosen = self.choose_quality(&mut graphics, preferences, view);
        // A lost device is opened again in the quality that is asked for.
        let is_lost = graphics.is_lost();
        self.graphics = Some(graphics);
        if is_lost { Ok(()) } else { chosen }
    }

    /// Gives the window's pictures another size. A measured quality is measured again before the
    /// next picture when their number of pixels is of another class.
    pub(super) fn resize(&mut self, size: [u32; 2], preferences: &Preferences) {
        let Some(graphics) = &mut self.graphics else {
            return;
        };
        let before = SizeClass::of(graphics.size());
        graphics.resize(size);
        let is_other = SizeClass::of(graphics.size()) != before;
        if is_other && preferences.quality() == QualityWish::Measured {
            self.quality_changed = true;
        }
    }
}

impl Preferences {
    /// The wanted adapter, and the quality of the first pictures: the final one, if known before
    /// any measurement.
    pub(super) fn first_pictures(&self) -> PictureOptions {
        let adapter = match &self.options.adapter {
            Some(name) => AdapterChoice::required(name.clone()),
            None => quality::adapter_of(&self.settings),
        };
        let preset = match self.quality() {
            QualityWish::Preset(preset) => preset,
            QualityWish::Measured => Preset::Low,
        };
        PictureOptions {
            quality: self.quality_of(preset),
            adapter,
            ..PictureOptions::default()
        }
    }

    /// A preset's quality with what was typed or set otherwise.
    fn quality_of(&self, preset: Preset) -> Quality {
        let chosen = quality::quality_of(preset, &self.settings);
        Quality {
            grain: chosen.grain && !self.options.no_grain,
            ..chosen
        }
    }

    fn quality(&self) -> QualityWish {
        let typed = self.options.quality;
        typed.unwrap_or_else(|| QualityWish::of(&self.settings))
    }
}

/// The best preset for the adapter: from an earlier start, or measured now.
fn measured_preset(
    graphics: &mut Graphics,
    preferences: &Preferences,
    view: &View,
) -> Result<Preset, RenderError> {
    let adapter = graphics.adapter();
    let [width, height] = graphics.size();
    let size = SizeClass::of([width, height]);
    let mut remembered = Remembered::of_user();
    if let Some(preset) = remembered.preset(&adapter, size) {
        log::info!("quality {preset}, as measured with {adapter} at an earlier start");
        return Ok(preset);
    }
    let (preset, taken) = quality::best(|preset| {
        graphics.set_quality(preferences.quality_of(preset))?;
        picture_time(graphics, preferences, view)
    })?;
    log::info!(
        "quality {preset}: with {adapter} a picture of {width}x{height} took {:.1} ms",
        taken.as_secs_f64() * 1e3
    );
    if let Err(error) = remembered.store(&adapter, size, preset) {
        log::debug!("the quality will be measured again at the next start: {error}");
    }
    Ok(preset)
}

/// The shortest time that a picture takes.
fn picture_time(
    graphics: &mut Graphics,
    preferences: &Preferences,
    view: &View,
) -> Result<Duration, RenderError> {
    let mut best = Duration::MAX;
    // The first ones make shadow maps and find out what is hidden.
    for number in 0..2 + MEASURED_PICTURES {
        let taken = graphics.time(Frame {
            view,
            effects: None,
            field_of_view: preferences.settings.view.vertical_field_of_view(),
            seconds: 0.0,
            crosshair: 1.0,
            exposure: preferences.exposure(),
            elapsed: f32::INFINITY,
            overlay: None,
        })?;
        if number >= 2 {
            best = best.min(taken);
        }
    }
    Ok(best)
}
