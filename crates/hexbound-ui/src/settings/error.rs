//! Faults of the settings file, and their consequences.

use std::{io, path::PathBuf};

use thiserror::Error;

/// A fault of the settings file, and its consequence.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The system can't read the file.
    #[error("the settings {} cannot be read: {source}; using the defaults", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// The system can't write the file.
    #[error(
        "the settings {} cannot be written: {source}; they hold until you leave",
        path.display()
    )]
    Unwritable { path: PathBuf, source: io::Error },
    /// The file is not TOML.
    #[error("the settings {}, line {line}: {problem}; {fate}", path.display())]
    Broken {
        path: PathBuf,
        line: usize,
        problem: String,
        /// The fate of the file.
        fate: Fate,
    },
    /// One value is unusable; all others apply.
    #[error("{}, line {line}: {problem}", path.display())]
    Value {
        path: PathBuf,
        line: usize,
        problem: String,
    },
}

/// The fate of a broken file.
#[derive(Debug, Error)]
pub enum Fate {
    /// The file was renamed to this path.
    #[error("using the defaults, the old file is kept as {}", .0.display())]
    KeptAs(PathBuf),
    /// The file could not be renamed.
    #[error("using the defaults, the file stays as it is ({0})")]
    Stays(io::Error),
    /// The file was renamed to this path, and a new one was written.
    #[error("it was written anew, the old file is kept as {}", .0.display())]
    Replaced(PathBuf),
    /// The file is being edited: the settings stay until it is readable again.
    #[error("the settings stay as they are until that is mended")]
    Waits,
}
