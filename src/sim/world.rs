//! The whole state of a run, and its step.

use super::{Ball, Command, Event, Explosions, Player, Rules};
use crate::{collide::Counters, level::Level};

#[derive(Clone, Debug)]
pub struct World {
    /// Ticks done.
    pub tick: u64,
    pub player: Player,
    /// Oldest first.
    pub balls: Vec<Ball>,
    pub explosions: Explosions,
    pub rules: Rules,
    /// What the six-plane test decided in the last tick.
    pub counters: Counters,
}

impl World {
    /// A new run: the player stands at the level's spawn.
    pub fn new(_level: &Level, _rules: Rules) -> Self {
        todo!()
    }

    /// One tick of [`crate::clock::TICK`] seconds; what happened is appended to `events`.
    pub fn step(&mut self, _level: &Level, _command: &Command, _events: &mut Vec<Event>) {
        todo!()
    }

    /// Over every bit that the future depends on.
    pub fn state_hash(&self) -> u64 {
        todo!()
    }

    /// After a reload: the same place in the new level when that is free (positions are kept in
    /// the file's coordinates), its spawn otherwise. Balls are kept.
    pub fn move_to_level(&mut self, _old: &Level, _new: &Level) {
        todo!()
    }
}
