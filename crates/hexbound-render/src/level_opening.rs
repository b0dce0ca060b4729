//! The upload of a level in portions, so that a window can draw frames in between and show the progress. The
//! renderer shows the previous level until the geometry is uploaded; textures and light follow while the new
//! level is shown.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crate::{
    Gpu, RenderError, Renderer,
    scene::{GeometryPlan, SceneUpload, texture_stream::TextureStream},
};
use hexbound_level::Level;

/// The longest upload between two frames, while only a progress bar moves.
const PORTION_TIME: Duration = Duration::from_millis(100);

/// A level during its upload.
pub struct LevelOpening {
    stage: OpeningStage,
}

enum OpeningStage {
    /// Nothing of the level is uploaded yet.
    Planned(Box<GeometryPlan>),
    /// The geometry is being uploaded; thumbnails stand in for the textures.
    Uploading(Box<SceneUpload>, Box<TextureStream>),
    /// The renderer shows the level, or the upload has failed.
    Over,
}

impl LevelOpening {
    /// The opening of a level with a geometry plan.
    pub fn new(plan: GeometryPlan) -> Self {
        Self {
            stage: OpeningStage::Planned(Box::new(plan)),
        }
    }

    /// Uploads a level and shows it, without frames in between.
    pub fn open(renderer: &mut Renderer, gpu: &Gpu, level: &Arc<Level>) -> Result<(), RenderError> {
        let mut opening = Self::new(GeometryPlan::of(level));
        while !opening.advance(renderer, gpu, level)? {}
        Ok(())
    }

    /// The uploaded share of the geometry, 0..1.
    pub fn progress(&self) -> f32 {
        match &self.stage {
            OpeningStage::Planned(_) => 0.0,
            OpeningStage::Uploading(upload, _) => upload.progress(),
            OpeningStage::Over => 1.0,
        }
    }

    /// Uploads the next portion. Returns true once the renderer shows the level. After an error the renderer
    /// keeps showing the previous level.
    pub fn advance(
        &mut self,
        renderer: &mut Renderer,
        gpu: &Gpu,
        level: &Arc<Level>,
    ) -> Result<bool, RenderError> {
        let began = Instant::now();
        match std::mem::replace(&mut self.stage, OpeningStage::Over) {
            OpeningStage::Planned(plan) => {
                let (upload, textures) = renderer.begin_upload(gpu, level, *plan)?;
                self.stage = OpeningStage::Uploading(Box::new(upload), Box::new(textures));
            }
            OpeningStage::Uploading(mut upload, textures) => {
                if upload.advance(gpu, level, &|| began.elapsed() < PORTION_TIME) {
                    renderer.enter_with_thumbnails(gpu, upload.finish(), *textures)?;
                } else {
                    self.stage = OpeningStage::Uploading(upload, textures);
                }
            }
            // Arrivals are taken here as well, because a hidden window draws no frames.
            OpeningStage::Over => renderer.take_arrivals(gpu),
        }
        log::debug!("{} of a level's geometry is on the device", self.progress());
        Ok(matches!(self.stage, OpeningStage::Over))
    }
}
