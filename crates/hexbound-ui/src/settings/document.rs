//! The text of the settings file: read value by value, so that a bad one costs only itself and is
//! named with its line, and written so that what the player has added stays.

use toml_edit::{self as toml, Document, DocumentMut, Table, TableLike};

use super::{Item, ItemKind, Section, Settings, Value, all_items, items::Number, keys};
use hexbound_base::words::Words;

/// The width of the comments, columns.
const WIDTH: usize = 90;

/// The first lines of a new file.
const HEAD: &str = "\
# The settings of Hexbound. Saving this file changes the running game at once.
# What is missing here has its default value. Your own comments and their order stay.
";

/// Something that can't be used, at a line of the file.
#[derive(Debug, PartialEq)]
pub(super) struct Fault {
    pub line: usize,
    pub problem: String,
}

/// Reads the settings in a text, with the usual values for what is missing or makes no sense there,
/// and what was wrong. An error where the text is no TOML.
pub(super) fn read(text: &str) -> Result<(Settings, Vec<Fault>), Fault> {
    let document = parse(text)?;
    let mut reader = Reader {
        text,
        faults: Vec::new(),
        settings: Settings::default(),
    };
    for (name, found) in document.iter() {
        if let (Some(device), Some(table)) = (keys::device(name), found.as_table_like()) {
            for (found, problem) in keys::read(table, device, &mut reader.settings.bindings) {
                reader.fault(found, problem);
            }
            continue;
        }
        let section = Section::ALL.into_iter().find(|it| it.name() == name);
        let is_known = section.is_some() || keys::device(name).is_some();
        match (section, found.as_table_like()) {
            (Some(section), Some(table)) => reader.section(section, table),
            _ if is_known => {
                reader.fault(found, format!("{name} should be a section: [{name}]"));
            }
            _ => {
                let problem =
                    format!("'{name}' is no section of this version; it is left as it is");
                reader.fault(found, problem);
            }
        }
    }
    reader.faults.sort_by_key(|fault| fault.line);
    Ok((reader.settings, reader.faults))
}

/// The text of a new file.
pub(super) fn fresh(settings: &Settings) -> String {
    let mut text = String::from(HEAD);
    for section in Section::ALL {
        text += &format!("\n[{}]\n", section.name());
        for item in section.items().filter(|item| item.is_kept(settings)) {
            let value = written(item, &settings.get(item));
            text += &format!("{}{} = {value}\n", comment(item), item.key);
        }
    }
    for (device, section) in keys::SECTIONS {
        text += &format!("\n[{section}]\n{}", keys::fresh(device, &settings.bindings));
    }
    text
}

/// The text with the settings in it and all else as it was. An error where it is no TOML.
pub(super) fn updated(text: &str, settings: &Settings) -> Result<String, Fault> {
    let mut document = parse(text)?.into_mut();
    for item in all_items() {
        update(&mut document, item, settings);
    }
    keys::update(&mut document, &settings.bindings);
    Ok(document.to_string())
}

fn parse(text: &str) -> Result<Document<&str>, Fault> {
    Document::parse(text).map_err(|error| Fault {
        line: line(text, error.span().map_or(0, |span| span.start)),
        problem: error.message().lines().collect::<Vec<_>>().join(", "),
    })
}

/// Brings one setting in the document up to date, if that is needed.
fn update(document: &mut DocumentMut, item: &Item, settings: &Settings) {
    let section = item.section.name();
    let value = settings.get(item);
    let found = document.get(section).and_then(|it| it.get(item.key));
    let held = found.map(|found| match understand(item, found) {
        Understood::Good(value) | Understood::Beyond(value) => value,
        Understood::Bad => Settings::default().get(item),
    });
    let is_kept = item.is_kept(settings);
    let usual = Settings::default();
    let is_usual = value == usual.get(item) && item.is_kept(&usual);
    let says_otherwise = (item.instead()).is_some_and(|other| {
        document
            .get(section)
            .is_some_and(|it| it.get(other.key).is_some())
    });
    match held {
        Some(held) if is_kept && held == value => {}
        None if !is_kept || is_usual && !says_otherwise => {}
        _ => {
            let whole = document
                .entry(section)
                .or_insert_with(|| toml::Item::Table(Table::new()));
            if let Some(table) = whole.as_table_like_mut() {
                match is_kept {
                    true => write(table, item, &value),
                    false => drop(table.remove(item.key)),
                }
            }
        }
    }
}

