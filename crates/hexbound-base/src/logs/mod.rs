//! The game's log: its own messages go to the terminal. In a run of the window, they go to a file, too,
//! with those of libraries. The last five files are kept.

mod file;
mod span;
mod terminal;

use std::{
    collections::VecDeque,
    env::consts,
    fmt::{Display, Write as _},
    fs::File,
    io::{self, IsTerminal, Write},
    path::PathBuf,
    sync::{Mutex, MutexGuard},
    time::{Duration, Instant},
};

use jiff::Timestamp;
use log::{Level, LevelFilter, Log, Metadata, Record};

use crate::locks::{lock, try_lock};

pub use file::{folder, list};
pub use span::{Span, span};
pub use terminal::{has_terminal, plain, say};

/// The maximum number of latest lines in a crash report, and at the beginning of a file that is opened
/// later.
const LATEST_LINES: usize = 200;

/// The latest logged lines, and the file that they go to.
static JOURNAL: Mutex<LogJournal> = Mutex::new(LogJournal {
    began: None,
    latest: VecDeque::new(),
    file: None,
});

struct LogJournal {
    began: Option<Instant>,
    latest: VecDeque<String>,
    file: Option<(PathBuf, File)>,
}

/// Begins to log. The game's own messages from `info` on go to the terminal; `RUST_LOG` chooses others.
/// Other crates are silent there, since the game itself reports their errors.
pub fn start() {
    let filter = env_logger::Env::default().default_filter_or("off,hexbound=info");
    let mut builder = env_logger::Builder::from_env(filter);
    builder.format_timestamp(None).format_target(false);
    if std::env::var_os("RUST_LOG_STYLE").is_none() {
        let is_colored = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        builder.write_style(match is_colored {
            true => env_logger::WriteStyle::Always,
            false => env_logger::WriteStyle::Never,
        });
    }
    builder.target(env_logger::Target::Pipe(Box::new(terminal::Terminal)));
    let terminal = builder.build();
    let max_level = terminal.filter().max(LevelFilter::Info);
    journal().began = Some(Instant::now());
    if log::set_boxed_logger(Box::new(Logger { terminal })).is_ok() {
        log::set_max_level(max_level);
    }
}

/// Writes the log of this run to a file, until the returned guard is dropped. If there can be no file,
/// the log reports that, and the game continues.
pub fn keep() -> KeptLog {
    let begun = file::create().and_then(|(path, file)| KeptLog::begin(path, file));
    begun.unwrap_or_else(|problem| {
        log::warn!("no log is kept: {problem}");
        KeptLog { _redirection: None }
    })
}

/// The version of the program and the kind of its build.
pub const PROGRAM_VERSION: &str = match cfg!(debug_assertions) {
    true => concat!(env!("CARGO_PKG_VERSION"), " (debug build)"),
    false => concat!(env!("CARGO_PKG_VERSION"), " (release build)"),
};

/// The current date and time as text.
pub fn now() -> impl Display {
    Timestamp::now().strftime("%Y-%m-%d %H:%M:%S UTC")
}

/// Logs a message that the player sees in another form. Does nothing while the log is in use, like
/// [`latest`].
pub fn note(level: Level, text: &str) {
    let mut record = Record::builder();
    record.level(level).target("hexbound");
    if let Some(mut journal) = try_lock(&JOURNAL) {
        journal.add(&record.args(format_args!("{text}")).build());
    }
}

/// The path of the log file, if one is kept.
pub fn path() -> Option<PathBuf> {
    let journal = journal();
    journal.file.as_ref().map(|(path, _)| path.clone())
}

/// The last lines, the oldest first. The list is empty while the log is in use, since a failed thread
/// must not wait for itself.
pub fn latest() -> Vec<String> {
    let latest = try_lock(&JOURNAL).map(|journal| journal.latest.iter().cloned().collect());
    latest.unwrap_or_default()
}

/// The guard of a log that is kept in a file.
pub struct KeptLog {
    /// Redirects text that libraries write to the terminal to the file.
    _redirection: Option<terminal::Redirection>,
}

impl KeptLog {
    /// Begins a file with the lines logged before it was opened. The error states in words why they can't
    /// be written.
    fn begin(path: PathBuf, mut file: File) -> Result<Self, String> {
        let mut journal = journal();
        let (os, arch) = (consts::OS, consts::ARCH);
        let mut text = format!("hexbound {PROGRAM_VERSION} on {os} {arch}, {}\n", now());
        for line in &journal.latest {
            text = text + line + "\n";
        }
        (file.write_all(text.as_bytes()))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let redirection = terminal::redirect(&file);
        journal.file = Some((path, file));
        Ok(Self {
            _redirection: redirection,
        })
    }
}

impl Drop for KeptLog {
    fn drop(&mut self) {
        journal().file = None;
    }
}

/// The time since the log began.
fn since_start() -> Duration {
    journal().since_start()
}

fn journal() -> MutexGuard<'static, LogJournal> {
    lock(&JOURNAL)
}

struct Logger {
    terminal: env_logger::Logger,
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        is_kept(metadata) || self.terminal.enabled(metadata)
    }

    fn log(&self, record: &Record<'_>) {
        if is_kept(record.metadata()) {
            let lost = journal().add(record);
            if let Some((path, error)) = lost {
                log::warn!("{} ends here: {error}", path.display());
            }
        }
        self.terminal.log(record);
    }

    fn flush(&self) {
        self.terminal.flush();
    }
}

/// Returns whether a message belongs in the file: all of ours, and other crates' warnings.
fn is_kept(metadata: &Metadata<'_>) -> bool {
    let is_ours = metadata.target().starts_with("hexbound");
    metadata.level() <= if is_ours { Level::Info } else { Level::Warn }
}

impl LogJournal {
    fn since_start(&self) -> Duration {
        self.began.map_or(Duration::ZERO, |began| began.elapsed())
    }

    /// Adds a message. Returns the error that closed the file, if writing failed.
    fn add(&mut self, record: &Record<'_>) -> Option<(PathBuf, io::Error)> {
        let seconds = self.since_start().as_secs_f64();
        let mut line = String::new();
        let _ = write!(line, "{seconds:9.3} {:<5} ", record.level());
        if !record.target().starts_with("hexbound") {
            let _ = write!(line, "{}: ", record.target());
        }
        let text = record.args().to_string();
        line.push_str(text.trim());
        let written = match &mut self.file {
            // One call per line: another game, or a library, may write between two.
            Some((_, file)) => file.write_all(format!("{line}\n").as_bytes()),
            None => Ok(()),
        };
        self.latest.push_back(line);
        if self.latest.len() > LATEST_LINES {
            self.latest.pop_front();
        }
        let error = written.err()?;
        let (path, _) = self.file.take()?;
        Some((path, error))
    }
}
