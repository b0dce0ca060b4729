//! Making, entering and saving the branches of a run.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    Game,
    branches::{Branch, BranchGhost, branch_saved},
    rewind::RewoundEnd,
};
use crate::app::kept_files;
use hexbound_base::{
    files,
    words::{Phrase, phrase},
};
use hexbound_replay::Recording;
use hexbound_sim::World;

/// The reason why a branch can't be made or entered, for the player.
pub(crate) type NoBranch = Phrase;

impl Game {
    /// Begins a branch: the player goes on from here. The known future, from a recording or from before a
    /// rewind, continues beside as a branch of its own. Returns the descriptions of all branches.
    pub(crate) fn fork(&mut self) -> Result<Vec<Phrase>, NoBranch> {
        if self.moment.is_some() {
            return Err(phrase("branch-not-in-capsule"));
        }
        if self.catch_up_progress().is_some() {
            return Err(phrase("branch-not-yet"));
        }
        let (recording, file) = match self.observers.log.recording() {
            Some(recording) => (recording.clone(), Some(recording.path.clone())),
            None => {
                let end = self
                    .rewind
                    .end
                    .ok_or_else(|| phrase("branch-nothing-ahead"))?;
                let (recording, file) = self.write_branch(end, true)?;
                (recording, Some(file))
            }
        };
        let tick = self.world.tick;
        let ghost = BranchGhost::new(&self.world, recording.clone());
        let branches = &mut self.observers.branches;
        let parent = branches.branch_at(tick);
        if branches.all.is_empty() {
            branches.all.push(Branch::default());
        }
        let branch = &mut branches.all[branches.current];
        branch.recording = Some(recording);
        branch.file = branch.file.take().or(file);
        branch.ghost = Some(ghost);
        branches.current = branches.all.len();
        branches.all.push(Branch {
            parent: Some(parent),
            forked_at: tick,
            ..Branch::default()
        });
        // The future is a branch now, and must not become another one.
        self.rewind.end = None;
        // A player who has seen the future has had help.
        self.assisted = true;
        self.observers.log.take_over();
        self.time.paused = false;
        Ok(self.observers.branches.list(tick))
    }

    /// Switches to the next branch, the first one after the last, to watch it from about the same tick
    /// on. The branch that is left is saved. Returns the descriptions of all branches.
    pub(crate) fn next_branch(&mut self) -> Result<Vec<Phrase>, NoBranch> {
        if !self.observers.branches.has_several() {
            return Err(phrase("branch-none"));
        }
        if self.catch_up_progress().is_some() {
            return Err(phrase("branch-not-yet"));
        }
        let tick = self.world.tick;
        let count = self.observers.branches.all.len();
        let next = (self.observers.branches.current + 1) % count;
        // Nothing is closed unless there is a next branch.
        let Some(recording) = self.observers.branches.all[next].recording.clone() else {
            return Err(phrase("branch-none"));
        };
        let saved = self.save_branch()?;
        // The recording up to here is complete.
        if let Err(error) = self.finish_recording() {
            log::warn!("{error}");
        }
        self.observers.branches.current = next;
        let rules = recording.header.rules;
        let level = Arc::clone(&self.level);
        let begin = World::new(&level, rules);
        for (index, branch) in self.observers.branches.all.iter_mut().enumerate() {
            let other = branch.recording.clone().filter(|_| index != next);
            branch.ghost = other.map(|recording| BranchGhost::new(&begin, recording));
        }
        self.opens_at = tick.min(recording.ticks);
        self.observers.log.watch(recording);
        self.world = begin;
        self.begin_run();
        self.observers.race(None);
        self.observers.went_back(&level, &self.world);
        let saved = saved.map(|path| branch_saved(&path));
        Ok(saved
            .into_iter()
            .chain(self.observers.branches.list(tick))
            .collect())
    }

    /// Saves the branch that the player plays, if there is one, as a recording of its own. Returns its
    /// file.
    pub(crate) fn save_branch(&mut self) -> Result<Option<PathBuf>, NoBranch> {
        if !self.observers.branches.has_several() || self.is_playback() {
            return Ok(None);
        }
        let end = RewoundEnd::of(&self.world, &self.level);
        let (recording, file) = self.write_branch(end, false)?;
        let branches = &mut self.observers.branches;
        if let Some(branch) = branches.all.get_mut(branches.current) {
            branch.recording = Some(recording);
            branch.file = Some(file.clone());
        }
        Ok(Some(file))
    }

    /// Returns whether the run has branches.
    pub(crate) fn has_branches(&self) -> bool {
        self.observers.branches.has_several()
    }

