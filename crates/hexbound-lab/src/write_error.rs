//! The reason why a file can't be written.

use std::{
    io,
    path::{Path, PathBuf},
};

use thiserror::Error;

/// A file that can't be written, and the words for what to name in its place.
#[derive(Debug, Error)]
#[error("cannot write {what}{}; choose another {instead}", path.display())]
pub struct WriteError {
    /// The words for what it was to hold, or none.
    what: &'static str,
    path: PathBuf,
    instead: &'static str,
    source: io::Error,
}

impl WriteError {
    /// Makes such an error of one of the system's.
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
