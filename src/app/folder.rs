//! The folders and level files of a folder, for the screen that chooses a file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use hexbound_base::words::phrase;
use hexbound_level::suggestions::has_level_extension;
use hexbound_ui::shell::Folder;

/// The largest number of listed entries.
const MAX_ENTRIES: usize = 2000;

/// Reads a folder.
pub(super) fn read(path: &Path) -> Folder {
    let mut folder = Folder {
        path: path.to_owned(),
        ..Folder::default()
    };
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => {
            folder.problem = Some(
                phrase("folder-unreadable")
                    .with("folder", path.display().to_string())
                    .with("error", error.to_string()),
            );
            return folder;
        }
    };
    for entry in entries.flatten().take(MAX_ENTRIES) {
        let path = entry.path();
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if path.is_dir() && !is_hidden {
            folder.folders.push(path);
        } else if has_level_extension(&path) && path.is_file() {
            folder.levels.push(path);
        }
    }
    let by_name = |path: &PathBuf| path.to_string_lossy().to_lowercase();
    folder.folders.sort_by_key(by_name);
    folder.levels.sort_by_key(by_name);
    folder
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::Words;

    #[test]
    fn folders_and_levels_are_listed_and_nothing_else() {
        let here = tempfile::tempdir().unwrap();
        for name in ["Walls", "halls", ".hidden"] {
            fs::create_dir(here.path().join(name)).unwrap();
        }
        for name in ["b.glb", "A.GLTF", "notes.txt"] {
            fs::write(here.path().join(name), "").unwrap();
        }
        let folder = read(here.path());
        let names = |paths: &[PathBuf]| -> Vec<String> {
            let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
            paths.iter().map(name).collect()
        };
        assert_eq!(names(&folder.folders), ["halls", "Walls"]);
        assert_eq!(names(&folder.levels), ["A.GLTF", "b.glb"]);
        let gone = read(&here.path().join("gone"));
        let problem = Words::english().say(&gone.problem.unwrap());
        assert!(problem.contains("gone can't be read"), "{problem}");
    }
}
