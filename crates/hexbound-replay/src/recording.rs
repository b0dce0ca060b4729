//! A whole recording, and its construction from the lines of a file: commands, rewinds, hashes, and
//! checks. The lines are read in `reader`.

use std::path::{Path, PathBuf};

use super::{
    Header, ReplayError,
    line_check::{CheckedLine, LineCheck},
};
use hexbound_level::Level;
use hexbound_sim::{Command, RunResult};

/// A whole recording in valid form: the run as it was kept, without the ticks undone by rewinding.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    pub path: PathBuf,
    pub header: Header,
    /// The commands, each with its number of ticks.
    pub runs: Vec<(Command, u32)>,
    /// The ticks and the hashes of the state after them, ascending.
    pub hashes: Vec<(u64, u64)>,
    pub ticks: u64,
    /// The result that the recording claims; `None` if the level was not finished.
    pub result: Option<RunResult>,
    /// The hash of the state after the last tick; `None` for scripts.
    pub state_hash: Option<u64>,
    /// The fault that ended the game, in the report of one.
    pub fault: Option<Fault>,
    /// The parts of a command that hold on after the last tick: methods, help, and the rewound time.
    pub held: Command,
    /// The checks of `runs`, in the same order; `None` for a line without one.
    pub(crate) line_checks: Vec<Option<CheckedLine>>,
    /// The first inconsistency of the lines. The reading ended there.
    flaw: Option<Flaw>,
}

/// The fault that ended a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The message of the fault.
    pub words: String,
    /// The command of the tick that did not end. `None` if the fault came between two ticks, or was
    /// unrelated to them.
    pub unfinished: Option<Command>,
}

/// An inconsistency of lines.
#[derive(Clone, Debug)]
pub(crate) enum Flaw {
    /// The number of ticks differs from the promised one.
    Length { promised: u64, found: u64 },
    /// The number of command lines differs from that of the checks. The first new or missing one has this
    /// tick.
    Lines { tick: u64, line: usize },
}

impl Flaw {
    /// The flaw of a line that promises another number of ticks than was found.
    pub(crate) fn of_length(promised: u64, found: u64) -> Option<Flaw> {
        (promised != found).then_some(Flaw::Length { promised, found })
    }
}

impl Recording {
    /// A recording of a capsule's commands, whose ticks begin at the capsule's start. It holds no hashes
    /// or checks.
    pub fn of_moment(path: &Path, header: Header, commands: &[Command]) -> Self {
        Self {
            path: path.to_owned(),
            header,
            runs: commands.iter().map(|command| (*command, 1)).collect(),
            ticks: commands.len() as u64,
            ..Self::default()
        }
    }

    /// Fails for a level other than the recording's.
    pub fn check_level(&self, level: &Level) -> Result<(), ReplayError> {
        match self.header.content {
            Some(recorded) if recorded != level.content_hash => Err(ReplayError::OtherLevel {
                path: self.path.clone(),
                level: self.header.level.clone(),
                recorded,
                given: level.name.clone(),
                actual: level.content_hash,
            }),
            _ => Ok(()),
        }
    }

    /// Fails if lines are inconsistent. [`read`](super::read) has already done so.
    pub fn check_whole(&self) -> Result<(), ReplayError> {
        let path = || self.path.clone();
        match self.flaw {
            None => Ok(()),
            Some(Flaw::Length { promised, found }) => Err(ReplayError::WrongLength {
                path: path(),
                promised,
                found,
            }),
            Some(Flaw::Lines { tick, line }) => Err(ReplayError::Parted {
                path: path(),
                tick,
                line,
            }),
        }
    }

    /// The number of lines of commands that have a check.
    pub fn checked_lines(&self) -> usize {
        self.line_checks.iter().flatten().count()
    }
}

/// A recording in construction, as far as its file was read.
#[derive(Default)]
pub(crate) struct RecordingBuilder {
    /// The recording up to here, without its path and header.
    pub so_far: Recording,
    pub unfinished: Option<Command>,
    /// The lines of commands since the last line of checks.
    unchecked: Vec<UncheckedLine>,
}

