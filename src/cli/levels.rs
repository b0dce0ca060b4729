//! The levels that a command names: opening them, and their lasting names.

use std::{ffi::OsStr, path::Path};

use anyhow::{Context, Result};
use hexbound_level::{Level, LevelError, Reading};
use hexbound_replay::Recording;
use hexbound_scenes::catalog;

use super::progress_bar::ProgressBar;

/// The level that a recording was made on.
pub(super) fn level_of(recording: &Recording, instead: Option<&str>) -> Result<Level> {
    let name = instead.unwrap_or(&recording.header.level);
    open(name, recording.header.reading.clone()).with_context(|| {
        format!(
            "the recording {} needs the level '{name}'{}; --level, or LEVEL of play, says where it is now",
            recording.path.display(),
            match recording.header.content {
                Some(content) => format!(" with content {content:016x}"),
                None => String::new(),
            }
        )
    })
}

/// Opens a level and logs its oddities.
pub(super) fn open(argument: impl AsRef<OsStr>, reading: impl Into<Reading>) -> Result<Level> {
    let argument = argument.as_ref();
    let level = read(argument, reading)?;
    for line in level.announcement(&argument.to_string_lossy()) {
        log::warn!("{}: {line}", level.name);
    }
    Ok(level)
}

/// Opens a level, and shows the progress on the terminal.
pub(super) fn read(argument: &OsStr, reading: impl Into<Reading>) -> Result<Level, LevelError> {
    let bar = ProgressBar::patient();
    let name = Path::new(argument).file_name().unwrap_or(argument);
    let label = format!("loading {}", name.to_string_lossy());
    catalog::open_reporting(argument, reading, &|share| bar.show(&label, Some(share)))
}

/// The name by which a recording finds its level. A path is made absolute, so that it is found from other
/// folders too.
pub(super) fn lasting_name(argument: &OsStr) -> String {
    match Path::new(argument).canonicalize() {
        Ok(path) if path.is_file() => path.to_string_lossy().into_owned(),
        _ => argument.to_string_lossy().into_owned(),
    }
}
