//! The player's own settings: a small JSON file in the user's configuration folder, as plain
//! values. Whoever owns a subsystem hands it what it needs; the simulation sees only the rules that
//! a run starts with.

mod reader;

use std::{
    env, fmt, fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    files, folders,
    sim::{PoolPolicy, PropRays, PropStop, Rules},
};
use reader::Reader;

/// The environment variable that names a folder to use instead of the user's.
const FOLDER_VARIABLE: &str = "HEXBOUND_CONFIG";

/// The usual vertical field of view, degrees: 91° wide at 16:9, enough for running without
/// stretched corners.
pub const FIELD_OF_VIEW: f32 = 60.0;

/// Everything that the player can set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// Radians per count of the mouse.
    pub sensitivity: f32,
    /// True if moving the mouse up looks down.
    pub invert_y: bool,
    /// The vertical field of view, degrees.
    pub field_of_view: f32,
    /// The volume of all sounds: 0 is silence, 1 is as mixed.
    pub volume: f32,
    /// The highest frame rate, 1/s.
    pub frame_cap: u32,
    /// The policy for a new explosion when there are too many.
    pub explosion_pool: PoolPolicy,
    /// The time after walking off an edge for which a jump is still granted, seconds.
    pub coyote_time: f32,
    /// The time before a landing for which a press of the jump key is kept for it, seconds.
    pub jump_buffer: f32,
    /// Which rays look ahead of a moved prop.
    pub prop_rays: PropRays,
    /// The test that stops a moved prop.
    pub prop_stop: PropStop,
    /// The choice between adapting and fixed exposure.
    pub exposure: Exposure,
    /// True if explosions throw no light and shine less.
    pub low_flash: bool,
    /// True if the way of the next throw is shown.
    pub aim_line: bool,
    /// True if the hand is never empty.
    pub endless_balls: bool,
    /// The pace of time in play, 0.25 to 1.
    pub pace: f64,
}

/// The choice between adapting and fixed exposure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Exposure {
    /// The exposure follows the brightness of the place, as an eye does.
    #[default]
    Auto,
    /// The exposure is so many stops above what suits a sunlit place; each doubles the light.
    Fixed(f32),
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
            aim_line: false,
            endless_balls: false,
            pace: 1.0,
        }
    }
}

/// A fault of the settings file, and its consequence.
#[derive(Debug, Error)]
pub(crate) enum SettingsError {
    /// The system can't read the file.
    #[error("the settings {} cannot be read: {source}; using the defaults", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// The file is no JSON object.
    #[error(
        "the settings {} are broken ({problem}); using the defaults, {fate}",
        path.display()
    )]
    Broken {
        path: PathBuf,
        problem: String,
        /// The fate of the file.
        fate: Fate,
    },
    /// One value can't be used; all others hold.
    #[error("{}, line {line}: {problem}", path.display())]
    Value {
        path: PathBuf,
        line: usize,
        problem: String,
    },
}

impl SettingsError {
    /// The line of the file; 0 for an error about the whole file.
    fn line(&self) -> usize {
        match self {
            Self::Value { line, .. } => *line,
            _ => 0,
        }
    }
}

/// The fate of a broken file.
#[derive(Debug)]
pub(crate) enum Fate {
    /// It was renamed to this path.
    KeptAs(PathBuf),
    /// It could not be renamed.
    Stays(io::Error),
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::KeptAs(path) => write!(f, "the old file is kept as {}", path.display()),
            Self::Stays(error) => write!(f, "the file stays as it is ({error})"),
        }
    }
}

impl Settings {
    /// Loads the player's settings, with the defaults where nothing is set, and tells what was
    /// wrong. A missing file is no fault: it is written with the defaults, so that it can be found.
    pub(crate) fn load() -> (Self, Vec<SettingsError>) {
        match folder() {
            Some(folder) => Self::load_from(&folder.join("settings.json")),
            None => (Self::default(), Vec::new()),
        }
    }

    /// Loads the settings in a file, as [`load`](Self::load) does.
    pub(crate) fn load_from(path: &Path) -> (Self, Vec<SettingsError>) {
        let bytes = match files::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let settings = Self::default();
                if let Err(error) = settings.save_to(path) {
                    log::debug!("no settings file was written: {error}");
                }
                return (settings, Vec::new());
            }
            Err(source) => {
                let path = path.to_owned();
                let fault = SettingsError::Unreadable { path, source };
                return (Self::default(), vec![fault]);
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        // Some editors put a byte order mark before the text.
        let text = text.trim_start_matches('\u{feff}');
        match Reader::new(path, text) {
            Ok(reader) => Self::read(reader),
            Err(error) => (Self::default(), vec![keep_aside(path, error.to_string())]),
        }
    }

