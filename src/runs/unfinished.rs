//! The recording of a run that may be worth keeping, while it is played.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use super::{KeptRun, RunError, RunStore};
use crate::{
    level::Level,
    replay::{Header, Recorder},
    sim::{Command, World},
};

/// The ending of the file while the run is played.
const ENDING: &str = "unfinished";
/// Files that a game left behind when it was killed are removed after this time.
const FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);

/// A run that is recorded until it is finished or left.
pub(crate) struct UnfinishedRun {
    recorder: Recorder,
    draft: Draft,
    store: RunStore,
}

/// The file of an unfinished run, which goes away with it.
struct Draft(PathBuf);

impl UnfinishedRun {
    /// Begins to record a run, to a file in the store's folder.
    pub(crate) fn begin(store: &RunStore, header: &Header) -> Result<Self, RunError> {
        let folder = store.folder();
        fs::create_dir_all(folder).map_err(|source| RunError::Keep {
            path: folder.to_owned(),
            source,
        })?;
        remove_forgotten(folder);
        let draft = Draft(free_path(folder));
        Ok(Self {
            recorder: Recorder::create(&draft.0, header)?,
            draft,
            store: store.clone(),
        })
    }

    /// Records one tick: its command, and the world after it.
    pub(crate) fn push(&mut self, command: &Command, world: &World) -> Result<(), RunError> {
        Ok(self.recorder.push(command, world)?)
    }

    /// Goes back to an earlier tick.
    pub(crate) fn back_to(&mut self, tick: u64) {
        self.recorder.back_to(tick);
    }

    /// Keeps the run, which `world` finished, if it is one of the best, and tells its place, 0 for
    /// the best.
    pub(crate) fn finish(
        self,
        world: &World,
        level: &Level,
    ) -> Result<Option<(KeptRun, usize)>, RunError> {
        self.recorder.finish(world, level)?;
        (self.store.store(&self.draft.0)).map_err(|source| RunError::Keep {
            path: self.store.folder().to_owned(),
            source,
        })
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // One that can't be removed now is forgotten, and removed later.
        let _ = fs::remove_file(&self.0);
    }
}

/// A name that no other game uses.
fn free_path(folder: &Path) -> PathBuf {
    let path = |number: u32| folder.join(format!("{}-{number}.{ENDING}", std::process::id()));
    (0..)
        .map(path)
        .find(|path| !path.exists())
        .unwrap_or_default()
}

fn remove_forgotten(folder: &Path) {
    let now = SystemTime::now();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let changed = entry.metadata().and_then(|it| it.modified());
        let age = changed.ok().and_then(|it| now.duration_since(it).ok());
        if path.extension().is_some_and(|it| it == ENDING) && age > Some(FORGOTTEN) {
            // Another game may have removed it first.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalog, sim::Rules};

    #[test]
    fn what_is_left_unfinished_goes_away_and_what_was_forgotten_too() {
        let folder = tempfile::tempdir().unwrap();
        let store = RunStore::at(folder.path().to_owned());
        let old = folder.path().join("1-0.unfinished");
        fs::write(&old, "of a game that was killed").unwrap();
        let file = fs::File::options().append(true).open(&old).unwrap();
        let then = SystemTime::now() - 2 * FORGOTTEN;
        file.set_modified(then).unwrap();
        let level = catalog::open("test:flat").unwrap();
        let header = Header::of(&level, Rules::default(), "test:flat".into());
        let (one, other) = (
            UnfinishedRun::begin(&store, &header).unwrap(),
            UnfinishedRun::begin(&store, &header).unwrap(),
        );
        assert!(!old.exists());
        let files = || fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files(), 2);
        drop(one);
        let world = World::new(&level, Rules::default());
        let kept = other.finish(&world, &level).unwrap();
        assert_eq!((kept, files()), (None, 0), "nothing was finished");
    }
}
