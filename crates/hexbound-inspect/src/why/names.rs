//! The names that parts of a tick have in the files of words and in accounts for programs.

use hexbound_collide::Purpose;

use hexbound_sim::{Manner, Stage};

/// The name of a way of moving in the files of words.
pub fn manner_name(manner: Manner) -> &'static str {
    match manner {
        Manner::None => "none",
        Manner::Walk => "walk",
        Manner::Fall => "fall",
        Manner::Fly => "fly",
    }
}

/// The name of a part of the tick in the files of words.
pub fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Start => "start",
        Stage::Movers => "movers",
        Stage::Stance => "stance",
        Stage::Release => "release",
        Stage::Move => "move",
        Stage::Props => "props",
        Stage::Respawn => "respawn",
        Stage::Walkers => "walkers",
        Stage::Balls => "balls",
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;

    #[test]
    fn every_name_has_words() {
        use {Purpose as P, Stage as S};
        let manners = [Manner::None, Manner::Walk, Manner::Fall, Manner::Fly];
        check_family("why-manner", manners.map(manner_name));
        let at_first = [S::Start, S::Movers, S::Stance, S::Release, S::Move];
        let then = [S::Props, S::Respawn, S::Walkers, S::Balls];
        let stages = at_first.into_iter().chain(then);
        check_family("why-stage", stages.map(stage_name));
        let of_moves = [P::Move, P::StepUp, P::StepForward, P::StepDown];
        let purposes = of_moves.into_iter().chain([P::Ground, P::Settle]);
        check_family("why-purpose", purposes.map(purpose_name));
    }
}
