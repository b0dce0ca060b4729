//! The log files: their folder, and the number that are kept.

use std::{fs::File, path::PathBuf};

use crate::{dated_files::DatedFiles, folders};

/// The number of runs whose logs are kept.
const KEPT_LOGS: usize = 5;

/// The folder of the log files, which may not exist; `None` for a user without a home folder.
pub fn folder() -> Option<PathBuf> {
    Some(folders::user_state()?.join("logs"))
}

/// The existing log files, the newest first.
pub fn list() -> Vec<PathBuf> {
    files().map_or_else(Vec::new, |files| files.list())
}

/// Creates the file of a run that begins now, and removes those of the oldest runs. The error states in
/// words why there is none.
pub(super) fn create() -> Result<(PathBuf, File), String> {
    let files = files().ok_or("there is no home folder")?;
    (files.create()).map_err(|error| format!("{}: {error}", files.folder.display()))
}

fn files() -> Option<DatedFiles> {
    Some(DatedFiles {
        folder: folder()?,
        prefix: "hexbound-",
        suffix: ".log",
        max_count: KEPT_LOGS,
    })
}