/// Writes a value in the place of another, with the comments around it, or at the section's end.
fn write(table: &mut dyn TableLike, item: &Item, value: &Value) {
    let value = written(item, value);
    match table.get_mut(item.key).and_then(toml::Item::as_value_mut) {
        Some(place) => {
            let around = place.decor().clone();
            *place = value;
            *place.decor_mut() = around;
        }
        None => {
            table.insert(item.key, toml::value(value));
            if let Some(mut key) = table.key_mut(item.key) {
                key.leaf_decor_mut().set_prefix(comment(item));
            }
        }
    }
}

/// A value as it stands in the file.
pub(super) fn written(item: &Item, value: &Value) -> toml::Value {
    match (value, item.kind) {
        (Value::Switch(value), _) => (*value).into(),
        (Value::Number(value), ItemKind::Number(number)) if number.is_whole() => {
            (value.round() as i64).into()
        }
        (Value::Number(value), _) => (*value).into(),
        (Value::Choice(name), _) => (*name).into(),
        (Value::Text(text), _) => text.as_str().into(),
    }
}

/// The values that a setting may have, and the default, in words.
pub(super) fn values(item: &Item) -> String {
    let usual = Settings::default();
    match item.is_kept(&usual) {
        true => format!(
            "{}; default {}",
            item.expected(),
            written(item, &usual.get(item))
        ),
        false => item.expected(),
    }
}

/// The lines that explain a setting in the file.
fn comment(item: &Item) -> String {
    let mut lines = String::new();
    for sentence in [item.about(Words::english()), values(item)] {
        let mut column = 0;
        for word in sentence.split_whitespace() {
            let length = word.chars().count() + 1;
            if column == 0 || column + length > WIDTH {
                lines += if lines.is_empty() { "#" } else { "\n#" };
                column = 1;
            }
            lines += " ";
            lines += word;
            column += length;
        }
    }
    lines + "\n"
}

/// A value of the file in the light of the setting it is for.
pub(super) enum Understood {
    Good(Value),
    /// A number out of its range, and the nearest within.
    Beyond(Value),
    Bad,
}

pub(super) fn understand(item: &Item, found: &toml::Item) -> Understood {
    let good = |value: Option<Value>| value.map_or(Understood::Bad, Understood::Good);
    match item.kind {
        ItemKind::Switch => good(found.as_bool().map(Value::Switch)),
        ItemKind::SoundDevice => good(found.as_str().map(|it| Value::Text(it.to_owned()))),
        ItemKind::Choice(choices) => {
            let name = found.as_str().unwrap_or_default();
            let choice = choices.iter().find(|choice| choice.name == name);
            good(choice.map(|choice| Value::Choice(choice.name)))
        }
        ItemKind::Number(number) => {
            let whole = found.as_integer().map(|it| it as f64);
            match whole.or(found.as_float()) {
                Some(value) if value.is_nan() || number.is_whole() && value.fract() != 0.0 => {
                    Understood::Bad
                }
                Some(value) => ranged(number, value),
                None => Understood::Bad,
            }
        }
    }
}

fn ranged(number: Number, value: f64) -> Understood {
    match value.clamp(number.least, number.most) {
        within if within == value => Understood::Good(Value::Number(value)),
        nearest => Understood::Beyond(Value::Number(nearest)),
    }
}

