//! All keys, and how they are changed.

use strum::IntoEnumIterator;

use crate::{
    input::{ActionGroup, BINDABLES, BINDING_SLOTS, Bindable, Bindings, Device, KeyLabels},
    shell::{
        facts::Facts,
        page::{Act, Button, Help, Page, Row, Shape, Tone},
        screen::Screen,
        wish::Wish,
    },
};
use hexbound_base::words::{Phrase, Words, phrase, phrase_of};

/// The list of all keys, group by group.
pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let (bindings, labels) = known(facts);
    let mut rows = vec![Row::Text(words.text("about-keys"), Tone::Quiet)];
    for group in ActionGroup::iter() {
        rows.push(Row::Heading(group.label(words)));
        rows.extend(Bindable::of_group(group).map(|item| {
            let keys = all_labels(item, &bindings, &labels, words);
            Row::noted(
                item.label(words),
                keys,
                Act::Open(Screen::ActionKeys(item.name)),
            )
        }));
    }
    Page {
        title: words.text("keys"),
        shape: Shape::Wide,
        rows,
        first: 2,
        beside: Vec::new(),
        back: Act::Back,
        help: Help::Back,
    }
}

/// The keys and buttons of an action, those of the pad last.
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
    let mut rows = Vec::new();
    let mut sources = Vec::new();
    for (device, names) in [
        (
            Device::Keys,
            [words.text("first-key"), words.text("second-key")],
        ),
        (
            Device::Pad,
            [words.text("first-button"), words.text("second-button")],
        ),
    ] {
        let slots = item.map_or([None; BINDING_SLOTS], |item| bindings.of(item, device));
        rows.extend(names.into_iter().enumerate().map(|(slot, label)| {
            let source = slots[slot];
            Row::Button(Button {
                label,
                note: source.map_or_else(
                    || words.text("no-key"),
                    |source| words.say(&labels.of(source)),
                ),
                act: Act::Open(Screen::Bind(name, device, slot)),
                clear: source.map(|_| Act::Do(Wish::Unbind(name, device, slot))),
            })
        }));
        sources.extend(slots.into_iter().flatten());
    }
    for conflict in bindings.conflicts() {
        let others = conflict.actions.iter().filter(|other| other.name != name);
        let others = others
            .map(|other| phrase_of("action", other.name))
            .collect();
        if sources.contains(&conflict.source) {
            let text = words.say(
                &phrase("keys-conflict")
                    .with("key", labels.of(conflict.source))
                    .with("others", Phrase::List(others)),
            );
            rows.push(Row::Text(text, Tone::Warning));
        }
    }
    rows.extend([
        Row::button(words.text("no-keys"), Act::Do(Wish::NoKeys(name))),
        Row::button(words.text("to-defaults"), Act::Do(Wish::UsualKeys(name))),
        // The last one is a step up from the first key: what it does harms nothing.
        Row::button(words.text("back"), Act::Back),
    ]);
    card(item, rows, words, Help::Slots)
}

/// The request for a key, or for a button of the pad.
pub(super) fn bind(name: &'static str, device: Device, facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let item = BINDABLES.iter().find(|item| item.name == name);
    let request = match device {
        Device::Keys => words.text("press-a-key"),
        Device::Pad => words.text("press-a-button"),
    };
    let rows = vec![Row::Text(request, Tone::Plain)];
    card(item, rows, words, Help::Keeps)
}

fn card(item: Option<&Bindable>, rows: Vec<Row>, words: &Words, help: Help) -> Page {
    Page {
        title: item.map_or_else(|| words.text("keys"), |item| item.label(words)),
        shape: Shape::Card,
        rows,
        first: 0,
        beside: Vec::new(),
        back: Act::Back,
        help,
    }
}

fn known(facts: &Facts<'_>) -> (Bindings, KeyLabels) {
    let bindings = facts.settings.map(|settings| settings.bindings.clone());
    (
        bindings.unwrap_or_default(),
        facts.key_labels.cloned().unwrap_or_default(),
    )
}
