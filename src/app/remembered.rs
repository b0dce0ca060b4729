//! The game's memory of its use from one start to the next: the level files that were played, and the
//! controls that the player knows. Its loss costs nothing but comfort.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::hints::Lesson;
use hexbound_base::{files, folders};

/// The largest number of files that are remembered.
const MAX_FILES: usize = 8;

/// The memory of the game's use.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Remembered {
    /// The level files that were played and belong to no shelf, the newest first.
    pub recent: Vec<PathBuf>,
    /// The folder in which a level was looked for last.
    pub folder: Option<PathBuf>,
    /// The controls that need no hint any more.
    pub known: BTreeSet<Lesson>,
    /// The names of the places whose story the player was shown.
    pub stories: BTreeSet<String>,
    /// The name of the newest report of a fault that was announced to the player.
    pub told: Option<String>,
    #[serde(skip)]
    path: Option<PathBuf>,
}

impl Remembered {
    /// Reads the memory from the user's own folder. It is empty if the file can't be read.
    pub(crate) fn load() -> Self {
        let path = folders::user_state().map(|folder| folder.join("remembered.json"));
        path.map_or_else(Self::default, Self::load_from)
    }

    fn load_from(path: PathBuf) -> Self {
        let noted = files::read(&path).ok();
        let noted = noted.and_then(|bytes| serde_json::from_slice::<Self>(&bytes).ok());
        Self {
            path: Some(path),
            ..noted.unwrap_or_default()
        }
    }

    /// Records that a level file was played.
    pub(crate) fn played(&mut self, path: &Path) {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|other| *other != path);
        self.recent.insert(0, path);
        self.recent.truncate(MAX_FILES);
        self.save();
    }

    /// Records that the story of a place was shown. Returns false if it was shown before.
    pub(crate) fn show_story(&mut self, place: &str) -> bool {
        let is_new = !self.stories.contains(place);
        if is_new {
            self.stories.insert(place.to_owned());
            self.save();
        }
        is_new
    }

    /// Writes the memory to a temporary file that replaces the old one, so that no reader sees half of
    /// it.
    pub(crate) fn save(&self) {
        if let Err(error) = self.write() {
            log::debug!("nothing can be noted for the next start: {error}");
        }
    }

    fn write(&self) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let draft = path.with_extension(format!("{}.draft", std::process::id()));
        fs::write(&draft, serde_json::to_vec_pretty(self)?)?;
        fs::rename(&draft, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_is_known_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/remembered.json");
        let mut noted = Remembered::load_from(path.clone());
        assert_eq!(noted.recent, [] as [PathBuf; 0]);
        noted.known.insert(Lesson::Throw);
        assert!(noted.show_story("quarry") && !noted.show_story("quarry"));
        for number in 0..MAX_FILES + 2 {
            noted.played(Path::new(&format!("/nowhere/{number}.glb")));
        }
        noted.played(Path::new("/nowhere/5.glb"));
        let mut read = Remembered::load_from(path.clone());
        assert_eq!(read, noted);
        assert!(!read.show_story("quarry") && read.show_story("march"));
        assert_eq!(read.recent.len(), MAX_FILES);
        assert_eq!(read.recent[0], Path::new("/nowhere/5.glb"));
        fs::write(&path, "{\"recent\": 3").unwrap();
        assert!(Remembered::load_from(path).known.is_empty(), "broken");
    }
}
