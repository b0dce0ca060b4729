//! The rules of a level played for its targets: lit targets, the effects of triggers, balls in hand, and
//! the end. This module reads the bodies' actions in a tick, starts movers and moves nothing itself.
//! `level::Play` holds the level's side of it.

mod judge;
mod par;
mod result;
mod state;
mod triggers;

pub use judge::Refusal;
pub(crate) use judge::light;
pub use par::{Medal, Par, Shortfall};
pub use result::RunResult;
pub use state::{MarkedBody, PlayState, TargetMark};
pub(crate) use triggers::{BodyTag, Causes, TOUCH_DISTANCE, step, touched_by};
