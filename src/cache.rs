//! Folders of cached files, one for each key, which can be made again at any time. What a file
//! holds, and whether its bytes can be trusted, is for the caller to know.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::files;

/// A cache of at most `most_files` files of one kind in a folder, which several runs of the game
/// may use at the same time.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    /// The folder, which is created when it is needed.
    pub folder: PathBuf,
    /// The extension of this cache's files; files with others are left alone.
    pub extension: &'static str,
    /// The most files that are kept.
    pub most_files: usize,
}

impl Cache {
    /// The path of a key's file, which need not exist.
    pub(crate) fn path(&self, key: u64) -> PathBuf {
        let extension = self.extension;
        self.folder.join(format!("{key:016x}.{extension}"))
    }

    /// Reads the bytes stored under a key, and marks the file as used now.
    pub(crate) fn read(&self, key: u64) -> io::Result<Vec<u8>> {
        let path = self.path(key);
        let bytes = files::read(&path)?;
        if let Err(error) = mark_used(&path) {
            log::debug!("{}: it can't be marked as used: {error}", path.display());
        }
        Ok(bytes)
    }

    /// Stores bytes under a key and removes the files used longest ago beyond `most_files`. The
    /// file is written under another name and then renamed, so that nobody reads half of it.
    pub(crate) fn write(&self, key: u64, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let path = self.path(key);
        let draft = path.with_extension(format!("{}.draft", std::process::id()));
        let written = fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, &path));
        if written.is_err() {
            // A draft that can't be removed does no harm.
            let _ = fs::remove_file(&draft);
        }
        written?;
        self.prune();
        Ok(())
    }

    fn prune(&self) {
        let mut files: Vec<_> = (fs::read_dir(&self.folder).into_iter().flatten())
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|file| file.extension().is_some_and(|it| it == self.extension))
            .collect();
        files.sort_by_key(|file| fs::metadata(file).and_then(|it| it.modified()).ok());
        for old in files.iter().rev().skip(self.most_files) {
            // Another run may have removed it first.
            let _ = fs::remove_file(old);
        }
    }
}

/// Marks a file as used now, by its modification time: many file systems store no access times.
fn mark_used(path: &Path) -> io::Result<()> {
    let file = fs::File::options().append(true).open(path)?;
    file.set_modified(SystemTime::now())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn cache(folder: &Path) -> Cache {
        Cache {
            folder: folder.join("made"),
            extension: "kept",
            most_files: 4,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        assert_eq!(cache.read(7).unwrap_err().kind(), io::ErrorKind::NotFound);
        cache.write(7, b"some bytes").unwrap();
        cache.write(7, b"other bytes").unwrap();
        assert_eq!(cache.read(7).unwrap(), b"other bytes");
        let files = fs::read_dir(&cache.folder).unwrap().count();
        assert_eq!(files, 1, "nothing is left beside it");
    }

    #[test]
    fn the_files_used_longest_ago_go_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let age = |key: u64, seconds: u64| {
            let file = fs::File::options().append(true).open(cache.path(key));
            let then = SystemTime::now() - Duration::from_secs(seconds);
            file.unwrap().set_modified(then).unwrap();
        };
        for key in 0..4 {
            cache.write(key, b"bytes").unwrap();
            age(key, 100);
        }
        let stranger = cache.folder.join("a.txt");
        fs::write(&stranger, "somebody else's").unwrap();
        // Written first, used last.
        age(0, 1000);
        cache.read(0).unwrap();
        cache.write(9, b"bytes").unwrap();
        assert!(cache.path(0).exists() && cache.path(9).exists() && stranger.exists());
        let files = fs::read_dir(&cache.folder).unwrap().count();
        assert_eq!(files, cache.most_files + 1);
    }

    #[test]
    fn a_folder_that_can_not_be_made_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        fs::write(&cache.folder, "in the way").unwrap();
        assert!(cache.write(1, b"bytes").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_files_place_is_replaced_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        cache.write(1, b"bytes").unwrap();
        fs::remove_file(cache.path(1)).unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(cache.path(1))
            .status();
        assert!(made.unwrap().success());
        assert!(cache.read(1).is_err());
        cache.write(1, b"bytes").unwrap();
        assert_eq!(cache.read(1).unwrap(), b"bytes");
    }
}
