//! The settings from outside the window: listed, and changed one at a time by name.

use std::path::PathBuf;

use thiserror::Error;

use super::{
    ITEMS, Item, Settings, SettingsError, SettingsFile,
    document::{Understood, understand, values},
};

/// All settings as they are kept.
#[derive(Debug)]
pub struct Listing {
    /// The file that holds them; `None` for a user without a home folder.
    pub path: Option<PathBuf>,
    pub settings: Vec<Listed>,
    /// The faults of the file.
    pub faults: Vec<SettingsError>,
}

/// One setting with its value.
#[derive(Debug)]
pub struct Listed {
    /// The section and the key, such as `mouse.invert`.
    pub name: String,
    pub label: &'static str,
    /// The title of its section.
    pub section: &'static str,
    pub about: &'static str,
    /// The value in words.
    pub value: String,
    /// The values that it may have, as the file holds them.
    pub expected: String,
}

/// Why a setting could not be changed.
#[derive(Debug, Error)]
pub enum ChangeError {
    #[error("there is no setting '{0}'; 'hexbound settings' lists them all")]
    Unknown(String),
    #[error("{name} can't be {value}: it should be {expected}")]
    Value {
        name: String,
        value: String,
        expected: String,
    },
    #[error("there is no home folder to keep settings in; HEXBOUND_CONFIG can name a folder")]
    NoFolder,
    #[error(transparent)]
    File(#[from] SettingsError),
}

/// Lists the player's settings in the order of their file.
pub fn list() -> Listing {
    let (file, settings, faults) = SettingsFile::open();
    Listing {
        path: file.map(|file| file.path().to_owned()),
        settings: ITEMS.iter().map(|item| listed(item, &settings)).collect(),
        faults,
    }
}

/// Sets one setting to what `value` says in the words of the file, quotes left out, and keeps it
/// there. The error says what there is or what it should be.
pub fn change(name: &str, value: &str) -> Result<Listed, ChangeError> {
    let item = find(name).ok_or_else(|| ChangeError::Unknown(name.to_owned()))?;
    let (file, mut settings, faults) = SettingsFile::open();
    let mut file = file.ok_or(ChangeError::NoFolder)?;
    for fault in faults {
        log::warn!("{fault}");
    }
    set(item, &mut settings, value)?;
    file.save(&settings)?;
    Ok(listed(item, &settings))
}

fn set(item: &Item, settings: &mut Settings, value: &str) -> Result<(), ChangeError> {
    let meant = value
        .parse()
        .map_or_else(|_| toml_edit::value(value), toml_edit::Item::Value);
    match understand(item, &meant) {
        Understood::Good(value) => settings.set(item, value),
        Understood::Beyond(_) | Understood::Bad => {
            return Err(ChangeError::Value {
                name: name(item),
                value: value.to_owned(),
                expected: item.expected(),
            });
        }
    }
    Ok(())
}

fn find(name: &str) -> Option<&'static Item> {
    ITEMS.iter().find(|item| self::name(item) == name)
}

fn name(item: &Item) -> String {
    format!("{}.{}", item.section.name(), item.key)
}

fn listed(item: &Item, settings: &Settings) -> Listed {
    Listed {
        name: name(item),
        label: item.label,
        section: item.section.label(),
        about: item.about,
        value: item.text(&settings.get(item)),
        expected: values(item),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_set_by_its_name_and_in_the_words_of_the_file() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("mouse.invert", "true"),
            ("sound.master", "0.5"),
            ("picture.exposure", "fixed"),
            ("picture.exposure", "\"fixed\""),
            ("view.field_of_view", "100"),
        ] {
            set(find(name).unwrap(), &mut settings, value).unwrap();
        }
        assert!(settings.invert_y && settings.volume == 0.5 && settings.field_of_view == 100.0);
        assert_eq!(settings.exposure, crate::settings::Exposure::Fixed);
        assert!(find("invert").is_none());
        for value in ["loud", "2", "true"] {
            let error = set(find("sound.master").unwrap(), &mut settings, value).unwrap_err();
            assert!(
                error.to_string().contains("a number from 0 to 1"),
                "{error}"
            );
        }
        assert_eq!(settings.volume, 0.5);
    }
}
