//! Which levels there are and what a name on the command line means. Reads directories and the
//! shape of files only; loading is elsewhere.

use std::{
    env, fs,
    path::{Component, Path, PathBuf},
};

use super::{LevelError, scenes};

/// What a generated scene's name starts with.
pub const SCENE_PREFIX: &str = "test:";
/// Names of a folder that are looked at.
const MOST_NAMES: usize = 10_000;

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
        let mut here = level_files(&folder);
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
        // What is wrong with a folder or a pipe is said where it is opened.
        None if path.exists() => Ok(path.to_path_buf()),
        None if is_meant_as_path(path) => Err(missing(path)),
        None => Err(not_found(name_or_path, &known)),
    }
}

/// The refusal of a path at which there is nothing, with what may have been meant.
pub fn missing(path: &Path) -> LevelError {
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let remedy = if let Some(other) = other_case(folder, Path::new(&*name)) {
        format!(
            "There is \"{}\": only upper and lower case differ",
            folder.join(other).display()
        )
    } else if !real(folder).is_dir() {
        format!("There is no folder \"{}\" either", folder.display())
    } else {
        let beside = level_files(folder);
        let names = (beside.iter()).filter_map(|file| Some(file.file_name()?.to_string_lossy()));
        match closest(&name, names) {
            Some(other) => format!("Did you mean \"{}\"?", folder.join(&*other).display()),
            None => String::from(
                "Give the path of a .glb or .gltf file, or a name that `hexbound levels` lists",
            ),
        }
    };
    LevelError::NoSuchFile {
        file: path.to_path_buf(),
        remedy,
    }
}

/// The path below `folder` that is `relative` but for upper and lower case, and is there.
pub fn other_case(folder: &Path, relative: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    for component in relative.components() {
        let Component::Normal(wanted) = component else {
            continue;
        };
        let here = real(folder).join(&found);
        if here.join(wanted).exists() {
            found.push(wanted);
            continue;
        }
        let lower = wanted.to_string_lossy().to_lowercase();
        let names = (fs::read_dir(here).ok()?.take(MOST_NAMES)).flatten();
        // The first by name: folders are listed in no order.
        let other = (names.map(|entry| entry.file_name()))
            .filter(|name| name.to_string_lossy().to_lowercase() == lower)
            .min()?;
        found.push(other);
    }
    (found.as_path() != relative).then_some(found)
}

/// A folder to look into: the current one for an empty path.
fn real(folder: &Path) -> &Path {
    if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    }
}

/// Whether somebody means a file by it: it has a folder, or ends as level files do.
fn is_meant_as_path(path: &Path) -> bool {
    has_level_extension(path) || path.components().nth(1).is_some()
}

fn is_level_file(path: &Path) -> bool {
    path.is_file() && has_level_extension(path)
}

fn has_level_extension(path: &Path) -> bool {
    let extension = path
        .extension()
        .map(|extension| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| extension == "glb" || extension == "gltf")
}

/// The level files in one folder, by name.
fn level_files(folder: &Path) -> Vec<PathBuf> {
    let mut here: Vec<PathBuf> = (fs::read_dir(real(folder)).into_iter().flatten())
        .take(MOST_NAMES)
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| is_level_file(path))
        .collect();
    here.sort();
    here
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
    let suggestion = closest(name, names.iter().map(String::as_str))
        .map_or_else(String::new, |known| format!("Did you mean \"{known}\"? "));
    LevelError::NotFound {
        name: name.to_string(),
        remedy: format!(
            "{suggestion}There are: {}; or give the path of a .glb or .gltf file",
            names.join(", ")
        ),
    }
}

/// The name that `name` may be a slip of the pen for.
fn closest<N: AsRef<str> + Ord>(name: &str, names: impl Iterator<Item = N>) -> Option<N> {
    let lower = name.to_lowercase();
    let (edits, known) = names
        .map(|known| (distance(&lower, &known.as_ref().to_lowercase()), known))
        .min()?;
    (edits <= 2.max(name.chars().count() / 3)).then_some(known)
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
    fn a_path_with_nothing_there_is_told_from_a_name() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("Halls")).unwrap();
        fs::write(folder.path().join("Halls/Great.glb"), b"anything").unwrap();
        let words = |path: &str| {
            let path = folder.path().join(path);
            find(path.to_str().unwrap()).unwrap_err().to_string()
        };
        for (path, part) in [
            ("Halls/great.GLB", "Great.glb\": only upper and lower case"),
            ("Halls/Grate.glb", "Did you mean"),
            ("Halls/other.glb", "hexbound levels"),
            ("Walls/Great.glb", "There is no folder"),
        ] {
            let words = words(path);
            assert!(words.contains("there is no such file"), "{words}");
            assert!(words.contains(part), "{words}");
        }
        let other = other_case(folder.path(), Path::new("halls/GREAT.glb"));
        assert_eq!(other, Some(PathBuf::from("Halls/Great.glb")));
        assert_eq!(other_case(folder.path(), Path::new("halls/none")), None);
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
