//! Everything that follows a run tick by tick, without a say in it.

use std::time::Duration;

use super::advance::Advance;
use hexbound_level::Level;
use hexbound_sim::{Command, Event, History, Methods, Player, World};

/// A tick that was played.
pub(in crate::app) struct PlayedTick<'a> {
    pub level: &'a Level,
    pub command: &'a Command,
    /// The player before the tick.
    pub before: Player,
    /// The world after the tick.
    pub world: &'a World,
    pub events: &'a [Event],
    /// The last seconds of the run, with this tick.
    pub history: &'a History,
    /// The time that the player's part of the tick took.
    pub player_time: Duration,
    /// False while ticks are played up to the one that is shown first.
    pub is_shown: bool,
}

/// A run that begins in a level.
pub(in crate::app) struct RunEntry<'a> {
    pub level: &'a Level,
    pub world: &'a World,
    pub methods: Methods,
    /// True if the level is the one that was open, from its beginning.
    pub begins_again: bool,
    /// True if the player goes on at the same place of a level that was saved.
    pub keeps_place: bool,
}

/// An observer of a run.
pub(in crate::app) trait TickObserver {
    /// Follows a tick, and adds to the outcome of the frame.
    fn tick(&mut self, tick: &PlayedTick<'_>, advance: &mut Advance);

    /// Follows time back to an earlier world.
    fn went_back(&mut self, _: &Level, _: &World) {}

    /// Follows the player into a level, or to its beginning.
    fn entered(&mut self, _: &RunEntry<'_>) {}
}
