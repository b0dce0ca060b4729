//! The end of a run: the replay of its best throw, and its results.

use std::sync::Arc;

use super::level_title::title;
use crate::app::{
    best_throw::LitThrow,
    game::{Advance, Game},
    slow_motion::SlowMotion,
};
use hexbound_base::{clock::TICK_RATE, words::Words};
use hexbound_scenes::catalog;
use hexbound_sim::{Par, RunResult};
use hexbound_ui::shell::Results;

/// The ticks between the end of a level and its results, which follow the replay of the best throw.
const RESULTS_DELAY_TICKS: u64 = 2 * TICK_RATE as u64;

/// The end of a finished run, as far as it was shown.
#[derive(Default)]
pub(super) struct Finale {
    /// The best throw of the finished run.
    pub best_throw: Option<LitThrow>,
    /// The best result in the level before the finished run.
    best_before: Option<RunResult>,
    /// The replay of the best throw, while it is shown.
    pub slow_motion: Option<SlowMotion>,
    /// True once the results of the finished run were shown.
    has_shown_results: bool,
}

impl Finale {
    /// Advances the replay of the best throw by `seconds` of real time. Returns false if there is none to
    /// show.
    pub(super) fn advance(&mut self, game: &mut Game, seconds: f64) -> bool {
        if let Some(throw) = game.take_best_throw() {
            self.best_throw = Some(throw);
            self.show_best_throw(game);
        }
        let is_shown = (self.slow_motion.as_mut())
            .is_some_and(|shown| Arc::ptr_eq(&shown.level, &game.level) && shown.advance(seconds));
        if !is_shown {
            self.slow_motion = None;
        }
        is_shown
    }

    /// Returns true once for a finished run, as soon as its results are due. The delay lets the player
    /// see the end.
    pub(super) fn take_results_due(&mut self, game: &Game) -> bool {
        let Some(finished) = game.world.play.finished else {
            (self.best_throw, self.best_before) = (None, None);
            self.has_shown_results = false;
            return false;
        };
        let is_time = game.world.tick >= finished + RESULTS_DELAY_TICKS;
        let is_due = is_time && !self.has_shown_results && !game.is_playback();
        self.has_shown_results |= is_due;
        is_due
    }

    /// Begins the replay of the best throw.
    pub(super) fn show_best_throw(&mut self, game: &Game) {
        if let Some(throw) = self.best_throw.clone() {
            log::info!("the best throw is shown again");
            self.slow_motion = Some(SlowMotion::new(throw, Arc::clone(&game.level)));
        }
    }

    /// Records the rank of a run that was finished in this frame.
    pub(super) fn note(&mut self, advance: &Advance) {
        if let Some(stored) = &advance.stored {
            self.best_before = stored.best_before;
        }
    }

    /// The results, once the level is finished.
    pub(super) fn results(&self, game: &Game, words: &Words) -> Option<Results> {
        let level = &game.level;
        Some(Results {
            title: title(level, words),
            result: RunResult::of(&game.world, level)?,
            par: Par::of(&level.play.settings),
            best_before: self.best_before,
            has_next: catalog::level_after(&level.name).is_some(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::game::test_games::{controls, finish, range_game};

    #[test]
    fn the_best_throw_and_then_the_results_are_shown_once() {
        let mut game = range_game(None, None);
        finish(&mut game);
        let mut finale = Finale::default();
        let results = finale.results(&game, Words::english()).unwrap();
        assert_eq!(results.result.balls, game.world.play.thrown);
        let (mut shown, mut due) = (0, 0);
        for _ in 0..60 * 30 {
            let is_shown = finale.advance(&mut game, 1.0 / 60.0);
            shown += u32::from(is_shown);
            if !is_shown {
                due += u32::from(finale.take_results_due(&game));
                game.advance(1.0 / 60.0, &mut controls()).unwrap();
            }
        }
        assert!(shown > 60 && finale.best_throw.is_some(), "{shown} frames");
        assert_eq!(due, 1);
        game.enter(game.level.clone(), false).unwrap();
        assert!(!finale.take_results_due(&game) && finale.best_throw.is_none());
    }
}
