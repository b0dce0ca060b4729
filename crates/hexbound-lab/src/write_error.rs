//! The error of a file that can't be written.

use std::{
    io,
    path::{Path, PathBuf},
};

use thiserror::Error;

/// A file that can't be written, and the words for a remedy.
#[derive(Debug, Error)]
#[error("cannot write {what}{}; choose another {instead}", path.display())]
pub struct WriteError {
    /// The words for the intended content, or none.
    what: &'static str,
    path: PathBuf,
    instead: &'static str,
    source: io::Error,
}

impl WriteError {
    /// Returns a function that converts the system's error into one with these words.
    pub(crate) fn of(
        what: &'static str,
        path: &Path,
        instead: &'static str,
    ) -> impl Fn(io::Error) -> Self {
        move |source| Self {
            what,
            path: path.to_owned(),
            instead,
            source,
        }
    }
}