    /// Writes the present run to the current branch's file, or to a new one. If `ahead`, the run
    /// includes the ticks that were rewound.
    fn write_branch(&self, end: RewoundEnd, ahead: bool) -> Result<(Recording, PathBuf), NoBranch> {
        let failed = |problem: String| phrase("branch-not-saved").with("problem", problem);
        let log = &self.observers.log;
        let text = log.recorded().recording(end.hash, end.result, ahead);
        let text = text.map_err(failed)?;
        let write = |path: &Path| {
            let written = files::write_whole(path, text.as_bytes());
            written.map_err(|error| format!("{}: {error}", path.display()))
        };
        let branches = &self.observers.branches;
        let current = branches.all.get(branches.current);
        let path = match current.and_then(|branch| branch.file.clone()) {
            Some(own) => write(&own).map(|()| own),
            None => kept_files::files("branches", ".rec")
                .ok_or_else(|| String::from("there is no folder for it"))
                .and_then(|files| kept_files::write_new(&files, write)),
        };
        let path = path.map_err(failed)?;
        let recording = hexbound_replay::read(&path).map_err(|error| failed(error.to_string()))?;
        Ok((recording, path))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::app::game::{
        branches::Branches,
        test_games::{self, controls, level, recorded, rewind},
    };
    use hexbound_base::words::Words;
    use hexbound_level::Level;
    use hexbound_replay::{Header, Playback};
    use hexbound_sim::{Buttons, Command, Rules};

    /// A walk in a circle, with stops.
    fn walk(level: &Level, ticks: u64) -> Recording {
        let command = |tick: u64| {
            let mut command = Command {
                yaw: 0.01,
                ..Command::default()
            };
            command.buttons.set(Buttons::FORWARD, tick % 100 < 80);
            command
        };
        let commands: Vec<Command> = (0..ticks).map(command).collect();
        let header = Header::of(level, Rules::default(), String::from("test:flat"));
        Recording::of_moment(Path::new("walk.rec"), header, &commands)
    }

    /// A game that has watched such a walk for a tenth of a second.
    fn watched() -> Game {
        let level = level("test:flat");
        let mut game = test_games::watched("test:flat", walk(&level, 240));
        game.advance(0.1, &mut controls()).unwrap();
        assert!(game.world.tick > 0);
        game
    }

    /// A branch without a recording.
    fn branch(parent: Option<usize>, forked_at: u64, file: Option<PathBuf>) -> Branch {
        Branch {
            parent,
            forked_at,
            recording: None,
            file,
            ghost: None,
        }
    }

    #[test]
    fn a_ghost_goes_back_by_its_history_and_beyond_that_begins_again() {
        let level = level("test:flat");
        let recording = walk(&level, 1600);
        let mut world = World::new(&level, Rules::default());
        let mut ghost = BranchGhost::new(&world, recording.clone());
        let mut playback = Playback::new(recording);
        let mut hashes = vec![world.state_hash()];
        while let Some(command) = playback.next_command() {
            world.step(&level, &command, &mut Vec::new());
            hashes.push(world.state_hash());
        }
        // A restart from the changed world would lead to other states.
        let kept = ghost.at_fork.clone();
        ghost.at_fork.player.position.x += 1.0;
        let assert_follows = |ghost: &mut BranchGhost, tick: u64| {
            ghost.follow(&level, tick);
            let world = &ghost.run.world;
            assert_eq!(world.tick, tick);
            assert_eq!(world.state_hash(), hashes[tick as usize], "{tick}");
        };
        for tick in [1600, 1599, 1590, 1400, 1402, 700] {
            assert_follows(&mut ghost, tick);
        }
        ghost.at_fork = kept;
        for tick in [100, 101, 50, 0] {
            assert_follows(&mut ghost, tick);
        }
    }

    #[test]
    fn another_branch_begins_without_the_last_stop_and_ghosts_keep_no_journal() {
        let mut game = watched();
        game.fork().unwrap();
        game.keep_journal(true);
        let ghost = game.observers.branches.all[0].ghost.as_ref().unwrap();
        assert!(game.world.keeps_journal() && !ghost.run.world.keeps_journal());
        let journal = game.world.journal().cloned();
        game.observers.last_stop.journal = journal;
        assert!(game.last_stop().is_some());
        // The new branch gets a recording, which is watched now.
        let recording = walk(&game.level, 120);
        game.observers.branches.all[1].recording = Some(recording.clone());
        game.observers.log.watch(recording);
        game.next_branch().unwrap();
        assert!(game.last_stop().is_none());
    }

    #[test]
    fn each_branch_says_which_one_it_parts_from() {
        let mut game = watched();
        let lines = game.fork().unwrap();
        let said = [0, 1].map(|line| Words::english().say(&lines[line]));
        assert_eq!(said[0], "Branch 1 from 0.0 s to 2.0 s: a ghost");
        assert_eq!(said[1], "Branch 2 from 0.1 s of branch 1: you are here");
    }

    #[test]
    fn a_branch_from_before_its_parent_began_is_one_of_that_ones_parent() {
        let mut branches = Branches::default();
        for (parent, forked_at) in [(None, 0), (Some(0), 700), (Some(1), 900)] {
            branches.all.push(branch(parent, forked_at, None));
        }
        branches.current = 2;
        let parents = [100, 700, 899, 900].map(|tick| branches.branch_at(tick));
        assert_eq!(parents, [0, 1, 1, 2]);
    }

    #[test]
    fn each_ghost_has_the_name_of_its_branch() {
        let mut game = watched();
        assert!(game.named_ghosts().is_empty());
        game.fork().unwrap();
        game.observers.branches.all[1].file = Some(PathBuf::from("never written"));
        game.advance(0.1, &mut controls()).unwrap();
        let named = game.named_ghosts();
        let [(name, body)] = &named[..] else {
            panic!("{named:?}");
        };
        assert_eq!(Words::english().say(name), "branch 1");
        let seen = game.view(&controls()).ghosts;
        assert!(seen.contains(body), "{seen:?}");
    }

    #[test]
    fn without_another_branch_to_watch_the_recording_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let asked = folder.path().join("asked.rec");
        let own = folder.path().join("own.rec");
        let mut game = recorded("test:flat", &asked);
        game.advance(0.1, &mut controls()).unwrap();
        let two = [branch(None, 0, None), branch(None, 1, Some(own.clone()))];
        game.observers.branches.all.extend(two);
        game.observers.branches.current = 1;
        assert!(game.next_branch().is_err());
        assert!(!own.exists(), "nothing was left, so nothing is saved");
        let finished = game.finish_recording().unwrap();
        assert_eq!(finished, Some(asked), "it was not closed before");
    }

