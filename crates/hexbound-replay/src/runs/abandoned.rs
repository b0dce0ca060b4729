//! Abandoned runs: the game exited before their end. The newest one of each level can be resumed. A
//! running game locks the file that it writes, and that file is not read here.

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

/// A run that was abandoned before its end.
#[derive(Clone, Debug)]
pub struct AbandonedRun {
    pub path: PathBuf,
    pub header: Header,
    /// The number of ticks that count against par so far, including rewound ones.
    ticks: u64,
    /// The number of lit targets, and of all targets, if the file has a remark about them.
    pub lit: Option<[usize; 2]>,
    /// The file of the run that this one races.
    pub rival: Option<PathBuf>,
    modified: SystemTime,
}

impl AbandonedRun {
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

    /// The name or path with which the level was opened.
    pub fn level(&self) -> &str {
        &self.header.level
    }

    /// The time that counts against par so far, seconds.
    pub fn score_seconds(&self) -> f64 {
        self.ticks as f64 / f64::from(TICK_RATE)
    }
}

impl RunStore {
    /// The abandoned runs, one of each level, the newest first.
    pub fn abandoned(&self) -> Vec<AbandonedRun> {
        let read = |path: PathBuf| {
            let mut file = open_locked(&path).ok()?;
            let modified = file.metadata().ok()?.modified().ok()?;
            Some(AbandonedRun::of(read(&mut file, &path).ok()?, modified))
        };
        let mut runs: Vec<AbandonedRun> = self.run_files().into_iter().filter_map(read).collect();
        runs.sort_by_key(|run| std::cmp::Reverse(run.modified));
        let mut levels = Vec::new();
        runs.retain(|run| {
            let is_new = !levels.contains(&run.header.level);
            levels.push(run.header.level.clone());
            is_new
        });
        runs
    }

    /// Removes all abandoned runs but the newest of each level, and files that can't be resumed: damaged ones
    /// and those of another version.
    pub fn prune_abandoned(&self) {
        let newest = self.abandoned();
        for path in self.run_files() {
            if newest.iter().any(|run| run.path == path) {
                continue;
            }
            let Ok(mut file) = open_locked(&path) else {
                continue;
            };
            if let Err(error) = read(&mut file, &path) {
                log::info!("an unfinished run is removed: {error}");
            }
            remove(&path);
        }
    }

    /// Removes the abandoned runs of a level.
    pub(super) fn remove_abandoned(&self, level: &str) {
        for path in self.run_files() {
            let Ok(mut file) = open_locked(&path) else {
                continue;
            };
            let is_of = |unfinished: Unfinished| unfinished.recording.header.level == level;
            if read(&mut file, &path).is_ok_and(is_of) {
                remove(&path);
            }
        }
    }

    /// Resumes an abandoned run. Returns its recording, and the unfinished run that continues it.
    pub fn resume(&self, run: &AbandonedRun) -> Result<(Recording, UnfinishedRun), RunError> {
        let path = &run.path;
        let failed = |source| RunError::Open {
            path: path.clone(),
            source,
        };
        let mut file = match open_locked(path) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                return Err(RunError::Taken { path: path.clone() });
            }
            opened => opened.map_err(failed)?,
        };
        let Unfinished {
            recording, length, ..
        } = read(&mut file, path)?;
        // The text after the last hash may be incomplete.
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let run = UnfinishedRun::resume(self, file, &recording);
        Ok((recording, run))
    }

    fn run_files(&self) -> Vec<PathBuf> {
        files_in(self.folder(), &[&format!(".{FILE_ENDING}")])
    }
}

/// Opens and locks the file of a run. Fails with [`io::ErrorKind::WouldBlock`] if a running game writes
/// the file.
fn open_locked(path: &Path) -> io::Result<File> {
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
