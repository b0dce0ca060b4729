//! What is odd about a map, and why one can't be translated.

use thiserror::Error;

/// One thing that is odd about a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub kind: NoticeKind,
    /// A sentence without its full stop that names the thing and says what is wrong with it.
    pub problem: String,
}

/// The kinds of notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// A part of the map is faulty and left out.
    LeftOut,
    /// A part of the map has no equal in a glTF file.
    NotDrawn,
    /// A picture is not there.
    MissingTexture,
}

impl Notice {
    pub(crate) fn new(kind: NoticeKind, problem: impl Into<String>) -> Self {
        let problem = problem.into();
        Self { kind, problem }
    }
}

/// The reason why a map can't be translated. `Display` gives the place and the problem.
#[derive(Debug, Error)]
pub enum MapError {
    /// The file breaks the rules of its format.
    #[error("{place} {problem}")]
    Malformed {
        /// The place in the file: a line, a lump.
        place: String,
        problem: String,
        remedy: String,
    },
    /// The map needs something that is not supported.
    #[error("{what} is not supported")]
    Unsupported { what: String, remedy: String },
}

impl MapError {
    /// An error that only the program that wrote the file can correct.
    pub(crate) fn malformed(place: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Malformed {
            place: place.into(),
            problem: problem.into(),
            remedy: String::from("Export the level again"),
        }
    }
}
