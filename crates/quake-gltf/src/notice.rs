//! Notices about oddities of a map, and the errors of maps that can't be translated.

use thiserror::Error;

/// A notice about an oddity of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub kind: NoticeKind,
    /// A sentence without its full stop that names the element and its problem.
    pub problem: String,
}

/// The kinds of notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// A part of the map is faulty and left out.
    LeftOut,
    /// A part of the map has no equal in a glTF file.
    NotDrawn,
    /// The image of a texture is missing.
    MissingTexture,
}

impl Notice {
    pub(crate) fn new(kind: NoticeKind, problem: impl Into<String>) -> Self {
        let problem = problem.into();
        Self { kind, problem }
    }
}

/// The most elements of one kind that a notice names.
const MAX_NAMES: usize = 6;

/// Lists the first [`MAX_NAMES`] of the names.
pub(crate) fn first_of(names: impl ExactSizeIterator<Item = String>) -> String {
    let dots = if names.len() > MAX_NAMES { ", …" } else { "" };
    let named: Vec<String> = names.take(MAX_NAMES).collect();
    format!("{}{dots}", named.join(", "))
}

/// The reason why a map can't be translated. `Display` writes the place and the problem.
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
