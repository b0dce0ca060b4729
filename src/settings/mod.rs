//! The player's own settings: a small JSON file in the user's configuration folder. The
//! simulation never sees them but for the rules a run starts with.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    files,
    render::{Exposure, Film, STOPS},
    sim::{PoolPolicy, PropRays, PropStop, Rules},
};

/// Names a folder to use instead of the user's.
const FOLDER_VARIABLE: &str = "HEXBOUND_CONFIG";

/// The usual vertical field of view, degrees: 91° wide at 16:9, enough for running without
/// stretched corners.
pub const FIELD_OF_VIEW: f32 = 60.0;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Radians per count of the mouse.
    pub sensitivity: f32,
    /// Moving the mouse up looks down.
    pub invert_y: bool,
    /// Vertical, degrees.
    pub field_of_view: f32,
    /// 0 is silence, 1 is as mixed.
    pub volume: f32,
    /// Frames a second at most.
    pub frame_cap: u32,
    pub explosion_pool: PoolPolicy,
    /// A jump is still granted so long after walking off an edge, seconds.
    pub coyote_time: f32,
    /// A jump pressed so long before landing is made then, seconds.
    pub jump_buffer: f32,
    pub prop_rays: PropRays,
    pub prop_stop: PropStop,
    /// "auto", or {"fixed": stops}.
    pub exposure: Exposure,
    /// Explosions throw no light and shine less.
    pub low_flash: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let rules = Rules::default();
        Self {
            sensitivity: 0.0022,
            invert_y: false,
            field_of_view: FIELD_OF_VIEW,
            volume: 1.0,
            frame_cap: 240,
            explosion_pool: rules.explosion_pool,
            coyote_time: rules.coyote_time,
            jump_buffer: rules.jump_buffer,
            prop_rays: rules.prop_rays,
            prop_stop: rules.prop_stop,
            exposure: Exposure::Auto,
            low_flash: false,
        }
    }
}

/// Why the file was not taken; the defaults are used then.
#[derive(Debug, Error)]
pub enum SettingsError {
    #[error("the settings {} cannot be read: {source}; using the defaults", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error(
        "the settings {} are broken ({problem}); using the defaults, the old file is kept as {}",
        path.display(), kept.display()
    )]
    Broken {
        path: PathBuf,
        problem: String,
        kept: PathBuf,
    },
}

impl Settings {
    /// What the player has set; the defaults where nothing is, with the reason where that is a
    /// failure. A missing file is none: it is written with the defaults, so that it can be found.
    pub fn load() -> (Self, Option<SettingsError>) {
        match folder() {
            Some(folder) => Self::load_from(&folder.join("settings.json")),
            None => (Self::default(), None),
        }
    }

    pub fn load_from(path: &Path) -> (Self, Option<SettingsError>) {
        let text = match files::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let settings = Self::default();
                if let Err(error) = settings.save_to(path) {
                    log::debug!("no settings file was written: {error}");
                }
                return (settings, None);
            }
            Err(source) => {
                let path = path.to_owned();
                return (
                    Self::default(),
                    Some(SettingsError::Unreadable { path, source }),
                );
            }
        };
        match serde_json::from_str::<Self>(&text) {
            Ok(settings) => (settings.checked(), None),
            Err(error) => (Self::default(), Some(keep_aside(path, error.to_string()))),
        }
    }

    pub fn film(&self) -> Film {
        Film {
            exposure: self.exposure,
            low_flash: self.low_flash,
        }
    }

    fn save_to(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, serde_json::to_string_pretty(self)? + "\n")
    }

    /// What a run starts with.
    pub fn rules(&self) -> Rules {
        Rules {
            explosion_pool: self.explosion_pool,
            coyote_time: self.coyote_time,
            jump_buffer: self.jump_buffer,
            prop_rays: self.prop_rays,
            prop_stop: self.prop_stop,
            ..Rules::default()
        }
    }

    /// Everything within what can be played with.
    fn checked(self) -> Self {
        let usual = Self::default();
        let within = |value: f32, low: f32, high: f32, otherwise: f32| {
            if value.is_finite() {
                value.clamp(low, high)
            } else {
                otherwise
            }
        };
        Self {
            sensitivity: within(self.sensitivity, 0.0001, 0.05, usual.sensitivity),
            field_of_view: within(self.field_of_view, 30.0, 110.0, usual.field_of_view),
            volume: within(self.volume, 0.0, 1.0, usual.volume),
            frame_cap: self.frame_cap.clamp(10, 1000),
            coyote_time: within(self.coyote_time, 0.0, 1.0, usual.coyote_time),
            jump_buffer: within(self.jump_buffer, 0.0, 1.0, usual.jump_buffer),
            exposure: match self.exposure {
                Exposure::Auto => Exposure::Auto,
                Exposure::Fixed(stops) => {
                    Exposure::Fixed(within(stops, *STOPS.start(), *STOPS.end(), 0.0))
                }
            },
            ..self
        }
    }
}

