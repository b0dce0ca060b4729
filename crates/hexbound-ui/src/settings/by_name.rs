//! The settings from outside the window: listed, and changed one at a time by name.

use std::path::PathBuf;

use thiserror::Error;

use super::{
    Item, ItemKind, Settings, SettingsError, SettingsFile, Tab, all_items,
    document::{Understood, understand, values},
    keys,
};
use crate::input::{
    ActionGroup, BINDABLES, Bindable, Bindings, Conflict, Device, KeyLabels, SLOTS, Source,
};
use hexbound_audio::output_devices;
use hexbound_base::words::Words;

/// All settings as they are kept.
#[derive(Debug)]
pub struct Listing {
    /// The file that holds them; `None` for a user without a home folder.
    pub path: Option<PathBuf>,
    pub settings: Vec<Listed>,
    /// Keys and buttons that do several things at once, in words.
    pub conflicts: Vec<String>,
    /// The faults of the file.
    pub faults: Vec<SettingsError>,
}

/// One setting with its value.
#[derive(Debug)]
pub struct Listed {
    /// The section and the key, such as `mouse.invert`.
    pub name: String,
    pub label: String,
    /// The page of the screen that shows it.
    pub page: String,
    pub about: String,
    /// The value in words.
    pub value: String,
    /// The values that it may have, as the file holds them.
    pub expected: String,
}

/// The reason why a setting could not be changed.
#[derive(Debug, Error)]
pub enum ChangeError {
    #[error(
        "there is no setting '{name}'{}; 'hexbound settings' lists them all",
        meant(name)
    )]
    Unknown { name: String },
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

/// Lists the player's settings in the order of the screen.
pub fn list() -> Listing {
    let (file, settings, faults) = SettingsFile::open();
    let bindings = &settings.bindings;
    let tabs = Tab::ALL.into_iter().chain([Tab::Laboratory]);
    let items = tabs.flat_map(|tab| tab.items(false).chain(tab.items(true)));
    let keys = keys::SECTIONS.into_iter().flat_map(|(device, section)| {
        let items = ActionGroup::ALL.into_iter().flat_map(Bindable::of_group);
        items.map(move |item| bound(item, device, section, bindings))
    });
    Listing {
        path: file.map(|file| file.path().to_owned()),
        settings: (items.map(|item| listed(item, &settings)))
            .chain(keys)
            .collect(),
        conflicts: bindings.conflicts().iter().map(conflict).collect(),
        faults,
    }
}

/// Sets one setting to what `value` says in the words of the file, quotes left out, and keeps it
/// there. The error says what there is or what it should be.
pub fn change(name: &str, value: &str) -> Result<Listed, ChangeError> {
    let meant = Meant::of(name).ok_or_else(|| ChangeError::Unknown {
        name: name.to_owned(),
    })?;
    let (file, mut settings, faults) = SettingsFile::open();
    let mut file = file.ok_or(ChangeError::NoFolder)?;
    for fault in faults {
        log::warn!("{fault}");
    }
    let changed = match meant {
        Meant::Item(item) => {
            set(item, &mut settings, value)?;
            listed(item, &settings)
        }
        Meant::Keys(item, device, section) => {
            bind(item, device, &mut settings.bindings, value).map_err(|expected| {
                ChangeError::Value {
                    name: name.to_owned(),
                    value: value.to_owned(),
                    expected,
                }
            })?;
            bound(item, device, section, &settings.bindings)
        }
    };
    file.save(&settings)?;
    Ok(changed)
}

/// The settings of any section that have this key, in words; nothing where there is none.
fn meant(key: &str) -> String {
    let has_key = |name: &String| name.rsplit('.').next() == Some(key);
    let settings = Settings::default();
    let names = all_items().map(|item| listed(item, &settings).name);
    let names: Vec<String> = names.filter(has_key).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(", only {}", names.join(" and ")),
    }
}

