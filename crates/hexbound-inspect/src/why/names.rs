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

#[cfg(test)]
mod tests {
    use super::{Purpose as P, purpose_name};
    use hexbound_base::words::check_family;
    use hexbound_sim::{Manner, Stage as S};

    #[test]
    fn every_name_has_words() {
        let manners = [Manner::None, Manner::Walk, Manner::Fall, Manner::Fly];
        check_family("why-manner", manners.map(<&str>::from));
        let at_first = [S::Start, S::Movers, S::Stance, S::Release, S::Move];
        let stages = (at_first.into_iter()).chain([S::Props, S::Respawn, S::Walkers, S::Balls]);
        check_family("why-stage", stages.map(<&str>::from));
        let of_moves = [P::Move, P::StepUp, P::StepForward, P::StepDown];
        let purposes = of_moves.into_iter().chain([P::Ground, P::Settle]);
        check_family("why-purpose", purposes.map(purpose_name));
    }
}
