//! A setting from the view of the file, its comments, the settings screen and the documentation.

use std::fmt;

use super::{Section, Settings, Tab};
use crate::input::{Bindable, Device, Slots};
use hexbound_audio::NO_SOUND;
use hexbound_base::words::{Words, phrase};

/// One setting.
pub struct Item {
    pub section: Section,
    /// The key of the setting in the file.
    pub key: &'static str,
    pub kind: ItemKind,
    /// The page of the settings screen.
    pub tab: Tab,
    /// True if the page shows the setting only among the advanced ones.
    pub is_advanced: bool,
    pub(super) access: Access,
    /// The key of another setting for the same property in another unit.
    pub(super) twin: Option<&'static str>,
    /// Returns whether the file has this setting rather than its twin.
    pub(super) is_kept: fn(&Settings) -> bool,
}

/// The kinds of values.
#[derive(Clone, Copy, Debug)]
pub enum ItemKind {
    Switch,
    Number(Number),
    Choice(&'static [Choice]),
    /// The name of a sound device; empty for the system's choice.
    SoundDevice,
    /// The keys or buttons of a device.
    Keys(Device),
}

/// The range of a number and its format on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    pub min: f64,
    pub max: f64,
    /// The step of an arrow key.
    pub step: f64,
    /// The unit in words, for the file; empty if there is none.
    pub unit: &'static str,
    pub shown: NumberDisplay,
}

/// The format of a number on the screen.
#[derive(Clone, Copy, Debug)]
pub enum NumberDisplay {
    /// A whole number with this suffix. The file holds no fraction either.
    Whole(&'static str),
    /// A number with this count of decimals and this suffix.
    Decimals(usize, &'static str),
    /// A number with one decimal if needed.
    Plain,
    /// A number with two decimals and its sign.
    Signed,
    /// A percentage: 0.5 is 50 %.
    Percent,
}

/// One of several values.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The value in the file.
    pub name: &'static str,
    /// The text on the screen, if it is the same in every language; empty if the value has a message.
    pub(super) shown: &'static str,
}

/// A value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Switch(bool),
    Number(f64),
    /// The name of a [`Choice`] or of a device.
    Text(String),
    Keys(Slots),
}

/// The accessors of a setting's field in [`Settings`].
pub(super) enum Access {
    Field(fn(&Settings) -> Value, fn(&mut Settings, Value)),
    Keys(&'static Bindable, Device),
}

impl Settings {
    /// The value of a setting.
    pub fn get(&self, item: &Item) -> Value {
        match item.access {
            Access::Field(get, _) => get(self),
            Access::Keys(action, device) => Value::Keys(self.bindings.of(action, device)),
        }
    }

    /// Sets a setting; a number is clamped to its range. A value of another kind has no effect.
    pub fn set(&mut self, item: &Item, value: Value) {
        match (&item.access, value, item.kind) {
            (Access::Field(_, set), Value::Number(value), ItemKind::Number(number)) => {
                set(self, Value::Number(value.clamp(number.min, number.max)));
            }
            (Access::Field(_, set), value, _) => set(self, value),
            (Access::Keys(action, device), Value::Keys(slots), _) => {
                self.bindings.bind(action, *device, slots);
            }
            _ => {}
        }
    }

    /// Resets a setting to its default. A setting that the default file omits in favor of its twin is reset
    /// through the twin.
    pub fn reset(&mut self, item: &Item) {
        let usual = Self::default();
        let twin = item.twin.filter(|_| !(item.is_kept)(&usual));
        let twin = twin.and_then(|key| item.section.items().find(|other| other.key == key));
        let kept = twin.unwrap_or(item);
        self.set(kept, usual.get(kept));
    }
}

impl Item {
    pub(super) const fn new(
        section: Section,
        key: &'static str,
        kind: ItemKind,
        access: Access,
    ) -> Self {
        Self {
            section,
            key,
            kind,
            tab: Tab::of(section),
            is_advanced: false,
            access,
            twin: None,
            is_kept: |_| true,
        }
    }

    /// Moves the setting to another page than its section's.
    pub(super) const fn on(mut self, tab: Tab) -> Self {
        self.tab = tab;
        self
    }

