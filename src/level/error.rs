//! Why a level could not be opened, each with the file, the place and the remedy in words.
//! Reading, broken files, missing features and levels without ground are kept apart.

use std::{io, path::PathBuf};

use thiserror::Error;

/// A level that was refused. `Display` is one message fit for a terminal or the screen.
#[derive(Debug, Error)]
pub enum LevelError {
    /// The system would not hand over the bytes.
    #[error("{}: {place}cannot be read: {source}. {remedy}", file.display())]
    Unreadable {
        file: PathBuf,
        /// Empty, or what the file needs, ending in a space.
        place: String,
        source: io::Error,
        remedy: &'static str,
    },
    /// The bytes break the glTF rules.
    #[error("{}: {place}: {problem}. {remedy}", file.display())]
    Malformed {
        file: PathBuf,
        /// Where in the file: an accessor, a mesh and primitive, a node.
        place: String,
        problem: String,
        remedy: &'static str,
    },
    /// The file is right, but needs something that is not here.
    #[error("{}: {what} is not supported. {remedy}", file.display())]
    Unsupported {
        file: PathBuf,
        what: String,
        remedy: String,
    },
    /// The file is right, but nobody could stand in it.
    #[error("{name}: {problem}. {remedy}")]
    Unplayable {
        name: String,
        problem: String,
        remedy: &'static str,
    },
    /// No level of that name.
    #[error("there is no level \"{name}\". {remedy}")]
    NotFound { name: String, remedy: String },
}