/// The settings that were read so far, and what was wrong.
struct Reader<'a> {
    text: &'a str,
    settings: Settings,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn section(&mut self, section: Section, table: &dyn TableLike) {
        for item in section.items() {
            if let Some(found) = table.get(item.key) {
                self.value(item, found);
            }
        }
        for (key, found) in table.iter() {
            let Some(item) = section.items().find(|item| item.key == key) else {
                let section = section.name();
                let problem = format!(
                    "'{key}' is no setting of [{section}] in this version; it is left as it is"
                );
                self.fault(found, problem);
                continue;
            };
            if let Some(instead) = item.instead()
                && !item.is_kept(&self.settings)
                && table.contains_key(instead.key)
            {
                let other = instead.key;
                self.fault(
                    found,
                    format!("{key} is not used, since {other} says the same"),
                );
            }
        }
    }

    fn value(&mut self, item: &Item, found: &toml::Item) {
        let used = match understand(item, found) {
            Understood::Good(value) => return self.settings.set(item, value),
            Understood::Beyond(value) => {
                let used = format!("{} is used", written(item, &value));
                self.settings.set(item, value);
                used
            }
            Understood::Bad => String::from("the default is used"),
        };
        let said = short(&self.text[found.span().unwrap_or_default()]);
        let (key, expected) = (item.key, item.expected());
        let problem = format!("{key} is {said}, but should be {expected}; {used}");
        self.fault(found, problem);
    }

    fn fault(&mut self, found: &toml::Item, problem: String) {
        let start = found.span().map_or(0, |span| span.start);
        self.faults.push(Fault {
            line: line(self.text, start),
            problem,
        });
    }
}

/// The number of the line, from 1, in which a byte of the text is.
fn line(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    1 + before.iter().filter(|byte| **byte == b'\n').count()
}

