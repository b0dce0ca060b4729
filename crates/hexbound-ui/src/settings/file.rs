//! The settings file: its location, reading at the start and after another program's changes, and writing
//! after changes in the game.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use super::{Settings, SettingsError, document, document::SettingsFault, error::Fate};
use hexbound_base::{files, folders};

/// The environment variable that names the folder of the settings file.
const FOLDER_VARIABLE: &str = "HEXBOUND_CONFIG";

/// Reads the text of a settings file, writes the settings into it, and returns whether the text is readable.
/// An entry point for fuzz tests.
pub fn feed(text: &str) -> bool {
    match document::read(text) {
        Ok((settings, _)) => document::updated(text, &settings).is_ok(),
        Err(_) => false,
    }
}

/// The text of a new settings file.
pub fn seed() -> String {
    document::fresh(&Settings::default())
}

/// The player's settings file.
#[derive(Debug)]
pub struct SettingsFile {
    path: PathBuf,
    /// The text last read or written, so that our own writing does not count as a change.
    last_text: String,
}

impl SettingsFile {
    /// Opens and reads the player's file, and returns its settings and faults. Missing settings get their
    /// defaults. A missing file is written with the defaults, so that players can find it. A user without a
    /// home folder has no file.
    pub fn open() -> (Option<Self>, Settings, Vec<SettingsError>) {
        let Some(folder) = folder() else {
            return (None, Settings::default(), Vec::new());
        };
        let (file, settings, faults) = Self::open_at(&folder.join("settings.toml"));
        (Some(file), settings, faults)
    }

    fn open_at(path: &Path) -> (Self, Settings, Vec<SettingsError>) {
        let mut file = Self {
            path: path.to_owned(),
            last_text: String::new(),
        };
        let faults = match file.read() {
            Ok(text) => {
                file.last_text = text;
                match document::read(&file.last_text) {
                    Ok((settings, faults)) => {
                        let faults = faults.into_iter().map(|it| file.value(it)).collect();
                        return (file, settings, faults);
                    }
                    Err(fault) => vec![file.set_aside(fault, Fate::KeptAs)],
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let settings = Settings::default();
                if let Err(error) = file.write(document::fresh(&settings)) {
                    log::debug!("no settings file was written: {error}");
                }
                return (file, settings, Vec::new());
            }
            Err(source) => {
                let path = path.to_owned();
                vec![SettingsError::Unreadable { path, source }]
            }
        };
        (file, Settings::default(), faults)
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the file again if it has changed, and returns the faults. The settings stay as they are while
    /// the file is unreadable.
    pub fn reload(&mut self, settings: &mut Settings) -> Option<Vec<SettingsError>> {
        // Some programs remove a file for a moment while saving.
        let text = self.read().ok().filter(|text| *text != self.last_text)?;
        self.last_text = text;
        Some(match document::read(&self.last_text) {
            Ok((read, faults)) => {
                *settings = read;
                faults.into_iter().map(|it| self.value(it)).collect()
            }
            Err(fault) => vec![self.broken(fault, Fate::Waits)],
        })
    }

    /// Writes the changed settings into the file and leaves the rest of its text unchanged.
    pub fn save(&mut self, settings: &Settings) -> Result<(), SettingsError> {
        let text = self.read().unwrap_or_default();
        let (text, broken) = match document::updated(&text, settings) {
            Ok(_) if text.is_empty() => (document::fresh(settings), None),
            Ok(updated) => (updated, None),
            Err(fault) => (
                document::fresh(settings),
                Some(self.set_aside(fault, Fate::Replaced)),
            ),
        };
        let path = self.path.clone();
        (self.write(text)).map_err(|source| SettingsError::Unwritable { path, source })?;
        broken.map_or(Ok(()), Err)
    }

    fn read(&self) -> io::Result<String> {
        let bytes = files::read(&self.path)?;
        let text = String::from_utf8_lossy(&bytes);
        // Some editors write a byte order mark before the text.
        Ok(text.trim_start_matches('\u{feff}').to_owned())
    }

    /// Replaces the file atomically, so that no reader finds half of it.
    fn write(&mut self, text: String) -> io::Result<()> {
        if text == self.last_text {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        // A symbolic link to a file stays a link.
        let path = self.path.canonicalize().unwrap_or(self.path.clone());
        let temporary = path.with_extension("toml.new");
        fs::write(&temporary, &text)?;
        fs::rename(&temporary, &path)?;
        self.last_text = text;
        Ok(())
    }

    fn value(&self, SettingsFault { line, problem }: SettingsFault) -> SettingsError {
        SettingsError::Value {
            path: self.path.clone(),
            line,
            problem,
        }
    }

    fn broken(&self, SettingsFault { line, problem }: SettingsFault, fate: Fate) -> SettingsError {
        SettingsError::Broken {
            path: self.path.clone(),
            line,
            problem,
            fate,
        }
    }

    /// Renames the broken file, so that it is neither lost nor read again. `fate` makes the file's fate from
    /// its new path.
    fn set_aside(&self, fault: SettingsFault, fate: fn(PathBuf) -> Fate) -> SettingsError {
        let name = |number: u32| match number {
            1 => self.path.with_extension("toml.broken"),
            _ => self.path.with_extension(format!("toml.broken-{number}")),
        };
        // An earlier broken file is kept as well.
        let kept = (1..1000).map(name).find(|kept| !kept.exists());
        let moved = kept
            .ok_or_else(|| io::Error::other("every name for it is taken"))
            .and_then(|kept| fs::rename(&self.path, &kept).map(|()| kept));
        self.broken(fault, moved.map_or_else(Fate::Stays, fate))
    }
}

/// The folder of the settings file: the one in [`FOLDER_VARIABLE`], or the user's.
fn folder() -> Option<PathBuf> {
    let named = env::var_os(FOLDER_VARIABLE).filter(|name| !name.is_empty());
    named.map(PathBuf::from).or_else(folders::user_config)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hexbound/settings.toml");
        (folder, path)
    }

    #[test]
    fn a_missing_file_is_written_with_the_defaults() {
        let (_folder, path) = place();
        for _ in 0..2 {
            let (_, settings, faults) = SettingsFile::open_at(&path);
            assert_eq!(settings, Settings::default());
            assert!(faults.is_empty(), "{faults:?}");
        }
        assert!(fs::read_to_string(&path).unwrap().contains("[mouse]"));
    }

    #[test]
    fn the_game_and_other_programs_see_each_others_changes() {
        let (_folder, path) = place();
        let (mut file, mut settings, _) = SettingsFile::open_at(&path);
        settings.sound.master = 0.25;
        file.save(&settings).unwrap();
        assert!(file.reload(&mut settings).is_none(), "our own writing");
        assert_eq!(SettingsFile::open_at(&path).1, settings);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("invert = false", "invert = true # so")).unwrap();
        assert!(file.reload(&mut settings).unwrap().is_empty());
        assert!(settings.mouse.invert && settings.sound.master == 0.25);
        settings.sound.master = 0.5;
        file.save(&settings).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("invert = true # so"), "{text}");
        fs::remove_file(&path).unwrap();
        assert!(file.reload(&mut settings).is_none());
        file.save(&settings).unwrap();
        assert_eq!(SettingsFile::open_at(&path).1, settings);
    }

