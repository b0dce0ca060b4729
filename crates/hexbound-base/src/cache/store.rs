//! A folder of cached files of one kind, one for each key. Several runs of the game may use it at the
//! same time.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{CacheKind, file};
use crate::files;

/// The extension of unfinished files.
pub(super) const DRAFT_EXTENSION: &str = "draft";

/// The cached files of a kind.
#[derive(Clone, Debug)]
pub struct Cache {
    /// The folder, created on demand. It may hold files of other kinds.
    folder: PathBuf,
    kind: CacheKind,
}

impl Cache {
    /// The cache of a kind; `None` if caching is off.
    pub fn of(kind: CacheKind) -> Option<Self> {
        Some(Self::in_folder(kind, super::folder()?))
    }

    /// The cache of a kind in a folder.
    pub fn in_folder(kind: CacheKind, folder: PathBuf) -> Self {
        Self { folder, kind }
    }

    /// The path of a key's file, which may not exist.
    pub fn path(&self, key: u64) -> PathBuf {
        let extension = self.kind.extension();
        self.folder.join(format!("{key:016x}.{extension}"))
    }

    /// Opens the file stored under a key, and marks it as used now. Fails if the file is not a regular
    /// file, exceeds the size limit, or belongs to another key.
    pub fn open(&self, key: u64) -> io::Result<file::Sections> {
        let path = self.path(key);
        let (_, max_bytes) = self.kind.limits();
        let sections = file::Sections::open(&path, key, max_bytes)?;
        if let Err(error) = mark_used(&path) {
            log::debug!("{}: it can't be marked as used: {error}", path.display());
        }
        Ok(sections)
    }

    /// Reads the bytes that [`Cache::write`] stored under a key.
    pub fn read(&self, key: u64) -> io::Result<Vec<u8>> {
        let mut sections = self.open(key)?;
        let bytes = sections.values()?;
        sections.expect_end()?;
        Ok(bytes)
    }

    /// Stores bytes under a key, as [`Cache::write_with`].
    pub fn write(&self, key: u64, label: &str, bytes: &[u8]) -> io::Result<()> {
        self.write_with(key, label, |to| file::write_section(to, bytes))
    }

    /// Stores the bytes written by `fill` under a key, and evicts the least recently used files over the
    /// limit of the kind. `label` names what the file is made for. The file is written under another name
    /// and then renamed, so that no reader sees half of it.
    pub fn write_with(
        &self,
        key: u64,
        label: &str,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let path = self.path(key);
        let draft = path.with_extension(format!("{}.{DRAFT_EXTENSION}", std::process::id()));
        files::put_in_place(&draft, &path, |draft| write_new(draft, key, label, fill))?;
        self.prune();
        Ok(())
    }

    fn prune(&self) {
        let is_of_kind = |it: &OsStr| it == self.kind.extension();
        let mut files: Vec<_> = files::list(&self.folder)
            .filter(|file| file.extension().is_some_and(is_of_kind))
            .collect();
        files.sort_by_key(|file| fs::metadata(file).and_then(|it| it.modified()).ok());
        let (max_count, _) = self.kind.limits();
        for old in files.iter().rev().skip(max_count) {
            // Another run may have removed the file first.
            let _ = fs::remove_file(old);
        }
    }
}

/// Creates and writes a new file. An existing pipe at its path would block forever.
fn write_new(
    path: &Path,
    key: u64,
    label: &str,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // Left by an aborted run with the same process id.
    let _ = fs::remove_file(path);
    let mut file = BufWriter::new(File::create_new(path)?);
    file::write_head(&mut file, key, label)?;
    fill(&mut file)?;
    file.flush()
}

/// Marks a file as used now by its modification time: many file systems store no access times.
fn mark_used(path: &Path) -> io::Result<()> {
    let file = File::options().append(true).open(path)?;
    file.set_modified(SystemTime::now())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn opened() -> (tempfile::TempDir, Cache) {
        let folder = tempfile::tempdir().unwrap();
        let made = folder.path().join("made");
        (folder, Cache::in_folder(CacheKind::Light, made))
    }

    #[test]
    fn what_is_written_is_read() {
        let (_folder, cache) = opened();
        assert_eq!(cache.read(7).unwrap_err().kind(), io::ErrorKind::NotFound);
        cache.write(7, "", b"some bytes").unwrap();
        cache.write(7, "", b"other bytes").unwrap();
        assert_eq!(cache.read(7).unwrap(), b"other bytes");
        let files = fs::read_dir(&cache.folder).unwrap().count();
        assert_eq!(files, 1, "nothing is left beside it");
    }

    #[test]
    fn the_files_used_longest_ago_go_first() {
        let (_folder, cache) = opened();
        let age = |key: u64, seconds: u64| {
            let file = File::options().append(true).open(cache.path(key));
            let then = SystemTime::now() - Duration::from_secs(seconds);
            file.unwrap().set_modified(then).unwrap();
        };
        let (most, _) = CacheKind::Light.limits();
        for key in 10..10 + most as u64 - 1 {
            cache.write(key, "", b"bytes").unwrap();
            age(key, 100);
        }
        let stranger = cache.folder.join("a.txt");
        fs::write(&stranger, "somebody else's").unwrap();
        cache.write(0, "", b"bytes").unwrap();
        // Written long ago, used last.
        age(0, 1000);
        cache.read(0).unwrap();
        cache.write(9, "", b"bytes").unwrap();
        assert!(cache.path(0).exists() && cache.path(9).exists() && stranger.exists());
        let files = fs::read_dir(&cache.folder).unwrap().count();
        assert_eq!(files, most + 1);
    }

    #[test]
    fn a_folder_that_can_not_be_made_is_an_error() {
        let (_folder, cache) = opened();
        fs::write(&cache.folder, "in the way").unwrap();
        assert!(cache.write(1, "", b"bytes").is_err());
    }

    /// Asserts that what `make` creates in place of a stored file is neither read nor waited for.
    /// `is_replaced` is true if a write replaces it.
    fn in_the_way(make: impl FnOnce(&Path), is_replaced: bool) {
        let (_folder, cache) = opened();
        cache.write(1, "", b"bytes").unwrap();
        fs::remove_file(cache.path(1)).unwrap();
        make(&cache.path(1));
        assert!(cache.read(1).is_err());
        assert_eq!(cache.write(1, "", b"bytes").is_ok(), is_replaced);
        assert_eq!(cache.read(1).is_ok(), is_replaced);
        let files = fs::read_dir(&cache.folder).unwrap().count();
        assert_eq!(files, 1, "a draft is left");
    }

    #[test]
    fn a_folder_in_the_files_place_is_left_alone_and_an_endless_file_is_not_read() {
        in_the_way(|path| fs::create_dir(path).unwrap(), false);
        let endless = |path: &Path| File::create(path).unwrap().set_len(1 << 40).unwrap();
        in_the_way(endless, true);
    }

    #[cfg(unix)]
    fn make_pipe(path: &Path) {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_and_a_device_in_the_files_place_are_replaced_and_not_waited_for() {
        in_the_way(make_pipe, true);
        let device = |path: &Path| std::os::unix::fs::symlink("/dev/zero", path).unwrap();
        in_the_way(device, true);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_drafts_place_is_not_waited_for() {
        let (_folder, cache) = opened();
        fs::create_dir_all(&cache.folder).unwrap();
        let extension = format!("{}.{DRAFT_EXTENSION}", std::process::id());
        make_pipe(&cache.path(1).with_extension(extension));
        cache.write(1, "", b"bytes").unwrap();
        assert_eq!(cache.read(1).unwrap(), b"bytes");
    }
}
