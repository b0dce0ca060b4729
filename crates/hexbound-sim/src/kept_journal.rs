//! The optional journal of a world's last tick. It changes no result.

use super::{Character, Impact, Journal, Stage};
use hexbound_level::Level;

/// The journal of the last tick, if journals are kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptJournal(Option<Box<Journal>>);

impl KeptJournal {
    /// Starts or stops keeping a journal of each tick, from the next one on.
    pub(crate) fn keep(&mut self, keep: bool, player: &Character) {
        if keep != self.is_kept() {
            let empty = || Box::new(Journal::at(player.position, player.body()));
            self.0 = keep.then(empty);
        }
    }

    pub(crate) fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// The journal of the tick that led to `tick`, if one was kept.
    pub(crate) fn of_tick(&self, tick: u64) -> Option<&Journal> {
        let journal = self.0.as_deref();
        journal.filter(|journal| journal.tick == tick)
    }

    /// The journal of the tick in progress.
    pub(crate) fn current(&mut self) -> Option<&mut Journal> {
        self.0.as_deref_mut()
    }

    /// Copies the last bounces up to `tick` from the journal of a later tick of the same run.
    pub(crate) fn recall_bounces(&mut self, later: &Self, tick: u64) {
        let known = later.0.as_deref();
        let known = known.and_then(|journal| journal.bounced.clone());
        if let (Some(journal), Some(bounced)) = (self.current(), known)
            && journal.bounced.is_none()
            && bounced.tick <= tick
        {
            journal.bounced = Some(bounced);
        }
    }

    /// Begins the journal of a tick; of earlier ticks, only the last bounces are kept.
    pub(crate) fn begin(&mut self, player: &Character) {
        if let Some(journal) = self.current() {
            let bounced = journal.bounced.take();
            *journal = Journal::at(player.position, player.body());
            journal.bounced = bounced;
            journal.velocity[0] = player.velocity;
        }
    }

    /// Records the player's position after a stage of the tick.
    pub(crate) fn record_position(&mut self, stage: Stage, player: &Character) {
        if let Some(journal) = self.current() {
            journal.record_position(stage, player.position);
        }
    }

    /// Records the impacts of the balls in the tick that leads to `tick`.
    pub(crate) fn record_impacts(&mut self, tick: u64, impacts: &[Impact]) {
        if let Some(journal) = self.current() {
            journal.record_impacts(tick, impacts);
        }
    }

    /// Completes the journal of the tick that led to `tick`.
    pub(crate) fn finish(&mut self, tick: u64, player: &Character, level: &Level) {
        if let Some(journal) = self.current() {
            if !player.report.teleported {
                journal.crossed = level.first_crossed(journal.start(), journal.end());
            }
            journal.tick = tick;
            journal.shape = player.shape;
            journal.velocity[1] = player.velocity;
        }
    }
}
