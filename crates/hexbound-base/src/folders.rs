//! The folders that the operating system provides for a user's files. Other modules decide what is stored
//! there.

use std::path::PathBuf;

use directories::{BaseDirs, UserDirs};

/// The name of the game's own folder within the system's folders.
const OWN_FOLDER: &str = "hexbound";

/// The game's folder for files that can be rebuilt: below `$XDG_CACHE_HOME` or `~/.cache` on Linux,
/// `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on Windows. `None` for a user without a home folder.
pub(crate) fn user_cache() -> Option<PathBuf> {
    Some(BaseDirs::new()?.cache_dir().join(OWN_FOLDER))
}

/// The game's folder for settings: below `$XDG_CONFIG_HOME` or `~/.config` on Linux,
/// `~/Library/Application Support` on macOS, `%APPDATA%` on Windows. `None` for a user without a home
/// folder.
pub fn user_config() -> Option<PathBuf> {
    Some(BaseDirs::new()?.config_dir().join(OWN_FOLDER))
}

/// The game's folder for files that a user makes with it: below `$XDG_DATA_HOME` or `~/.local/share` on
/// Linux, `~/Library/Application Support` on macOS, `%APPDATA%` on Windows. `None` for a user without a
/// home folder.
pub fn user_data() -> Option<PathBuf> {
    Some(BaseDirs::new()?.data_dir().join(OWN_FOLDER))
}

/// The user's home folder; `None` for a user without one.
pub fn user_home() -> Option<PathBuf> {
    Some(BaseDirs::new()?.home_dir().to_owned())
}

/// The user's folder of pictures; `Pictures` in the home folder if the system names no other. `None` for
/// a user without a home folder.
pub fn user_pictures() -> Option<PathBuf> {
    let folders = UserDirs::new()?;
    let pictures = folders.picture_dir().map(PathBuf::from);
    Some(pictures.unwrap_or_else(|| folders.home_dir().join("Pictures")))
}

/// The game's folder for records of its use: below `$XDG_STATE_HOME` or `~/.local/state` on Linux,
/// elsewhere that of [`user_data`]. `None` for a user without a home folder.
pub fn user_state() -> Option<PathBuf> {
    let folders = BaseDirs::new()?;
    let folder = folders.state_dir().unwrap_or(folders.data_local_dir());
    Some(folder.join(OWN_FOLDER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folders_are_the_games_own_and_absolute() {
        let folders = [user_cache(), user_config(), user_data(), user_state()];
        for folder in folders.into_iter().flatten() {
            assert!(folder.is_absolute(), "{}", folder.display());
            assert!(folder.ends_with(OWN_FOLDER), "{}", folder.display());
        }
    }
}