    #[test]
    fn a_branch_is_written_to_its_own_file_again_and_again() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("own.rec");
        let mut game = watched();
        game.fork().unwrap();
        game.observers.branches.all[1].file = Some(own.clone());
        for _ in 0..2 {
            game.advance(0.1, &mut controls()).unwrap();
            assert_eq!(game.save_branch().unwrap(), Some(own.clone()));
            let kept = game.observers.branches.all[1].recording.as_ref().unwrap();
            assert_eq!(kept.ticks, game.world.tick);
            assert_eq!(kept.state_hash, Some(game.world.state_hash()));
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        // No file remains if it can't be written.
        let gone = folder.path().join("gone").join("own.rec");
        game.observers.branches.all[1].file = Some(gone.clone());
        assert!(game.save_branch().is_err());
        assert!(!gone.exists());
    }

    #[test]
    fn a_second_fork_without_a_tick_between_makes_no_branch() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = watched();
        rewind(&mut game, &mut controls(), 0.05);
        assert!(game.rewind.end.is_some());
        game.fork().unwrap();
        game.observers.branches.all[1].file = Some(folder.path().join("own.rec"));
        assert!(game.fork().is_err());
        assert_eq!(game.observers.branches.all.len(), 2);
    }

    /// A recording pauses at its end, where a fork is possible, too.
    #[test]
    fn a_fork_at_the_very_end_goes_on_where_the_recording_ended() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = watched();
        for _ in 0..40 {
            game.advance(0.1, &mut controls()).unwrap();
        }
        assert_eq!(game.world.tick, 240);
        let end = game.world.state_hash();
        game.fork().unwrap();
        game.observers.branches.all[1].file = Some(folder.path().join("own.rec"));
        game.advance(0.1, &mut controls()).unwrap();
        assert!(game.world.tick > 240);
        let ghost = game.observers.branches.all[0].ghost.as_ref().unwrap();
        let ghost = &ghost.run.world;
        assert_eq!((ghost.tick, ghost.state_hash()), (240, end));
        game.save_branch().unwrap();
        let saved = game.observers.branches.all[1].recording.as_ref().unwrap();
        assert_eq!(saved.ticks, game.world.tick);
        assert_eq!(saved.state_hash, Some(game.world.state_hash()));
    }
}
