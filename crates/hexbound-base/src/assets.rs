//! The search for the game's own files: levels, sounds, the demo. Several folders are searched in order;
//! the files carried in the program come last.

use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
};

pub use crate::files::{CarriedFile, carry};
use crate::{files, folders};

/// The environment variable that names the only folder to search, or [`BUILT_IN`].
const ASSETS_VARIABLE: &str = "HEXBOUND_ASSETS";
/// The value of [`ASSETS_VARIABLE`] with which only files carried in the program count.
const BUILT_IN: &str = "built-in";

/// The path of a file or folder of the game, such as `levels` or `demo.rec`, in the first folder that has
/// it.
pub fn find(name: &str) -> Option<PathBuf> {
    find_all(name).into_iter().next()
}

/// The paths of a file or folder of the game in all folders that have it, by descending priority.
pub fn find_all(name: &str) -> Vec<PathBuf> {
    let paths = places().into_iter().map(|place| place.join(name));
    paths
        .filter(|path| files::is_file(path) || files::is_folder(path))
        .collect()
}

/// Formats the error that a file or folder of the game is missing, with the folders searched and the
/// remedy.
pub fn missing(name: &str) -> String {
    let places: Vec<String> = (places().iter())
        .map(|place| place.join(name).display().to_string())
        .collect();
    format!(
        "none of these exists: {}; install the game anew, or let {ASSETS_VARIABLE} name the folder that \
         holds {name}",
        places.join(", ")
    )
}

/// The folders that may hold the game's files, by descending priority.
fn places() -> Vec<PathBuf> {
    let program = env::current_exe().ok();
    places_of(
        env::var_os(ASSETS_VARIABLE).as_deref(),
        program.as_deref().and_then(Path::parent),
        folders::user_data(),
    )
}

/// The folders to search for a value of [`ASSETS_VARIABLE`], the program's folder and the user's data
/// folder.
fn places_of(
    choice: Option<&OsStr>,
    program: Option<&Path>,
    user_data: Option<PathBuf>,
) -> Vec<PathBuf> {
    let carried = PathBuf::from(files::CARRIED_FOLDER);
    match choice {
        Some(choice) if choice == BUILT_IN => return vec![carried],
        Some(choice) if !choice.is_empty() => return vec![choice.into()],
        _ => {}
    }
    let installed = program.into_iter().flat_map(|folder| {
        let above = folder.parent().unwrap_or(folder);
        [
            folder.join("assets"),
            above.join("share/hexbound"),
            // Inside an application bundle of macOS.
            above.join("Resources/assets"),
        ]
    });
    let user = user_data.map(|folder| folder.join("assets"));
    let sources = crate::sources().join("assets");
    installed.chain(user).chain([sources, carried]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(choice: Option<&str>) -> Vec<PathBuf> {
        let program = Some(Path::new("/opt/hexbound/bin"));
        let user = Some(PathBuf::from("/home/somebody/.local/share/hexbound"));
        places_of(choice.map(OsStr::new), program, user)
    }

    #[test]
    fn an_installation_counts_more_than_the_user_and_the_program_itself_least() {
        let places = places(None);
        let place = |path: &str| {
            let found = places.iter().position(|place| place == Path::new(path));
            found.unwrap_or_else(|| panic!("{path} is not in {places:?}"))
        };
        let beside = place("/opt/hexbound/bin/assets");
        let shared = place("/opt/hexbound/share/hexbound");
        let user = place("/home/somebody/.local/share/hexbound/assets");
        let sources = place(crate::sources().join("assets").to_str().unwrap());
        assert!(beside < shared && shared < user && user < sources);
        assert_eq!(places.last().unwrap(), Path::new(files::CARRIED_FOLDER));
        assert_eq!(places, self::places(Some("")), "an empty choice is none");
    }

    #[test]
    fn a_choice_is_the_only_place() {
        assert_eq!(places(Some("/mnt/other")), [Path::new("/mnt/other")]);
        assert_eq!(places(Some("built-in")), [Path::new(files::CARRIED_FOLDER)]);
    }

    #[test]
    fn what_is_missing_is_said_with_every_place() {
        assert_eq!(find("no/such/thing"), None);
        let words = missing("no/such/thing");
        let beside = Path::new("assets").join("no/such/thing");
        for part in [beside.to_str().unwrap(), "HEXBOUND_ASSETS", "(built in)"] {
            assert!(words.contains(part), "{words}");
        }
    }

    #[test]
    fn the_levels_are_found_in_the_source_tree() {
        let levels = find_all("levels");
        let sources = crate::sources().join("assets/levels");
        assert!(levels.contains(&sources), "{levels:?}");
    }
}
