//! All keys, and how they are changed.

use crate::{
    input::{BINDABLES, Bindable, Bindings, Device, Group, KeyLabels, SLOTS},
    shell::{
        facts::Facts,
        page::{Act, Page, Row, Shape, Tone},
        screen::Screen,
        wish::Wish,
        words,
    },
};

/// The list of all keys, group by group.
pub(super) fn page(facts: &Facts<'_>) -> Page {
    let (bindings, labels) = known(facts);
    let mut rows = vec![Row::Text(words::ABOUT_KEYS.into(), Tone::Quiet)];
    for group in Group::ALL {
        rows.push(Row::Heading(group.label().into()));
        rows.extend(Bindable::of_group(group).map(|item| {
            let keys = bindings.label(item, Device::Keys, &labels);
            Row::noted(item.label, keys, Act::Open(Screen::ActionKeys(item.name)))
        }));
    }
    Page {
        title: words::KEYS.into(),
        shape: Shape::Wide,
        rows,
        first: 2,
        back: Act::Back,
        help: words::HELP,
    }
}

/// The keys of one action.
pub(super) fn of_action(name: &'static str, facts: &Facts<'_>) -> Page {
    let (bindings, labels) = known(facts);
    let mut rows = Vec::new();
    let item = BINDABLES.iter().find(|item| item.name == name);
    let slots = item.map_or([None; SLOTS], |item| bindings.of(item, Device::Keys));
    for (slot, label) in [words::FIRST_KEY, words::SECOND_KEY]
        .into_iter()
        .enumerate()
    {
        let key = slots[slot].map_or_else(|| words::NOTHING.into(), |key| labels.of(key));
        rows.push(Row::noted(label, key, Act::Open(Screen::Bind(name, slot))));
    }
    for conflict in bindings.conflicts() {
        let others = conflict.actions.iter().filter(|other| other.name != name);
        let others: Vec<&str> = others.map(|other| other.label).collect();
        if slots.contains(&Some(conflict.source)) {
            let text = words::conflict(&labels.of(conflict.source), &others.join(", "));
            rows.push(Row::Text(text, Tone::Warning));
        }
    }
    rows.push(Row::button(
        words::USUAL_KEYS,
        Act::Do(Wish::UsualKeys(name)),
    ));
    card(item, rows, words::HELP)
}

/// The request for a key.
pub(super) fn bind(name: &'static str) -> Page {
    let item = BINDABLES.iter().find(|item| item.name == name);
    let rows = vec![Row::Text(words::PRESS.into(), Tone::Plain)];
    card(item, rows, words::HELP_BIND)
}

fn card(item: Option<&Bindable>, rows: Vec<Row>, help: &'static str) -> Page {
    Page {
        title: item.map_or(words::KEYS, |item| item.label).into(),
        shape: Shape::Card,
        rows,
        first: 0,
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