    /// Marks the setting as advanced.
    pub(super) const fn advanced(mut self) -> Self {
        self.is_advanced = true;
        self
    }

    /// Names another setting of the section that can replace this one in the file.
    pub(super) const fn or(mut self, twin: &'static str, is_kept: fn(&Settings) -> bool) -> Self {
        self.twin = Some(twin);
        self.is_kept = is_kept;
        self
    }

    /// The full name of the setting, such as `mouse.invert`.
    pub fn name(&self) -> String {
        format!("{}.{}", self.section, self.key)
    }

    /// The page of the setting on the screen, and whether the setting is advanced.
    pub fn place(&self, words: &Words) -> String {
        match self.access {
            Access::Keys(action, Device::Keys) => format!("Keys: {}", action.group.label(words)),
            Access::Keys(action, Device::Pad) => format!("Gamepad: {}", action.group.label(words)),
            _ if self.is_advanced => {
                words.say(&phrase("advanced-of").with("page", self.tab.label(words)))
            }
            _ => self.tab.label(words),
        }
    }

    /// The setting's name on the screen.
    pub fn label(&self, words: &Words) -> String {
        match self.access {
            Access::Keys(action, _) => action.label(words),
            _ => words.text_of("setting", &self.message()),
        }
    }

    /// One sentence for the player: the comment in the file and the explanation on the screen.
    pub fn about(&self, words: &Words) -> String {
        words.text_of("setting", &format!("{}.about", self.message()))
    }

    /// The id of the setting's message.
    fn message(&self) -> String {
        format!("{}-{}", self.section, self.key)
    }

    /// The text of a value on the screen.
    pub fn text(&self, value: &Value, words: &Words) -> String {
        match (value, self.kind) {
            (Value::Switch(true), _) => words.text_of("value", "on"),
            (Value::Switch(false), _) => words.text_of("value", "off"),
            (Value::Number(value), ItemKind::Number(number)) => number.text(*value),
            (Value::Text(name), ItemKind::Choice(choices)) => {
                let choice = choices.iter().find(|choice| choice.name == name);
                choice.map_or_else(|| name.clone(), |it| self.text_of_choice(*it, words))
            }
            (Value::Text(text), _) if text.is_empty() => words.text_of("value", "system"),
            (Value::Text(text), _) if text == NO_SOUND => words.text_of("value", "no-sound"),
            (Value::Text(text), _) => text.clone(),
            (Value::Keys(slots), _) => {
                let names = slots.iter().flatten().map(|source| source.name());
                names.collect::<Vec<_>>().join(", ")
            }
            (value, _) => format!("{value:?}"),
        }
    }

    fn text_of_choice(&self, choice: Choice, words: &Words) -> String {
        match choice {
            Choice { name, shown: "" } if choice.is_shared() => words.text_of("value", name),
            Choice { name, shown: "" } => {
                words.text_of("setting", &format!("{}.{name}", self.message()))
            }
            Choice { shown, .. } => shown.to_owned(),
        }
    }

    /// The possible values in the file, in words.
    pub fn expected(&self) -> String {
        match self.kind {
            ItemKind::Switch => String::from("true or false"),
            ItemKind::Number(number) => number.expected(),
            ItemKind::Choice(choices) => {
                let names = choices.iter().map(|it| format!("{:?}", it.name));
                names.collect::<Vec<_>>().join(" or ")
            }
            ItemKind::SoundDevice => String::from("a name in quotes"),
            ItemKind::Keys(_) => String::from("up to two names"),
        }
    }
}

impl Choice {
    /// Returns whether several settings share the message of this value.
    fn is_shared(self) -> bool {
        ["system", "preset", "off", "on"].contains(&self.name)
    }
}

impl Number {
    /// Returns whether the number has no fraction.
    pub fn is_whole(self) -> bool {
        matches!(self.shown, NumberDisplay::Whole(_))
    }

    fn text(self, value: f64) -> String {
        match self.shown {
            NumberDisplay::Whole(sign) => format!("{value:.0}{sign}"),
            NumberDisplay::Decimals(decimals, sign) => format!("{value:.decimals$}{sign}"),
            NumberDisplay::Plain if (value * 10.0).round() % 10.0 == 0.0 => format!("{value:.0}"),
            NumberDisplay::Plain => format!("{value:.1}"),
            NumberDisplay::Signed if value == 0.0 => String::from("0"),
            NumberDisplay::Signed => format!("{value:+.2}"),
            NumberDisplay::Percent => format!("{:.0} %", value * 100.0),
        }
    }

