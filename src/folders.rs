//! The folders in which the operating system wants a user's files to be. What is stored there is
//! decided elsewhere.

use std::path::PathBuf;

use directories::BaseDirs;

/// This game's folder for files that can be made again: below `$XDG_CACHE_HOME` or `~/.cache` on
/// Linux, `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on Windows. `None` for a user without a
/// home folder.
pub fn user_cache() -> Option<PathBuf> {
    Some(BaseDirs::new()?.cache_dir().join("hexbound"))
}
