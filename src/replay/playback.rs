//! Feeding a recording back, tick by tick, and checking that the world goes where it went.

use super::{Recording, ReplayError};
use crate::sim::{Command, World};

/// The state of a replay.
#[derive(Clone, Debug)]
pub struct Playback {
    recording: Recording,
    run: usize,
    /// Ticks of the current run already given.
    given: u32,
    /// Commands given so far.
    tick: u64,
    check: usize,
    /// The last tick at which both agreed.
    agreed: u64,
}

impl Playback {
    pub fn new(recording: Recording) -> Self {
        Self {
            recording,
            run: 0,
            given: 0,
            tick: 0,
            check: 0,
            agreed: 0,
        }
    }

    /// The next tick's command; `None` after the last.
    pub fn next_command(&mut self) -> Option<Command> {
        let (command, times) = *self.recording.runs.get(self.run)?;
        self.given += 1;
        self.tick += 1;
        if self.given == times {
            self.run += 1;
            self.given = 0;
        }
        Some(command)
    }

    /// Goes back so that the next command is that of the tick after `tick`.
    pub(crate) fn back_to(&mut self, tick: u64) {
        let (mut run, mut left) = (0, tick);
        while let Some((_, times)) = self.recording.runs.get(run)
            && left >= u64::from(*times)
        {
            left -= u64::from(*times);
            run += 1;
        }
        (self.run, self.given, self.tick) = (run, left as u32, tick);
        let checks = &self.recording.checks;
        self.check = checks.partition_point(|(at, _)| *at <= tick);
        self.agreed = self.agreed.min(tick);
    }

    /// Compares `world`, after the command just given, with what was recorded, where something
    /// was.
    pub fn check(&mut self, world: &World) -> Result<(), ReplayError> {
        let tick = self.tick;
        if let Some(&(at, recorded)) = self.recording.checks.get(self.check)
            && at == tick
        {
            self.check += 1;
            self.compare(tick, recorded, world)?;
        }
        match self.recording.state_hash {
            Some(recorded) if tick == self.recording.ticks => self.compare(tick, recorded, world),
            _ => Ok(()),
        }
    }

    fn compare(&mut self, tick: u64, recorded: u64, world: &World) -> Result<(), ReplayError> {
        let replayed = world.state_hash();
        if replayed != recorded {
            return Err(ReplayError::Diverged {
                path: self.recording.path.clone(),
                after: self.agreed,
                tick,
                recorded,
                replayed,
            });
        }
        self.agreed = tick;
        Ok(())
    }
}
