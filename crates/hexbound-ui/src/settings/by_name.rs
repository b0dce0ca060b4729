//! The settings outside the window: a list, and changes by name.

use std::path::PathBuf;

use thiserror::Error;

use super::{
    Item, ItemKind, Settings, SettingsError, SettingsFile, Tab, all_items,
    document::{understand, values},
    item::Access,
    keys,
    lists::all_lines,
};
use crate::input::{Conflict, KeyLabels};
use hexbound_audio::output_devices;
use hexbound_base::words::Words;

/// All settings as stored.
#[derive(Debug)]
pub struct Listing {
    /// The path of the settings file; `None` for a user without a home folder.
    pub path: Option<PathBuf>,
    pub settings: Vec<Listed>,
    /// The keys and buttons with several effects, in words.
    pub conflicts: Vec<String>,
    /// The faults of the file.
    pub faults: Vec<SettingsError>,
}

/// One setting with its value.
#[derive(Debug)]
pub struct Listed {
    /// The section and the key of the setting, such as `mouse.invert`.
    pub name: String,
    pub label: String,
    /// The page of the settings screen.
    pub page: String,
    pub about: String,
    /// The value in words.
    pub value: String,
    /// The possible values in the syntax of the file.
    pub expected: String,
}

/// The reason why a setting could not be changed.
#[derive(Debug, Error)]
pub enum ChangeError {
    #[error(
        "there is no setting '{name}'{}; 'hexbound settings' lists them all",
        settings_with_key(name)
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
    let tabs = Tab::ALL.into_iter().chain([Tab::Laboratory]);
    let items = tabs.flat_map(|tab| tab.items(false).chain(tab.items(true)));
    let items = items.chain(keys::ITEMS.iter());
    Listing {
        path: file.map(|file| file.path().to_owned()),
        settings: items.map(|item| listed(item, &settings)).collect(),
        conflicts: settings.bindings.conflicts().iter().map(conflict).collect(),
        faults,
    }
}

/// Sets one setting to `value` in the syntax of the file, without quotes, and saves the file. The error lists
/// the known names or the possible values.
pub fn change(name: &str, value: &str) -> Result<Listed, ChangeError> {
    let item = find(name).ok_or_else(|| ChangeError::Unknown {
        name: name.to_owned(),
    })?;
    let (file, mut settings, faults) = SettingsFile::open();
    let mut file = file.ok_or(ChangeError::NoFolder)?;
    for fault in faults {
        log::warn!("{fault}");
    }
    set(item, &mut settings, value)?;
    file.save(&settings)?;
    Ok(listed(item, &settings))
}

/// The settings of any section with the key `key`, in words; empty if there is none.
fn settings_with_key(key: &str) -> String {
    let has_key = |name: &String| name.rsplit('.').next() == Some(key);
    let names: Vec<String> = all_items().map(Item::name).filter(has_key).collect();
    match &names[..] {
        [] => String::new(),
        names => format!(", only {}", names.join(" and ")),
    }
}

fn set(item: &Item, settings: &mut Settings, value: &str) -> Result<(), ChangeError> {
    let found = match item.kind {
        ItemKind::Keys(_) if matches!(value, "default" | "usual") => {
            settings.reset(item);
            return Ok(());
        }
        ItemKind::Keys(_) => {
            let names = value.split([',', ' ']).filter(|name| !name.is_empty());
            toml_edit::value(names.collect::<toml_edit::Value>())
        }
        _ => (value.parse()).map_or_else(|_| toml_edit::value(value), toml_edit::Item::Value),
    };
    // A choice may look like a number, such as the samples of a pixel.
    let as_text = |_| understand(item, &toml_edit::value(value));
    if let Ok(value) = understand(item, &found).or_else(as_text) {
        settings.set(item, value);
        return Ok(());
    }
    Err(ChangeError::Value {
        name: item.name(),
        value: value.to_owned(),
        expected: match item.kind {
            ItemKind::Keys(_) => String::from("up to two names of docs/settings.md, or default"),
            _ => item.expected(),
        },
    })
}