/// Moves a broken file out of the way, so that it is neither lost nor read again.
fn keep_aside(path: &Path, problem: String) -> SettingsError {
    let kept = path.with_extension("json.broken");
    if let Err(error) = fs::rename(path, &kept) {
        log::warn!("{} stays where it is: {error}", path.display());
    }
    SettingsError::Broken {
        path: path.to_owned(),
        problem,
        kept,
    }
}

/// The user's configuration folder for the game, by the platform's custom.
fn folder() -> Option<PathBuf> {
    let variable = |name: &str| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    if let Some(folder) = variable(FOLDER_VARIABLE) {
        return Some(folder);
    }
    let base = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_CONFIG_HOME").or_else(|| variable("HOME").map(|home| home.join(".config")))
    };
    base.map(|base| base.join("hexbound"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hexbound/settings.json");
        (folder, path)
    }

    #[test]
    fn a_missing_file_is_written_with_the_defaults() {
        let (_folder, path) = place();
        let (settings, problem) = Settings::load_from(&path);
        assert_eq!(settings, Settings::default());
        assert!(problem.is_none());
        let (again, problem) = Settings::load_from(&path);
        assert_eq!(again, settings);
        assert!(problem.is_none());
    }

    #[test]
    fn what_is_missing_in_the_file_keeps_its_default() {
        let (_folder, path) = place();
        Settings::load_from(&path);
        fs::write(&path, r#"{"volume": 0.25, "explosion_pool": "reuse"}"#).unwrap();
        let (settings, _) = Settings::load_from(&path);
        assert_eq!(settings.volume, 0.25);
        assert_eq!(settings.explosion_pool, PoolPolicy::Reuse);
        assert_eq!(settings.sensitivity, Settings::default().sensitivity);
    }

    #[test]
    fn a_broken_file_is_kept_aside_and_said_once() {
        let (_folder, path) = place();
        Settings::load_from(&path);
        fs::write(&path, "{ volume: loud").unwrap();
        let (settings, problem) = Settings::load_from(&path);
        assert_eq!(settings, Settings::default());
        let Some(SettingsError::Broken { kept, .. }) = problem else {
            panic!("{problem:?}");
        };
        assert_eq!(fs::read_to_string(kept).unwrap(), "{ volume: loud");
        assert!(Settings::load_from(&path).1.is_none());
    }

    #[test]
    fn impossible_values_are_brought_within_reach() {
        let (_folder, path) = place();
        Settings::load_from(&path);
        fs::write(
            &path,
            r#"{"volume": -3, "field_of_view": 400, "frame_cap": 0, "exposure": {"fixed": 90}}"#,
        )
        .unwrap();
        let (settings, problem) = Settings::load_from(&path);
        assert!(problem.is_none());
        assert_eq!((settings.volume, settings.field_of_view), (0.0, 110.0));
        assert_eq!(settings.frame_cap, 10);
        assert_eq!(settings.exposure, Exposure::Fixed(8.0));
    }
}
