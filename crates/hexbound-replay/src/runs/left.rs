//! The runs that were left before their end, by a game that has ended in whatever way: the newest of
//! each level can be gone on with. A file that a running game writes is locked by it, and left alone.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{
    RunError, RunStore,
    remarks::{read_lit, read_rival},
    store::files_in,
    unfinished::{FILE_ENDING, UnfinishedRun},
};
use crate::{Header, Recording, ReplayError, Unfinished, read_unfinished};
use hexbound_base::clock::TICK_RATE;

/// A run that was left before its end.
#[derive(Clone, Debug)]
pub struct LeftRun {
    pub path: PathBuf,
    pub header: Header,
    /// The time that counts against par so far, played or taken back, ticks.
    ticks: u64,
    /// The number of targets that are lit, and of all.
    pub lit: Option<[usize; 2]>,
    /// The file of the run that it races.
    pub rival: Option<PathBuf>,
    modified: SystemTime,
}

impl LeftRun {
    fn of(unfinished: Unfinished, modified: SystemTime) -> Self {
        let Unfinished {
            recording, remarks, ..
        } = unfinished;
        Self {
            path: recording.path,
            ticks: recording.ticks + recording.held.rewound.ticks,
            header: recording.header,
            lit: remarks.iter().rev().find_map(|remark| read_lit(remark)),
            rival: remarks.iter().find_map(|remark| read_rival(remark)),
            modified,
        }
    }

    /// The name or path that the level was opened by.
    pub fn level(&self) -> &str {
        &self.header.level
    }

    /// The time that counts against par so far, seconds.
    pub fn score_seconds(&self) -> f64 {
        self.ticks as f64 / f64::from(TICK_RATE)
    }
}

impl RunStore {
    /// The runs that were left, one of each level, the newest first.
    pub fn left(&self) -> Vec<LeftRun> {
        let read = |path: PathBuf| {
            let mut file = open_free(&path).ok()?;
            let modified = file.metadata().ok()?.modified().ok()?;
            Some(LeftRun::of(read(&mut file, &path).ok()?, modified))
        };
        let mut left: Vec<LeftRun> = self.left_files().into_iter().filter_map(read).collect();
        left.sort_by_key(|run| std::cmp::Reverse(run.modified));
        let mut levels = Vec::new();
        left.retain(|run| {
            let is_new = !levels.contains(&run.header.level);
            levels.push(run.header.level.clone());
            is_new
        });
        left
    }

    /// Removes what was left and can't be gone on with: files that are damaged or of another version, and
    /// all runs of a level but the newest.
    pub fn clear_left(&self) {
        let left = self.left();
        for path in self.left_files() {
            if left.iter().any(|run| run.path == path) {
                continue;
            }
            let Ok(mut file) = open_free(&path) else {
                continue;
            };
            if let Err(error) = read(&mut file, &path) {
                log::info!("an unfinished run is removed: {error}");
            }
            remove(&path);
        }
    }

    /// Removes the runs of a level that were left.
    pub(super) fn forget_left(&self, level: &str) {
        for path in self.left_files() {
            let Ok(mut file) = open_free(&path) else {
                continue;
            };
            let is_of = |unfinished: Unfinished| unfinished.recording.header.level == level;
            if read(&mut file, &path).is_ok_and(is_of) {
                remove(&path);
            }
        }
    }

    /// Takes a run that was left, to go on with it: its recording, and what records the rest.
    pub fn resume(&self, left: &LeftRun) -> Result<(Recording, UnfinishedRun), RunError> {
        let path = &left.path;
        let failed = |source| RunError::Open {
            path: path.clone(),
            source,
        };
        let mut file = match open_free(path) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                return Err(RunError::Taken { path: path.clone() });
            }
            opened => opened.map_err(failed)?,
        };
        let Unfinished {
            recording, length, ..
        } = read(&mut file, path)?;
        // What was written after the last hash may be cut.
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let run = UnfinishedRun::resume(self, file, &recording);
        Ok((recording, run))
    }

    fn left_files(&self) -> Vec<PathBuf> {
        files_in(self.folder(), &[&format!(".{FILE_ENDING}")])
    }
}

/// Opens and locks a file that no running game writes. The error is [`io::ErrorKind::WouldBlock`] where
/// one does.
fn open_free(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    file.try_lock()?;
    Ok(file)
}

fn read(file: &mut File, path: &Path) -> Result<Unfinished, ReplayError> {
    let mut bytes = Vec::new();
    let read = file.read_to_end(&mut bytes);
    read.map_err(ReplayError::reading(path))?;
    read_unfinished(&bytes, path)
}

fn remove(path: &Path) {
    // Another game may have removed it first.
    let _ = fs::remove_file(path);
}

#[cfg(test)]
mod tests;