    /// Reads every setting, each brought within its range.
    fn read(mut from: Reader) -> (Self, Vec<SettingsError>) {
        let usual = Self::default();
        let switch = "true or false";
        let seconds = "seconds";
        let settings = Self {
            sensitivity: from.number(
                "sensitivity",
                "radians a count",
                0.0001..=0.05,
                usual.sensitivity,
            ),
            invert_y: from.value("invert_y", switch, usual.invert_y),
            field_of_view: from.number(
                "field_of_view",
                "degrees",
                30.0..=110.0,
                usual.field_of_view,
            ),
            volume: from.number("volume", "a number", 0.0..=1.0, usual.volume),
            frame_cap: from.number("frame_cap", "a whole number", 10..=1000, usual.frame_cap),
            explosion_pool: from.value(
                "explosion_pool",
                r#""drop" or "reuse""#,
                usual.explosion_pool,
            ),
            coyote_time: from.number("coyote_time", seconds, 0.0..=1.0, usual.coyote_time),
            jump_buffer: from.number("jump_buffer", seconds, 0.0..=1.0, usual.jump_buffer),
            prop_rays: from.value("prop_rays", r#""fan" or "vertices""#, usual.prop_rays),
            prop_stop: from.value("prop_stop", r#""swept" or "rays""#, usual.prop_stop),
            exposure: from.value("exposure", r#""auto" or {"fixed": stops}"#, usual.exposure),
            low_flash: from.value("low_flash", switch, usual.low_flash),
            aim_line: from.value("aim_line", switch, usual.aim_line),
            endless_balls: from.value("endless_balls", switch, usual.endless_balls),
            pace: from.number("pace", "a number", 0.25..=1.0, usual.pace),
        };
        (settings, from.finish())
    }

    fn save_to(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, serde_json::to_string_pretty(self)? + "\n")
    }

    /// The rules that a run starts with.
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            explosion_pool: self.explosion_pool,
            coyote_time: self.coyote_time,
            jump_buffer: self.jump_buffer,
            prop_rays: self.prop_rays,
            prop_stop: self.prop_stop,
            endless_balls: self.endless_balls,
            ..Rules::default()
        }
    }
}

/// Moves a broken file out of the way, so that it is neither lost nor read again.
fn keep_aside(path: &Path, problem: String) -> SettingsError {
    let name = |number: u32| match number {
        1 => path.with_extension("json.broken"),
        _ => path.with_extension(format!("json.broken-{number}")),
    };
    // An earlier one is not lost either.
    let kept = (1..1000).map(name).find(|kept| !kept.exists());
    let moved = kept
        .ok_or_else(|| io::Error::other("every name for it is taken"))
        .and_then(|kept| fs::rename(path, &kept).map(|()| kept));
    SettingsError::Broken {
        path: path.to_owned(),
        problem,
        fate: moved.map_or_else(Fate::Stays, Fate::KeptAs),
    }
}

