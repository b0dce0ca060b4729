//! The table of all settings, a room for each section: the file, its comments, the screen of settings
//! and the documentation are made from it. Their names and explanations are in the files of words.
//! Keys and buttons are not here; `input` names them.

mod assist;
mod game;
mod mouse;
mod pad;
mod picture;
mod sound;
mod tab;
mod view;

pub use tab::Tab;

use super::Settings;
use hexbound_audio::NO_SOUND;
use hexbound_base::words::{Words, phrase};

/// A group of settings in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    View,
    Mouse,
    Sound,
    Picture,
    Game,
    Assist,
    Pad,
}

impl Section {
    /// All sections, in the order of the file.
    pub const ALL: [Section; 7] = [
        Section::View,
        Section::Mouse,
        Section::Sound,
        Section::Picture,
        Section::Game,
        Section::Assist,
        Section::Pad,
    ];

    /// The section's name in the file.
    pub fn name(self) -> &'static str {
        match self {
            Section::View => "view",
            Section::Mouse => "mouse",
            Section::Sound => "sound",
            Section::Picture => "picture",
            Section::Game => "game",
            Section::Assist => "assist",
            Section::Pad => "pad",
        }
    }

    /// The settings of the section, in their order.
    pub fn items(self) -> impl Iterator<Item = &'static Item> {
        let items = match self {
            Section::View => view::ITEMS,
            Section::Mouse => mouse::ITEMS,
            Section::Sound => sound::ITEMS,
            Section::Picture => picture::ITEMS,
            Section::Game => game::ITEMS,
            Section::Assist => assist::ITEMS,
            Section::Pad => pad::ITEMS,
        };
        items.iter()
    }
}

/// Every setting, in the order of the file.
pub fn all_items() -> impl Iterator<Item = &'static Item> {
    Section::ALL.into_iter().flat_map(Section::items)
}

/// One setting.
pub struct Item {
    pub section: Section,
    /// The setting's name in the file.
    pub key: &'static str,
    pub kind: ItemKind,
    /// The page of the screen that shows it.
    pub tab: Tab,
    /// True if the page shows it only to those who ask for more.
    pub is_advanced: bool,
    pub(super) field: Field,
    /// Another setting that says the same in other words, and the test for which of the two the
    /// file holds.
    pub(super) instead: Option<Instead>,
}

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ItemKind {
    Switch,
    Number(Number),
    Choice(&'static [Choice]),
    /// The name of a device for sound, or nothing for the system's own choice.
    SoundDevice,
}

/// A number and how it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    pub least: f64,
    pub most: f64,
    /// The step of a press of an arrow key.
    pub step: f64,
    /// The unit in words, for the file; empty for a plain number.
    pub unit: &'static str,
    pub shown: Shown,
}

/// The ways in which the screen shows a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A whole number with this sign after it. The file holds no fraction either.
    Whole(&'static str),
    /// With so many decimals and this sign after them.
    Decimals(usize, &'static str),
    /// With one decimal where it is needed.
    Plain,
    /// With two decimals and its sign.
    Signed,
    /// Hundredths: 0.5 is 50 %.
    Percent,
}

/// One of several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The value in the file.
    pub name: &'static str,
    shown: ShownChoice,
}

