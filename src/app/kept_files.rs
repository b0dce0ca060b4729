//! The files that a player keeps during play: their folders, and how they are written.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::app_error::with_causes;
use hexbound_base::{dated_files::DatedFiles, folders};
use hexbound_lab::capsule::Capsule;
use hexbound_level::Level;
use hexbound_scenes::catalog;
use hexbound_sim::{Command, World};

/// The largest number of files of a kind. It is never reached, since files that a player requested are
/// not removed.
const MAX_KEPT_FILES: usize = 100_000;

/// Writes a capsule of a world and the commands that followed. Returns its path, or the reason why it
/// can't be written.
pub(super) fn keep_capsule(
    level: &Level,
    world: World,
    commands: Vec<Command>,
) -> Result<PathBuf, String> {
    let files = files("capsules", ".capsule").ok_or("a user without a home folder keeps none")?;
    let name = catalog::lasting_name(level);
    let capsule = Capsule::of_moment(level, world, commands, &name, "")
        .map_err(|error| with_causes(&error))?;
    write_new(&files, |path| {
        capsule.write(path).map_err(|error| with_causes(&error))
    })
}

/// Writes a new file and returns its path. An empty file reserves the name until `write` replaces it.
/// After a failure, no file remains.
pub(super) fn write_new(
    files: &DatedFiles,
    write: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<PathBuf, String> {
    let (path, _) = files
        .create()
        .map_err(|error| format!("{}: {error}", files.folder.display()))?;
    if let Err(problem) = write(&path) {
        // If it can't be removed, the first problem is still the one to report.
        let _ = fs::remove_file(&path);
        return Err(problem);
    }
    Ok(path)
}

/// The files of a kind in their folder, below the folder of the user's data; `None` for a user without a
/// home folder.
pub(super) fn files(folder: &str, suffix: &'static str) -> Option<DatedFiles> {
    Some(DatedFiles {
        folder: folders::user_data()?.join(folder),
        prefix: "hexbound-",
        suffix,
        max_count: MAX_KEPT_FILES,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_could_not_be_written_leaves_no_empty_one() {
        let folder = tempfile::tempdir().unwrap();
        let files = DatedFiles {
            folder: folder.path().to_owned(),
            prefix: "hexbound-",
            suffix: ".capsule",
            max_count: MAX_KEPT_FILES,
        };
        let failed = write_new(&files, |path| {
            assert!(path.is_file(), "its name is taken");
            Err(String::from("the disk is full"))
        });
        assert_eq!(failed.unwrap_err(), "the disk is full");
        assert_eq!(files.list().len(), 0);
        let write = |path: &Path| fs::write(path, "whole").map_err(|error| error.to_string());
        let path = write_new(&files, write).unwrap();
        assert_eq!(files.list(), [path]);
    }
}
