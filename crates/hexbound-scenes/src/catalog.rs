//! The level catalog: level files and generated scenes, and the lookup of a level by a command-line
//! argument. `hexbound-level` reads the files.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use crate::Hall;
use hexbound_base::assets;
use hexbound_base::folders;
use hexbound_level::{
    Level, LevelError, Reading, Scale,
    suggestions::{has_level_extension, level_files, missing},
};

pub use hexbound_level::suggestions::closest;

/// The prefix of the names of generated scenes.
pub const SCENE_PREFIX: &str = "test:";

/// The name of the museum, which opens its first hall; `museum:HALL` opens another hall.
const MUSEUM_NAME: &str = "museum";

/// The folder of the levels among the assets.
const LEVEL_FOLDER: &str = "levels";

/// The levels shipped with the game, in playing order.
pub const SHIPPED_LEVELS: [&str; 6] = [
    "quarry",
    "observatory",
    "foundry",
    "locks",
    "weigh",
    "march",
];

/// A level in the list of levels.
#[derive(Debug)]
pub struct Listing {
    /// The name by which [`open`] finds it.
    pub name: String,
    /// The path of the level's file; `None` for a generated scene.
    pub path: Option<PathBuf>,
    /// The title in the level's file, for players.
    pub title: Option<String>,
    /// The number of collision triangles, or why the level is refused.
    pub triangles: Result<usize, LevelError>,
}

/// Opens the level named by a command-line argument: a name among the assets' levels, a path to a file,
/// `test:NAME` for a generated scene, or `museum:HALL`. The error names file, place and remedy.
pub fn open(argument: impl AsRef<OsStr>) -> Result<Level, LevelError> {
    open_scaled(argument, Scale::METERS)
}

/// Opens a level as [`open`] does, with the options `reading` for its file, which may be a scale alone.
pub fn open_scaled(
    argument: impl AsRef<OsStr>,
    reading: impl Into<Reading>,
) -> Result<Level, LevelError> {
    open_reporting(argument, reading, &|_| {})
}

/// Opens a level as [`open_scaled`] does, and reports the finished share of the work to `report` now and
/// then, 0..1.
pub fn open_reporting(
    argument: impl AsRef<OsStr>,
    reading: impl Into<Reading>,
    report: &(dyn Fn(f32) + Sync),
) -> Result<Level, LevelError> {
    let (argument, reading) = (argument.as_ref(), reading.into());
    let scale = reading.scale;
    let named = || argument.to_string_lossy().into_owned();
    match argument
        .to_str()
        .and_then(scene_of)
        .and_then(|scene| crate::named(&scene))
    {
        Some(_) if reading.variant.is_some() => Err(LevelError::Unplayable {
            level: named(),
            problem: String::from("a generated scene has no variants"),
            remedy: String::from("Leave --variant out"),
        }),
        Some(level) if scale == Scale::METERS => Ok(level),
        Some(_) => Err(LevelError::Unplayable {
            level: named(),
            problem: format!("a generated scene is in meters, no scale of {scale} fits it"),
            remedy: String::from(
                "Leave --scale out, or give the path of a .glb, .gltf, .map or .bsp file",
            ),
        }),
        None => hexbound_level::load_cached(&find(argument)?, &reading, report),
    }
}

/// Returns whether an argument names a generated scene.
pub fn is_scene(name: &str) -> bool {
    scene_of(name).is_some_and(|scene| crate::SCENE_NAMES.contains(&&*scene))
}

/// The scene that an argument may name. A level file with the museum's name takes precedence.
fn scene_of(argument: &str) -> Option<String> {
    if let Some(scene) = argument.strip_prefix(SCENE_PREFIX) {
        return Some(scene.to_owned());
    }
    let hall = match argument.strip_prefix(MUSEUM_NAME)? {
        "" => Hall::ALL[0],
        named => Hall::find(named.strip_prefix(':')?)?,
    };
    find(argument).is_err().then(|| hall.scene())
}

