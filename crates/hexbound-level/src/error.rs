//! The reasons why a level can't be opened, each as text with the file, the place and the remedy.
//! Unreadable files, broken files, missing features and unplayable levels are distinguished.

use std::{
    io,
    path::{Path, PathBuf},
};

use gltf_compression::DataError;
use quake_gltf::MapError;
use thiserror::Error;

use super::{Code, Finding};

/// The reason why a level was refused. `Display` returns one message for a terminal or the screen.
#[derive(Debug, Error)]
pub enum LevelError {
    /// The file, or one that it needs, is at fault.
    #[error("{}: {fault}", file.display())]
    InFile { file: PathBuf, fault: Fault },
    /// There is nothing at the level's path.
    #[error("{}: there is no such file. {remedy}", file.display())]
    NoSuchFile { file: PathBuf, remedy: String },
    /// The file is correct, but nobody could play in it.
    #[error("{level}: {problem}. {remedy}")]
    Unplayable {
        /// The path, or a scene's name.
        level: String,
        problem: String,
        remedy: String,
    },
    /// The game itself failed on the file.
    #[error(
        "{}: the game made a mistake in reading it, which the file need not be to blame for. \
         Send the report of it",
        file.display()
    )]
    Mistake { file: PathBuf },
    /// No level has the name.
    #[error("there is no level \"{name}\". {remedy}")]
    NotFound { name: String, remedy: String },
}

/// The fault of a file, and its remedy.
#[derive(Debug, Error)]
#[error("{cause}. {remedy}")]
pub struct Fault {
    /// The fault in one sentence, for a finding.
    pub cause: Cause,
    pub remedy: String,
}

/// The kinds of faults.
#[derive(Debug, Error)]
pub enum Cause {
    /// The system can't read the level's file or a file that it needs.
    #[error("{place} cannot be read: {source}")]
    Unreadable { place: String, source: io::Error },
    /// The file breaks the rules of glTF.
    #[error("{place} {problem}")]
    Malformed {
        /// The place in the file: an accessor, a mesh and primitive, a node.
        place: String,
        problem: String,
    },
    /// The file needs an unsupported feature.
    #[error("{what} is not supported")]
    Unsupported { what: String },
}

impl From<DataError> for Fault {
    fn from(error: DataError) -> Self {
        match error {
            DataError::Malformed { place, problem } => Self::malformed(place, problem),
            DataError::TooMuch { .. } => Self::unsupported(
                error.to_string(),
                "Split the level, or place its meshes less often",
            ),
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
            } => Self::malformed(place, problem).with_remedy(remedy),
            MapError::Unsupported { what, remedy } => Self::unsupported(what, remedy),
        }
    }
}

impl Fault {
    /// A fault that only the program that wrote the file can correct.
    pub(crate) fn malformed(place: impl Into<String>, problem: impl Into<String>) -> Self {
        let (place, problem) = (place.into(), problem.into());
        Self {
            cause: Cause::Malformed { place, problem },
            remedy: String::from("Export the level again"),
        }
    }

    /// A fault about an unsupported feature.
    pub(crate) fn unsupported(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            cause: Cause::Unsupported { what: what.into() },
            remedy: remedy.into(),
        }
    }

    /// The fault of an unreadable level file.
    pub(crate) fn unreadable(source: io::Error) -> Self {
        let place = String::from("the file");
        let remedy = "Give the path of a .glb, .gltf, .map or .bsp file that may be read";
        Self {
            cause: Cause::Unreadable { place, source },
            remedy: String::from(remedy),
        }
    }

    /// Replaces the remedy.
    pub(crate) fn with_remedy(self, remedy: impl Into<String>) -> Self {
        Self {
            remedy: remedy.into(),
            ..self
        }
    }

    /// Makes the fault an error of a file.
    pub(crate) fn in_file(self, file: &Path) -> LevelError {
        LevelError::InFile {
            file: file.to_path_buf(),
            fault: self,
        }
    }

    /// The fault as a finding about an omitted part of the file.
    pub(crate) fn finding(&self) -> Finding {
        Finding::new(Code::LeftOut, self.cause.to_string())
    }
}