/// A value as it is written, on one line and shortened.
fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        input::{BINDABLES, Device, KeyLabels, Source},
        settings::{Exposure, Sensitivity},
    };

    fn said(text: &str) -> (Settings, Vec<String>) {
        let (settings, faults) = read(text).unwrap();
        let say = |fault: &Fault| format!("line {}: {}", fault.line, fault.problem);
        (settings, faults.iter().map(say).collect())
    }

    /// A value of an item that is not the usual one.
    fn other(item: &Item) -> Value {
        match (item.kind, Settings::default().get(item)) {
            (ItemKind::Switch, Value::Switch(usual)) => Value::Switch(!usual),
            (ItemKind::Number(number), Value::Number(usual)) if usual == number.least => {
                Value::Number(number.most)
            }
            (ItemKind::Number(number), _) => Value::Number(number.least),
            (ItemKind::Choice(choices), usual) => {
                let names = choices.iter().map(|it| Value::Choice(it.name));
                names.into_iter().find(|it| *it != usual).unwrap()
            }
            _ => Value::Text(String::from("a \"card\"")),
        }
    }

    #[test]
    fn a_new_file_holds_every_setting_with_a_comment() {
        let settings = Settings::default();
        let text = fresh(&settings);
        assert_eq!(said(&text), (settings.clone(), vec![]));
        for item in all_items().filter(|item| item.is_kept(&settings)) {
            assert!(text.contains(&format!("\n{} = ", item.key)), "{text}");
        }
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH + 2));
        assert_eq!(updated(&text, &settings).unwrap(), text);
    }

    /// The part of the documentation that is about a section.
    fn documented(section: Section) -> String {
        let words = Words::english();
        let mut text = format!("## `[{}]`\n\n", section.name());
        text += "| key | on the screen | what it does | values |\n|---|---|---|---|\n";
        for item in section.items() {
            let (key, values) = (item.key, values(item));
            let label = format!("{}: {}", item.place(words), item.label(words));
            let about = item.about(words);
            text += &format!("| `{key}` | {label} | {about} | {values} |\n");
        }
        text
    }

    #[test]
    fn the_documentation_says_what_the_table_says() {
        let path = hexbound_base::sources().join("docs/settings.md");
        let page = std::fs::read_to_string(&path).unwrap();
        let head = page.split("\n## ").next().unwrap();
        let sections = Section::ALL.map(documented).join("\n");
        let expected = format!("{}\n\n{sections}\n{}", head.trim_end(), keys::documented());
        if std::env::var_os("HEXBOUND_BLESS").is_some() {
            std::fs::write(path, &expected).unwrap();
        }
        assert!(
            page == expected,
            "docs/settings.md differs from the table; HEXBOUND_BLESS=1 writes it anew"
        );
    }

    #[test]
    fn every_setting_is_read_back_as_it_was_written() {
        for item in all_items() {
            let mut settings = Settings::default();
            settings.set(item, other(item));
            assert_ne!(settings, Settings::default(), "{}", item.key);
            // Into a new file, one that has the usual value, and an empty one.
            let usual = fresh(&Settings::default());
            for text in [
                fresh(&settings),
                updated(&usual, &settings).unwrap(),
                updated("", &settings).unwrap(),
            ] {
                assert_eq!(said(&text), (settings.clone(), vec![]), "{text}");
            }
        }
    }

    #[test]
    fn writing_keeps_what_the_player_has_added() {
        let text = "# mine\nodd = 1\n\n[sound] # loud\n  master=0.5   # half\n# what is this\n\
                    volumme = 3\n\n[mouse]\ninvert = \"no\"\ndpi = 800\n# my hand\n\
                    sensitivity = 10\n";
        let (mut settings, faults) = said(text);
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert_eq!(updated(text, &settings).unwrap(), text);
        settings.volumes.master = 0.25;
        settings.dpi = 1600.0;
        let expected = text
            .replace("0.5 ", "0.25 ")
            .replace("dpi = 800", "dpi = 1600");
        assert_eq!(updated(text, &settings).unwrap(), expected);
        settings.low_flash = true;
        let more = updated(text, &settings).unwrap();
        assert!(more.starts_with(&expected), "{more}");
        assert!(
            more.contains("[picture]\n# Explosions do not light up"),
            "{more}"
        );
    }

    #[test]
    fn the_mouse_is_set_in_one_of_two_ways() {
        let (mut settings, faults) = said("[mouse]\ncm_per_turn = 30\n");
        assert_eq!(settings.sensitivity, Sensitivity::PerTurn(30.0));
        assert!(faults.is_empty(), "{faults:?}");
        settings.sensitivity = Sensitivity::PerCount(0.0022);
        let text = updated("[mouse]\ncm_per_turn = 30\n", &settings).unwrap();
        assert!(!text.contains("cm_per_turn = 30\n"), "{text}");
        assert!(text.contains("\nsensitivity = 22.0\n"), "{text}");
        let (settings, faults) = said("[mouse]\nsensitivity = 10\ncm_per_turn = 30\n");
        assert_eq!(settings.sensitivity, Sensitivity::PerTurn(30.0));
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(
            faults[0].contains("line 2: sensitivity is not used"),
            "{faults:?}"
        );
    }

    #[test]
    fn a_bad_value_costs_only_itself_and_is_named_with_its_line() {
        let (settings, faults) = said(
            "[mouse]\ninvert = true\n[sound]\nmaster = \"loud\"\n\n[picture]\nexposure = \
             { fixed = \n \"much\" }\nframe_cap = 59.9\nexposure_stops = nan\n[view]\n\
             field_of_view = 80\n",
        );
        let expected = Settings {
            invert_y: true,
            field_of_view: 80.0,
            ..Settings::default()
        };
        assert_eq!(settings, expected);
        let parts = [
            ["line 4: master", "\"loud\"", "from 0 to 1"],
            ["line 7: exposure", "{ fixed = \"much\" }", "\"auto\" or"],
            [
                "line 9: frame_cap",
                "59.9",
                "a whole number from 10 to 1000",
            ],
            ["line 10: exposure_stops", "nan", "stops from -4"],
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
        for item in all_items() {
            let text = format!("[{}]\n{} = [\"no\"]", item.section.name(), item.key);
            let (settings, faults) = said(&text);
            for item in all_items() {
                let usual = Settings::default().get(item);
                assert_eq!(settings.get(item), usual, "{text}");
            }
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert!(
                faults[0].contains(&format!("line 2: {} is", item.key)),
                "{faults:?}"
            );
        }
    }

    #[test]
    fn impossible_values_are_brought_within_reach_and_said() {
        let (settings, faults) =
            said("sound.master = -3\nview = { field_of_view = 400 }\npicture.frame_cap = 0");
        assert_eq!(
            (settings.volumes.master, settings.field_of_view),
            (0.0, 120.0)
        );
        assert_eq!(settings.frame_cap, 10);
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(
            faults[1].contains("degrees from 60 to 120; 120 is used"),
            "{faults:?}"
        );
    }

    #[test]
    fn keys_are_read_written_and_named_with_their_line_where_they_make_no_sense() {
        let item = |name| BINDABLES.iter().find(|item| item.name == name).unwrap();
        let text = "[keys]\njump = [\"KeyQ\", \"WheelUp\"] # hop\nthrow = \"KeyT\"\nrise = []\n\
                    back = [\"S\"]\nleft = [\"KeyA\", \"KeyB\", \"KeyC\"]\nfly = [\"KeyF\"]\n\
                    [pad_buttons]\njump = [\"North\"]\ncamera = 3\n";
        let (mut settings, faults) = said(text);
        let words = |settings: &Settings, name, device| {
            let labels = KeyLabels::default();
            let keys = settings.bindings.label(item(name), device, &labels);
            Words::english().say(&keys)
        };
        for (name, expected) in [
            ("jump", "Q, Wheel up"),
            ("throw", "T"),
            ("rise", ""),
            ("back", "S"),
            ("left", "A"),
        ] {
            assert_eq!(words(&settings, name, Device::Keys), expected);
        }
        assert_eq!(words(&settings, "jump", Device::Pad), "Y / Triangle");
        let parts = [
            "line 5: back: there is no 'S'",
            "line 6: left: there are 3",
            "line 7: 'fly' is nothing",
            "line 10: camera: it should be a list",
        ];
        assert_eq!(faults.len(), parts.len(), "{faults:?}");
        for (fault, part) in faults.iter().zip(parts) {
            assert!(fault.contains(part), "{fault} lacks {part}");
        }
        assert_eq!(updated(text, &settings).unwrap(), text);
        settings.bindings.reset(item("jump"), Device::Keys);
        let rebound = Some(Source::named("KeyM", Device::Keys).unwrap());
        settings
            .bindings
            .rebind(item("keys"), Device::Keys, 1, rebound);
        let text = updated(text, &settings).unwrap();
        assert!(
            text.contains("jump = [\"Space\", \"MouseRight\"] # hop"),
            "{text}"
        );
        assert!(text.contains("keys = [\"F1\", \"KeyM\"]\n"), "{text}");
        let (read, _) = said(&text);
        assert_eq!(read.bindings, settings.bindings);
        let everywhere = updated("", &settings).unwrap();
        assert_eq!(said(&everywhere), (settings.clone(), vec![]));
        assert_eq!(said(&fresh(&settings)), (settings, vec![]));
    }

    #[test]
    fn what_is_no_setting_and_no_section_is_said() {
        let (settings, faults) = said("view = 3\n[sond]\nmaster = 0\n[sound]\nvolume = 0\n");
        assert_eq!(settings, Settings::default());
        let parts = [
            "line 1: view should be",
            "line 2: 'sond'",
            "line 5: 'volume' is no",
        ];
        assert_eq!(faults.len(), 3, "{faults:?}");
        for (fault, part) in faults.iter().zip(parts) {
            assert!(fault.contains(part), "{fault} lacks {part}");
        }
    }

    #[test]
    fn a_broken_text_names_its_line() {
        let fault = read("[sound]\n\nmaster = loud\n").unwrap_err();
        assert_eq!(fault.line, 3, "{fault:?}");
        let fixed = Exposure::Fixed;
        let text = "[picture]\nexposure = \"fixed\"";
        assert_eq!(read(text).unwrap().0.exposure, fixed);
    }
}