/// The argument that opens a generated scene.
pub fn scene(name: &str) -> String {
    format!("{SCENE_PREFIX}{name}")
}

/// The argument that opens a hall of the museum.
pub fn hall(hall: Hall) -> String {
    scene(&hall.scene())
}

/// The hall of the museum that an argument names.
pub fn hall_named(argument: &str) -> Option<Hall> {
    Hall::of_scene(&scene_of(argument)?)
}

/// Returns the command-line argument that reopens `level`.
pub fn argument_for(level: &Level) -> String {
    match &level.path {
        Some(path) => path.display().to_string(),
        None => format!("{SCENE_PREFIX}{}", level.name),
    }
}

/// The level after `name` in playing order; `None` after the last and for other levels.
pub fn level_after(name: &str) -> Option<&'static str> {
    let index = SHIPPED_LEVELS.iter().position(|own| *own == name)?;
    SHIPPED_LEVELS.get(index + 1).copied()
}

/// Lists the game's levels in playing order, then every other level among the assets and in the user's
/// own folder, then every generated scene. Each level is loaded, to count its triangles.
pub fn list() -> Vec<Listing> {
    let mut files = files();
    files.sort_by_key(|path| {
        let is_it = |own: &&str| path.file_stem() == Some(OsStr::new(own));
        SHIPPED_LEVELS
            .iter()
            .position(is_it)
            .unwrap_or(SHIPPED_LEVELS.len())
    });
    let scenes = crate::SCENE_NAMES.iter().map(|name| Listing {
        name: format!("{SCENE_PREFIX}{name}"),
        path: None,
        title: None,
        triangles: Ok(crate::named(name).map_or(0, |level| level.collision.len())),
    });
    files.into_iter().map(listing).chain(scenes).collect()
}

/// Loads the level of a file for the list.
fn listing(path: PathBuf) -> Listing {
    let loaded = hexbound_level::load(&path);
    Listing {
        name: (path.file_stem().unwrap_or_default())
            .to_string_lossy()
            .into_owned(),
        path: Some(path),
        title: loaded
            .as_ref()
            .ok()
            .and_then(|level| level.play.title.clone()),
        triangles: loaded.map(|level| level.collision.len()),
    }
}

/// The user's own folder of levels, which may not exist; `None` for a user without a home folder.
pub fn user_folder() -> Option<PathBuf> {
    Some(folders::user_data()?.join("levels"))
}

