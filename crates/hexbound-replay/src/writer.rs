//! Writing a recording while the game runs.

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::{
    HASH_INTERVAL, Header, RECORDING_MAGIC, Recording, ReplayError, VERSION,
    line::{Line, write_hash},
    line_check::LineCheck,
};
use hexbound_base::{
    files,
    output::{Output, is_standard},
};
use hexbound_level::{Level, Scale};
use hexbound_sim::{Command, RunResult, World};

/// An open recording. Without `finish` the file has no footer, and readers reject it as cut short.
pub struct Recorder {
    path: PathBuf,
    file: Output,
    /// The command of the last ticks, not yet written.
    pending: Option<RepeatedCommand>,
    /// The checks of the command lines since the last line of checks; `None` if lines have no checks.
    checks: Option<Vec<LineCheck>>,
    /// The last written command. Some of its parts hold in the file until another line changes them.
    held: Command,
    /// The number of ticks recorded so far.
    ticks: u64,
    /// The tick to which the run was rewound, until play continues from there.
    rewound_to: Option<u64>,
}

/// A command and its number of ticks.
struct RepeatedCommand {
    command: Command,
    times: u32,
    /// The hash of the state after the first tick, if lines have checks.
    first_state: u64,
}

impl Recorder {
    /// Creates `path` (standard output for `-`) and writes the header. An older recording is
    /// replaced; any other file is refused, since a typo on the command line must not destroy a level.
    pub fn create(path: &Path, header: &Header) -> Result<Self, ReplayError> {
        if !is_standard(path) && has_other_content(path) {
            return Err(ReplayError::WouldOverwrite {
                path: path.to_owned(),
            });
        }
        let file = Output::create(path).map_err(|source| ReplayError::Write {
            path: path.to_owned(),
            source,
        })?;
        Self::begin(file, path, header)
    }

    /// Begins a recording in `file` and writes the header. Error messages name the file `path`.
    pub fn begin(file: Output, path: &Path, header: &Header) -> Result<Self, ReplayError> {
        let mut recorder = Self::new(file, path.to_owned(), Some(Vec::new()));
        let written = recorder.write_header(header);
        recorder.with_path(written)?;
        Ok(recorder)
    }

    /// Continues a recording whose `file` is positioned after the hash of its last tick.
    pub fn resume(file: File, recording: &Recording) -> Self {
        let path = recording.path.clone();
        let (file, checks) = (Output::to(file), Some(Vec::new()));
        Self {
            held: recording.held,
            ticks: recording.ticks,
            ..Self::new(file, path, checks)
        }
    }

    /// Begins a recording in `file` without checks of its lines. Hashing the state for each line would
    /// cost more than all the rest.
    pub(crate) fn without_checks(file: Output, header: &Header) -> io::Result<Self> {
        let mut recorder = Self::new(file, PathBuf::new(), None);
        recorder.write_header(header)?;
        Ok(recorder)
    }

