//! The files that a player keeps while playing: where they are, and how they are written.

use std::path::PathBuf;

use super::with_causes;
use crate::{
    capsule::Capsule,
    catalog,
    dated_files::DatedFiles,
    folders,
    level::Level,
    sim::{Command, World},
};

/// The most files of a kind: more than anybody keeps, since what a player asked for is not removed.
const KEPT: usize = 100_000;

/// Writes the capsule of a world and the commands that followed, and gives its path; the error says why
/// it can't be written.
pub(super) fn keep_capsule(
    level: &Level,
    moment: (World, Vec<Command>),
) -> Result<PathBuf, String> {
    let files = files("capsules", ".capsule").ok_or("a user without a home folder keeps none")?;
    let name = catalog::lasting_name(level);
    let capsule =
        Capsule::of_moment(level, moment, &name, "").map_err(|error| with_causes(&error))?;
    // The name is taken by an empty file, which the capsule replaces.
    let (path, _) = files
        .create()
        .map_err(|error| format!("{}: {error}", files.folder.display()))?;
    capsule.write(&path).map_err(|error| with_causes(&error))?;
    Ok(path)
}

/// The files of a kind in their folder among those that a user makes; `None` for a user without a home
/// folder.
pub(super) fn files(folder: &str, ending: &'static str) -> Option<DatedFiles> {
    Some(DatedFiles {
        folder: folders::user_data()?.join(folder),
        start: "hexbound-",
        ending,
        kept: KEPT,
    })
}
