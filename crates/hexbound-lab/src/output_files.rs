//! Creating output files that a command can recreate, such as tables, pictures and plots. A slip on the
//! command line must not cost a file that nobody can recreate.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::Path,
};

use hexbound_base::{
    files,
    output::{Output, is_standard},
};
use hexbound_replay::{CAPSULE_MAGIC, GZIP_MAGIC, RECORDING_MAGIC};

/// The beginnings of protected files: levels of all formats that open, recordings and capsules.
const PROTECTED_STARTS: [(&[u8], &str); 11] = [
    (b"glTF", "a level"),
    (b"{", "a level"),
    (b"//", "a level"),
    (b"IBSP", "a level"),
    (b"QBSP", "a level"),
    (b"BSP2", "a level"),
    (&[29, 0, 0, 0], "a level"),
    (&[30, 0, 0, 0], "a level"),
    (RECORDING_MAGIC.as_bytes(), "a recording"),
    (&GZIP_MAGIC, "a compressed recording"),
    (CAPSULE_MAGIC.as_bytes(), "a capsule"),
];
/// The mark that some programs write before text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// The first bytes of a JSON Lines file that a command writes.
const JSON_LINES_START: &[u8] = b"{\"tick\":";
/// The number of inspected bytes. White space may precede a level in a text format.
const INSPECTED_BYTES: usize = 64;

/// Creates the file `path`, or uses standard output if `path` is `-`. Fails if an existing file begins
/// like a level, a recording or a capsule, or if none can be created.
pub(crate) fn create(path: &Path) -> io::Result<Output> {
    refuse_protected(path)?;
    Output::create(path)
}

/// Creates a JSON Lines file as [`create`] does. An older one is replaced, although its first byte is
/// also that of a .gltf file.
pub(crate) fn create_lines(path: &Path) -> io::Result<Output> {
    match files::beginning(path, JSON_LINES_START.len()) {
        Some(start) if start == JSON_LINES_START => Output::create(path),
        _ => create(path),
    }
}

/// Checks that a file can be created at `path` later. An existing file is left unchanged. Fails as
/// [`create`] does.
pub(crate) fn check_creatable(path: &Path) -> io::Result<()> {
    refuse_protected(path)?;
    let is_new = !path.exists();
    if is_stream(path) {
        return Ok(());
    }
    OpenOptions::new().append(true).create(true).open(path)?;
    if is_new {
        fs::remove_file(path)?;
    }
    Ok(())
}

/// Writes a whole file after the checks of [`create`]. It replaces the old file only if all bytes are
/// written.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if !is_stream(path) {
        refuse_protected(path)?;
    }
    put(path, bytes)
}

/// Writes bytes without those checks. A file is replaced whole or not at all; a stream is written
/// directly.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if !is_stream(path) {
        return files::write_whole(path, bytes);
    }
    let mut out = Output::create(path)?;
    out.write_all(bytes)?;
    out.flush()
}

/// Returns whether a path is standard output, or a pipe or device, which is opened once.
fn is_stream(path: &Path) -> bool {
    is_standard(path) || path.exists() && !path.is_file() && !path.is_dir()
}

fn refuse_protected(path: &Path) -> io::Result<()> {
    protected_kind(path).map_or(Ok(()), |kind| {
        Err(io::Error::other(format!(
            "what is there begins like {kind}, and it is not overwritten"
        )))
    })
}

/// The kind of a protected file at `path`, if there is one.
fn protected_kind(path: &Path) -> Option<&'static str> {
    let start = (!is_standard(path)).then(|| files::beginning(path, INSPECTED_BYTES))??;
    let text = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&start);
    let mut known = PROTECTED_STARTS.iter();
    known.find_map(|(beginning, kind)| {
        (text.trim_ascii_start().starts_with(beginning)).then_some(*kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_never_replaced_and_all_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for (beginning, kind) in PROTECTED_STARTS {
            let bytes = [beginning, b" and more"].concat();
            fs::write(&path, &bytes).unwrap();
            let refused = create(&path).err().expect("an error").to_string();
            assert!(refused.contains(kind), "{refused}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        let gltf = ["\n  {\"asset\": {}}", "\u{feff}{\"asset\": {}}"];
        for level in gltf.into_iter().chain(["\u{feff}// a map"]) {
            fs::write(&path, level).unwrap();
            assert!(create(&path).is_err() && check_creatable(&path).is_err());
        }
        for replaced in ["", "tick,usual.x", "<svg>", "\u{89}PNG"] {
            fs::write(&path, replaced).unwrap();
            check_creatable(&path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), replaced.as_bytes());
            create(&path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"");
        }
        let new = folder.path().join("new");
        check_creatable(&new).unwrap();
        assert!(!new.exists());
        assert!(check_creatable(&new.join("below")).is_err());
    }
}
