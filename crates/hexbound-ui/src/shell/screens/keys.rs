//! The screens of all keys and of their changes.

use strum::IntoEnumIterator;

use super::{Act, Button, Facts, Help, Page, Row, Screen, Shape, Tone, Wish};
use crate::input::{ActionGroup, BINDABLES, BINDING_SLOTS, Bindable, Bindings, Device, KeyLabels};
use hexbound_base::words::{Phrase, Words, phrase, phrase_of};

/// The list of all keys, group by group.
pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let (bindings, labels) = known(facts);
    let mut page = Page::new(words.text("keys"), Shape::Wide, words);
    page.text("about-keys", Tone::Quiet);
    for group in ActionGroup::iter() {
        page.rows.push(Row::Heading(group.label(words)));
        page.rows.extend(Bindable::of_group(group).map(|item| {
            let keys = all_labels(item, &bindings, &labels, words);
            let act = Act::Open(Screen::ActionKeys(item.name));
            Row::noted(item.label(words), keys, act)
        }));
    }
    page
}

/// The keys and buttons of an action, the pad's last.
fn all_labels(item: &Bindable, bindings: &Bindings, labels: &KeyLabels, words: &Words) -> String {
    let of = |device| words.say(&bindings.label(item, device, labels));
    let mut all = [Device::Keys, Device::Pad].map(of).to_vec();
    all.retain(|it| !it.is_empty());
    all.join("     ")
}

/// The keys of one action.
pub(super) fn of_action(name: &'static str, facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let (bindings, labels) = known(facts);
    let item = BINDABLES.iter().find(|item| item.name == name);
    let mut page = card(item, words, Help::Slots);
    let mut sources = Vec::new();
    let keys = [words.text("first-key"), words.text("second-key")];
    let buttons = [words.text("first-button"), words.text("second-button")];
    for (device, names) in [(Device::Keys, keys), (Device::Pad, buttons)] {
        let slots = item.map_or([None; BINDING_SLOTS], |item| bindings.of(item, device));
        for (slot, (label, source)) in names.into_iter().zip(slots).enumerate() {
            let key = source.map(|source| words.say(&labels.of(source)));
            page.rows.push(Row::Button(Button {
                label,
                note: key.unwrap_or_else(|| words.text("no-key")),
                act: Act::Open(Screen::Bind(name, device, slot)),
                clear: source.map(|_| Act::Do(Wish::Unbind(name, device, slot))),
            }));
        }
        sources.extend(slots.into_iter().flatten());
    }
    for conflict in bindings.conflicts() {
        let others = conflict.actions.iter().filter(|other| other.name != name);
        let others = others.map(|other| phrase_of("action", other.name));
        if sources.contains(&conflict.source) {
            let said = phrase("keys-conflict").with("key", labels.of(conflict.source));
            let said = said.with("others", Phrase::List(others.collect()));
            page.rows.push(Row::Text(words.say(&said), Tone::Warning));
        }
    }
    page.button("no-keys", Act::Do(Wish::NoKeys(name)));
    page.button("to-defaults", Act::Do(Wish::UsualKeys(name)));
    // The last row is one step up from the first key, so it is a harmless one.
    page.button("back", Act::Back);
    page
}

/// The request for a key, or for a button of the pad.
pub(super) fn bind(name: &'static str, device: Device, facts: &Facts<'_>) -> Page {
    let item = BINDABLES.iter().find(|item| item.name == name);
    let mut page = card(item, facts.words, Help::Keeps);
    match device {
        Device::Keys => page.text("press-a-key", Tone::Plain),
        Device::Pad => page.text("press-a-button", Tone::Plain),
    }
    page
}

fn card(item: Option<&Bindable>, words: &'static Words, help: Help) -> Page {
    let title = item.map_or_else(|| words.text("keys"), |item| item.label(words));
    Page {
        help,
        ..Page::new(title, Shape::Card, words)
    }
}

/// The current bindings and the labels of the keys.
pub(super) fn known(facts: &Facts<'_>) -> (Bindings, KeyLabels) {
    let bindings = facts.settings.map(|settings| settings.bindings.clone());
    let labels = facts.key_labels.cloned();
    (bindings.unwrap_or_default(), labels.unwrap_or_default())
}
