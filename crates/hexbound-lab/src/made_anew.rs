//! Opening files that a command can make anew, such as tables, pictures and plots. A slip on the command
//! line must not cost what nobody can make again.

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

/// The beginnings of what is kept: levels of all formats that open, recordings and capsules.
const KEPT_BEGINNINGS: [(&[u8], &str); 11] = [
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
/// The mark that some programs write before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// The beginning of such lines.
const LINE_BEGINNING: &[u8] = b"{\"tick\":";
/// The bytes that are looked at: white space may precede a level that is text.
const LOOKED_AT: usize = 64;

/// Creates the file `path`, or takes standard output where `path` is `-`. An error where a file that
/// begins like a level, a recording or a capsule is there, or none can be created.
pub(crate) fn create(path: &Path) -> io::Result<Output> {
    refuse_kept(path)?;
    Output::create(path)
}

/// Creates a file of lines of JSON as [`create`] does, also where an older one is, which begins as a level
/// may.
pub(crate) fn create_lines(path: &Path) -> io::Result<Output> {
    match files::beginning(path, LINE_BEGINNING.len()) {
        Some(start) if start == LINE_BEGINNING => Output::create(path),
        _ => create(path),
    }
}

/// Finds out whether a file can be made at a path later on. What is there stays as it is. An error as
/// [`create`] has it.
pub(crate) fn can_be_made(path: &Path) -> io::Result<()> {
    refuse_kept(path)?;
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

/// Writes a whole file as [`create`] opens its file: all of it, or nothing in the place of what is there.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if !is_stream(path) {
        refuse_kept(path)?;
    }
    put(path, bytes)
}

/// Writes bytes over whatever is there: a file whole or not at all, a stream as it is.
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

fn refuse_kept(path: &Path) -> io::Result<()> {
    kept(path).map_or(Ok(()), |kind| {
        Err(io::Error::other(format!(
            "what is there begins like {kind}, and it is not overwritten"
        )))
    })
}

/// The kind of what lies at a path, where it has to be kept.
fn kept(path: &Path) -> Option<&'static str> {
    let start = (!is_standard(path)).then(|| files::beginning(path, LOOKED_AT))??;
    let text = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&start);
    let mut known = KEPT_BEGINNINGS.iter();
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
        for (beginning, kind) in KEPT_BEGINNINGS {
            let bytes = [beginning, b" and more"].concat();
            fs::write(&path, &bytes).unwrap();
            let refused = create(&path).err().expect("an error").to_string();
            assert!(refused.contains(kind), "{refused}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        let gltf = ["\n  {\"asset\": {}}", "\u{feff}{\"asset\": {}}"];
        for level in gltf.into_iter().chain(["\u{feff}// a map"]) {
            fs::write(&path, level).unwrap();
            assert!(create(&path).is_err() && can_be_made(&path).is_err());
        }
        for replaced in ["", "tick,usual.x", "<svg>", "\u{89}PNG"] {
            fs::write(&path, replaced).unwrap();
            can_be_made(&path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), replaced.as_bytes());
            create(&path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"");
        }
        let new = folder.path().join("new");
        can_be_made(&new).unwrap();
        assert!(!new.exists());
        assert!(can_be_made(&new.join("below")).is_err());
    }
}
