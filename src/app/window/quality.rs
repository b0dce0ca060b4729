//! The quality of the window's pictures: as the player asks, or measured once the first level is
//! there.

use std::time::Duration;

use super::App;
use crate::{
    app::{
        graphics::Graphics,
        quality::{self, QualityWish, Remembered},
    },
    render::{AdapterChoice, Frame, PictureOptions, Preset, RenderError},
};

/// Pictures whose times are measured; the least counts, since other programs only ever add to it.
const MEASURED: usize = 3;

impl App {
    /// Brings the quality of `graphics` to what the player asks for. What has to be measured is
    /// measured with the level that it shows.
    pub(super) fn choose_quality(&mut self, graphics: &mut Graphics) -> Result<(), RenderError> {
        self.quality_changed = false;
        let (preset, is_measured) = match self.wish() {
            QualityWish::Preset(preset) => (preset, false),
            QualityWish::Measured => (self.measured_preset(graphics)?, true),
        };
        let points = &self.settings.quality;
        graphics.set_quality(quality::quality_of(preset, points))?;
        self.quality = match is_measured {
            true => format!("{preset} (measured)"),
            false => preset.to_string(),
        };
        Ok(())
    }

    /// Takes over another quality that the settings ask for, before the next picture.
    pub(super) fn follow_quality(&mut self) -> Result<(), RenderError> {
        let Some(mut graphics) = self.graphics.take_if(|_| self.quality_changed) else {
            return Ok(());
        };
        let chosen = self.choose_quality(&mut graphics);
        self.graphics = Some(graphics);
        chosen
    }

    /// The adapter that is wanted, and the quality that the first pictures have: the final one, where
    /// that is known before anything was measured.
    pub(super) fn first_pictures(&self) -> PictureOptions {
        let adapter = match &self.options.adapter {
            Some(name) => AdapterChoice::required(name.clone()),
            None => quality::adapter_of(&self.settings),
        };
        let preset = match self.wish() {
            QualityWish::Preset(preset) => preset,
            QualityWish::Measured => Preset::Low,
        };
        PictureOptions {
            quality: quality::quality_of(preset, &self.settings.quality),
            adapter,
            ..PictureOptions::default()
        }
    }

    fn wish(&self) -> QualityWish {
        let typed = self.options.quality;
        typed.unwrap_or_else(|| QualityWish::of(&self.settings))
    }

    /// The best preset for the adapter: from an earlier start, or measured now.
    fn measured_preset(&self, graphics: &mut Graphics) -> Result<Preset, RenderError> {
        let adapter = graphics.adapter();
        let mut remembered = Remembered::of_user();
        if let Some(preset) = remembered.preset(&adapter) {
            log::info!("quality {preset}, as measured with {adapter} at an earlier start");
            return Ok(preset);
        }
        let (preset, taken) = quality::best(|preset| self.time(graphics, preset))?;
        let [width, height] = graphics.size();
        log::info!(
            "quality {preset}: with {adapter} a picture of {width}x{height} took {:.1} ms",
            taken.as_secs_f64() * 1e3
        );
        if let Err(error) = remembered.keep(&adapter, preset) {
            log::debug!("the quality will be measured again at the next start: {error}");
        }
        Ok(preset)
    }

    /// The time that a picture of this preset takes.
    fn time(&self, graphics: &mut Graphics, preset: Preset) -> Result<Duration, RenderError> {
        graphics.set_quality(quality::quality_of(preset, &self.settings.quality))?;
        let view = self.current_view();
        let mut best = Duration::MAX;
        // The first ones make shadow maps and find out what is hidden.
        for number in 0..2 + MEASURED {
            let taken = graphics.time(Frame {
                view: &view,
                effects: None,
                field_of_view: self.settings.vertical_field_of_view(),
                seconds: 0.0,
                crosshair: true,
                exposure: self.exposure,
                elapsed: f32::INFINITY,
                overlay: None,
            })?;
            if number >= 2 {
                best = best.min(taken);
            }
        }
        Ok(best)
    }
}
