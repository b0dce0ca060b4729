//! The remarks of an unfinished run: facts for a list of runs, which need no playback.

use std::path::{self, Path, PathBuf};

use hexbound_base::files;

/// The remark that `lit` of `total` targets are lit.
pub(super) fn write_lit(lit: usize, total: usize) -> String {
    format!("lit {lit} of {total}")
}

/// The remark that a run races the run in a file. `None` for a name that can't be written in a line of
/// text.
pub(super) fn write_rival(rival: &Path) -> Option<String> {
    let rival = match files::embedded(rival) {
        Some(_) => rival.to_owned(),
        // The next start of the game may be in another folder.
        None => path::absolute(rival).ok()?,
    };
    let name = rival.to_str()?;
    (!name.contains(char::is_control)).then(|| format!("races {name}"))
}

pub(super) fn read_rival(remark: &str) -> Option<PathBuf> {
    remark.strip_prefix("races ").map(PathBuf::from)
}

pub(super) fn read_lit(remark: &str) -> Option<[usize; 2]> {
    let (lit, of) = remark.strip_prefix("lit ")?.split_once(" of ")?;
    Some([lit.parse().ok()?, of.parse().ok()?])
}