/// The folder that holds the settings file: the one the player names, or the user's.
fn folder() -> Option<PathBuf> {
    let named = env::var_os(FOLDER_VARIABLE).filter(|name| !name.is_empty());
    named.map(PathBuf::from).or_else(folders::user_config)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hexbound/settings.json");
        (folder, path)
    }

    /// What is read from a file with that text, and what was wrong.
    fn read(text: &str) -> (Settings, Vec<String>) {
        let (_folder, path) = place();
        Settings::load_from(&path);
        fs::write(&path, text).unwrap();
        let (settings, faults) = Settings::load_from(&path);
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(
            said.iter().all(|it| it.contains("settings.json")),
            "{said:?}"
        );
        (settings, said)
    }

    #[test]
    fn a_missing_file_is_written_with_the_defaults() {
        let (_folder, path) = place();
        for _ in 0..2 {
            let (settings, faults) = Settings::load_from(&path);
            assert_eq!(settings, Settings::default());
            assert!(faults.is_empty(), "{faults:?}");
        }
    }

    #[test]
    fn what_is_missing_in_the_file_keeps_its_default() {
        let (settings, faults) = read(r#"{"volume": 0.25, "explosion_pool": "reuse"}"#);
        assert!(faults.is_empty(), "{faults:?}");
        let expected = Settings {
            volume: 0.25,
            explosion_pool: PoolPolicy::Reuse,
            ..Settings::default()
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn every_setting_is_read_back_as_it_was_written() {
        let (_folder, path) = place();
        let settings = Settings {
            sensitivity: 0.001,
            invert_y: true,
            field_of_view: 75.0,
            volume: 0.5,
            frame_cap: 60,
            explosion_pool: PoolPolicy::Reuse,
            coyote_time: 0.2,
            jump_buffer: 0.3,
            prop_rays: PropRays::Vertices,
            prop_stop: PropStop::Rays,
            exposure: Exposure::Fixed(-1.5),
            low_flash: true,
            aim_line: true,
            endless_balls: true,
            pace: 0.5,
        };
        settings.save_to(&path).unwrap();
        let (read, faults) = Settings::load_from(&path);
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(read, settings);
    }

    #[test]
    fn a_bad_value_costs_only_itself_and_is_named_with_its_line() {
        let (settings, faults) = read(
            "\u{feff}{\n  \"invert_y\": true,\n  \"volume\": \"loud\",\n\n  \"exposure\": {\n    \
             \"fixed\": \"much\"},\n  \"frame_cap\": 59.9,\n  \"field_of_view\": 80\n}\n",
        );
        let expected = Settings {
            invert_y: true,
            field_of_view: 80.0,
            ..Settings::default()
        };
        assert_eq!(settings, expected);
        let parts = [
            ["line 3: volume", r#""loud""#, "from 0 to 1"],
            ["line 5: exposure", r#"{ "fixed": "much"}"#, r#""auto""#],
            [
                "line 7: frame_cap",
                "59.9",
                "a whole number from 10 to 1000",
            ],
        ];
        assert_eq!(faults.len(), parts.len(), "{faults:?}");
        for (fault, parts) in faults.iter().zip(parts) {
            for part in parts {
                assert!(fault.contains(part), "{fault} lacks {part}");
            }
        }
    }

    #[test]
    fn every_setting_can_be_wrong_alone() {
        let text = serde_json::to_value(Settings::default()).unwrap();
        for key in text.as_object().unwrap().keys() {
            let (settings, faults) = read(&format!("{{\"{key}\": [\"no\"]}}"));
            assert_eq!(settings, Settings::default(), "{key}");
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert!(
                faults[0].contains(&format!("line 1: {key} is")),
                "{faults:?}"
            );
        }
    }

    #[test]
    fn what_is_no_setting_is_said_and_left_in_the_file() {
        let (_folder, path) = place();
        Settings::load_from(&path);
        let text = "{\n\"volumme\": 0.5,\n\"volume\": 0.25}";
        fs::write(&path, text).unwrap();
        let (settings, faults) = Settings::load_from(&path);
        assert_eq!(settings.volume, 0.25);
        assert_eq!(faults.len(), 1, "{faults:?}");
        let said = faults[0].to_string();
        assert!(said.contains("line 2: 'volumme' is no setting"), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn a_broken_file_is_kept_aside_and_said_once() {
        let (_folder, path) = place();
        let texts = ["{ volume: loud", "[1, 2]", ""];
        for (number, text) in texts.iter().enumerate() {
            Settings::load_from(&path);
            fs::write(&path, text).unwrap();
            let (settings, faults) = Settings::load_from(&path);
            assert_eq!(settings, Settings::default());
            let [SettingsError::Broken { fate, .. }] = &faults[..] else {
                panic!("{faults:?}");
            };
            let Fate::KeptAs(kept) = fate else {
                panic!("{fate:?}");
            };
            assert_eq!(fs::read_to_string(kept).unwrap(), *text);
            assert!(Settings::load_from(&path).1.is_empty());
            // Those set aside before are still there.
            let files = fs::read_dir(path.parent().unwrap()).unwrap().count();
            assert_eq!(files, number + 2);
        }
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let (settings, faults) = Settings::load_from(folder.path());
        assert_eq!(settings, Settings::default());
        assert!(
            matches!(faults[..], [SettingsError::Unreadable { .. }]),
            "{faults:?}"
        );
    }

    #[test]
    fn impossible_values_are_brought_within_reach_and_said() {
        let (settings, faults) = read(r#"{"volume": -3, "field_of_view": 400, "frame_cap": 0}"#);
        assert_eq!((settings.volume, settings.field_of_view), (0.0, 110.0));
        assert_eq!(settings.frame_cap, 10);
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(
            faults
                .iter()
                .any(|it| it.contains("degrees from 30 to 110; 110 is used"))
        );
    }
}