/// Something that can be changed by its name.
enum Meant {
    Item(&'static Item),
    /// The sources that are bound to an action on a device, whose section has that name.
    Keys(&'static Bindable, Device, &'static str),
}

impl Meant {
    fn of(name: &str) -> Option<Self> {
        if let Some(item) = find(name) {
            return Some(Meant::Item(item));
        }
        let (section, key) = name.split_once('.')?;
        let item = BINDABLES.iter().find(|item| item.name == key)?;
        let mut sections = keys::SECTIONS.into_iter();
        let (device, section) = sections.find(|(_, name)| *name == section)?;
        Some(Meant::Keys(item, device, section))
    }
}

/// Binds the keys of those names to an action; "default" gives it those of a new file. The error says
/// what could stand there.
fn bind(
    item: &Bindable,
    device: Device,
    bindings: &mut Bindings,
    names: &str,
) -> Result<(), String> {
    if matches!(names, "default" | "usual") {
        bindings.reset(item, device);
        return Ok(());
    }
    let mut slots = [None; SLOTS];
    let names = names.split([',', ' ']).filter(|name| !name.is_empty());
    for (number, name) in names.enumerate() {
        let source = Source::named(name, device);
        match (source, slots.get_mut(number)) {
            (Some(source), Some(slot)) => *slot = Some(source),
            _ => {
                return Err(String::from(
                    "up to two names of docs/settings.md, or default",
                ));
            }
        }
    }
    keys::set(bindings, item, device, slots);
    Ok(())
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
    all_items().find(|item| self::name(item) == name)
}

fn name(item: &Item) -> String {
    format!("{}.{}", item.section.name(), item.key)
}

fn listed(item: &Item, settings: &Settings) -> Listed {
    let words = Words::english();
    Listed {
        name: name(item),
        label: item.label(words),
        page: item.place(words),
        about: match item.kind {
            ItemKind::SoundDevice => {
                let names = output_devices();
                let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
                format!("{} There are: {}.", item.about(words), names.join(", "))
            }
            _ => item.about(words),
        },
        value: item.text(&settings.get(item), words),
        expected: values(item),
    }
}

fn bound(item: &Bindable, device: Device, section: &str, bindings: &Bindings) -> Listed {
    let names = |bindings: &Bindings| {
        let sources = bindings.of(item, device).into_iter().flatten();
        sources.map(Source::name).collect::<Vec<_>>().join(", ")
    };
    let words = Words::english();
    let label = words.say(&bindings.label(item, device, &KeyLabels::default()));
    let title = match device {
        Device::Keys => "Keys",
        Device::Pad => "Gamepad",
    };
    Listed {
        name: format!("{section}.{}", item.name),
        label: item.label(words),
        page: format!("{title}: {}", item.group.label(words)),
        about: match label.as_str() {
            "" => String::from("Nothing does it."),
            label => format!("By {label}."),
        },
        value: names(bindings),
        expected: format!("up to two names; default {}", names(&Bindings::default())),
    }
}

fn conflict(conflict: &Conflict) -> String {
    let words = Words::english();
    let actions = conflict.actions.iter().map(|item| item.label(words));
    let actions: Vec<String> = actions.collect();
    format!(
        "{} does several things: {}",
        words.say(&conflict.source.label()),
        actions.join("; ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_without_its_section_is_answered_by_the_whole_name() {
        let said = |name: &str| {
            let name = name.to_owned();
            ChangeError::Unknown { name }.to_string()
        };
        assert!(said("language").contains("'language', only view.language; "));
        assert!(said("nonsense").contains("'nonsense'; "));
    }

    #[test]
    fn keys_are_bound_by_their_names() {
        let mut bindings = Bindings::default();
        let Some(Meant::Keys(jump, device, _)) = Meant::of("keys.jump") else {
            panic!("it is there");
        };
        bind(jump, device, &mut bindings, "KeyQ, MouseLeft").unwrap();
        let listed = bound(jump, device, "keys", &bindings);
        assert_eq!(listed.value, "KeyQ, MouseLeft");
        assert_eq!(listed.about, "By Q, Left button.");
        let conflicts: Vec<_> = bindings.conflicts().iter().map(conflict).collect();
        assert_eq!(
            conflicts,
            ["Left button does several things: Jump; Throw a ball"]
        );
        for wrong in ["Q", "KeyA KeyB KeyC", "South"] {
            assert!(bind(jump, device, &mut bindings, wrong).is_err(), "{wrong}");
        }
        bind(jump, device, &mut bindings, "").unwrap();
        assert_eq!(
            bound(jump, device, "keys", &bindings).about,
            "Nothing does it."
        );
        bind(jump, device, &mut bindings, "default").unwrap();
        assert_eq!(bindings, Bindings::default());
        assert!(matches!(
            Meant::of("pad_buttons.jump"),
            Some(Meant::Keys(_, Device::Pad, _))
        ));
        assert!(Meant::of("keys.fly").is_none() && Meant::of("jump").is_none());
    }

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
        assert!(
            settings.invert_y && settings.volumes.master == 0.5 && settings.field_of_view == 100.0
        );
        assert_eq!(settings.exposure, crate::settings::Exposure::Fixed);
        assert!(find("invert").is_none());
        for value in ["loud", "2", "true"] {
            let error = set(find("sound.master").unwrap(), &mut settings, value).unwrap_err();
            assert!(
                error.to_string().contains("a number from 0 to 1"),
                "{error}"
            );
        }
        assert_eq!(settings.volumes.master, 0.5);
    }
}
