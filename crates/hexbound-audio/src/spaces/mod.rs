//! The effect of the ear's place on sound. Rays of the collision tree measure openness, size and materials,
//! which determine wind, room tone and reverberation. Other rays find sounds behind walls.

mod acoustics;
mod occlusion;
mod rays;
mod survey;

use glam::Vec3;

pub(crate) use acoustics::{Acoustics, Reverberation, SPEED_OF_SOUND};
pub(crate) use occlusion::SoundOcclusion;
pub(crate) use rays::{EasedOcclusion, OcclusionRays};

use self::{acoustics::Space, survey::RoomSurvey};
use hexbound_level::Level;

/// The time constant of a change from one place's acoustics to another's, seconds.
const SETTLING_SECONDS: f32 = 0.6;

/// The acoustics of the ear's place.
#[derive(Debug, Default)]
pub(crate) struct EarPlace {
    survey: RoomSurvey,
    /// The current acoustics; `None` before the first survey.
    acoustics: Option<Acoustics>,
}

impl EarPlace {
    /// Surveys the place from the ear, local, meters, `seconds` after the last call, and returns its effect
    /// on sound. Changes are gradual, except after a jump of the ear.
    pub(crate) fn advance(&mut self, level: &Level, ear: Vec3, seconds: f32) -> Acoustics {
        let is_new = self.survey.cast_next(level, ear);
        let target = Acoustics::of(&Space::of(&self.survey.hits));
        let acoustics = match self.acoustics {
            Some(before) if !is_new => {
                before.toward(&target, 1.0 - (-seconds.max(0.0) / SETTLING_SECONDS).exp())
            }
            _ => target,
        };
        self.acoustics = Some(acoustics);
        acoustics
    }
}