/// The ways in which the screen shows a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShownChoice {
    /// In words that its setting has for it.
    Own,
    /// In words that several settings have for it, by their name.
    Shared(&'static str),
    /// In the same way in every language.
    Same(&'static str),
}

/// A value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Switch(bool),
    Number(f64),
    /// The name of a [`Choice`].
    Choice(&'static str),
    Text(String),
}

/// The access to a setting's place in [`Settings`].
pub(super) enum Field {
    Switch(fn(&Settings) -> bool, fn(&mut Settings, bool)),
    Number(fn(&Settings) -> f32, fn(&mut Settings, f32)),
    Choice(
        fn(&Settings) -> &'static str,
        fn(&mut Settings, &'static str),
    ),
    Text(fn(&Settings) -> &str, fn(&mut Settings, String)),
}

/// A setting that says in other words what another one says.
#[derive(Clone, Copy)]
pub(super) struct Instead {
    /// The other's key.
    pub key: &'static str,
    /// Returns whether this one stands in the file rather than the other.
    pub is_kept: fn(&Settings) -> bool,
}

impl Settings {
    /// The value of a setting.
    pub fn get(&self, item: &Item) -> Value {
        match item.field {
            Field::Switch(get, _) => Value::Switch(get(self)),
            Field::Number(get, _) => Value::Number(decimal(get(self))),
            Field::Choice(get, _) => Value::Choice(get(self)),
            Field::Text(get, _) => Value::Text(get(self).to_owned()),
        }
    }

    /// Sets a setting, a number to the nearest within its range. A value of another kind changes
    /// nothing.
    pub fn set(&mut self, item: &Item, value: Value) {
        match (&item.field, value, item.kind) {
            (Field::Switch(_, set), Value::Switch(value), _) => set(self, value),
            (Field::Number(_, set), Value::Number(value), ItemKind::Number(number)) => {
                set(self, value.clamp(number.least, number.most) as f32);
            }
            (Field::Choice(_, set), Value::Choice(value), _) => set(self, value),
            (Field::Text(_, set), Value::Text(value), _) => set(self, value),
            _ => {}
        }
    }
}

impl Item {
    const fn new(section: Section, key: &'static str, kind: ItemKind, field: Field) -> Self {
        Self {
            section,
            key,
            kind,
            tab: Tab::of(section),
            is_advanced: false,
            field,
            instead: None,
        }
    }

    /// The setting on another page than its section's.
    const fn on(mut self, tab: Tab) -> Self {
        self.tab = tab;
        self
    }

    /// The setting among the advanced ones.
    const fn advanced(mut self) -> Self {
        self.is_advanced = true;
        self
    }

    /// The setting where another one may stand for it in the file.
    const fn instead_of(mut self, instead: Instead) -> Self {
        self.instead = Some(instead);
        self
    }

    /// The place of the setting on the screen: its page, and whether it is an advanced one.
    pub fn place(&self, words: &Words) -> String {
        match self.is_advanced {
            true => words.say(&phrase("advanced-of").with("page", self.tab.label(words))),
            false => self.tab.label(words),
        }
    }

    /// The setting's name on the screen.
    pub fn label(&self, words: &Words) -> String {
        words.text_of("setting", &self.message())
    }

    /// One sentence for the player: the comment in the file and the explanation on the screen.
    pub fn about(&self, words: &Words) -> String {
        words.text_of("setting", &format!("{}.about", self.message()))
    }

    /// The name of the setting's message in the files of words.
    fn message(&self) -> String {
        format!("{}-{}", self.section.name(), self.key)
    }

    /// The setting that another one may stand for in the file, if there is such a one.
    pub(super) fn instead(&self) -> Option<Instead> {
        self.instead
    }

    /// Returns whether the file holds this setting, rather than one that says the same.
    pub(super) fn is_kept(&self, settings: &Settings) -> bool {
        self.instead.is_none_or(|it| (it.is_kept)(settings))
    }

    /// A value in words, for the screen.
    pub fn text(&self, value: &Value, words: &Words) -> String {
        match (value, self.kind) {
            (Value::Switch(true), _) => words.text_of("value", "on"),
            (Value::Switch(false), _) => words.text_of("value", "off"),
            (Value::Number(value), ItemKind::Number(number)) => number.text(*value),
            (Value::Choice(name), ItemKind::Choice(choices)) => {
                let choice = choices.iter().find(|choice| choice.name == *name);
                choice.map_or_else(|| (*name).to_owned(), |it| self.text_of_choice(*it, words))
            }
            (Value::Text(text), _) if text.is_empty() => words.text_of("value", "system"),
            (Value::Text(text), _) if text == NO_SOUND => words.text_of("value", "no-sound"),
            (Value::Text(text), _) => text.clone(),
            (value, _) => format!("{value:?}"),
        }
    }

    fn text_of_choice(&self, choice: Choice, words: &Words) -> String {
        match choice.shown {
            ShownChoice::Own => {
                words.text_of("setting", &format!("{}.{}", self.message(), choice.name))
            }
            ShownChoice::Shared(name) => words.text_of("value", name),
            ShownChoice::Same(text) => text.to_owned(),
        }
    }

    /// The values that the file may hold, in words.
    pub fn expected(&self) -> String {
        match self.kind {
            ItemKind::Switch => String::from("true or false"),
            ItemKind::Number(number) => number.expected(),
            ItemKind::Choice(choices) => {
                let names: Vec<String> =
                    choices.iter().map(|it| format!("{:?}", it.name)).collect();
                names.join(" or ")
            }
            ItemKind::SoundDevice => String::from("a name in quotes"),
        }
    }
}

impl Number {
    /// Returns whether fractions make no sense.
    pub fn is_whole(self) -> bool {
        matches!(self.shown, Shown::Whole(_))
    }

    fn text(self, value: f64) -> String {
        match self.shown {
            Shown::Whole(sign) => format!("{value:.0}{sign}"),
            Shown::Decimals(decimals, sign) => format!("{value:.decimals$}{sign}"),
            Shown::Plain if (value * 10.0).round() % 10.0 == 0.0 => format!("{value:.0}"),
            Shown::Plain => format!("{value:.1}"),
            Shown::Signed if value == 0.0 => String::from("0"),
            Shown::Signed => format!("{value:+.2}"),
            Shown::Percent => format!("{:.0} %", value * 100.0),
        }
    }

    fn expected(self) -> String {
        let kind = match (self.unit, self.is_whole()) {
            ("", true) => "a whole number",
            ("", false) => "a number",
            (unit, _) => unit,
        };
        format!("{kind} from {} to {}", self.least, self.most)
    }
}

/// The double that is written with the same digits as a single.
fn decimal(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

/// The field of a setting that is kept as it is.
macro_rules! field {
    ($kind:ident, $name:ident) => {
        Field::$kind(|it| it.$name, |it, value| it.$name = value)
    };
}

/// A setting that is one of several values, by the place of its field, with their names.
macro_rules! chosen {
    ($key:literal, |$it:ident| $place:expr, {$($name:literal => $value:path),+}) => {
        item(
            $key,
            ItemKind::Choice(&[$(own($name)),+]),
            Field::Choice(
                |$it| match $place { $($value => $name),+ },
                |$it, name| match name {
                    $($name => $place = $value,)+
                    _ => {}
                },
            ),
        )
    };
}
use {chosen, field};

const fn number(least: f64, most: f64, step: f64, unit: &'static str, shown: Shown) -> ItemKind {
    ItemKind::Number(Number {
        least,
        most,
        step,
        unit,
        shown,
    })
}

/// A choice for which its setting has words.
const fn own(name: &'static str) -> Choice {
    let shown = ShownChoice::Own;
    Choice { name, shown }
}

/// A choice that several settings have.
const fn shared(name: &'static str) -> Choice {
    let shown = ShownChoice::Shared(name);
    Choice { name, shown }
}

/// A choice that is shown in the same way in every language.
const fn figure(name: &'static str, text: &'static str) -> Choice {
    let shown = ShownChoice::Same(text);
    Choice { name, shown }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;

    #[test]
    fn every_setting_is_described_and_named_once() {
        for section in Section::ALL {
            let items: Vec<&Item> = section.items().collect();
            for (index, item) in items.iter().enumerate() {
                let is_there = items[..index].iter().any(|other| other.key == item.key);
                assert!(item.section == section && !is_there, "{}", item.key);
            }
        }
        for item in all_items() {
            let (key, words) = (item.key, Words::english());
            let about = item.about(words);
            assert!(about.ends_with('.') && about.len() > 20, "{key}");
            let usual = Settings::default().get(item);
            assert!(!item.text(&usual, words).is_empty(), "{key}");
            match (item.kind, usual) {
                (ItemKind::Switch, Value::Switch(_)) | (ItemKind::SoundDevice, Value::Text(_)) => {}
                (ItemKind::Number(number), Value::Number(usual)) => {
                    assert!((number.least..=number.most).contains(&usual), "{key}");
                    assert!(number.step > 0.0, "{key}");
                }
                (ItemKind::Choice(choices), Value::Choice(usual)) => {
                    assert!(choices.iter().any(|it| it.name == usual), "{key}");
                }
                (kind, usual) => panic!("{key} is {usual:?}, but {kind:?}"),
            }
        }
    }

    /// The choices of a setting, with how each is shown.
    fn choices(item: &Item) -> &'static [Choice] {
        match item.kind {
            ItemKind::Choice(choices) => choices,
            _ => &[],
        }
    }

    #[test]
    fn everything_about_settings_has_words() {
        let messages = all_items().flat_map(|item| {
            let own = choices(item)
                .iter()
                .filter(|it| it.shown == ShownChoice::Own);
            let own = own.map(|it| format!("{}.{}", item.message(), it.name));
            let about = format!("{}.about", item.message());
            [item.message(), about].into_iter().chain(own)
        });
        check_family("setting", messages);
        let shared = all_items()
            .flat_map(choices)
            .filter_map(|it| match it.shown {
                ShownChoice::Shared(name) => Some(name),
                _ => None,
            });
        check_family("value", shared.chain(["on", "off", "system", "no-sound"]));
    }

    #[test]
    fn a_number_is_brought_within_its_range_and_keeps_its_digits() {
        let mut settings = Settings::default();
        let find = |key| all_items().find(|item| item.key == key).unwrap();
        settings.set(find("master"), Value::Number(3.0));
        assert_eq!(settings.get(find("master")), Value::Number(1.0));
        settings.set(find("master"), Value::Number(0.1));
        assert_eq!(settings.get(find("master")), Value::Number(0.1));
        settings.set(find("master"), Value::Switch(true));
        assert_eq!(settings.volumes.master, 0.1);
        assert_eq!(
            find("master").text(&Value::Number(0.1), Words::english()),
            "10 %"
        );
    }

    #[test]
    fn the_two_ways_to_say_how_fast_the_mouse_turns_agree() {
        let find = |key| all_items().find(|item| item.key == key).unwrap();
        let (count, turn, dpi) = (find("sensitivity"), find("cm_per_turn"), find("dpi"));
        let mut settings = Settings::default();
        settings.set(dpi, Value::Number(1600.0));
        settings.set(turn, Value::Number(40.0));
        // 40 cm are 15.75 inches, which are 25197 counts.
        let expected = std::f32::consts::TAU / (40.0 / 2.54 * 1600.0);
        assert!((settings.radians_per_count() - expected).abs() < 1e-9);
        // The distance stays when another mouse is used.
        settings.set(dpi, Value::Number(800.0));
        assert_eq!(settings.get(turn), Value::Number(40.0));
        assert!((settings.radians_per_count() - 2.0 * expected).abs() < 1e-9);
        settings.set(count, Value::Number(22.0));
        assert_eq!(settings.radians_per_count(), 0.0022);
        assert_eq!(settings.get(count), Value::Number(22.0));
        let Value::Number(centimeters) = settings.get(turn) else {
            panic!("a number");
        };
        assert!((centimeters - 9.07).abs() < 0.01, "{centimeters}");
        assert!(count.is_kept(&settings) && !turn.is_kept(&settings));
    }
}
