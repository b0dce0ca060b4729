//! The observers of a run, each of which follows every tick.

use super::{
    Advance, PlayedTick, Rival, RunEntry, TickObserver, branches::Branches, ghosts::MethodGhosts,
    last_stop::LastStop, method_ledger::MethodLedger, museum_guide::MuseumGuide, run_log::RunLog,
};
use crate::app::{best_throw::Throws, contact_listener::ContactListener};
use hexbound_base::words::{Phrase, phrase};
use hexbound_level::Level;
use hexbound_replay::runs::RunError;
use hexbound_sim::{GhostView, Rules, World};

/// The observers that follow the ticks of a run.
pub(in crate::app) struct Observers {
    /// The files of the run. The log comes first, since one of its files is the report of a fault.
    pub(in crate::app) log: RunLog,
    /// The cost of the methods that were used.
    pub ledger: MethodLedger,
    /// The contacts of the player's body, while their tones are on.
    pub contacts: ContactListener,
    pub(super) last_stop: LastStop,
    /// The ghosts of other methods.
    pub ghosts: MethodGhosts,
    pub(super) throws: Throws,
    pub(super) branches: Branches,
    pub(super) rival: Option<Rival>,
    pub(super) museum: Option<MuseumGuide>,
}

impl Observers {
    pub(super) fn new(level: &Level, log: RunLog, rival: Option<Rival>) -> Self {
        Self {
            log,
            ledger: MethodLedger::default(),
            contacts: ContactListener::default(),
            last_stop: LastStop::default(),
            ghosts: MethodGhosts::default(),
            throws: Throws::default(),
            branches: Branches::default(),
            rival,
            museum: MuseumGuide::through(level),
        }
    }

    fn all(&mut self) -> [&mut dyn TickObserver; 9] {
        [
            &mut self.log,
            &mut self.ledger,
            &mut self.contacts,
            &mut self.last_stop,
            &mut self.ghosts,
            &mut self.throws,
            &mut self.branches,
            &mut self.rival,
            &mut self.museum,
        ]
    }

    pub(super) fn tick(&mut self, tick: &PlayedTick<'_>, advance: &mut Advance) {
        for observer in self.all() {
            observer.tick(tick, advance);
        }
    }

    pub(super) fn went_back(&mut self, level: &Level, world: &World) {
        for observer in self.all() {
            observer.went_back(level, world);
        }
    }

    /// Enters a level, and begins the file of a run that may be kept.
    pub(super) fn entered(&mut self, entry: &RunEntry<'_>) {
        for observer in self.all() {
            observer.entered(entry);
        }
        // After a save the run did not begin at the level's start.
        if !entry.keeps_place
            && let Err(error) = self.begin_kept_run(entry.level, entry.world.rules)
        {
            log::warn!("{error}");
        }
    }

    /// Begins the file of a run that may be kept.
    pub(super) fn begin_kept_run(&mut self, level: &Level, rules: Rules) -> Result<(), RunError> {
        let rival = self.rival.as_ref().map(Rival::file);
        self.log.begin_run(level, rules, rival)
    }

    /// Returns whether an observer reads the journal of each tick.
    pub(super) fn needs_journal(&self) -> bool {
        self.contacts.is_wanted || self.ghosts.is_wanted()
    }

    /// Lets the player race another run from now on, or none. Returns the rules of that run.
    pub(super) fn race(&mut self, rival: Option<Rival>) -> Option<Rules> {
        self.rival = rival;
        self.rival.as_ref().map(Rival::rules)
    }

    /// The bodies beside the player's run, at the fraction `blend` (0..1) between the last two ticks.
    pub(super) fn views(&self, blend: f32) -> Vec<GhostView> {
        let rival = self.rival.iter().flat_map(|rival| rival.views(blend));
        (self.ghosts.views().chain(rival))
            .chain(self.branches.views(blend))
            .chain(self.museum.iter().flat_map(|guide| guide.views(blend)))
            .collect()
    }

    /// The names of the players beside the player's run, and their bodies.
    pub(super) fn named(&self, blend: f32) -> Vec<(Phrase, GhostView)> {
        let rival = self.rival.iter();
        let rival = rival.filter_map(|rival| rival.views(blend).next());
        let rival = rival.map(|body| (phrase("rival-name"), body));
        (self.ghosts.named().chain(rival))
            .chain(self.branches.named(blend))
            .collect()
    }
}
