//! The recording of a run in play, which may be kept. Its file remains when the game ends for any reason,
//! so that the next start can resume it.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use super::{
    RunError, RunStore, StoreOutcome,
    remarks::{write_lit, write_rival},
};
use crate::{Header, Recorder, Recording, ReplayError};
use hexbound_base::{clock::TICK_RATE, output::Output};
use hexbound_level::Level;
use hexbound_sim::{Command, World};

/// The ending of the file while the run is not finished.
pub(super) const FILE_ENDING: &str = "unfinished";
/// The number of ticks after which a run is worth resuming.
const MIN_RESUMABLE_TICKS: u64 = TICK_RATE as u64;

/// A run that is recorded until it is finished or left.
pub struct UnfinishedRun {
    recorder: Recorder,
    draft: UnfinishedFile,
    store: RunStore,
    /// The name with which the level was opened.
    level: String,
    /// The number of lit targets in the last remark.
    lit: Option<usize>,
}

/// The file of an unfinished run.
struct UnfinishedFile {
    path: PathBuf,
    /// True if the file remains after it is closed.
    stays: bool,
}

impl UnfinishedRun {
    /// Begins to record a run, to a file in the store's folder. `rival` is the file of the run that it races.
    pub fn begin(
        store: &RunStore,
        header: &Header,
        rival: Option<&Path>,
    ) -> Result<Self, RunError> {
        let folder = store.folder();
        let failed = |source| RunError::Keep {
            path: folder.to_owned(),
            source,
        };
        fs::create_dir_all(folder).map_err(failed)?;
        let path = free_path(folder);
        let file = File::create(&path).map_err(failed)?;
        // On systems without file locks, other games take the run for one that is still played.
        let _ = file.try_lock();
        let draft = UnfinishedFile { path, stays: false };
        let mut recorder = Recorder::begin(Output::to(file), &draft.path, header)?;
        if let Some(remark) = rival.and_then(write_rival) {
            recorder.remark(&remark)?;
        }
        Ok(Self {
            recorder,
            draft,
            store: store.clone(),
            level: header.level.clone(),
            lit: None,
        })
    }

    /// Resumes an abandoned run in its locked file, which is positioned behind its last tick.
    pub(super) fn resume(store: &RunStore, file: File, recording: &Recording) -> Self {
        Self {
            recorder: Recorder::resume(file, recording),
            draft: UnfinishedFile {
                path: recording.path.clone(),
                stays: true,
            },
            store: store.clone(),
            level: recording.header.level.clone(),
            lit: None,
        }
    }

    /// Records one tick: its command, and the world after it. Once worth resuming, the run replaces the
    /// earlier abandoned runs of its level.
    pub fn push(&mut self, command: &Command, world: &World) -> Result<(), RunError> {
        self.recorder.push(command, world)?;
        let lit = world.play.lit_count();
        if self.lit.replace(lit) != Some(lit) {
            let of = world.play.lit.len();
            self.recorder.remark(&write_lit(lit, of))?;
        }
        if !self.draft.stays && world.tick >= MIN_RESUMABLE_TICKS {
            self.draft.stays = true;
            self.store.remove_abandoned(&self.level);
        }
        Ok(())
    }

    /// Rewinds to an earlier tick.
    pub fn rewind_to(&mut self, tick: u64) {
        self.recorder.rewind_to(tick);
    }

    /// Leaves the run at `world`, to be resumed later. A run of less than a second is removed.
    pub fn leave(mut self, world: &World) -> Result<(), ReplayError> {
        self.recorder.write_checkpoint(world)
    }

    /// Discards the run, and removes its file.
    pub fn discard(mut self) {
        self.draft.stays = false;
    }

    /// Keeps the run, which `world` finished, if it is among the best. Returns its rank.
    pub fn finish(mut self, world: &World, level: &Level) -> Result<StoreOutcome, RunError> {
        self.draft.stays = false;
        self.recorder.finish(world, level)?;
        (self.store.store(&self.draft.path)).map_err(|source| RunError::Keep {
            path: self.store.folder().to_owned(),
            source,
        })
    }
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        if !self.stays {
            // A file that can't be removed now is removed by a later start.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A name that no other game uses.
fn free_path(folder: &Path) -> PathBuf {
    let path = |number: u32| folder.join(format!("{}-{number}.{FILE_ENDING}", std::process::id()));
    (0..)
        .map(path)
        .find(|path| !path.exists())
        .unwrap_or_default()
}
