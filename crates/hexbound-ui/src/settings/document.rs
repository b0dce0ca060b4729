//! The text of the settings file. Reading is value by value, so that a bad value costs only itself and is
//! reported with its line. Writing keeps the player's own additions.

use strum::IntoEnumIterator;
use toml_edit::{self as toml, Document, DocumentMut, TableLike};

use super::{Item, ItemKind, Section, Settings, Value, keys, lists::all_lines};
use hexbound_base::words::Words;

/// The width of the comments, columns.
const COMMENT_COLUMNS: usize = 90;

/// The first lines of a new file.
const HEAD_LINES: &str = "\
# The settings of Hexbound. Saving this file changes the running game at once.
# What is missing here has its default value. Your own comments and their order stay.
";

/// An unusable value at a line of the file.
#[derive(Debug, PartialEq)]
pub(super) struct SettingsFault {
    pub line: usize,
    pub problem: String,
}

/// Reads the settings in a text and returns them with all faults. Missing and unusable values get their
/// defaults. An error means that the text is not TOML.
pub(super) fn read(text: &str) -> Result<(Settings, Vec<SettingsFault>), SettingsFault> {
    let document = parse(text)?;
    let mut reader = SettingsReader {
        text,
        faults: Vec::new(),
        settings: Settings::default(),
    };
    for (name, found) in document.iter() {
        match (name.parse::<Section>(), found.as_table_like()) {
            (Ok(section), Some(table)) => reader.section(section, table),
            (Ok(_), None) => reader.fault(found, format!("{name} should be a section: [{name}]")),
            (Err(_), _) => {
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
    let mut text = String::from(HEAD_LINES);
    for section in Section::iter() {
        text += &format!("\n[{section}]\n{}", keys::head(section));
        for item in section.items().filter(|item| (item.is_kept)(settings)) {
            let line = format!("{} = {}", item.key, written(item, &settings.get(item)));
            text += &match item.kind {
                ItemKind::Keys(_) => format!("{line}  # {}\n", item.label(Words::english())),
                _ => format!("{}{line}\n", comment(item)),
            };
        }
    }
    text
}

/// The text with the settings updated and everything else unchanged. An error means that the text is not
/// TOML.
pub(super) fn updated(text: &str, settings: &Settings) -> Result<String, SettingsFault> {
    let mut document = parse(text)?.into_mut();
    let usual = Settings::default();
    for item in all_lines() {
        update(&mut document, item, settings, &usual);
    }
    Ok(document.to_string())
}

fn parse(text: &str) -> Result<Document<&str>, SettingsFault> {
    Document::parse(text).map_err(|error| SettingsFault {
        line: line(text, error.span().map_or(0, |span| span.start)),
        problem: error.message().lines().collect::<Vec<_>>().join(", "),
    })
}

/// Updates one setting in the document if its value has changed.
fn update(document: &mut DocumentMut, item: &Item, settings: &Settings, usual: &Settings) {
    let section = item.section.to_string();
    let held = |key| document.get(&section).and_then(|it| it.get(key));
    let value = settings.get(item);
    let is_kept = (item.is_kept)(settings);
    let is_as_it_should_be = match held(item.key).map(|found| understand(item, found)) {
        Some(Ok(held) | Err(Some(held))) => is_kept && held == value,
        Some(Err(None)) => is_kept && usual.get(item) == value,
        None => {
            let is_usual = value == usual.get(item) && (item.is_kept)(usual);
            !is_kept || is_usual && item.twin.and_then(held).is_none()
        }
    };
    if is_as_it_should_be {
        return;
    }
    let table = document.entry(&section).or_insert_with(toml::table);
    match table.as_table_like_mut() {
        Some(table) if is_kept => write(table, item, &value),
        Some(table) => drop(table.remove(item.key)),
        None => {}
    }
}

/// Replaces a value and keeps the comments around it, or appends it to the section.
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

/// A value in the form of the file.
pub(super) fn written(item: &Item, value: &Value) -> toml::Value {
    match (value, item.kind) {
        (Value::Switch(value), _) => (*value).into(),
        (Value::Number(value), ItemKind::Number(number)) if number.is_whole() => {
            (value.round() as i64).into()
        }
        (Value::Number(value), _) => (*value).into(),
        (Value::Text(text), _) => text.as_str().into(),
        (Value::Keys(slots), _) => (slots.iter().flatten().map(|it| it.name())).collect(),
    }
}

/// The possible values of a setting and its default, in words.
pub(super) fn values(item: &Item) -> String {
    let (usual, expected) = (Settings::default(), item.expected());
    match usual.get(item) {
        _ if !(item.is_kept)(&usual) => expected,
        keys @ Value::Keys(_) => {
            format!("{expected}; default {}", item.text(&keys, Words::english()))
        }
        value => format!("{expected}; default {}", written(item, &value)),
    }
}

/// The comment about a setting in the file; empty for keys, whose names are clear enough.
fn comment(item: &Item) -> String {
    let mut lines = String::new();
    if matches!(item.kind, ItemKind::Keys(_)) {
        return lines;
    }
    for sentence in [item.about(Words::english()), values(item)] {
        let mut column = 0;
        for word in sentence.split_whitespace() {
            let length = word.chars().count() + 1;
            if column == 0 || column + length > COMMENT_COLUMNS {
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

/// Converts a value of the file to a value of the setting. The error has the nearest possible value, if there
/// is one.
pub(super) fn understand(item: &Item, found: &toml::Item) -> Result<Value, Option<Value>> {
    let text = found.as_str();
    match item.kind {
        ItemKind::Switch => found.as_bool().map(Value::Switch).ok_or(None),
        ItemKind::SoundDevice => text.map(|it| Value::Text(it.to_owned())).ok_or(None),
        ItemKind::Keys(device) => keys::understand(found, device)
            .map(Value::Keys)
            .or(Err(None)),
        ItemKind::Choice(choices) => {
            let is_known = |name: &&str| choices.iter().any(|choice| choice.name == *name);
            let name = text.filter(is_known).ok_or(None)?;
            Ok(Value::Text(name.to_owned()))
        }
        ItemKind::Number(number) => {
            let whole = found.as_integer().map(|it| it as f64);
            let value = whole.or(found.as_float()).ok_or(None)?;
            match value.clamp(number.min, number.max) {
                _ if value.is_nan() || number.is_whole() && value.fract() != 0.0 => Err(None),
                nearest if nearest != value => Err(Some(Value::Number(nearest))),
                _ => Ok(Value::Number(value)),
            }
        }
    }
}

/// The settings read so far, and their faults.
struct SettingsReader<'a> {
    text: &'a str,
    settings: Settings,
    faults: Vec<SettingsFault>,
}

impl SettingsReader<'_> {
    fn section(&mut self, section: Section, table: &dyn TableLike) {
        for item in section.items() {
            if let Some(found) = table.get(item.key) {
                self.value(item, found);
            }
        }
        for (key, found) in table.iter() {
            let Some(item) = section.items().find(|item| item.key == key) else {
                let problem = match section {
                    Section::Keys | Section::PadButtons => {
                        format!("'{key}' is nothing that keys can do")
                    }
                    _ => format!("'{key}' is no setting of [{section}] in this version"),
                };
                self.fault(found, problem + "; it is left as it is");
                continue;
            };
            if let Some(twin) = item.twin
                && !(item.is_kept)(&self.settings)
                && table.contains_key(twin)
            {
                let problem = format!("{key} is not used, since {twin} says the same");
                self.fault(found, problem);
            }
        }
    }

    fn value(&mut self, item: &Item, found: &toml::Item) {
        let used = match understand(item, found) {
            Ok(value) => return self.settings.set(item, value),
            Err(Some(value)) => {
                let used = format!("{} is used", written(item, &value));
                self.settings.set(item, value);
                used
            }
            Err(None) => String::from("the default is used"),
        };
        let key = item.key;
        let problem = match item.kind {
            ItemKind::Keys(device) => {
                let wrong = keys::understand(found, device).err().unwrap_or_default();
                format!("{key}: {wrong}; docs/settings.md has the names; the usual ones are used")
            }
            _ => {
                let said = short(&self.text[found.span().unwrap_or_default()]);
                format!("{key} is {said}, but should be {}; {used}", item.expected())
            }
        };
        self.fault(found, problem);
    }

    fn fault(&mut self, found: &toml::Item, problem: String) {
        let line = line(self.text, found.span().map_or(0, |span| span.start));
        self.faults.push(SettingsFault { line, problem });
    }
}

/// The number of the line, from 1, that contains the byte `offset` of the text.
fn line(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    1 + before.iter().filter(|byte| **byte == b'\n').count()
}

/// A value as written, on one line and shortened.
fn short(text: &str) -> String {
    const MAX_SHOWN_CHARS: usize = 40;
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::all_items;

    fn said(text: &str) -> (Settings, Vec<String>) {
        let (settings, faults) = read(text).unwrap();
        let say = |fault: &SettingsFault| format!("line {}: {}", fault.line, fault.problem);
        (settings, faults.iter().map(say).collect())
    }

    /// A value of an item that is not the usual one.
    fn other(item: &Item) -> Value {
        match (item.kind, Settings::default().get(item)) {
            (ItemKind::Switch, Value::Switch(usual)) => Value::Switch(!usual),
            (ItemKind::Number(number), Value::Number(usual)) if usual == number.min => {
                Value::Number(number.max)
            }
            (ItemKind::Number(number), _) => Value::Number(number.min),
            (ItemKind::Choice(choices), usual) => {
                let names = choices.iter().map(|it| Value::Text(it.name.to_owned()));
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
        for item in all_items().filter(|item| (item.is_kept)(&settings)) {
            assert!(text.contains(&format!("\n{} = ", item.key)), "{text}");
        }
        let widths = text.lines().map(|line| line.chars().count());
        assert!(widths.max() <= Some(COMMENT_COLUMNS + 2));
        assert_eq!(updated(&text, &settings).unwrap(), text);
    }

    /// The part of the documentation that is about a section.
    fn documented(section: Section) -> String {
        let words = Words::english();
        let mut text = format!("## `[{section}]`\n\n");
        text +=
            "| key | on the screen | what it does | values | default |\n|---|---|---|---|---|\n";
        for item in section.items() {
            let (key, values) = (item.key, values(item));
            let (values, usual) = values.split_once("; default ").unwrap_or((&values, ""));
            let values = values.replace("true or false", "").replace(" or ", ", ");
            let values = values.trim_start_matches("a number from ");
            let label = format!("{}: {}", item.place(words), item.label(words));
            let about = item.about(words);
            text += &format!("| `{key}` | {label} | {about} | {values} | {usual} |\n");
        }
        text
    }

    #[test]
    fn the_documentation_says_what_the_table_says() {
        let path = hexbound_base::sources().join("docs/settings.md");
        let page = std::fs::read_to_string(&path).unwrap();
        let head = page.split("\n## ").next().unwrap();
        let of_keys = [Section::Keys, Section::PadButtons];
        let sections = Section::iter().filter(|it| !of_keys.contains(it));
        let sections = sections.map(documented).collect::<Vec<_>>().join("\n");
        let expected = format!("{}\n\n{sections}\n{}", head.trim_end(), keys::documented());
        if std::env::var_os("HEXBOUND_BLESS").is_some() {
            std::fs::write(path, &expected).unwrap();
        }
        let advice = "docs/settings.md differs from the table; HEXBOUND_BLESS=1 writes it anew";
        assert!(page == expected, "{advice}");
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
    fn every_setting_can_be_wrong_alone() {
        for item in all_items() {
            let text = format!("[{}]\n{} = [\"no\"]", item.section, item.key);
            let (settings, faults) = said(&text);
            for item in all_items() {
                let usual = Settings::default().get(item);
                assert_eq!(settings.get(item), usual, "{text}");
            }
            let [fault] = &faults[..] else {
                panic!("{faults:?}");
            };
            let expected = format!("line 2: {} is", item.key);
            assert!(fault.starts_with(&expected), "{fault}");
        }
    }
}
