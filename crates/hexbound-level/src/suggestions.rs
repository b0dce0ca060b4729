//! Suggestions for the name of a missing file: another case, another spelling. Reads folders only.

use std::{
    fs,
    path::{Component, Path, PathBuf},
};

use strsim::levenshtein;

use super::LevelError;
use hexbound_base::files;

/// The most names of a folder that are compared.
const MAX_NAMES: usize = 10_000;

/// The error for a missing path, with a suggested one.
pub fn missing(path: &Path) -> LevelError {
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let remedy = if let Ok(target) = fs::read_link(path) {
        format!("It is a link to \"{}\", where nothing is", target.display())
    } else if let Some(other) = other_case(folder, Path::new(&*name)) {
        format!(
            "There is \"{}\": only upper and lower case differ",
            folder.join(other).display()
        )
    } else if !listed(folder).is_dir() {
        format!("There is no folder \"{}\" either", folder.display())
    } else {
        let beside = level_files(folder);
        let names = (beside.iter()).filter_map(|file| Some(file.file_name()?.to_string_lossy()));
        match closest(&name, names) {
            Some(other) => format!("Did you mean \"{}\"?", folder.join(&*other).display()),
            None => String::from(
                "Give the path of a .glb, .gltf, .map or .bsp file, or a name that `hexbound levels` lists",
            ),
        }
    };
    LevelError::NoSuchFile {
        file: path.to_path_buf(),
        remedy,
    }
}

/// An existing path below `folder` that differs from `relative` only in upper and lower case.
pub(crate) fn other_case(folder: &Path, relative: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    for component in relative.components() {
        let Component::Normal(wanted) = component else {
            continue;
        };
        let here = listed(folder).join(&found);
        if here.join(wanted).exists() {
            found.push(wanted);
            continue;
        }
        let lower = wanted.to_string_lossy().to_lowercase();
        let names = (fs::read_dir(here).ok()?.take(MAX_NAMES)).flatten();
        // The first by name: folders are listed in no order.
        let other = (names.map(|entry| entry.file_name()))
            .filter(|name| name.to_string_lossy().to_lowercase() == lower)
            .min()?;
        found.push(other);
    }
    (found.as_path() != relative).then_some(found)
}

/// Returns the folder to list for a path: the current one for an empty path.
pub(crate) fn listed(folder: &Path) -> &Path {
    if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    }
}

/// Returns whether a path is a file with the extension of a level file.
fn is_level_file(path: &Path) -> bool {
    files::is_file(path) && has_level_extension(path)
}

/// The extensions of level files.
const LEVEL_ENDINGS: [&str; 4] = ["glb", "gltf", "map", "bsp"];

/// Returns whether a path has the extension of a level file.
pub fn has_level_extension(path: &Path) -> bool {
    let extension = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
    extension.is_some_and(|extension| LEVEL_ENDINGS.iter().any(|ending| extension == *ending))
}

/// The level files in one folder, sorted by name.
pub fn level_files(folder: &Path) -> Vec<PathBuf> {
    let mut here: Vec<PathBuf> = (files::list(listed(folder)))
        .take(MAX_NAMES)
        .filter(|path| is_level_file(path))
        .collect();
    here.sort();
    here
}

/// The known name nearest to `name`, if `name` may be a misspelling or a prefix of it.
pub fn closest<N: AsRef<str> + Ord>(name: &str, names: impl Iterator<Item = N>) -> Option<N> {
    let lower = name.to_lowercase();
    let (_, known) = names
        .filter_map(|known| {
            let it = known.as_ref().to_lowercase();
            let edits = levenshtein(&lower, &it);
            may_be_meant(&lower, &it, edits).then_some((edits, known))
        })
        .min()?;
    Some(known)
}

/// Returns whether a word at the distance `edits` from a known one may be meant as that one. Two edits
/// of a short word are too many, unless its first letter is right.
fn may_be_meant(word: &str, known: &str, edits: usize) -> bool {
    /// The least number of letters of a prefix that identifies a word.
    const MIN_PREFIX: usize = 3;
    let letters = word.chars().count();
    let begins_alike = word.chars().next() == known.chars().next();
    edits <= 1.max(letters / 3)
        || (edits <= 2 && begins_alike)
        || (letters >= MIN_PREFIX && known.starts_with(word))
}

/// The known word that `word` may be a slip of: one letter wrong, missing or too many, and one more for
/// every seven letters.
pub fn near<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let max_edits = 1 + word.chars().count() / 7;
    let (_, known) = known
        .map(|known| (levenshtein(word, known), known))
        .filter(|(edits, _)| *edits <= max_edits)
        .min()?;
    Some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_near_is_suggested() {
        let known = ["check", "levels", "logs", "museum", "shot"];
        let closest = |word| closest(word, known.into_iter());
        for (word, meant) in [
            ("chek", "check"),
            ("Levels", "levels"),
            ("levles", "levels"),
            ("shto", "shot"),
            ("mus", "museum"),
        ] {
            assert_eq!(closest(word), Some(meant), "{word}");
        }
        for word in ["bogus", "mug", "l", "", "quarry"] {
            assert_eq!(closest(word), None, "{word}");
        }
    }

    #[test]
    fn a_name_in_another_case_is_found_in_every_folder() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("Halls")).unwrap();
        fs::write(folder.path().join("Halls/Great.glb"), b"anything").unwrap();
        let other = other_case(folder.path(), Path::new("halls/GREAT.glb"));
        // Some systems take upper and lower case for the same.
        let is_there = folder.path().join("halls/GREAT.glb").exists();
        let expected = (!is_there).then(|| PathBuf::from("Halls/Great.glb"));
        assert_eq!(other, expected);
        assert_eq!(other_case(folder.path(), Path::new("halls/none")), None);
    }
}
