//! A character, the player or the body of a walker: its `state`, and its tick in `motion`, which walks,
//! falls and flies by the other files.

mod air;
mod by_article;
mod by_box;
mod eye;
mod ground_rays;
mod jump;
pub(crate) mod motion;
mod report;
mod stance;
mod state;
mod walk;
mod walk_on_rays;
mod wish;

pub use by_box::{BoxDecision, BoxPlace, BoxReason};
pub(crate) use eye::EyeOffsets;
pub use ground_rays::GroundRay;
pub(crate) use jump::JumpTimers;
pub(crate) use report::{CharacterReport, WishedMove};
pub use state::Character;
