//! A loaded level on its way to the device: one portion a frame, so that the loading screen can show the
//! progress.

use std::sync::Arc;

use crate::app::{
    game::Rival,
    graphics::Graphics,
    user_event::{LoadedLevel, Reason},
};
use hexbound_level::Level;
use hexbound_render::{GeometryPlan, LevelOpening, RenderError};
use hexbound_replay::ReplayError;

/// The share of the whole work that is done once the file is read and its collision built, 0..1. It was
/// measured with large levels.
const LOADED_SHARE: f32 = 0.85;

/// The share of the whole work that is done once the geometry of an open level is uploaded, 0..1.
/// Textures and light follow.
const GEOMETRY_SHARE: f32 = 0.3;

/// A level that is about to be entered, or that is open and about to be seen.
pub(super) struct Arrival {
    pub level: Arc<Level>,
    pub reason: Reason,
    /// The run to race, if one was requested, or the reason why there is none.
    pub rival: Option<Box<Result<Rival, ReplayError>>>,
    /// The upload to the device, once it has begun.
    opening: Option<LevelOpening>,
    /// The share of an open level's textures and first light that is uploaded, 0..1.
    pub detail: f32,
    /// True once the device shows the level.
    pub is_shown: bool,
}

impl Arrival {
    pub(super) fn new(loaded: LoadedLevel, reason: Reason) -> Self {
        let LoadedLevel { level, plan, rival } = loaded;
        Self {
            opening: plan.map(LevelOpening::new),
            rival,
            level,
            reason,
            detail: 0.0,
            is_shown: false,
        }
    }

    /// Restarts the upload, for a reopened device.
    pub(super) fn restart(&mut self) {
        (self.opening, self.is_shown) = (None, false);
    }

    /// The share of the work that is done, 0..1.
    pub(super) fn progress(&self) -> f32 {
        let geometry = self.opening.as_ref().map_or(0.0, LevelOpening::progress);
        match self.reason {
            Reason::Open => GEOMETRY_SHARE * geometry + (1.0 - GEOMETRY_SHARE) * self.detail,
            _ => LOADED_SHARE + (1.0 - LOADED_SHARE) * geometry,
        }
    }

    /// Uploads one portion. Returns whether the device can hold the level, once that is known. An open
    /// level is done once its first view is complete, in the chosen quality.
    pub(super) fn advance(
        &mut self,
        graphics: &mut Graphics,
        is_quality_chosen: bool,
    ) -> Option<Result<(), RenderError>> {
        let begin = || LevelOpening::new(GeometryPlan::of(&self.level));
        let opening = self.opening.get_or_insert_with(begin);
        let advanced = opening.advance(&mut graphics.renderer, &graphics.gpu, &self.level);
        self.is_shown = matches!(advanced, Ok(true));
        self.detail = match graphics.renderer.detail_progress() {
            _ if !self.is_shown => 0.0,
            detail => detail.unwrap_or(1.0),
        };
        let is_whole = self.detail == 1.0 && is_quality_chosen;
        match advanced {
            Ok(true) if is_whole || self.reason != Reason::Open => Some(Ok(())),
            Ok(_) => None,
            // The whole level is uploaded again to the next device.
            Err(_) if graphics.gpu.is_lost() => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// The share of the work that is done while the file is still being read, 0..1.
pub(super) fn reading_progress(progress: f32) -> f32 {
    LOADED_SHARE * progress
}
