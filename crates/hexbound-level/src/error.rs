//! The reasons why a level can't be opened, each with the file, the place and the remedy in words.
//! Unreadable files, broken files, missing features and unplayable levels are distinguished.

use std::{
    io,
    path::{Path, PathBuf},
};

use gltf_compression::DataError;
use quake_gltf::MapError;
use thiserror::Error;

use super::{Code, Finding};

/// The reason why a level was refused. `Display` gives one message for a terminal or the screen.
#[derive(Debug, Error)]
pub enum LevelError {
    /// The system can't read the level's file or a file that it needs.
    #[error("{}: {place} cannot be read: {source}. {remedy}", file.display())]
    Unreadable {
        file: PathBuf,
        place: String,
        source: io::Error,
        remedy: String,
    },
    /// There is nothing at the level's path.
    #[error("{}: there is no such file. {remedy}", file.display())]
    NoSuchFile { file: PathBuf, remedy: String },
    /// The file breaks the rules of glTF.
    #[error("{}: {place} {problem}. {remedy}", file.display())]
    Malformed {
        file: PathBuf,
        /// The place in the file: an accessor, a mesh and primitive, a node.
        place: String,
        problem: String,
        remedy: String,
    },
    /// The file needs something that is not supported.
    #[error("{}: {what} is not supported. {remedy}", file.display())]
    Unsupported {
        file: PathBuf,
        what: String,
        remedy: String,
    },
    /// The file is right, but nobody could play in it.
    #[error("{level}: {problem}. {remedy}")]
    Unplayable {
        /// The path, or a scene's name.
        level: String,
        problem: String,
        remedy: String,
    },
    /// The game itself failed over the file.
    #[error(
        "{}: the game made a mistake in reading it, which the file need not be to blame for. \
         Send the report of it",
        file.display()
    )]
    Mistake { file: PathBuf },
    /// There is no level of that name.
    #[error("there is no level \"{name}\". {remedy}")]
    NotFound { name: String, remedy: String },
}

/// A [`LevelError`] without the file's path, for the modules that read a file's parts.
#[derive(Debug)]
pub(crate) enum Fault {
    Unreadable {
        place: String,
        source: io::Error,
        remedy: String,
    },
    Malformed {
        place: String,
        problem: String,
        remedy: String,
    },
    Unsupported {
        what: String,
        remedy: String,
    },
}

impl From<DataError> for Fault {
    fn from(error: DataError) -> Self {
        match error {
            DataError::Malformed { place, problem } => Self::malformed(place, problem),
            DataError::TooMuch { .. } => Self::Unsupported {
                what: error.to_string(),
                remedy: String::from("Split the level, or place its meshes less often"),
            },
        }
    }
}

impl From<MapError> for Fault {
    fn from(error: MapError) -> Self {
        match error {
            MapError::Malformed {
                place,
                problem,
                remedy,
            } => Self::Malformed {
                place,
                problem,
                remedy,
            },
            MapError::Unsupported { what, remedy } => Self::Unsupported { what, remedy },
        }
    }
}

impl Fault {
    /// A fault that only the program that wrote the file can correct.
    pub(crate) fn malformed(place: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Malformed {
            place: place.into(),
            problem: problem.into(),
            remedy: String::from("Export the level again"),
        }
    }

    /// The fault as the error of that file.
    pub(crate) fn in_file(self, file: &Path) -> LevelError {
        let file = file.to_path_buf();
        match self {
            Self::Unreadable {
                place,
                source,
                remedy,
            } => LevelError::Unreadable {
                file,
                place,
                source,
                remedy,
            },
            Self::Malformed {
                place,
                problem,
                remedy,
            } => LevelError::Malformed {
                file,
                place,
                problem,
                remedy,
            },
            Self::Unsupported { what, remedy } => LevelError::Unsupported { file, what, remedy },
        }
    }

    /// The fault as a finding about a part of the file that is left out.
    pub(crate) fn finding(&self) -> Finding {
        Finding::new(Code::LeftOut, self.in_words())
    }

    /// The fault in one sentence, for a finding.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Self::Unreadable { place, source, .. } => format!("{place} cannot be read: {source}"),
            Self::Malformed { place, problem, .. } => format!("{place} {problem}"),
            Self::Unsupported { what, .. } => format!("{what} is not supported"),
        }
    }
}
