//! The message ids of a tick's queries, also used in accounts for programs.

use hexbound_collide::{GroundFound, Purpose};

/// The message id of a query's purpose.
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

/// The message id of the found ground.
pub fn ground_name(found: GroundFound) -> &'static str {
    match found {
        GroundFound::Contact => "contact",
        GroundFound::BesideSteep => "beside-steep",
        GroundFound::Wedged => "wedged",
        GroundFound::None => "none",
    }
}
