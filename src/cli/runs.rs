//! The recordings that an argument may mean.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use hexbound_base::assets;
use hexbound_replay::{Recording, ReplayError, runs::RunStore};

/// The name of the recording that comes with the game, and its file among the assets.
const DEMO_NAMES: [&str; 2] = ["demo", "demo.rec"];
/// The remedy for a path that leads to no file.
const REMEDY: &str = "give the path of a recording, or a name that 'hexbound files runs' lists";

/// Reads the recording that an argument names. A level's name means its best kept run, and `demo` the
/// recording that comes with the game.
pub(super) fn read(run: &Path) -> Result<Recording> {
    read_with(run, hexbound_replay::read)
}

/// Reads a recording as [`read`] does, but accepts inconsistent lines. Playing it shows where it was
/// changed.
pub(super) fn read_to_confirm(run: &Path) -> Result<Recording> {
    read_with(run, hexbound_replay::read_to_confirm)
}

fn read_with(
    run: &Path,
    reader: impl Fn(&Path) -> Result<Recording, ReplayError>,
) -> Result<Recording> {
    let path = match run.is_file() {
        true => run.to_owned(),
        false => file_of(run)?,
    };
    reader(&path).with_context(|| format!("{} can't be played again", run.display()))
}

/// The file that a name means.
fn file_of(run: &Path) -> Result<PathBuf> {
    let kept = || RunStore::of_user()?.find(&run.to_string_lossy());
    if let Some(path) = kept() {
        return Ok(path);
    }
    let [demo, file] = DEMO_NAMES;
    let is_name = run.components().count() == 1 && run.extension().is_none();
    match is_name && !run.exists() {
        true if run == Path::new(demo) => assets::find(file).with_context(|| assets::missing(file)),
        true => bail!(
            "there is no kept run of the level or name {}, nor a branch or a file of that name; \
             'hexbound files runs' lists what is kept",
            run.display()
        ),
        // A pipe is neither file nor folder, and is read.
        false if run.is_dir() => bail!("{}: it is a folder; {REMEDY}", run.display()),
        false if matches!(run.try_exists(), Ok(false)) => {
            bail!("{}: there is no such file; {REMEDY}", run.display())
        }
        false => Ok(run.to_owned()),
    }
}
