//! The names that questions of a tick have in the files of words and in accounts for programs.

use hexbound_collide::{GroundFound, Purpose};

/// The name of a question's use in the files of words.
pub fn purpose_name(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Move => "move",
        Purpose::StepUp => "step-up",
        Purpose::StepForward => "step-forward",
        Purpose::StepDown => "step-down",
        Purpose::Ground => "ground",
        Purpose::Settle => "settle",
    }
}

/// The name of what was found as ground in the files of words.
pub fn ground_name(found: GroundFound) -> &'static str {
    match found {
        GroundFound::Contact => "contact",
        GroundFound::BesideSteep => "beside-steep",
        GroundFound::Wedged => "wedged",
        GroundFound::None => "none",
    }
}
