//! Facts about the game that are computed for the screens before they are drawn.

use std::path::PathBuf;

use super::input::InputDevices;
use crate::app::{game::Game, remembered::Remembered};
use hexbound_base::folders;
use hexbound_sim::{Methods, bytes_per_triangle};
use hexbound_ui::{
    input::{Action, Effect},
    shell::{MethodFacts, MethodFigures},
};

/// Returns whether a run of the open level has begun and is not finished. `is_refused` is true while a
/// room replaces the level.
pub(super) fn has_run(game: &Game, is_refused: bool) -> bool {
    !game.level.play.targets.is_empty()
        && game.world.play.finished.is_none()
        && game.world.tick > 0
        && !game.is_playback()
        && !is_refused
}

/// The folder in which the search for a level file begins.
pub(super) fn folder_to_open(remembered: &Remembered) -> Option<PathBuf> {
    let last = remembered.folder.clone();
    let last = last.filter(|folder| folder.is_dir());
    let home = || folders::user_home();
    last.or_else(home).or_else(|| std::env::current_dir().ok())
}

/// The methods in use, and their cost.
pub(super) fn method_facts(game: &Game, input: &InputDevices) -> MethodFacts {
    let (methods, usual) = (game.methods, Methods::default());
    let others = (methods != usual).then_some(usual);
    let figures = |methods| method_figures(game, methods);
    MethodFacts {
        methods,
        is_fixed: game.is_playback(),
        is_assisted: !game.level.play.targets.is_empty()
            && (game.world.play.assisted || is_help(methods)),
        now: figures(methods),
        usual: others.and_then(figures),
        still: game.world.player.kept_shape(),
        resume_key: (game.time.paused).then(|| input.key_names(Effect::Act(Action::Pause))),
    }
}

/// The figures of methods, if they were in use.
fn method_figures(game: &Game, methods: Methods) -> Option<MethodFigures> {
    let figures = game.observers.ledger.figures(methods)?;
    Some(MethodFigures {
        bytes: bytes_per_triangle(&game.level, &methods),
        ..figures
    })
}

/// Returns whether a run by these methods counts as assisted. Methods that change only the cost are no
/// help.
fn is_help(methods: Methods) -> bool {
    !methods.is_equivalent_to(Methods::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_sim::{CollisionMode, Question};

    #[test]
    fn methods_that_change_costs_alone_are_no_help() {
        let mut methods = Methods::default();
        assert!(!is_help(methods));
        methods.choose(Question::Tree, "brute").unwrap();
        let other = Question::Coherence.choices()[1];
        methods.choose(Question::Coherence, other).unwrap();
        assert!(!is_help(methods));
        assert!(is_help(Methods::by(CollisionMode::Article)));
    }
}
