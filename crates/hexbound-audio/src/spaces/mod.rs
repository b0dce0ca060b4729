//! The effect of the ear's place on sound. Rays of the collision tree measure its openness, size
//! and materials; from them follow wind, the tone of the room and its reverberation. Other rays
//! find what is behind walls.

mod acoustics;
mod occlusion;
mod rays;
mod survey;

use glam::Vec3;

pub(crate) use acoustics::{Acoustics, Reverberation, SPEED_OF_SOUND};
pub(crate) use occlusion::Occlusion;
pub(crate) use rays::{EasedOcclusion, OcclusionRays};

use self::{acoustics::Space, survey::Survey};
use hexbound_level::Level;

/// The seconds in which the sound of a place comes most of the way to that of another.
const SETTLING_SECONDS: f32 = 0.6;

/// The place where the ear is, as it is heard.
#[derive(Debug, Default)]
pub(crate) struct EarPlace {
    survey: Survey,
    /// The acoustics so far; `None` before the first look.
    acoustics: Option<Acoustics>,
}

impl EarPlace {
    /// Looks about from the ear, local, meters, `seconds` after the last time, and gives what the
    /// place does to sound. Changes are gradual, except where the ear was put elsewhere.
    pub(crate) fn advance(&mut self, level: &Level, ear: Vec3, seconds: f32) -> Acoustics {
        let is_new = self.survey.look(level, ear);
        let wish = Acoustics::of(&Space::of(&self.survey.hits));
        let acoustics = match self.acoustics {
            Some(before) if !is_new => {
                before.toward(&wish, 1.0 - (-seconds.max(0.0) / SETTLING_SECONDS).exp())
            }
            _ => wish,
        };
        self.acoustics = Some(acoustics);
        acoustics
    }
}
