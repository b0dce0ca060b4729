//! A level's way to the device in portions, so that a window can draw between them and say how far it
//! is. The renderer keeps showing the level before until the geometry is there; textures and light
//! follow while it shows this one.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crate::{
    Gpu, RenderError, Renderer,
    scene::{GeometryPlan, SceneUpload, texture_stream::TextureStream},
};
use hexbound_level::Level;

/// The time for which geometry is handed over between two pictures, in which only a bar moves.
const PORTION_TIME: Duration = Duration::from_millis(100);

/// A level on its way to the device.
pub struct LevelOpening {
    stage: Stage,
}

enum Stage {
    /// Nothing of the level is on the device.
    Planned(Box<GeometryPlan>),
    /// The level's geometry is on the way; thumbnails are there for its textures.
    Uploading(Box<SceneUpload>, Box<TextureStream>),
    /// The renderer shows it, or an error has ended its way.
    Over,
}

impl LevelOpening {
    /// The way of a level whose geometry is planned.
    pub fn new(plan: GeometryPlan) -> Self {
        Self {
            stage: Stage::Planned(Box::new(plan)),
        }
    }

    /// Opens a level without a break.
    pub fn open(renderer: &mut Renderer, gpu: &Gpu, level: &Arc<Level>) -> Result<(), RenderError> {
        let mut opening = Self::new(GeometryPlan::of(level));
        while !opening.advance(renderer, gpu, level)? {}
        Ok(())
    }

    /// The part of the geometry that is on the device, 0..1.
    pub fn done(&self) -> f32 {
        match &self.stage {
            Stage::Planned(_) => 0.0,
            Stage::Uploading(upload, _) => upload.done(),
            Stage::Over => 1.0,
        }
    }

    /// Does the next portion; true once the renderer shows the level. On an error it shows what it showed
    /// before.
    pub fn advance(
        &mut self,
        renderer: &mut Renderer,
        gpu: &Gpu,
        level: &Arc<Level>,
    ) -> Result<bool, RenderError> {
        let began = Instant::now();
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Planned(plan) => {
                let (upload, textures) = renderer.begin_upload(gpu, level, *plan)?;
                self.stage = Stage::Uploading(Box::new(upload), Box::new(textures));
            }
            Stage::Uploading(mut upload, textures) => {
                if upload.advance(gpu, level, &|| began.elapsed() < PORTION_TIME) {
                    renderer.enter_with_thumbnails(gpu, upload.finish(), *textures)?;
                } else {
                    self.stage = Stage::Uploading(upload, textures);
                }
            }
            // Also where nobody sees pictures, which would take it over.
            Stage::Over => renderer.take_arrivals(gpu),
        }
        log::debug!("{} of a level's geometry is on the device", self.done());
        Ok(matches!(self.stage, Stage::Over))
    }
}
