//! A starter level: a folder with a small level, the scripts that make it, and a guide. The files are
//! those of `assets/starter`, with the level's name in place of LEVEL.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use hexbound_base::assets;
use hexbound_base::files;

/// The files, below `starter` among the assets.
const STARTER_FILES: [&str; 6] = [
    "README.md",
    "README.zh-CN.md",
    "level.py",
    "to_gltf.py",
    "to_blender.py",
    LEVEL_FILE,
];
const LEVEL_FILE: &str = "LEVEL.glb";
/// The placeholder of the level's name in file names and texts.
const NAME_PLACEHOLDER: &str = "LEVEL";

/// The reason why no starter level was written.
#[derive(Debug, Error)]
pub enum StarterError {
    #[error(
        "\"{name}\" can't be a level's name: use letters and digits, with - and _ between them"
    )]
    Name { name: String },
    #[error("{} is there already: choose another name", folder.display())]
    Exists { folder: PathBuf },
    #[error("{} cannot be written: {source}", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    #[error("{0}")]
    Missing(String),
}

/// Writes a starter level into a new folder, whose name becomes the level's, and returns the path of the
/// level's file. Fails if the folder exists, can't be written, or its name can't be a level's.
pub fn write(folder: &Path) -> Result<PathBuf, StarterError> {
    let name = name_of(folder)?;
    // Everything is read before anything is written.
    let texts = STARTER_FILES.map(|file| read(file).map(|bytes| (file, bytes)));
    let texts: Vec<_> = texts.into_iter().collect::<Result<_, _>>()?;
    fs::create_dir(folder).map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => StarterError::Exists {
            folder: folder.into(),
        },
        _ => unwritable(folder, source),
    })?;
    for (file, bytes) in texts {
        let path = folder.join(file.replace(NAME_PLACEHOLDER, name));
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => text.replace(NAME_PLACEHOLDER, name).into_bytes(),
            // The level itself is binary and stays as it is.
            Err(binary) => binary.into_bytes(),
        };
        fs::write(&path, bytes).map_err(|source| unwritable(&path, source))?;
    }
    Ok(folder.join(LEVEL_FILE.replace(NAME_PLACEHOLDER, name)))
}

/// The level's name, taken from the folder's. Scripts and command lines contain it.
fn name_of(folder: &Path) -> Result<&str, StarterError> {
    let is_plain = |name: &&str| {
        !name.starts_with('-')
            && (name.chars()).all(|it| it.is_alphanumeric() || ['-', '_'].contains(&it))
    };
    let name = folder.file_name().and_then(|name| name.to_str());
    name.filter(is_plain).ok_or_else(|| StarterError::Name {
        name: folder.display().to_string(),
    })
}

fn read(file: &str) -> Result<Vec<u8>, StarterError> {
    let name = format!("starter/{file}");
    let path = assets::find(&name).ok_or_else(|| StarterError::Missing(assets::missing(&name)))?;
    files::read(&path)
        .map_err(|error| StarterError::Missing(format!("{}: {error}", path.display())))
}

fn unwritable(path: &Path, source: io::Error) -> StarterError {
    StarterError::Unwritable {
        path: path.into(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use std::path::MAIN_SEPARATOR;

    use super::*;

    #[test]
    fn a_folder_is_written_once_and_names_its_level() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("hof-3");
        let level = write(&folder).unwrap();
        assert_eq!(level, folder.join("hof-3.glb"));
        let guide = fs::read_to_string(folder.join("README.md")).unwrap();
        assert!(guide.contains("hexbound check hof-3/hof-3.glb"));
        assert!(!guide.contains(NAME_PLACEHOLDER));
        assert!(matches!(write(&folder), Err(StarterError::Exists { .. })));
        let error = write(&place.path().join("none/yard")).unwrap_err();
        assert!(matches!(error, StarterError::Unwritable { .. }), "{error}");
    }

    #[test]
    fn a_name_that_scripts_could_not_hold_is_refused() {
        let names = ["..", "a\"b", "a\\b", "-x", "a b", "a\nb"];
        // What separates folders is in no name.
        for name in (names.iter()).filter(|name| !name.contains(MAIN_SEPARATOR)) {
            let error = write(&Path::new("/nowhere").join(name)).unwrap_err();
            assert!(matches!(error, StarterError::Name { .. }), "{error}");
        }
    }
}
