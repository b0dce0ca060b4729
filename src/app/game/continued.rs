//! A run that is left before its end and resumed later from its recording. The recording is played to its
//! end, so the whole is one run from its first tick to its last.

use super::{Game, Rival};
use hexbound_replay::{
    ReplayError,
    runs::{AbandonedRun, RunError},
};
use hexbound_sim::{History, World};

impl Game {
    /// Returns whether the run so far is kept when the level is left.
    pub(crate) fn keeps_run(&self) -> bool {
        self.observers.log.kept.unfinished.is_some()
    }

    /// Returns whether the recording of an abandoned run is still being played.
    pub(crate) fn is_resuming(&self) -> bool {
        self.observers.log.kept.resuming.is_some()
    }

    /// Leaves the run, to be resumed later.
    pub(crate) fn leave_run(&mut self) {
        self.observers.log.leave_run(&self.world);
    }

    /// Closes the run before another one begins. It is discarded if `is_given_up`, and otherwise
    /// left to be resumed.
    pub(super) fn close_run(&mut self, is_given_up: bool) {
        if is_given_up {
            self.observers.log.kept.discard();
        }
        self.leave_run();
        self.opens_at = 0;
    }

    /// Resumes a run of the open level, in which no other has begun. [`Game::catch_up`] plays its
    /// recording. Returns the reason why its rival is missing, if it is.
    pub(crate) fn resume_run(
        &mut self,
        run: &AbandonedRun,
    ) -> Result<Option<ReplayError>, RunError> {
        self.opens_at = self.observers.log.resume(run, &self.level)?;
        self.world = World::new(&self.level, run.header.rules);
        self.history = History::new(&self.world);
        self.shown.stand_still(&self.world);
        let rival = (run.rival.as_deref())
            .map(|file| hexbound_replay::read(file).and_then(|run| Rival::new(&self.level, run)));
        let (rival, problem) = match rival.transpose() {
            Ok(rival) => (rival, None),
            Err(problem) => (None, Some(problem)),
        };
        self.observers.race(rival);
        Ok(problem)
    }

    /// Discards a run whose recording could not be played to its end, and removes its file.
    pub(crate) fn discard_resuming(&mut self) {
        self.observers.log.discard_resuming();
        self.opens_at = 0;
    }

