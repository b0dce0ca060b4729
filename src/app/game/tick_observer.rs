//! The interface of observers, which follow a run tick by tick without changing it.

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
    /// The last seconds of the run, including this tick.
    pub history: &'a History,
    /// The time of the player's part of the tick.
    pub player_time: Duration,
    /// False for a tick before the first that is shown.
    pub is_shown: bool,
}

/// A run that begins in a level.
pub(in crate::app) struct RunEntry<'a> {
    pub level: &'a Level,
    pub world: &'a World,
    pub methods: Methods,
    /// True if the open level is restarted.
    pub is_restart: bool,
    /// True if the player keeps the place in a saved and reloaded level.
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
