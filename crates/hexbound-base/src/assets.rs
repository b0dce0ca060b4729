//! The search for the game's own files: levels, sounds, the demo. Several folders are searched in order;
//! the files embedded in the program come last.

use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
};

pub use crate::files::{EmbeddedFile, register_embedded};
use crate::{files, folders};

/// The environment variable that names the only folder to search, or [`BUILT_IN`].
const ASSETS_VARIABLE: &str = "HEXBOUND_ASSETS";
/// The value of [`ASSETS_VARIABLE`] with which only files embedded in the program count.
const BUILT_IN: &str = "built-in";

/// The path of a file or folder of the game, such as `levels` or `demo.rec`, in the first folder that has
/// it.
pub fn find(name: &str) -> Option<PathBuf> {
    find_all(name).into_iter().next()
}

/// The paths of a file or folder of the game in all folders that have it, by descending priority.
pub fn find_all(name: &str) -> Vec<PathBuf> {
    let paths = search_folders().into_iter().map(|folder| folder.join(name));
    paths
        .filter(|path| files::is_file(path) || files::is_folder(path))
        .collect()
}

/// Formats the error that a file or folder of the game is missing. The message lists the paths searched and
/// the remedy.
pub fn missing(name: &str) -> String {
    let paths: Vec<String> = (search_folders().iter())
        .map(|folder| folder.join(name).display().to_string())
        .collect();
    format!(
        "none of these exists: {}; install the game anew, or let {ASSETS_VARIABLE} name the folder that \
         holds {name}",
        paths.join(", ")
    )
}

/// The folders that may hold the game's files, by descending priority.
fn search_folders() -> Vec<PathBuf> {
    let program = env::current_exe().ok();
    folders_for(
        env::var_os(ASSETS_VARIABLE).as_deref(),
        program.as_deref().and_then(Path::parent),
        folders::user_data(),
    )
}

/// The folders to search by descending priority, given the value of [`ASSETS_VARIABLE`], the program's folder
/// and the user's data folder.
fn folders_for(
    choice: Option<&OsStr>,
    program: Option<&Path>,
    user_data: Option<PathBuf>,
) -> Vec<PathBuf> {
    let embedded = PathBuf::from(files::EMBEDDED_FOLDER);
    match choice {
        Some(choice) if choice == BUILT_IN => return vec![embedded],
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
    installed.chain(user).chain([sources, embedded]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(choice: Option<&str>) -> Vec<PathBuf> {
        let program = Some(Path::new("/opt/hexbound/bin"));
        let user = Some(PathBuf::from("/home/somebody/.local/share/hexbound"));
        folders_for(choice.map(OsStr::new), program, user)
    }

    #[test]
    fn an_installation_counts_more_than_the_user_and_the_program_itself_least() {
        let folders = list(None);
        let index = |path: &str| {
            let found = folders.iter().position(|folder| folder == Path::new(path));
            found.unwrap_or_else(|| panic!("{path} is not in {folders:?}"))
        };
        let beside = index("/opt/hexbound/bin/assets");
        let shared = index("/opt/hexbound/share/hexbound");
        let user = index("/home/somebody/.local/share/hexbound/assets");
        let sources = index(crate::sources().join("assets").to_str().unwrap());
        assert!(beside < shared && shared < user && user < sources);
        assert_eq!(folders.last().unwrap(), Path::new(files::EMBEDDED_FOLDER));
        assert_eq!(folders, list(Some("")), "an empty choice is none");
    }

    #[test]
    fn a_choice_is_the_only_folder() {
        assert_eq!(list(Some("/mnt/other")), [Path::new("/mnt/other")]);
        assert_eq!(list(Some("built-in")), [Path::new(files::EMBEDDED_FOLDER)]);
    }

    #[test]
    fn the_message_of_a_missing_file_has_every_path() {
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
