//! The remarks of an unfinished run: what a list of runs says of it without playing it.

use std::path::{self, Path, PathBuf};

use hexbound_base::files;

/// The remark that so many targets of all are lit.
pub(super) fn write_lit(lit: usize, of: usize) -> String {
    format!("lit {lit} of {of}")
}

/// The remark that a run races a file's run; `None` for a name that makes no line of text.
pub(super) fn write_rival(rival: &Path) -> Option<String> {
    let rival = match files::carried(rival) {
        Some(_) => rival.to_owned(),
        // The game may be started in another folder the next time.
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
