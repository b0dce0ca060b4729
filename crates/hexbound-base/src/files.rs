//! Opens regular files, and those embedded in the program, whose paths lie below a virtual folder. A pipe, a
//! socket or a device is refused at once, since reading it could block forever. Files are written whole or
//! not at all.

use std::{
    fs::{self, File},
    io::{self, Cursor, Read, Seek},
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// A file embedded in the program: its path below the assets, with slashes, and its bytes.
pub type EmbeddedFile = (&'static str, &'static [u8]);

/// The start of a recording's first line.
pub const RECORDING_MAGIC: &str = "hexbound-recording";
/// The start of a capsule's first line, which distinguishes a capsule from a recording.
pub const CAPSULE_MAGIC: &str = "hexbound-capsule";
/// The first bytes of a compressed file.
pub const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The virtual folder of the embedded files.
pub(crate) const EMBEDDED_FOLDER: &str = "(built in)";

static EMBEDDED_FILES: OnceLock<&'static [EmbeddedFile]> = OnceLock::new();

/// Registers the embedded files for every function that opens files. Only the first call counts.
pub fn register_embedded(files: &'static [EmbeddedFile]) {
    // A second call has nothing to add.
    let _ = EMBEDDED_FILES.set(files);
}

fn embedded_files() -> &'static [EmbeddedFile] {
    EMBEDDED_FILES.get().copied().unwrap_or_default()
}

/// The bytes of an embedded file; `None` for every other path.
pub fn embedded(path: &Path) -> Option<&'static [u8]> {
    let name = path.strip_prefix(EMBEDDED_FOLDER).ok()?;
    let mut files = embedded_files().iter();
    files.find_map(|(known, bytes)| (Path::new(known) == name).then_some(*bytes))
}

/// The paths of the embedded files below a virtual folder; `None` for every other path.
fn embedded_below(folder: &Path) -> Option<Vec<PathBuf>> {
    let folder = folder.strip_prefix(EMBEDDED_FOLDER).ok()?;
    let inside = (embedded_files().iter())
        .map(|(name, _)| Path::new(name))
        .filter(|name| name.parent() == Some(folder));
    Some(
        inside
            .map(|name| Path::new(EMBEDDED_FOLDER).join(name))
            .collect(),
    )
}

/// A reader of an opened file that can also seek.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// The reader of an opened file.
pub type Opened = Box<dyn ReadSeek>;

/// Opens a file and returns it with its length in bytes. A folder, or anything else that is no regular
/// file, is an error in words.
pub fn open(path: &Path) -> io::Result<(Opened, u64)> {
    if let Some(bytes) = embedded(path) {
        return Ok((Box::new(Cursor::new(bytes)), bytes.len() as u64));
    }
    // Checked before opening: opening a pipe waits for its other end.
    let about = fs::metadata(path)?;
    if about.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    if !about.is_file() {
        return Err(io::Error::other("it is not an ordinary file"));
    }
    Ok((Box::new(File::open(path)?), about.len()))
}

/// Reads a whole regular file, with the errors of [`open`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (mut file, length) = open(path)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The first bytes of a regular file, at most `max_bytes`; `None` if no such file can be read.
pub fn beginning(path: &Path, max_bytes: usize) -> Option<Vec<u8>> {
    let (file, _) = open(path).ok()?;
    let mut start = Vec::new();
    file.take(max_bytes as u64).read_to_end(&mut start).ok()?;
    Some(start)
}

/// Writes a file whole or not at all: first under another name in the same folder, which is removed after
/// a failure. The previous content of the path stays until all is written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    put_in_place(&part, path, |part| fs::write(part, bytes))
}

/// Writes a file by `write` at `draft` and then renames it to `path`, so that no reader sees half of it.
/// After a failure the draft is removed.
pub fn put_in_place(
    draft: &Path,
    path: &Path,
    write: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let written = write(draft).and_then(|()| fs::rename(draft, path));
    if written.is_err() {
        // A leftover draft would only puzzle; if none was made, there is nothing to remove.
        let _ = fs::remove_file(draft);
    }
    written
}

/// Returns a free name for a file: `name`, or else the first free one of `name-2`, `name-3` and so on.
pub fn free_name(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    let numbered = (2_u64..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| is_free(name)).unwrap_or_default()
}

/// Returns whether a path is a regular file, on the disk or embedded.
pub fn is_file(path: &Path) -> bool {
    embedded(path).is_some() || path.is_file()
}

/// Returns whether a path is a folder, on the disk or of embedded files.
pub fn is_folder(path: &Path) -> bool {
    match embedded_below(path) {
        Some(files) => !files.is_empty(),
        None => path.is_dir(),
    }
}

/// The paths in a folder, in no order; none if the folder can't be listed.
pub fn list(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let embedded = embedded_below(folder);
    let entries = match embedded {
        Some(_) => None,
        None => fs::read_dir(folder).ok(),
    };
    let on_disk = (entries.into_iter().flatten()).filter_map(|entry| Some(entry.ok()?.path()));
    embedded.into_iter().flatten().chain(on_disk)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_and_a_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"some bytes").unwrap();
        assert_eq!(read(&path).unwrap(), b"some bytes");
        let said = read(folder.path()).unwrap_err().to_string();
        assert!(said.contains("folder"), "{said}");
        let none = read(&folder.path().join("none")).unwrap_err();
        assert_eq!(none.kind(), io::ErrorKind::NotFound);
    }

    fn names(folder: &Path) -> Vec<PathBuf> {
        let mut names: Vec<PathBuf> = list(folder).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_whole(&path, b"first").unwrap();
        write_whole(&path, b"second").unwrap();
        assert_eq!(read(&path).unwrap(), b"second");
        // No file replaces a folder that is not empty.
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).unwrap();
        fs::write(taken.join("inside"), b"kept").unwrap();
        write_whole(&taken, b"lost").unwrap_err();
        assert_eq!(names(folder.path()), [path, taken]);
    }

    /// `/dev/full` reports a full disk to its writer.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_could_not_be_written_to_its_end_does_not_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"before").unwrap();
        std::os::unix::fs::symlink("/dev/full", folder.path().join("file.part")).unwrap();
        write_whole(&path, b"after").unwrap_err();
        assert_eq!(names(folder.path()), std::slice::from_ref(&path));
        assert_eq!(read(&path).unwrap(), b"before");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        assert!(read(&pipe).unwrap_err().to_string().contains("ordinary"));
    }
}
