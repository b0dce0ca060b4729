//! Opening files that a command can make anew, such as tables, pictures and plots. A slip on the command
//! line must not cost what nobody can make again.

use std::{io, path::Path};

use crate::{
    files,
    output::{Output, is_standard},
    replay::{CAPSULE_MAGIC, GZIP, MAGIC},
};

/// The beginnings of what is kept: levels of all formats that open, recordings and capsules.
const KEPT: [(&[u8], &str); 12] = [
    (b"glTF", "a level"),
    (b"{", "a level"),
    (b"//", "a level"),
    (b"IBSP", "a level"),
    (b"QBSP", "a level"),
    (b"BSP2", "a level"),
    (&[29, 0, 0, 0], "a level"),
    (&[30, 0, 0, 0], "a level"),
    (MAGIC.as_bytes(), "a recording"),
    (&GZIP, "a compressed recording"),
    (CAPSULE_MAGIC.as_bytes(), "a capsule"),
    (b"\xef\xbb\xbf{", "a level"),
];
/// The bytes that are looked at: white space may precede a level that is text.
const LOOKED_AT: usize = 64;

/// Creates the file `path`, or takes standard output where `path` is `-`. An error where a file is there
/// that begins like a level, a recording or a capsule, or where none can be created.
pub(super) fn create(path: &Path) -> io::Result<Output> {
    match kept(path) {
        Some(kind) => Err(io::Error::other(format!(
            "what is there begins like {kind}, and it is not overwritten"
        ))),
        None => Output::create(path),
    }
}

/// The kind of what lies at a path, where it has to be kept.
fn kept(path: &Path) -> Option<&'static str> {
    let start = (!is_standard(path)).then(|| files::beginning(path, LOOKED_AT))??;
    let mut known = KEPT.iter();
    known.find_map(|(beginning, kind)| {
        start
            .trim_ascii_start()
            .starts_with(beginning)
            .then_some(*kind)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_kept_is_never_replaced_and_all_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for (beginning, kind) in KEPT {
            let bytes = [beginning, b" and more"].concat();
            fs::write(&path, &bytes).unwrap();
            let refused = create(&path).err().expect("an error").to_string();
            assert!(refused.contains(kind), "{refused}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        fs::write(&path, "\n  {\"asset\": {}}").unwrap();
        assert!(create(&path).is_err());
        for replaced in ["", "tick,usual.x", "<svg>", "\u{89}PNG"] {
            fs::write(&path, replaced).unwrap();
            create(&path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"");
        }
    }
}