    fn new(file: Output, path: PathBuf, checks: Option<Vec<LineCheck>>) -> Self {
        Self {
            path,
            file,
            pending: None,
            checks,
            held: Command::default(),
            ticks: 0,
            rewound_to: None,
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Records one tick: its command, and the world after it.
    pub fn push(&mut self, command: &Command, world: &World) -> Result<(), ReplayError> {
        let written = self.write_tick(command, world);
        self.with_path(written)
    }

    /// Rewinds to an earlier tick. The later ticks stay in the file for inspection, but are no longer
    /// part of the run.
    pub fn rewind_to(&mut self, tick: u64) {
        let earliest = self.rewound_to.map_or(tick, |before| before.min(tick));
        self.rewound_to = (earliest < self.ticks).then_some(earliest);
    }

    /// Writes all recorded ticks with the hash of `world`, the present state. A game can resume the run
    /// from here.
    pub(crate) fn write_checkpoint(&mut self, world: &World) -> Result<(), ReplayError> {
        let written = (self.flush()).and_then(|tick| self.write_hash(tick, world));
        self.with_path(written)
    }

    /// Writes a comment.
    pub fn remark(&mut self, text: &str) -> Result<(), ReplayError> {
        let written = writeln!(self.file, "# {text}");
        self.with_path(written)
    }

    /// Writes the footer; `world` is the state after the last tick.
    pub fn finish(mut self, world: &World, level: &Level) -> Result<(), ReplayError> {
        let written = self.write_footer(world, level);
        self.with_path(written)
    }

    /// Writes all recorded ticks; the recording continues. Returns their number.
    pub(crate) fn flush(&mut self) -> io::Result<u64> {
        self.write_rewind()?;
        self.flush_with_undone()
    }

    /// Writes all recorded ticks, including those that a rewind since the last tick has undone. Returns their
    /// number.
    pub(crate) fn flush_with_undone(&mut self) -> io::Result<u64> {
        self.write_pending_and_checks()?;
        self.file.flush()?;
        Ok(self.ticks)
    }

    /// The lines of a command that was not played to its end.
    pub(crate) fn unfinished_lines(&self, command: &Command) -> Vec<Line> {
        let last = Line::Unfinished(*command);
        changes(&self.held, command).chain([last]).collect()
    }

    fn write_header(&mut self, header: &Header) -> io::Result<()> {
        // The rest of a name after a line end would be read as another line; none of our levels has one.
        let level = header.level.replace(['\n', '\r'], " ");
        writeln!(self.file, "{RECORDING_MAGIC} {VERSION}")?;
        writeln!(self.file, "level {level}")?;
        if header.reading.scale != Scale::METERS {
            writeln!(self.file, "scale {}", header.reading.scale)?;
        }
        if let Some(variant) = &header.reading.variant {
            writeln!(self.file, "variant {}", variant.replace(['\n', '\r'], " "))?;
        }
        writeln!(self.file, "content {}", write_hash(header.content))?;
        writeln!(self.file, "rules {}", serde_json::to_string(&header.rules)?)?;
        self.file.flush()
    }

    fn write_tick(&mut self, command: &Command, world: &World) -> io::Result<()> {
        self.write_rewind()?;
        match &mut self.pending {
            Some(it) if same_bits(&it.command, command) && it.times < u32::MAX => it.times += 1,
            _ => {
                self.write_pending()?;
                self.pending = Some(RepeatedCommand {
                    command: *command,
                    times: 1,
                    first_state: match self.checks {
                        Some(_) => world.state_hash(),
                        None => 0,
                    },
                });
            }
        }
        self.ticks += 1;
        if self.ticks.is_multiple_of(HASH_INTERVAL) {
            self.write_pending_and_checks()?;
            // A hash is written once a second, so that a crash loses no more than that.
            self.write_hash(self.ticks, world)?;
        }
        Ok(())
    }

    /// Writes the hash of the state after the last tick, and flushes the file.
    fn write_hash(&mut self, tick: u64, world: &World) -> io::Result<()> {
        let hash = Line::Hash {
            tick,
            hash: world.state_hash(),
        };
        writeln!(self.file, "{}", hash.to_text())?;
        self.file.flush()
    }

    /// Writes a rewind, if there was one.
    fn write_rewind(&mut self) -> io::Result<()> {
        let Some(tick) = self.rewound_to.take() else {
            return Ok(());
        };
        self.write_pending_and_checks()?;
        self.held.rewound = self.held.rewound.and(self.ticks - tick);
        self.ticks = tick;
        writeln!(self.file, "{}", Line::Back(tick).to_text())
    }

    /// Writes the command of the last ticks and all checks that are not written yet.
    fn write_pending_and_checks(&mut self) -> io::Result<()> {
        self.write_pending()?;
        match self.checks.as_mut().map(std::mem::take) {
            Some(checks) if !checks.is_empty() => {
                writeln!(self.file, "{}", Line::Checks(checks).to_text())
            }
            _ => Ok(()),
        }
    }

    fn write_pending(&mut self) -> io::Result<()> {
        let Some(RepeatedCommand {
            command,
            times,
            first_state,
        }) = self.pending.take()
        else {
            return Ok(());
        };
        if let Some(checks) = &mut self.checks {
            checks.push(LineCheck::of(&command, times, first_state));
        }
        let held = std::mem::replace(&mut self.held, command);
        for change in changes(&held, &command) {
            writeln!(self.file, "{}", change.to_text())?;
        }
        writeln!(self.file, "{}", Line::Commands { command, times }.to_text())
    }

    fn write_footer(&mut self, world: &World, level: &Level) -> io::Result<()> {
        self.write_rewind()?;
        self.write_pending_and_checks()?;
        if let Some(result) = RunResult::of(world, level) {
            writeln!(self.file, "{}", Line::Result(result).to_text())?;
        }
        let end = Line::End {
            ticks: self.ticks,
            hash: Some(world.state_hash()),
        };
        writeln!(self.file, "{}", end.to_text())?;
        self.file.flush()
    }

    fn with_path<T>(&self, result: io::Result<T>) -> Result<T, ReplayError> {
        result.map_err(|source| ReplayError::Write {
            path: self.path.clone(),
            source,
        })
    }
}

/// The lines that must precede a command to change the parts that hold since the command `held`.
pub(crate) fn changes(held: &Command, command: &Command) -> impl Iterator<Item = Line> {
    let methods = command.methods;
    let changed = methods.differing(held.methods);
    let others = [
        (command.assisted != held.assisted).then_some(Line::Assist(command.assisted)),
        (command.rewound != held.rewound).then_some(Line::Rewound(command.rewound)),
    ];
    let others = others.into_iter().flatten();
    (changed.map(move |question| Line::Method(question, methods.choice(question)))).chain(others)
}

/// Returns whether `path` is a file with content other than a recording.
fn has_other_content(path: &Path) -> bool {
    let start = files::beginning(path, RECORDING_MAGIC.len());
    start.is_some_and(|start| !start.is_empty() && start != RECORDING_MAGIC.as_bytes())
}

/// Returns whether two commands are equal bit by bit: 0 and −0 differ.
pub(crate) fn same_bits(one: &Command, other: &Command) -> bool {
    let pointed = |command: &Command| {
        let pointed = command.pointed;
        pointed.map(|pointed| [pointed.yaw, pointed.pitch].map(f32::to_bits))
    };
    one == other
        && pointed(one) == pointed(other)
        && one.yaw.to_bits() == other.yaw.to_bits()
        && one.pitch.to_bits() == other.pitch.to_bits()
}