    #[test]
    fn a_file_that_is_broken_at_the_start_is_kept_and_reported_once() {
        let (_folder, path) = place();
        for (number, text) in ["[sound", "master = loud", "= 3"].iter().enumerate() {
            SettingsFile::open_at(&path);
            fs::write(&path, text).unwrap();
            let (_, settings, faults) = SettingsFile::open_at(&path);
            assert_eq!(settings, Settings::default());
            let [fault @ SettingsError::Broken { fate, .. }] = &faults[..] else {
                panic!("{faults:?}");
            };
            let said = fault.to_string();
            assert!(said.contains("settings.toml, line 1: "), "{said}");
            let Fate::KeptAs(kept) = fate else {
                panic!("{fate:?}");
            };
            assert_eq!(fs::read_to_string(kept).unwrap(), *text);
            assert!(SettingsFile::open_at(&path).2.is_empty());
            // Those set aside before are still there.
            let files = fs::read_dir(path.parent().unwrap()).unwrap().count();
            assert_eq!(files, number + 2);
        }
    }

    #[test]
    fn a_file_that_breaks_later_changes_nothing_and_is_not_lost() {
        let (_folder, path) = place();
        let (mut file, mut settings, _) = SettingsFile::open_at(&path);
        settings.mouse.invert = true;
        file.save(&settings).unwrap();
        fs::write(&path, "[mouse\ninvert = false").unwrap();
        let faults = file.reload(&mut settings).unwrap();
        let said = faults[0].to_string();
        assert!(said.contains("stay as they are"), "{said}");
        assert!(settings.mouse.invert);
        // Changing a setting in the game needs a file again.
        settings.picture.low_flash = true;
        let fault = file.save(&settings).unwrap_err().to_string();
        assert!(fault.contains("settings.toml.broken"), "{fault}");
        assert_eq!(SettingsFile::open_at(&path).1, settings);
    }

    #[test]
    fn an_unreadable_file_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let (mut file, settings, faults) = SettingsFile::open_at(folder.path());
        assert_eq!(settings, Settings::default());
        let is_error = matches!(faults[..], [SettingsError::Unreadable { .. }]);
        assert!(is_error, "{faults:?}");
        let mut other = settings;
        other.picture.low_flash = true;
        let fault = file.save(&other).unwrap_err();
        assert!(matches!(fault, SettingsError::Unwritable { .. }), "{fault}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_file_elsewhere_stays_a_link() {
        let (folder, path) = place();
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let elsewhere = folder.path().join("mine.toml");
        fs::write(&elsewhere, "[sound]\nmaster = 0.5\n").unwrap();
        std::os::unix::fs::symlink(&elsewhere, &path).unwrap();
        let (mut file, mut settings, _) = SettingsFile::open_at(&path);
        settings.sound.master = 0.75;
        file.save(&settings).unwrap();
        assert!(path.is_symlink());
        let text = fs::read_to_string(&elsewhere).unwrap();
        assert_eq!(text, "[sound]\nmaster = 0.75\n");
    }
}