/// A line of commands whose check was not read yet.
struct UncheckedLine {
    line: usize,
    /// The index of the line's command in the runs.
    run: usize,
    times: u32,
    /// The number of ticks before the line.
    ticks_before: u64,
}

impl RecordingBuilder {
    /// Returns a command with the parts that other lines carry.
    pub(crate) fn completed(&self, command: Command) -> Command {
        Command {
            buttons: command.buttons,
            yaw: command.yaw,
            pitch: command.pitch,
            pointed: command.pointed,
            ..self.so_far.held
        }
    }

    /// Adds a command that holds for `times` ticks, from the line `line` of the file.
    pub(crate) fn add(&mut self, command: Command, times: u32, line: usize) {
        let command = self.completed(command);
        self.so_far.result = None;
        self.unchecked.push(UncheckedLine {
            line,
            run: self.so_far.runs.len(),
            times,
            ticks_before: self.so_far.ticks,
        });
        self.so_far.runs.push((command, times));
        self.so_far.line_checks.push(None);
        self.so_far.ticks += u64::from(times);
    }

    /// Adds the hash of the state after the last tick. Lines before it need no checks any more. A resumed
    /// run may repeat its last hash.
    pub(crate) fn add_hash(&mut self, hash: u64) {
        self.unchecked.clear();
        let tick_hash = (self.so_far.ticks, hash);
        if self.so_far.hashes.last() != Some(&tick_hash) {
            self.so_far.hashes.push(tick_hash);
        }
    }

    /// Sets the checks of the unchecked lines, from the line `number` of the file. Returns the flaw if
    /// the numbers of lines and checks differ.
    pub(crate) fn add_checks(&mut self, checks: &[LineCheck], number: usize) -> Option<Flaw> {
        for (new, check) in self.unchecked.iter().zip(checks) {
            self.so_far.line_checks[new.run] = Some(CheckedLine {
                check: *check,
                times: new.times,
                line: new.line,
            });
        }
        if self.unchecked.len() == checks.len() {
            self.unchecked.clear();
            return None;
        }
        let (ticks_before, line) = (self.unchecked.get(checks.len()))
            .map_or((self.so_far.ticks, number), |new| {
                (new.ticks_before, new.line)
            });
        Some(Flaw::Lines {
            tick: ticks_before + 1,
            line,
        })
    }

    /// Discards the ticks after `tick`, which is not ahead.
    pub(crate) fn rewind_to(&mut self, tick: u64) {
        self.so_far.held.rewound = self.so_far.held.rewound.and(self.so_far.ticks - tick);
        while self.so_far.ticks > tick
            && let Some((_, times)) = self.so_far.runs.last_mut()
        {
            let surplus = (self.so_far.ticks - tick).min(u64::from(*times)) as u32;
            *times -= surplus;
            self.so_far.ticks -= u64::from(surplus);
            if *times == 0 {
                self.so_far.runs.pop();
                self.so_far.line_checks.pop();
            }
        }
        self.so_far.hashes.retain(|(at, _)| *at <= tick);
        self.unchecked.clear();
    }

    /// The commands, one for each tick.
    pub(crate) fn commands(&self) -> Vec<Command> {
        let runs = self.so_far.runs.iter();
        runs.flat_map(|(command, times)| std::iter::repeat_n(*command, *times as usize))
            .collect()
    }

    /// The whole recording, with the hash of the state after its last tick, if that is known.
    pub(crate) fn recording(
        self,
        path: &Path,
        header: Header,
        state_hash: Option<u64>,
    ) -> Recording {
        Recording {
            path: path.to_owned(),
            header,
            state_hash,
            ..self.so_far
        }
    }

    /// The recording up to the inconsistent lines.
    pub(crate) fn flawed(self, path: &Path, header: Header, flaw: Flaw) -> Recording {
        Recording {
            flaw: Some(flaw),
            ..self.recording(path, header, None)
        }
    }
}
