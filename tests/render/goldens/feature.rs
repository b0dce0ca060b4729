//! A picture that one feature fills, and the same picture without that feature.

use hexbound_inspect::Legend;
use hexbound_ui::{Explained, Figures, Hud, Ui};

use crate::stage::*;

/// Pixels. Small, so that some fifty pictures are drawn in half a minute and kept in a megabyte;
/// still 48 blocks across, each of them enough to fail by.
pub const SIZE: [u32; 2] = [192, 108];

/// The state of a level that a picture shows.
#[derive(Clone)]
pub struct Shot {
    pub view: View,
    pub effects: Option<Effects>,
    pub exposure: ExposureSettings,
    /// Vertical, radians.
    pub field_of_view: f32,
    pub seconds: f32,
    pub crosshair: bool,
    /// Written over the picture.
    pub figures: Option<Figures>,
    pub legend: Option<Legend>,
    /// Pixels.
    pub size: [u32; 2],
    pub quality: Quality,
}

impl Default for Shot {
    fn default() -> Self {
        Self {
            view: View::default(),
            effects: None,
            exposure: ExposureSettings::default(),
            field_of_view: 0.8,
            seconds: 4.0,
            crosshair: false,
            figures: None,
            legend: None,
            size: SIZE,
            quality: Quality::HIGH,
        }
    }
}

impl Shot {
    fn draw(&self, device: &mut Device) -> RgbaImage {
        device.offscreen().resize(self.size);
        let set = device.offscreen().set_quality(self.quality);
        set.expect("the quality is set");
        let mut ui = Ui::default();
        let is_written = self.figures.is_some() || self.legend.is_some();
        let overlay = is_written.then(|| ui.draw(&self.screen()));
        let frame = Frame {
            view: &self.view,
            effects: self.effects.as_ref(),
            field_of_view: self.field_of_view,
            seconds: self.seconds,
            crosshair: f32::from(u8::from(self.crosshair)),
            exposure: self.exposure,
            elapsed: f32::INFINITY,
            overlay,
        };
        let picture = device.shot(frame);
        let set = device.offscreen().set_quality(Quality::HIGH);
        set.expect("the quality is set");
        picture
    }

    fn screen(&self) -> Hud<'_> {
        Hud {
            size: self.size,
            // The hints of the beginning are gone.
            now: 3600.0,
            figures: self.figures.clone(),
            explained: self.legend.as_ref().map(|legend| Explained {
                legend,
                view: &self.view,
                field_of_view: self.field_of_view,
            }),
            ..Hud::default()
        }
    }
}

pub struct Feature {
    pub level: Level,
    pub shot: Shot,
    /// `None` is the same level.
    pub level_without: Option<Level>,
    pub shot_without: Shot,
}

impl Feature {
    /// With the feature and without it.
    pub fn pictures(&self, device: &mut Device) -> [RgbaImage; 2] {
        device.set(&self.level);
        let with = self.shot.draw(device);
        if let Some(level) = &self.level_without {
            device.set(level);
        }
        [with, self.shot_without.draw(device)]
    }
}
