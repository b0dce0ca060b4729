//! A level that was loaded on its way to the device: a portion a picture, so that the loading screen
//! can say how far it is.

use std::sync::Arc;

use crate::app::{
    game::Rival,
    graphics::Graphics,
    loading::{LoadedLevel, Reason},
};
use hexbound_level::Level;
use hexbound_render::{GeometryPlan, LevelOpening, RenderError};
use hexbound_replay::ReplayError;

/// The part of the whole work that is done once the file is read and its collision built, 0..1, as
/// measured with large levels.
const LOADED_PART: f32 = 0.85;

/// A level that is about to be entered.
pub(super) struct Arrival {
    level: Arc<Level>,
    reason: Reason,
    /// The run to play against, where one was asked for, or why there is none.
    rival: Option<Box<Result<Rival, ReplayError>>>,
    opening: LevelOpening,
}

impl Arrival {
    pub(super) fn new(loaded: LoadedLevel, reason: Reason) -> Self {
        let LoadedLevel { level, plan, rival } = loaded;
        let plan = plan.unwrap_or_else(|| GeometryPlan::of(&level));
        Self {
            opening: LevelOpening::new(plan),
            rival,
            level,
            reason,
        }
    }

    /// Begins anew, for a device that was opened anew.
    pub(super) fn begin_again(&mut self) {
        self.opening = LevelOpening::new(GeometryPlan::of(&self.level));
    }
}

/// The outcome of a level's way to the device.
pub(super) enum Arrived {
    /// The level is on the device.
    Level {
        level: Arc<Level>,
        reason: Reason,
        /// The run to play against, where one was asked for, or why there is none.
        rival: Option<Box<Result<Rival, ReplayError>>>,
    },
    /// The device can't hold the level of that name.
    Refused { name: String, error: RenderError },
}

impl Arrival {
    /// The share of the work that is done, 0..1.
    pub(super) fn done(&self) -> f32 {
        LOADED_PART + (1.0 - LOADED_PART) * self.opening.done()
    }

    /// Does one portion of the way to the device.
    pub(super) fn advance(mut self, graphics: &mut Graphics) -> Result<Arrived, Self> {
        match graphics.advance_level(&mut self.opening, &self.level) {
            Ok(false) => Err(self),
            Ok(true) => Ok(Arrived::Level {
                level: self.level,
                reason: self.reason,
                rival: self.rival,
            }),
            // All of it is handed over anew to the next device.
            Err(_) if graphics.is_lost() => Err(self),
            Err(error) => Ok(Arrived::Refused {
                name: self.level.name.clone(),
                error,
            }),
        }
    }
}

/// The share of the work that is done on a level whose file is read so far, 0..1.
pub(super) fn done_by_reading(progress: f32) -> f32 {
    LOADED_PART * progress
}
