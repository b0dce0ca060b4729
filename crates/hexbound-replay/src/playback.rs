//! Playback of a recording tick by tick, with checks of the world's states.

use super::{
    HASH_INTERVAL, Recording, ReplayError,
    line_check::{CheckedLine, LineCheck},
};
use hexbound_level::Level;
use hexbound_sim::{Command, World};

/// The state of a replay.
#[derive(Clone, Debug)]
pub struct Playback {
    recording: Recording,
    /// The index of the current command in the recording's runs.
    run: usize,
    /// The number of ticks of that command that were already returned.
    given: u32,
    /// The number of commands returned so far.
    tick: u64,
    /// The last returned command and its check, if it is the first of its line.
    begun: Option<(Command, CheckedLine)>,
    /// A line whose check differs, until the reason is known.
    suspect: Option<Suspect>,
    /// True if every line since the last hash had an equal check.
    do_lines_match: bool,
    /// The index of the next hash of the recording.
    next_hash: usize,
    /// The last tick with an equal hash.
    agreed: u64,
}

#[derive(Clone, Copy, Debug)]
struct Suspect {
    tick: u64,
    line: usize,
}

impl Playback {
    pub fn new(recording: Recording) -> Self {
        Self {
            recording,
            run: 0,
            given: 0,
            tick: 0,
            begun: None,
            suspect: None,
            do_lines_match: true,
            next_hash: 0,
            agreed: 0,
        }
    }

    /// The recording that is played.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The next tick's command; `None` after the last.
    pub fn next_command(&mut self) -> Option<Command> {
        let (command, times) = *self.recording.runs.get(self.run)?;
        if self.given == 0 {
            let check = self.recording.line_checks.get(self.run).copied().flatten();
            self.begun = check.map(|check| (command, check));
            self.do_lines_match &= check.is_some();
        }
        self.given += 1;
        self.tick += 1;
        if self.given == times {
            self.run += 1;
            self.given = 0;
        }
        Some(command)
    }

    /// Seeks back, so that the next command is that of the tick after `tick`.
    pub fn rewind_to(&mut self, tick: u64) {
        let (mut run, mut left) = (0, tick);
        while let Some((_, times)) = self.recording.runs.get(run)
            && left >= u64::from(*times)
        {
            left -= u64::from(*times);
            run += 1;
        }
        (self.run, self.given, self.tick) = (run, left as u32, tick);
        (self.begun, self.suspect, self.do_lines_match) = (None, None, false);
        let hashes = &self.recording.hashes;
        self.next_hash = hashes.partition_point(|(at, _)| *at <= tick);
        self.agreed = self.agreed.min(tick);
    }

    /// Compares `world`, after the last returned command, with the recorded checks of that tick, if there
    /// are any. The error names the first tick that differs. It may come a line later, once it is known
    /// whether the rest of the run is as recorded.
    pub fn check(&mut self, world: &World) -> Result<(), ReplayError> {
        let (tick, is_last) = (self.tick, self.tick == self.recording.ticks);
        let begun = self.begun.take();
        let next = self.recording.hashes.get(self.next_hash);
        let hash = next.filter(|(at, _)| *at == tick).map(|(_, hash)| *hash);
        self.next_hash += usize::from(hash.is_some());
        let last_hash = self.recording.state_hash.filter(|_| is_last);
        if begun.is_some() || hash.is_some() || last_hash.is_some() {
            let state = world.state_hash();
            if let Some((command, checked)) = begun {
                self.compare_line(&command, checked, state)?;
            }
            for recorded in hash.into_iter().chain(last_hash) {
                self.compare(recorded, state)?;
            }
        }
        match self.suspect {
            // An unchanged recording has a hash by then: lines were removed, or one was made longer.
            Some(suspect) if is_last || tick - suspect.tick >= HASH_INTERVAL => {
                self.judge_suspect(false)
            }
            _ => Ok(()),
        }
    }

    /// Plays on from `world`, the last checked one, until it is known whether the rest of the run is as
    /// recorded. A replay that stops before would miss the error of a changed line.
    pub fn settle(&mut self, level: &Level, world: &World) -> Result<(), ReplayError> {
        if self.suspect.is_none() {
            return Ok(());
        }
        let mut world = world.clone();
        while self.suspect.is_some()
            && let Some(command) = self.next_command()
        {
            world.step(level, &command, &mut Vec::new());
            self.check(&world)?;
        }
        Ok(())
    }

    fn compare_line(
        &mut self,
        command: &Command,
        checked: CheckedLine,
        state: u64,
    ) -> Result<(), ReplayError> {
        let agrees = LineCheck::of(command, checked.times, state) == checked.check;
        self.judge_suspect(agrees)?;
        self.suspect = (!agrees).then_some(Suspect {
            tick: self.tick,
            line: checked.line,
        });
        Ok(())
    }

    fn compare(&mut self, recorded: u64, replayed: u64) -> Result<(), ReplayError> {
        self.judge_suspect(replayed == recorded)?;
        let tick = self.tick;
        if replayed != recorded {
            let path = self.recording.path.clone();
            return Err(match self.do_lines_match {
                true => ReplayError::OtherHash {
                    path,
                    tick,
                    recorded,
                    replayed,
                },
                false => ReplayError::Diverged {
                    path,
                    after: self.agreed,
                    tick,
                    recorded,
                    replayed,
                },
            });
        }
        self.agreed = tick;
        self.do_lines_match = true;
        Ok(())
    }

    /// The error about the suspect, if there is one. Only its command was changed if the rest of the run
    /// `goes_on` as recorded.
    fn judge_suspect(&self, goes_on: bool) -> Result<(), ReplayError> {
        let Some(Suspect { tick, line }) = self.suspect else {
            return Ok(());
        };
        let path = self.recording.path.clone();
        Err(match goes_on {
            true => ReplayError::OtherCommand { path, tick, line },
            false => ReplayError::Parted { path, tick, line },
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use hexbound_scenes::catalog;

    /// Plays a recording in a world of its own until a check fails or the recording ends.
    pub(crate) fn played(level: &Level, recording: Recording) -> Result<World, ReplayError> {
        let mut world = World::new(level, recording.header.rules);
        let mut playback = Playback::new(recording);
        while let Some(command) = playback.next_command() {
            world.step(level, &command, &mut Vec::new());
            playback.check(&world)?;
        }
        Ok(world)
    }

    /// A world whose caches are dropped after every tick continues bit for bit.
    #[test]
    fn shipped_runs_end_alike_whatever_is_kept_for_speed() {
        for name in ["foundry", "locks", "quarry", "weigh"] {
            let file = hexbound_base::sources().join(format!("assets/runs/{name}.rec"));
            let recording = crate::read(&file).unwrap();
            let level = catalog::open(name).unwrap();
            let mut world = World::new(&level, recording.header.rules);
            let mut playback = Playback::new(recording);
            while let Some(command) = playback.next_command() {
                world = world.without_caches();
                world.step(&level, &command, &mut Vec::new());
                if let Err(error) = playback.check(&world) {
                    panic!("{name}: {error}");
                }
            }
            assert!(world.tick > 10_000, "{name}: {}", world.tick);
        }
    }
}