    /// Returns control to the player once the recording of the abandoned run has been played.
    pub(super) fn return_control(&mut self) {
        if let Some(held) = self.observers.log.end_resuming() {
            self.rewind.resume(held.rewound);
            self.assisted = held.assisted;
            self.methods = held.methods;
        }
        let clock = self.world.tick + self.rewound().ticks;
        if let Some(rival) = &mut self.observers.rival {
            rival.advance_to(clock, &self.level);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use winit::keyboard::KeyCode;

    use crate::app::game::{
        Game,
        test_games::{begun, controls, finish, level, pass, range_game, rewind, runs, watched},
    };
    use hexbound_base::progress::ignore;
    use hexbound_replay::runs::{AbandonedRun, RunError, RunStore};
    use hexbound_sim::Rewound;
    use hexbound_ui::input::Source;

    fn left(store: &RunStore) -> AbandonedRun {
        let mut left = store.abandoned();
        assert_eq!(left.len(), 1);
        left.remove(0)
    }

    fn files(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    /// Jumps, rewinds a part of the jump, and leaves.
    fn jumped_and_left(store: &RunStore) -> (u64, Rewound) {
        let mut game = range_game(Some(store), None);
        let mut controls = controls();
        controls.set_held(Source::Key(KeyCode::Space), true);
        game.advance(1.0 / 60.0, &mut controls).unwrap();
        controls.set_held(Source::Key(KeyCode::Space), false);
        pass(&mut game, &mut controls, 2.0);
        rewind(&mut game, &mut controls, 0.25);
        game.advance(0.25, &mut controls).unwrap();
        let end = (game.world.state_hash(), game.rewound());
        game.leave_run();
        end
    }

    #[test]
    fn a_run_that_was_left_goes_on_and_is_one_run_in_the_end() {
        let (folder, store) = runs();
        let (hash, rewound) = jumped_and_left(&store);
        assert!(rewound.ticks > 0);
        let run = left(&store);
        let mut game = range_game(Some(&store), None);
        game.resume_run(&run).unwrap();
        assert!(game.is_resuming() && game.is_playback());
        assert_eq!(game.catch_up_progress(), Some(0.0));
        game.catch_up(|| true).unwrap();
        assert!(!game.is_resuming() && !game.is_playback() && game.keeps_run());
        assert_eq!((game.world.state_hash(), game.rewound()), (hash, rewound));
        // The run is left once more, and resumed in a newly entered level.
        game.advance(0.5, &mut controls()).unwrap();
        let hash = game.world.state_hash();
        game.enter(level("test:flat"), false).unwrap();
        let run = left(&store);
        game.enter(level("test:range"), false).unwrap();
        game.resume_run(&run).unwrap();
        game.catch_up(|| true).unwrap();
        assert_eq!(game.world.state_hash(), hash);
        let kept = finish(&mut game).into_iter().filter_map(|it| it.stored);
        let kept: Vec<_> = kept.filter_map(|stored| stored.kept).collect();
        assert_eq!(kept.len(), 1);
        let recording = hexbound_replay::read(&kept[0].0.path).unwrap();
        let confirmed = hexbound_lab::confirm(&game.level, recording, &ignore).unwrap();
        assert_eq!(confirmed.result, Some(kept[0].0.result));
        assert_eq!(confirmed.result.unwrap().rewinds, rewound.times + 1);
        assert_eq!(files(folder.path()), 1, "nothing unfinished is left");
    }

    #[test]
    fn a_race_that_was_left_goes_on_beside_its_rival() {
        let (_folder, store) = runs();
        finish(&mut range_game(Some(&store), None));
        let best = store.find("test:range").unwrap();
        let mut game = range_game(Some(&store), Some(hexbound_replay::read(&best).unwrap()));
        let mut controls = controls();
        pass(&mut game, &mut controls, 1.5);
        rewind(&mut game, &mut controls, 0.25);
        game.advance(0.25, &mut controls).unwrap();
        let bodies =
            |game: &Game| -> Vec<_> { game.observers.rival.as_ref().unwrap().views(1.0).collect() };
        let before = bodies(&game);
        assert!(before.len() >= 2, "its body and what it threw");
        game.leave_run();
        let run = left(&store);
        assert_eq!(run.rival.as_deref(), Some(&*best));
        let mut game = range_game(Some(&store), None);
        assert!(game.resume_run(&run).unwrap().is_none());
        game.catch_up(|| true).unwrap();
        assert_eq!(bodies(&game), before);
        // Without the rival's file, the run is resumed alone.
        game.leave_run();
        fs::remove_file(best).unwrap();
        let mut game = range_game(Some(&store), None);
        assert!(game.resume_run(&run).unwrap().is_some());
        game.catch_up(|| true).unwrap();
        assert!(game.keeps_run() && game.observers.rival.is_none());
    }

    #[test]
    fn a_run_that_is_left_on_its_way_back_stays_as_it_is() {
        let (_folder, store) = runs();
        jumped_and_left(&store);
        let run = left(&store);
        let before = fs::read(&run.path).unwrap();
        let mut game = range_game(Some(&store), None);
        game.resume_run(&run).unwrap();
        let tries = std::cell::Cell::new(20);
        let goes_on = || tries.replace(tries.get() - 1) > 0;
        game.catch_up(goes_on).unwrap();
        assert!(game.is_resuming());
        game.enter(level("test:flat"), false).unwrap();
        assert!(!game.is_resuming() && !game.is_playback());
        assert_eq!(game.catch_up_progress(), None);
        assert_eq!(fs::read(&left(&store).path).unwrap(), before);
    }

    #[test]
    fn a_run_begun_again_is_gone_and_one_of_another_version_of_the_level_is_refused() {
        let (folder, store) = runs();
        jumped_and_left(&store);
        let run = left(&store);
        let mut game = begun("test:flat");
        game.keep_runs(store.clone()).unwrap();
        let refused = game.resume_run(&run);
        let is_refused = matches!(refused, Err(RunError::Recording(_)));
        assert!(is_refused, "{refused:?}");
        assert!(!game.is_playback());
        assert_eq!(files(folder.path()), 0);
        let mut game = range_game(Some(&store), None);
        pass(&mut game, &mut controls(), 2.25);
        game.enter(level("test:range"), false).unwrap();
        assert!(store.abandoned().is_empty());
        assert_eq!(files(folder.path()), 1, "that of the new run");
    }

    #[test]
    fn a_run_that_parts_from_its_recording_is_given_up() {
        let (_folder, store) = runs();
        jumped_and_left(&store);
        let run = left(&store);
        let text = fs::read_to_string(&run.path).unwrap();
        let hash = text.find("\nhash 120 ").unwrap() + 10;
        let other = if &text[hash..=hash] == "0" { "1" } else { "0" };
        let text = format!("{}{other}{}", &text[..hash], &text[hash + 1..]);
        fs::write(&run.path, text).unwrap();
        let mut game = range_game(Some(&store), None);
        game.resume_run(&run).unwrap();
        assert!(game.catch_up(|| true).is_err());
        game.discard_resuming();
        game.enter(level("test:range"), false).unwrap();
        assert!(!game.is_playback());
        assert!(store.abandoned().is_empty());
        game.advance(0.25, &mut controls()).unwrap();
        assert!(game.world.tick > 0);
    }

    #[test]
    fn what_is_watched_is_never_left() {
        let (_folder, store) = runs();
        finish(&mut range_game(Some(&store), None));
        let best = hexbound_replay::read(&store.find("test:range").unwrap()).unwrap();
        let mut game = watched("test:range", best);
        game.keep_runs(store.clone()).unwrap();
        game.advance(2.0, &mut controls()).unwrap();
        game.leave_run();
        assert!(store.abandoned().is_empty());
    }
}
