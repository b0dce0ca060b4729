//! The settings pages, generated from the table of all settings.

use super::{Act, Facts, Help, NumberScale, Page, Row, Screen, Setting, Shape, Wish, rounded};
use crate::settings::{Item, ItemKind, Settings, Tab, Value};
use hexbound_base::words::{Words, phrase};

/// The list of pages.
pub(super) fn tabs(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let tab = |tab: Tab| Row::button(tab.label(words), Act::Open(Screen::Tab(tab)));
    let mut page = Page::new(words.text("settings"), Shape::Side, words);
    page.rows.extend(Tab::ALL.map(tab));
    page.button("keys", Act::Open(Screen::Keys));
    page
}

/// The settings of a page, and a row that opens the advanced ones if there are any.
pub(super) fn page(tab: Tab, facts: &Facts<'_>) -> Page {
    let mut page = of_settings(tab.label(facts.words), tab.items(false), facts);
    if tab.items(true).next().is_some() {
        page.button("advanced", Act::Open(Screen::Advanced(tab)));
    }
    page.button("to-defaults", Act::Do(Wish::Reset(tab, false)));
    if tab != Tab::Laboratory {
        page.help = Help::Values;
    }
    page
}

/// The advanced settings of a page.
pub(super) fn advanced(tab: Tab, facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let title = words.say(&phrase("advanced-of").with("page", tab.label(words)));
    let mut page = of_settings(title, tab.items(true), facts);
    page.button("to-defaults", Act::Do(Wish::Reset(tab, true)));
    page
}

fn of_settings(
    title: String,
    items: impl Iterator<Item = &'static Item>,
    facts: &Facts<'_>,
) -> Page {
    let usual = Settings::default();
    let settings = facts.settings.unwrap_or(&usual);
    let rows = items.map(|item| row(item, settings, facts.words, facts.sound_devices));
    Page {
        rows: rows.map(Row::Setting).collect(),
        help: Help::Changes,
        ..Page::new(title, Shape::Wide, facts.words)
    }
}

fn row(item: &Item, settings: &Settings, words: &Words, sound_devices: &[String]) -> Setting {
    let value = settings.get(item);
    let set = |value| Act::Do(Wish::Set(item.section, item.key, value));
    let mut scale = None;
    let [less, more, act] = match (item.kind, &value) {
        (ItemKind::Number(number), Value::Number(value)) => {
            let by = |steps: f64| {
                let to = rounded(value + steps * number.step, number.step);
                let to = to.clamp(number.min, number.max);
                match to == *value {
                    true => Act::Stay,
                    false => set(Value::Number(to)),
                }
            };
            scale = Some(NumberScale {
                share: ((value - number.min) / (number.max - number.min)) as f32,
                section: item.section,
                key: item.key,
                min: number.min,
                max: number.max,
                step: number.step,
            });
            [by(-1.0), by(1.0), Act::Stay]
        }
        _ => {
            let all = choices(item, &value, sound_devices);
            let here = all.iter().position(|it| *it == value).unwrap_or(0);
            let count = all.len();
            [count.saturating_sub(1), 1, 1].map(|by| match count {
                0 | 1 => Act::Stay,
                _ => set(all[(here + by) % count].clone()),
            })
        }
    };
    Setting {
        values: Vec::new(),
        label: item.label(words),
        value: item.text(&value, words),
        about: item.about(words),
        details: Vec::new(),
        less,
        more,
        act,
        scale,
    }
}

/// The possible values of a setting with a choice; empty for another setting.
fn choices(item: &Item, value: &Value, sound_devices: &[String]) -> Vec<Value> {
    match (item.kind, value) {
        (ItemKind::Switch, _) => [false, true].map(Value::Switch).to_vec(),
        (ItemKind::Choice(choices), _) => {
            let names = choices.iter().map(|it| it.name.to_owned());
            names.map(Value::Text).collect()
        }
        (ItemKind::SoundDevice, Value::Text(name)) => {
            // The system's choice comes first; the chosen device is listed even if it is missing.
            let mut names = vec![String::new()];
            for name in sound_devices.iter().chain([name]) {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            names.into_iter().map(Value::Text).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::all_items;

    /// Carries out the wish of an act.
    fn set(settings: &mut Settings, act: &Act) {
        let Act::Do(Wish::Set(section, key, value)) = act else {
            panic!("{act:?}");
        };
        let item = section.items().find(|item| item.key == *key).unwrap();
        settings.set(item, value.clone());
    }

    #[test]
    fn every_setting_can_be_changed_by_its_arrows_and_back_again() {
        let devices = ["Headphones", "Speakers"].map(String::from);
        for item in all_items() {
            let mut settings = Settings::default();
            let before = settings.get(item);
            let row_before = row(item, &settings, Words::english(), &devices);
            let (there, is_more) = match &row_before.more {
                Act::Stay => (&row_before.less, false),
                more => (more, true),
            };
            set(&mut settings, there);
            assert_ne!(settings.get(item), before, "{}", item.key);
            let row_after = row(item, &settings, Words::english(), &devices);
            let [less, more] = [&row_after.less, &row_after.more];
            set(&mut settings, if is_more { less } else { more });
            match (settings.get(item), before) {
                (Value::Number(value), Value::Number(before)) => {
                    assert!((value - before).abs() < 1e-3 * before.abs().max(1.0));
                }
                (value, before) => assert_eq!(value, before, "{}", item.key),
            }
        }
    }

    #[test]
    fn a_scale_reaches_both_ends_in_whole_steps() {
        let settings = Settings::default();
        for item in all_items() {
            let (ItemKind::Number(number), Some(scale)) =
                (item.kind, row(item, &settings, Words::english(), &[]).scale)
            else {
                continue;
            };
            let at = |share| match scale.wish(share) {
                Wish::Set(_, _, Value::Number(number)) => number,
                other => panic!("{other:?}"),
            };
            assert_eq!(at(-1.0), number.min, "{}", item.key);
            assert!((at(2.0) - number.max).abs() <= number.step, "{}", item.key);
        }
    }
}