fn find(name: &str) -> Option<&'static Item> {
    all_lines().find(|item| item.name() == name)
}

fn listed(item: &Item, settings: &Settings) -> Listed {
    let words = Words::english();
    Listed {
        name: item.name(),
        label: item.label(words),
        page: item.place(words),
        about: about(item, settings, words),
        value: item.text(&settings.get(item), words),
        expected: values(item),
    }
}

/// One sentence about a setting, with the choices on this machine.
fn about(item: &Item, settings: &Settings, words: &Words) -> String {
    match (item.kind, &item.access) {
        (_, Access::Keys(action, device)) => {
            let labels = KeyLabels::default();
            match words.say(&settings.bindings.label(action, *device, &labels)) {
                label if label.is_empty() => String::from("Nothing does it."),
                label => format!("By {label}."),
            }
        }
        (ItemKind::SoundDevice, _) => {
            let names = output_devices().into_iter().map(|name| format!("{name:?}"));
            let names = names.collect::<Vec<_>>().join(", ");
            format!("{} There are: {names}.", item.about(words))
        }
        _ => item.about(words),
    }
}

fn conflict(conflict: &Conflict) -> String {
    let words = Words::english();
    let source = words.say(&conflict.source.label());
    let actions = conflict.actions.iter().map(|item| item.label(words));
    let actions = actions.collect::<Vec<_>>().join("; ");
    format!("{source} does several things: {actions}")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::settings::document::{SettingsFault, fresh, read, updated, written};
    use test_support::session;

    /// Reads the lines of a file and carries out its `set` lines. Returns the faults, the settings other
    /// than the defaults, and the new lines.
    fn answer(lines: &str) -> String {
        let is_set = |line: &&str| line.starts_with("set ");
        let (sets, kept): (Vec<&str>, Vec<&str>) = lines.lines().partition(is_set);
        let text = kept.join("\n") + "\n";
        let in_words = |fault: &SettingsFault| format!("line {}: {}", fault.line, fault.problem);
        let (mut settings, faults) = match read(&text) {
            Ok(found) => found,
            Err(fault) => return format!("refused: {}", in_words(&fault)),
        };
        let mut said: Vec<String> = faults.iter().map(in_words).collect();
        for line in sets {
            let named = &line["set ".len()..];
            let (key, value) = named.split_once(' ').unwrap_or((named, ""));
            let name = key.to_owned();
            let change = |item| set(item, &mut settings, value);
            let changed = find(key)
                .ok_or(ChangeError::Unknown { name })
                .and_then(change);
            said.extend(changed.err().map(|it| it.to_string()));
        }
        let usual = Settings::default();
        let differs =
            |item: &&Item| (item.is_kept)(&settings) && settings.get(item) != usual.get(item);
        for item in all_lines().filter(differs) {
            let value = written(item, &settings.get(item));
            let by = match item.kind {
                ItemKind::Keys(_) => listed(item, &settings).about,
                _ => String::new(),
            };
            said.push(format!("{} = {value} {by}", item.name()).trim().to_owned());
        }
        said.extend(settings.bindings.conflicts().iter().map(conflict));
        let anew = updated(&text, &settings).expect("TOML");
        if anew != text {
            let told = |line| format!("| {line}").trim_end().to_owned();
            said.extend(anew.lines().map(told));
        }
        // Into a new file and an empty one.
        for text in [fresh(&settings), updated("", &settings).expect("TOML")] {
            let (read, faults) = read(&text).expect("TOML");
            assert_eq!(read.bindings, settings.bindings, "{text}");
            assert_eq!(faults, [], "{text}");
        }
        said.join("\n")
    }

    #[test]
    fn every_file_comes_to_what_it_says() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/settings/files.txt");
        session::play_by(&file, answer);
    }
}
