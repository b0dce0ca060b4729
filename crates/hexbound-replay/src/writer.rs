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

/// An open recording. Without `finish` the file stays marked as cut short.
pub struct Recorder {
    path: PathBuf,
    file: Output,
    /// The command of the last ticks, not yet written.
    run: Option<HeldCommand>,
    /// The checks of the command lines since the last line of checks; `None` if lines have no checks.
    checks: Option<Vec<LineCheck>>,
    /// The parts of a command that hold in the file until another line changes them.
    held: Command,
    /// The number of ticks recorded so far.
    ticks: u64,
    /// The tick to which time ran back, until play continues from there.
    back: Option<u64>,
}

/// A command and its number of ticks.
struct HeldCommand {
    command: Command,
    times: u32,
    /// The hash of the state after the first tick, if lines have checks.
    first_state: u64,
}

impl Recorder {
    /// Creates `path` (standard output for `-`) and writes the header. An older recording is
    /// replaced; any other file is refused, since a slip on the command line must not cost a level.
    pub fn create(path: &Path, header: &Header) -> Result<Self, ReplayError> {
        if !is_standard(path) && is_something_else(path) {
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

    /// Begins a recording in `file` and writes the header. Messages call the file `path`.
    pub fn begin(file: Output, path: &Path, header: &Header) -> Result<Self, ReplayError> {
        let mut recorder = Self::to(file, path.to_owned(), Some(Vec::new()));
        let written = recorder.write_header(header);
        recorder.named(written)?;
        Ok(recorder)
    }

    /// Continues a recording whose `file` is positioned behind the hash of its last tick.
    pub fn resume(file: File, recording: &Recording) -> Self {
        let path = recording.path.clone();
        let (file, checks) = (Output::to(file), Some(Vec::new()));
        Self {
            held: recording.held,
            ticks: recording.ticks,
            ..Self::to(file, path, checks)
        }
    }

    /// Begins a recording in `file` without checks of its lines. Hashing the state for each line would
    /// cost more than all the rest.
    pub(crate) fn without_checks(file: Output, header: &Header) -> io::Result<Self> {
        let mut recorder = Self::to(file, PathBuf::new(), None);
        recorder.write_header(header)?;
        Ok(recorder)
    }

    fn to(file: Output, path: PathBuf, checks: Option<Vec<LineCheck>>) -> Self {
        Self {
            path,
            file,
            run: None,
            checks,
            held: Command::default(),
            ticks: 0,
            back: None,
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Records one tick: its command, and the world after it.
    pub fn push(&mut self, command: &Command, world: &World) -> Result<(), ReplayError> {
        let written = self.write_tick(command, world);
        self.named(written)
    }

    /// Goes back to an earlier tick. The later ticks stay in the file for inspection, but are no longer
    /// part of the run.
    pub fn back_to(&mut self, tick: u64) {
        let back = self.back.map_or(tick, |before| before.min(tick));
        self.back = (back < self.ticks).then_some(back);
    }

    /// Writes all recorded ticks with the hash of `world`, the present state. A game can resume the run
    /// from here.
    pub(crate) fn write_checkpoint(&mut self, world: &World) -> Result<(), ReplayError> {
        let written = (self.write_so_far()).and_then(|tick| self.write_hash(tick, world));
        self.named(written)
    }

    /// Writes a comment.
    pub fn remark(&mut self, text: &str) -> Result<(), ReplayError> {
        let written = writeln!(self.file, "# {text}");
        self.named(written)
    }

    /// Writes the footer, with the recording's last `world` and its level.
    pub fn finish(mut self, world: &World, level: &Level) -> Result<(), ReplayError> {
        let written = self.write_footer(world, level);
        self.named(written)
    }

    /// Writes all recorded ticks; the recording continues. Returns their number.
    pub(crate) fn write_so_far(&mut self) -> io::Result<u64> {
        self.write_back()?;
        self.write_ahead()
    }

    /// Writes all recorded ticks, including those undone by rewinding since the last tick. Returns their
    /// number.
    pub(crate) fn write_ahead(&mut self) -> io::Result<u64> {
        self.write_checked_run()?;
        self.file.flush()?;
        Ok(self.ticks)
    }

    /// The lines of a command that was not played to its end.
    pub(crate) fn unfinished(&self, command: &Command) -> Vec<Line> {
        let last = Line::Unfinished(*command);
        changes(&self.held, command).chain([last]).collect()
    }

    fn write_header(&mut self, header: &Header) -> io::Result<()> {
        // A name with a line end would end the header early; none of our levels has one.
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
        self.write_back()?;
        match &mut self.run {
            Some(run) if same_bits(&run.command, command) && run.times < u32::MAX => run.times += 1,
            _ => {
                self.write_run()?;
                self.run = Some(HeldCommand {
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
            self.write_checked_run()?;
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
        writeln!(self.file, "{}", hash.write())?;
        self.file.flush()
    }

    /// Writes a rewind, if there was one.
    fn write_back(&mut self) -> io::Result<()> {
        let Some(tick) = self.back.take() else {
            return Ok(());
        };
        self.write_checked_run()?;
        self.held.rewound = self.held.rewound.and(self.ticks - tick);
        self.ticks = tick;
        writeln!(self.file, "{}", Line::Back(tick).write())
    }

    /// Writes the command of the last ticks and all checks that are not written yet.
    fn write_checked_run(&mut self) -> io::Result<()> {
        self.write_run()?;
        match self.checks.as_mut().map(std::mem::take) {
            Some(checks) if !checks.is_empty() => {
                writeln!(self.file, "{}", Line::Checks(checks).write())
            }
            _ => Ok(()),
        }
    }

    fn write_run(&mut self) -> io::Result<()> {
        let Some(HeldCommand {
            command,
            times,
            first_state,
        }) = self.run.take()
        else {
            return Ok(());
        };
        if let Some(checks) = &mut self.checks {
            checks.push(LineCheck::of(&command, times, first_state));
        }
        let held = std::mem::replace(&mut self.held, command);
        for change in changes(&held, &command) {
            writeln!(self.file, "{}", change.write())?;
        }
        writeln!(self.file, "{}", Line::Commands { command, times }.write())
    }

    fn write_footer(&mut self, world: &World, level: &Level) -> io::Result<()> {
        self.write_back()?;
        self.write_checked_run()?;
        if let Some(result) = RunResult::of(world, level) {
            writeln!(self.file, "{}", Line::Result(result).write())?;
        }
        let end = Line::End {
            ticks: self.ticks,
            hash: Some(world.state_hash()),
        };
        writeln!(self.file, "{}", end.write())?;
        self.file.flush()
    }

    fn named<T>(&self, result: io::Result<T>) -> Result<T, ReplayError> {
        result.map_err(|source| ReplayError::Write {
            path: self.path.clone(),
            source,
        })
    }
}

/// The lines needed before a command, since `held` has other parts that hold until another line.
pub(crate) fn changes(held: &Command, command: &Command) -> impl Iterator<Item = Line> {
    let methods = command.methods;
    let turned = methods.differing(held.methods);
    let others = [
        (command.assisted != held.assisted).then_some(Line::Assist(command.assisted)),
        (command.rewound != held.rewound).then_some(Line::Rewound(command.rewound)),
    ];
    let others = others.into_iter().flatten();
    (turned.map(move |question| Line::Method(question, methods.choice(question)))).chain(others)
}

/// Returns whether `path` is a file with content other than a recording.
fn is_something_else(path: &Path) -> bool {
    let start = files::beginning(path, RECORDING_MAGIC.len());
    start.is_some_and(|start| !start.is_empty() && start != RECORDING_MAGIC.as_bytes())
}

/// Bitwise equality: 0 and −0 are different commands.
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