    fn expected(self) -> String {
        let kind = match self.unit {
            "" => "a number",
            unit => unit,
        };
        format!("{kind} from {} to {}", self.min, self.max)
    }
}

/// The `f64` with the same decimal digits as another number.
pub(super) fn decimal(value: impl fmt::Display) -> f64 {
    value.to_string().parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;
    use crate::settings::all_items;
    use hexbound_base::words::check_family;

    #[test]
    fn every_setting_is_described_and_named_once() {
        for section in Section::iter() {
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
                    assert!((number.min..=number.max).contains(&usual), "{key}");
                    assert!(number.step > 0.0, "{key}");
                }
                (ItemKind::Choice(choices), Value::Text(usual)) => {
                    assert!(choices.iter().any(|it| it.name == usual), "{key}");
                }
                (kind, usual) => panic!("{key} is {usual:?}, but {kind:?}"),
            }
        }
    }

    fn find(key: &str) -> &'static Item {
        all_items().find(|item| item.key == key).unwrap()
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
            let own = (choices(item).iter()).filter(|it| it.shown.is_empty() && !it.is_shared());
            let own = own.map(|it| format!("{}.{}", item.message(), it.name));
            let about = format!("{}.about", item.message());
            [item.message(), about].into_iter().chain(own)
        });
        check_family("setting", messages);
        let shared = all_items().flat_map(choices).filter(|it| it.is_shared());
        let shared = shared.map(|it| it.name);
        check_family("value", shared.chain(["on", "off", "system", "no-sound"]));
    }

    #[test]
    fn a_number_is_brought_within_its_range_and_keeps_its_digits() {
        let (mut settings, master) = (Settings::default(), find("master"));
        for (given, kept) in [(3.0, 1.0), (0.1, 0.1)] {
            settings.set(master, Value::Number(given));
            assert_eq!(settings.get(master), Value::Number(kept));
        }
        settings.set(master, Value::Switch(true));
        assert_eq!(settings.sound.master, 0.1);
        let shown = master.text(&Value::Number(0.1), Words::english());
        assert_eq!(shown, "10 %");
    }

    #[test]
    fn a_page_of_defaults_leaves_nothing_for_the_file_to_say() {
        let usual = Settings::default();
        for key in ["sensitivity", "cm_per_turn"] {
            let mut settings = Settings::default();
            settings.set(find(key), Value::Number(30.0));
            let all = Tab::Mouse.items(false).chain(Tab::Mouse.items(true));
            all.for_each(|item| settings.reset(item));
            assert_eq!(settings.mouse.cm_per_turn, None, "{key}");
            assert_eq!(settings.mouse.sensitivity, usual.mouse.sensitivity, "{key}");
        }
    }

    #[test]
    fn the_two_ways_to_say_how_fast_the_mouse_turns_agree() {
        let [count, turn, dpi] = ["sensitivity", "cm_per_turn", "dpi"].map(find);
        let mut settings = Settings::default();
        settings.set(dpi, Value::Number(1600.0));
        settings.set(turn, Value::Number(40.0));
        // 40 cm are 15.75 inches, which are 25197 counts.
        let expected = std::f32::consts::TAU / (40.0 / 2.54 * 1600.0);
        assert!((settings.mouse.radians_per_count() - expected).abs() < 1e-9);
        // The distance stays when another mouse is used.
        settings.set(dpi, Value::Number(800.0));
        assert_eq!(settings.get(turn), Value::Number(40.0));
        assert!((settings.mouse.radians_per_count() - 2.0 * expected).abs() < 1e-9);
        settings.set(count, Value::Number(22.0));
        assert_eq!(settings.mouse.radians_per_count(), 0.0022);
        assert_eq!(settings.get(count), Value::Number(22.0));
        let Value::Number(centimeters) = settings.get(turn) else {
            panic!("a number");
        };
        assert!((centimeters - 9.07).abs() < 0.01, "{centimeters}");
        assert!((count.is_kept)(&settings) && !(turn.is_kept)(&settings));
    }
}