/// Every level file among the assets and in the user's own folder, sorted by name. If two folders hold
/// files of the same name, the first folder's file counts.
pub fn files() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let folders = assets::find_all(LEVEL_FOLDER).into_iter();
    for folder in folders.chain(user_folder()) {
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

/// The file that an argument refers to: by a name among the levels, with or without its extension, or by
/// a path.
pub fn find(name_or_path: impl AsRef<OsStr>) -> Result<PathBuf, LevelError> {
    let path = Path::new(name_or_path.as_ref());
    let name = path.to_string_lossy();
    if path.is_file() {
        return Ok(path.to_path_buf());
    }
    let known = files();
    let wanted = name.to_lowercase();
    let matches = |path: &&PathBuf| {
        [path.file_stem(), path.file_name()]
            .into_iter()
            .flatten()
            .any(|name| name.to_string_lossy().to_lowercase() == wanted)
    };
    let is_meant_as_path = has_level_extension(path) || path.components().nth(1).is_some();
    match known.iter().find(matches) {
        Some(path) => Ok(path.clone()),
        // Opening the path will report the problem of a folder, a pipe or a link.
        None if path.symlink_metadata().is_ok() => Ok(path.to_path_buf()),
        None if is_meant_as_path => Err(missing(path)),
        None => Err(not_found(&name, &known)),
    }
}

/// The name that finds an open level again, from other folders too: its name in the catalog, or an
/// absolute path.
pub fn lasting_name(level: &Level) -> String {
    let Some(path) = &level.path else {
        return format!("{SCENE_PREFIX}{}", level.name);
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let absolute = real(path);
    let is_listed = find(&*stem).is_ok_and(|known| real(&known) == absolute);
    match is_listed {
        true => stem.into_owned(),
        false => absolute.to_string_lossy().into_owned(),
    }
}

/// Returns whether a command-line argument names no level, no scene and no file.
pub fn is_unknown(argument: &OsStr) -> bool {
    let is_scene = argument.to_str().is_some_and(is_scene);
    !is_scene && matches!(find(argument), Err(LevelError::NotFound { .. }))
}

/// The names of the levels and of the generated scenes.
pub fn names() -> Vec<String> {
    names_of(&files())
}

fn names_of(files: &[PathBuf]) -> Vec<String> {
    let levels = files.iter().filter_map(|path| path.file_stem());
    let levels = levels.map(|name| name.to_string_lossy().into_owned());
    let scenes = crate::SCENE_NAMES.iter();
    levels
        .chain([String::from(MUSEUM_NAME)])
        .chain(scenes.map(|name| format!("{SCENE_PREFIX}{name}")))
        .collect()
}

/// The error for an unknown name, with a suggestion.
fn not_found(name: &str, known: &[PathBuf]) -> LevelError {
    let names = names_of(known);
    let suggestion = closest(name, names.iter().map(String::as_str))
        .map_or_else(String::new, |known| format!("Did you mean \"{known}\"? "));
    let lists = match known.is_empty() {
        true => assets::missing(LEVEL_FOLDER),
        false => format!(
            "{suggestion}`hexbound levels` lists those that there are, --scenes the generated ones too"
        ),
    };
    LevelError::NotFound {
        name: name.to_string(),
        remedy: format!("{lists}; or give the path of a .glb, .gltf, .map or .bsp file"),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_path_is_taken_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Some Level.GLB");
        fs::write(&path, b"anything").unwrap();
        assert_eq!(find(path.to_str().unwrap()).unwrap(), path);
    }

    #[test]
    fn a_level_is_found_again_by_its_lasting_name() {
        for name in ["observatory", "test:flat"] {
            let level = open(name).unwrap();
            assert_eq!(lasting_name(&level), name);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("observatory.glb");
        fs::copy(find("observatory").unwrap(), &path).unwrap();
        let level = hexbound_level::load(&path).unwrap();
        let name = lasting_name(&level);
        assert_eq!(Path::new(&name), path.canonicalize().unwrap());
    }

    #[test]
    fn a_hall_is_found_by_the_argument_that_means_it() {
        for hall in Hall::ALL {
            let argument = super::hall(hall);
            assert!(is_scene(&argument));
            assert_eq!(hall_named(&argument), Some(hall));
        }
        assert_eq!(hall_named("test:flat"), None);
        assert_eq!(hall_named("museum-walking"), None);
        assert_eq!(hall_named("museum"), Some(Hall::Walking));
        assert_eq!(hall_named("museum:balls"), Some(Hall::Balls));
        assert_eq!(hall_named("museum:bells"), None);
        let level = open("museum:documents").unwrap();
        assert_eq!(lasting_name(&level), hall(Hall::Documents));
    }

    #[test]
    fn a_path_with_nothing_there_differs_from_a_name() {
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
            // Some systems take upper and lower case for the same.
            if folder.path().join(path).exists() {
                continue;
            }
            let words = words(path);
            assert!(words.contains("there is no such file"), "{words}");
            assert!(words.contains(part), "{words}");
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_and_the_command_that_lists_all() {
        let message = find("test:stair").unwrap_err().to_string();
        assert!(message.contains("no level \"test:stair\""), "{message}");
        assert!(
            message.contains("Did you mean \"test:stairs\""),
            "{message}"
        );
        assert!(message.contains("`hexbound levels`"), "{message}");
        assert!(!message.contains("test:terrain"), "{message}");
    }
}
