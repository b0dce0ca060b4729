//! The branches of a run: its different futures from some tick on. One of them is played or watched; the
//! others run beside it as ghosts. Each is a whole run, from its first tick, in a file of its own.

use std::path::{Path, PathBuf};

use super::{Advance, PlayedTick, RunEntry, TickObserver, side_run::SideRun};
use hexbound_base::{
    clock::TICK_RATE,
    words::{Phrase, phrase},
};
use hexbound_level::Level;
use hexbound_replay::Recording;
use hexbound_sim::{GhostView, History, World};

/// The branches of a run, if it has more than one.
#[derive(Default)]
pub(super) struct Branches {
    pub(super) all: Vec<Branch>,
    /// The index in `all` of the branch that is played or watched.
    pub(super) current: usize,
}

#[derive(Default)]
pub(super) struct Branch {
    /// The index of the parent branch in the list of all; `None` for the first.
    pub(super) parent: Option<usize>,
    /// The tick at which the branch leaves its parent.
    pub(super) forked_at: u64,
    /// The run as far as it is known; `None` while the player plays it for the first time.
    pub(super) recording: Option<Recording>,
    /// The file that holds the run.
    pub(super) file: Option<PathBuf>,
    /// The ghost of the branch, while another one is current.
    pub(super) ghost: Option<BranchGhost>,
}

/// The ghost of a branch, which replays its recording beside the player's run.
pub(super) struct BranchGhost {
    pub(super) run: SideRun,
    /// The world at the fork, from which the run restarts when time goes back beyond its history.
    pub(super) at_fork: World,
    /// The last seconds of the run, for rewinding.
    history: History,
}

impl BranchGhost {
    pub(super) fn new(world: &World, recording: Recording) -> Self {
        // Nobody reads the journal of a ghost.
        let at_fork = world.without_caches();
        Self {
            history: History::beside(&at_fork),
            run: SideRun::at(at_fork.clone(), recording),
            at_fork,
        }
    }

    /// Moves to a tick, as far as the run is known, but not back beyond the fork.
    pub(super) fn follow(&mut self, level: &Level, tick: u64) {
        let before = self.run.world.tick;
        if tick < before && before > self.at_fork.tick {
            self.rewind_to(level, tick);
        }
        while let Some(command) = self.run.step(level, |world, _| world.tick < tick) {
            self.history.push(&command, &self.run.world);
        }
        match self.run.world.tick == before + 1 {
            true => self.run.advance(),
            false => self.run.stand_still(),
        }
    }

    /// Rewinds to a tick, or further if its history does not reach that tick.
    fn rewind_to(&mut self, level: &Level, tick: u64) {
        if tick < self.history.oldest() {
            self.history = History::beside(&self.at_fork);
        }
        self.run.set(self.history.rewind_to(level, tick));
    }
}

impl Branches {
    /// Returns whether there is more than one branch.
    pub(super) fn has_several(&self) -> bool {
        self.all.len() > 1
    }

    /// Moves the ghosts of the branches that are not current to a tick.
    fn follow(&mut self, level: &Level, tick: u64) {
        for branch in &mut self.all {
            if let Some(ghost) = &mut branch.ghost {
                ghost.follow(level, tick);
            }
        }
    }

    /// The bodies of the branches that are not current, at the fraction `blend` (0..1) between two ticks.
    pub(super) fn views(&self, blend: f32) -> impl Iterator<Item = GhostView> {
        let ghosts = self.all.iter().filter_map(|branch| branch.ghost.as_ref());
        ghosts.flat_map(move |ghost| ghost.run.views(blend))
    }

    /// The branches that are not current: their names and the bodies of their players.
    pub(super) fn named(&self, blend: f32) -> impl Iterator<Item = (Phrase, GhostView)> {
        (1_usize..)
            .zip(&self.all)
            .filter_map(move |(number, branch)| {
                let body = branch.ghost.as_ref()?.run.views(blend).next()?;
                Some((phrase("branch-name").with("number", number), body))
            })
    }

    /// The index of the branch that owns `tick` of the current run: an ancestor if the fork is later.
    pub(super) fn branch_at(&self, tick: u64) -> usize {
        let mut index = self.current;
        while let Some(branch) = self.all.get(index)
            && tick < branch.forked_at
            && let Some(parent) = branch.parent
        {
            index = parent;
        }
        index
    }

    /// The descriptions of all branches in their order. The current one is marked.
    pub(super) fn list(&self, tick: u64) -> Vec<Phrase> {
        let seconds = |ticks: u64| format!("{:.1}", ticks as f64 / f64::from(TICK_RATE));
        let line = |(index, branch): (usize, &Branch)| {
            let said = match index == self.current {
                true => phrase("branch-current"),
                false => phrase("branch-other"),
            };
            let ticks = branch.recording.as_ref().map_or(tick, |it| it.ticks);
            said.with("number", index + 1)
                .with("parent", branch.parent.map_or(0, |parent| parent + 1))
                .with("from", seconds(branch.forked_at))
                .with("to", seconds(ticks))
        };
        self.all.iter().enumerate().map(line).collect()
    }
}

/// The message that a branch was saved, with its path.
pub(crate) fn branch_saved(path: &Path) -> Phrase {
    phrase("branch-saved").with("path", path.display().to_string())
}

impl TickObserver for Branches {
    fn tick(&mut self, tick: &PlayedTick<'_>, _: &mut Advance) {
        self.follow(tick.level, tick.world.tick);
    }

    fn went_back(&mut self, level: &Level, world: &World) {
        self.follow(level, world.tick);
    }

    fn entered(&mut self, _: &RunEntry<'_>) {
        *self = Self::default();
    }
}
