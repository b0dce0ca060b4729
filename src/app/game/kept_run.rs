//! The present run, which may be kept. It is recorded to a file of its own in a level with targets, and
//! can be left and resumed.

use std::path::Path;

use hexbound_level::Level;
use hexbound_replay::{
    Header, Recording,
    runs::{AbandonedRun, RunError, RunStore, StoreOutcome, UnfinishedRun},
};
use hexbound_sim::{Command, World};

/// A run that may be kept, and the folder of kept runs.
#[derive(Default)]
pub(super) struct RunKeeper {
    /// The folder of kept runs, if runs are kept.
    store: Option<RunStore>,
    /// The run so far.
    pub(super) unfinished: Option<UnfinishedRun>,
    /// The resumed run, while its recording is still being played.
    pub(super) resuming: Option<UnfinishedRun>,
}

impl RunKeeper {
    /// Keeps later runs in a folder.
    pub(super) fn keep_in(&mut self, store: RunStore) {
        store.prune_abandoned();
        self.store = Some(store);
    }

    /// Begins to record a run, if runs are kept. `rival` is the file of the run that it races.
    pub(super) fn begin(&mut self, header: &Header, rival: Option<&Path>) -> Result<(), RunError> {
        if let Some(store) = &self.store {
            self.unfinished = Some(UnfinishedRun::begin(store, header, rival)?);
        }
        Ok(())
    }

    /// Adds a tick to the run. Once the level is finished, keeps the run and returns its rank among those
    /// of its level. On an error the run is discarded.
    pub(super) fn record(
        &mut self,
        command: &Command,
        world: &World,
        level: &Level,
    ) -> Result<Option<StoreOutcome>, RunError> {
        let Some(mut run) = self.unfinished.take() else {
            return Ok(None);
        };
        run.push(command, world)?;
        if world.play.finished.is_some() {
            return run.finish(world, level).map(Some);
        }
        self.unfinished = Some(run);
        Ok(None)
    }

    /// Rewinds to an earlier tick.
    pub(super) fn rewind_to(&mut self, tick: u64) {
        if let Some(run) = &mut self.unfinished {
            run.rewind_to(tick);
        }
    }

    /// Discards the run.
    pub(super) fn discard(&mut self) {
        if let Some(run) = self.unfinished.take() {
            run.discard();
        }
    }

    /// Leaves the run at `world`, to be resumed later.
    pub(super) fn leave(&mut self, world: &World) {
        if let Some(run) = self.unfinished.take()
            && let Err(error) = run.leave(world)
        {
            log::warn!("the last second of the run is lost: {error}");
        }
    }

    /// Reopens an abandoned run of a level, and returns its recording with it. A run on another
    /// version of the level is refused, and its file removed.
    pub(super) fn take_abandoned(
        &self,
        run: &AbandonedRun,
        level: &Level,
    ) -> Result<(Recording, UnfinishedRun), RunError> {
        let store = self.store.as_ref().ok_or_else(|| RunError::Taken {
            path: run.path.clone(),
        })?;
        let (recording, run) = store.resume(run)?;
        if let Err(error) = recording.check_level(level) {
            run.discard();
            return Err(error.into());
        }
        Ok((recording, run))
    }
}

#[cfg(test)]
mod tests {
    use crate::app::game::test_games::{controls, finish, level, pass, range_game, runs};
    use hexbound_base::progress::ignore;

    #[test]
    fn a_finished_run_is_kept_and_is_what_it_says() {
        let (folder, store) = runs();
        let mut game = range_game(Some(&store), None);
        let advances = finish(&mut game);
        let mut all = advances.iter().filter_map(|it| it.stored.as_ref());
        let stored = all.next().unwrap();
        assert!(all.next().is_none(), "one run");
        assert_eq!(stored.best_before, None);
        let Some((run, 0)) = &stored.kept else {
            panic!("the best: {stored:?}");
        };
        assert_eq!(run.result.lit, 2);
        assert_eq!(run.result.balls, 3);
        assert_eq!(run.result.rewinds, 1);
        assert!(run.result.rewound >= 29, "{:?}", run.result);
        let files = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, 1, "nothing unfinished is left");
        let recording = hexbound_replay::read(&run.path).unwrap();
        assert_eq!(recording.header.level, "test:range");
        let confirmed = hexbound_lab::confirm(&game.level, recording, &ignore).unwrap();
        assert_eq!(confirmed.result, Some(run.result));
        // A restarted run is kept as the first was; a run that is left or reloaded is not.
        game.enter(level("test:range"), false).unwrap();
        let second = finish(&mut game).into_iter().find_map(|it| it.stored);
        assert_eq!(second.unwrap().best_before, Some(run.result));
        assert_eq!(store.list().0.len(), 2);
        let levels: Vec<_> = store.list().0.into_iter().map(|run| run.level).collect();
        assert_eq!(levels, ["test:range", "test:range"]);
        game.enter(level("test:flat"), false).unwrap();
        game.enter(level("test:range"), false).unwrap();
        pass(&mut game, &mut controls(), 2.0);
        game.enter(level("test:range"), true).unwrap();
        drop(game);
        assert_eq!(store.list().0.len(), 2);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
