//! Files with their creation time in their names, such as logs and reports. Only the newest few are kept.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use jiff::Timestamp;

use crate::files;

/// A kind of dated files in their folder.
#[derive(Debug)]
pub struct DatedFiles {
    pub folder: PathBuf,
    /// The part of the names before the time.
    pub prefix: &'static str,
    /// The part of the names after the time, with its dot.
    pub suffix: &'static str,
    /// The number of newest files that are kept.
    pub max_count: usize,
}

impl DatedFiles {
    /// Creates a file named by the current time, for appending, and removes the oldest beyond the limit. The
    /// file is in use until it is closed. Fails if the folder can't be written.
    pub fn create(&self) -> io::Result<(PathBuf, File)> {
        fs::create_dir_all(&self.folder)?;
        let now = Timestamp::now().strftime("%Y-%m-%d-%H%M%S").to_string();
        let (path, file) = self.create_next(&now)?;
        // On systems without file locks, age alone decides what is removed.
        let _ = file.try_lock();
        self.remove_old();
        Ok((path, file))
    }

    /// The existing files, the newest first.
    pub fn list(&self) -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> = files::list(&self.folder).collect();
        paths.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(self.prefix) && name.ends_with(self.suffix) && path.is_file()
        });
        paths.sort_by(|one, other| other.file_stem().cmp(&one.file_stem()));
        paths
    }

    /// Creates a file with the next free name for `time`, since two games may start in the same second.
    fn create_next(&self, time: &str) -> io::Result<(PathBuf, File)> {
        let Self { prefix, suffix, .. } = self;
        let path = |number: u32| match number {
            1 => self.folder.join(format!("{prefix}{time}{suffix}")),
            _ => (self.folder).join(format!("{prefix}{time}-{number:02}{suffix}")),
        };
        // The name of a removed file is not reused, since it would count as the oldest of its second.
        let last = (1..100).rev().find(|number| path(*number).exists());
        for number in last.unwrap_or(0) + 1..100 {
            let path = path(number);
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("every name is taken"))
    }

    /// Removes all but the newest files, except those that another game is still writing.
    fn remove_old(&self) {
        for path in self.list().into_iter().skip(self.max_count) {
            if is_unlocked(&path) {
                // Another game may have removed it first.
                let _ = fs::remove_file(path);
            }
        }
    }
}

fn is_unlocked(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(files: &DatedFiles) -> Vec<String> {
        let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        files.list().iter().map(name).collect()
    }

    #[test]
    fn the_newest_are_kept_and_what_another_game_writes_stays() {
        let folder = tempfile::tempdir().unwrap();
        let files = DatedFiles {
            folder: folder.path().join("logs"),
            prefix: "hexbound-",
            suffix: ".log",
            max_count: 5,
        };
        fs::create_dir(&files.folder).unwrap();
        let at = |name: &str| files.folder.join(name);
        fs::write(at("notes.txt"), "mine").unwrap();
        let older = |number: u32| format!("hexbound-2001-01-01-00000{number}.log");
        (0..6).for_each(|number| fs::write(at(&older(number)), "old").unwrap());
        let running = File::open(at(&older(0))).unwrap();
        running.lock().unwrap();
        let (path, begun) = files.create().unwrap();
        let new = path.file_name().unwrap().to_string_lossy().into_owned();
        let expected = [new, older(5), older(4), older(3), older(2), older(0)];
        assert_eq!(names(&files), expected);
        drop(running);
        let games: Vec<_> = (0..7).map(|_| files.create().unwrap()).collect();
        assert_eq!(names(&files).len(), 8, "seven at once, and one before them");
        drop((games, begun));
        for _ in 0..9 {
            let (path, _) = files.create().unwrap();
            assert_eq!(files.list().first(), Some(&path), "in one second");
        }
        assert_eq!(names(&files).len(), 5);
        assert!(at("notes.txt").exists());
    }
}
