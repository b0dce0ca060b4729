//! Which levels there are and what a name on the command line means. Reads directories and the
//! shape of files only; loading is elsewhere.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use super::{LevelError, scenes};

/// What a generated scene's name starts with.
pub const SCENE_PREFIX: &str = "test:";

/// The folders that are searched for levels, in order: next to the executable, in the current
/// directory, in the source tree the program was built from. Only those that exist.
pub fn folders() -> Vec<PathBuf> {
    let beside = env::current_exe()
        .ok()
        .and_then(|exe| Some(exe.parent()?.to_path_buf()));
    let mut folders: Vec<PathBuf> = Vec::new();
    let roots = [
        beside,
        Some(PathBuf::new()),
        Some(PathBuf::from(env!("CARGO_MANIFEST_DIR"))),
    ];
    for root in roots.into_iter().flatten() {
        let folder = root.join("assets").join("levels");
        let Ok(real) = folder.canonicalize() else {
            continue;
        };
        if !folders
            .iter()
            .any(|known| known.canonicalize().is_ok_and(|known| known == real))
        {
            folders.push(folder);
        }
    }
    folders
}

/// Every level file in `folders`, by name; a name found in two folders counts once, the first
/// folder's.
pub fn files() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in folders() {
        let mut here: Vec<PathBuf> = (fs::read_dir(&folder).into_iter().flatten())
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| is_level_file(path))
            .collect();
        here.sort();
        here.retain(|path| {
            !found
                .iter()
                .any(|known| known.file_stem() == path.file_stem())
        });
        found.extend(here);
    }
    found.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));
    found
}

/// The file meant by a name under assets/levels (with or without its extension) or by a path.
pub fn find(name_or_path: &str) -> Result<PathBuf, LevelError> {
    let path = Path::new(name_or_path);
    if path.is_file() {
        return Ok(path.to_path_buf());
    }
    let known = files();
    let wanted = name_or_path.to_lowercase();
    let matches = |path: &&PathBuf| {
        [path.file_stem(), path.file_name()]
            .into_iter()
            .flatten()
            .any(|name| name.to_string_lossy().to_lowercase() == wanted)
    };
    match known.iter().find(matches) {
        Some(path) => Ok(path.clone()),
        None => Err(not_found(name_or_path, &known)),
    }
}

fn is_level_file(path: &Path) -> bool {
    let extension = path
        .extension()
        .map(|extension| extension.to_ascii_lowercase());
    path.is_file() && extension.is_some_and(|extension| extension == "glb" || extension == "gltf")
}

fn not_found(name: &str, known: &[PathBuf]) -> LevelError {
    let names: Vec<String> = (known.iter())
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .chain(
            scenes::NAMES
                .iter()
                .map(|name| format!("{SCENE_PREFIX}{name}")),
        )
        .collect();
    let closest = (names.iter())
        .map(|known| (distance(&name.to_lowercase(), &known.to_lowercase()), known))
        .min();
    let suggestion = match closest {
        Some((edits, known)) if edits <= 2.max(name.chars().count() / 3) => {
            format!("Did you mean \"{known}\"? ")
        }
        _ => String::new(),
    };
    LevelError::NotFound {
        name: name.to_string(),
        remedy: format!(
            "{suggestion}There are: {}; or give the path of a .glb or .gltf file",
            names.join(", ")
        ),
    }
}

/// How many letters have to be added, removed or changed to turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("court", "court"), 0);
    }

    #[test]
    fn a_path_is_taken_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Some Level.GLB");
        fs::write(&path, b"anything").unwrap();
        assert_eq!(find(path.to_str().unwrap()).unwrap(), path);
    }

    #[test]
    fn an_unknown_name_lists_what_there_is() {
        let message = find("test:stair").unwrap_err().to_string();
        assert!(message.contains("no level \"test:stair\""), "{message}");
        assert!(
            message.contains("Did you mean \"test:stairs\""),
            "{message}"
        );
        assert!(message.contains("test:terrain"), "{message}");
    }
}
