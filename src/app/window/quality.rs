//! The quality of the window's pictures: the player's choice, or the result of a measurement once the
//! first level is loaded.

use super::{drawing::Drawing, measurement::Measurement, preferences::Preferences, reports};
use crate::app::{
    graphics::Graphics,
    quality::{self, MeasuredPresets, QualityWish, SizeClass},
};
use hexbound_base::words::{phrase, phrase_of};
use hexbound_render::{AdapterChoice, PictureOptions, Preset, Quality, RenderError};
use hexbound_sim::View;

impl Drawing {
    /// Sets the quality of `graphics` to the player's choice. A measured quality is found frame by frame
    /// in the view of a whole level, if there is one.
    fn choose_quality(
        &mut self,
        graphics: &mut Graphics,
        preferences: &Preferences,
        view: Option<&View>,
    ) -> Result<(), RenderError> {
        let (preset, is_measured) = match preferences.quality() {
            QualityWish::Preset(preset) => (preset, false),
            QualityWish::Measured => match self.measured_preset(graphics, preferences, view)? {
                Some(preset) => (preset, true),
                None => return Ok(()),
            },
        };
        self.quality_changed = false;
        self.measurement = None;
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

    /// The best preset for the adapter, once it is known: from an earlier start, or from a measurement in
    /// `view`.
    fn measured_preset(
        &mut self,
        graphics: &mut Graphics,
        preferences: &Preferences,
        view: Option<&View>,
    ) -> Result<Option<Preset>, RenderError> {
        let adapter = graphics.gpu.name();
        let [width, height] = graphics.surface.size();
        let size = SizeClass::of([width, height]);
        if self.measurement.is_none() {
            if let Some(preset) = MeasuredPresets::of_user().preset(&adapter, size) {
                log::info!("quality {preset}, as measured with {adapter} at an earlier start");
                return Ok(Some(preset));
            }
            self.measurement = Some(Measurement::default());
        }
        let (Some(measurement), Some(view)) = (&mut self.measurement, view) else {
            return Ok(None);
        };
        if measurement.advance(graphics, preferences, view)? {
            return Ok(None);
        }
        let Some((preset, taken)) = measurement.search.best() else {
            return Ok(None);
        };
        log::info!(
            "quality {preset}: with {adapter} a picture of {width}x{height} took {:.1} ms",
            taken.as_secs_f64() * 1e3
        );
        if let Err(error) = MeasuredPresets::of_user().store(&adapter, size, preset) {
            log::debug!("the quality will be measured again at the next start: {error}");
        }
        Ok(Some(preset))
    }

    /// Changes to the quality that the settings request, before the next frame. One that has to be
    /// measured waits for the view of a whole level.
    pub(super) fn follow_quality(
        &mut self,
        preferences: &Preferences,
        view: Option<&View>,
    ) -> Result<(), RenderError> {
        let Some(mut graphics) = self.graphics.take() else {
            return Ok(());
        };
        // An unfinished upload makes frames slower than they will be.
        let view = view.filter(|_| graphics.renderer.detail_progress().is_none());
        let chosen = self.choose_quality(&mut graphics, preferences, view);
        // A lost device is opened again in the requested quality.
        let is_lost = graphics.gpu.is_lost();
        self.graphics = Some(graphics);
        if is_lost { Ok(()) } else { chosen }
    }

    /// Resizes the window's frames. A measured quality is measured again before the next frame if their
    /// number of pixels is in another class.
    pub(super) fn resize(&mut self, size: [u32; 2], preferences: &Preferences) {
        let Some(graphics) = &mut self.graphics else {
            return;
        };
        let before = SizeClass::of(graphics.surface.size());
        graphics.resize(size);
        let is_other = SizeClass::of(graphics.surface.size()) != before;
        if is_other && preferences.quality() == QualityWish::Measured {
            (self.quality_changed, self.measurement) = (true, None);
        }
    }
}

impl Preferences {
    /// The wanted adapter, and the quality of the first frames: the final one, if it is known without a
    /// measurement.
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

    /// A preset's quality with the overrides of the command line and the settings.
    pub(super) fn quality_of(&self, preset: Preset) -> Quality {
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
