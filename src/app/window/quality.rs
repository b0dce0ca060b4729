//! The quality of the window's pictures: as the player asks, or measured once the first level is
//! there.

use std::time::Duration;

use super::App;
use crate::{
    app::{
        graphics::Graphics,
        quality::{self, QualityWish, Remembered, SizeClass},
    },
    render::{AdapterChoice, Frame, PictureOptions, Preset, Quality, RenderError},
    words::{phrase, phrase_of},
};

/// Pictures whose times are measured; the least counts, since other programs only ever add to it.
const MEASURED: usize = 3;

impl App {
    /// Brings the quality of `graphics` to what the player asks for. What has to be measured is
    /// measured with the level that it shows.
    pub(super) fn choose_quality(&mut self, graphics: &mut Graphics) -> Result<(), RenderError> {
        self.drawing.quality_changed = false;
        let (preset, is_measured) = match self.wish() {
            QualityWish::Preset(preset) => (preset, false),
            QualityWish::Measured => (self.measured_preset(graphics)?, true),
        };
        graphics.set_quality(self.quality_of(preset))?;
        let name = phrase_of("quality", &preset.to_string());
        self.drawing.quality = match is_measured {
            true => phrase("measured").with("quality", name),
            false => name,
        };
        self.note_graphics(graphics);
        Ok(())
    }

    /// Takes over another quality that the settings ask for, before the next picture. It is measured with a
    /// level, which has to be there.
    pub(super) fn follow_quality(&mut self) -> Result<(), RenderError> {
        // What is still on its way to the device makes pictures slower than they will be.
        let is_streaming = self
            .drawing
            .graphics
            .as_ref()
            .is_some_and(|it| it.arriving().is_some());
        let waits = is_streaming && self.wish() == QualityWish::Measured;
        let is_due = self.drawing.quality_changed && self.loading.awaited.is_none() && !waits;
        let Some(mut graphics) = self.drawing.graphics.take_if(|_| is_due) else {
            return Ok(());
        };
        let chosen = self.choose_quality(&mut graphics);
        // A lost device is opened again in the quality that is asked for.
        let is_lost = graphics.is_lost();
        self.drawing.graphics = Some(graphics);
        if is_lost { Ok(()) } else { chosen }
    }

    /// Gives the window's pictures another size. A measured quality is measured again before the
    /// next picture when their number of pixels is of another class.
    pub(super) fn resize_picture(&mut self, size: [u32; 2]) {
        let Some(graphics) = &mut self.drawing.graphics else {
            return;
        };
        let before = SizeClass::of(graphics.size());
        graphics.resize(size);
        let is_other = SizeClass::of(graphics.size()) != before;
        if is_other && self.wish() == QualityWish::Measured {
            self.drawing.quality_changed = true;
        }
    }

    /// The adapter that is wanted, and the quality that the first pictures have: the final one, where
    /// that is known before anything was measured.
    pub(super) fn first_pictures(&self) -> PictureOptions {
        let adapter = match &self.preferences.options.adapter {
            Some(name) => AdapterChoice::required(name.clone()),
            None => quality::adapter_of(&self.preferences.settings),
        };
        let preset = match self.wish() {
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
        let chosen = quality::quality_of(preset, &self.preferences.settings.quality);
        Quality {
            grain: chosen.grain && !self.preferences.options.no_grain,
            ..chosen
        }
    }

    fn wish(&self) -> QualityWish {
        let typed = self.preferences.options.quality;
        typed.unwrap_or_else(|| QualityWish::of(&self.preferences.settings))
    }

    /// The best preset for the adapter: from an earlier start, or measured now.
    fn measured_preset(&self, graphics: &mut Graphics) -> Result<Preset, RenderError> {
        let adapter = graphics.adapter();
        let [width, height] = graphics.size();
        let size = SizeClass::of([width, height]);
        let mut remembered = Remembered::of_user();
        if let Some(preset) = remembered.preset(&adapter, size) {
            log::info!("quality {preset}, as measured with {adapter} at an earlier start");
            return Ok(preset);
        }
        let (preset, taken) = quality::best(|preset| self.time(graphics, preset))?;
        log::info!(
            "quality {preset}: with {adapter} a picture of {width}x{height} took {:.1} ms",
            taken.as_secs_f64() * 1e3
        );
        if let Err(error) = remembered.store(&adapter, size, preset) {
            log::debug!("the quality will be measured again at the next start: {error}");
        }
        Ok(preset)
    }

    /// The time that a picture of this preset takes.
    fn time(&self, graphics: &mut Graphics, preset: Preset) -> Result<Duration, RenderError> {
        graphics.set_quality(self.quality_of(preset))?;
        let view = self.current_view();
        let mut best = Duration::MAX;
        // The first ones make shadow maps and find out what is hidden.
        for number in 0..2 + MEASURED {
            let taken = graphics.time(Frame {
                view: &view,
                effects: None,
                field_of_view: self.preferences.settings.vertical_field_of_view(),
                seconds: 0.0,
                crosshair: 1.0,
                exposure: self.preferences.exposure,
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
