//! The sections of the settings file that say what keys and buttons do.

use toml_edit::{self as toml, Array, DocumentMut, Item, Table, TableLike};

use crate::input::{BINDABLES, Bindable, Bindings, Device, SLOTS, Slots, Source};
use hexbound_base::words::Words;

/// The two devices and their sections.
pub(super) const SECTIONS: [(Device, &str); 2] =
    [(Device::Keys, "keys"), (Device::Pad, "pad_buttons")];

/// The device that a section of the file is about, if there is one.
pub(super) fn device(section: &str) -> Option<Device> {
    let found = SECTIONS.iter().find(|(_, name)| *name == section);
    found.map(|(device, _)| *device)
}

/// Reads what the section of a device says. The result is what could not be used.
pub(super) fn read<'a>(
    table: &'a dyn TableLike,
    device: Device,
    bindings: &mut Bindings,
) -> Vec<(&'a Item, String)> {
    let mut problems = Vec::new();
    for (name, found) in table.iter() {
        let Some(item) = BINDABLES.iter().find(|item| item.name == name) else {
            let problem = format!("'{name}' is nothing that keys can do; it is left as it is");
            problems.push((found, problem));
            continue;
        };
        match understand(found, device) {
            Ok(slots) => set(bindings, item, device, slots),
            Err(wrong) => {
                let problem = format!(
                    "{name}: {wrong}; docs/settings.md has the names; the usual ones are used"
                );
                problems.push((found, problem));
            }
        }
    }
    problems
}

/// The text of a device's section in a new file.
pub(super) fn fresh(device: Device, bindings: &Bindings) -> String {
    let about = match device {
        Device::Keys => {
            "# Up to two keys or mouse buttons for each, by their places on a US keyboard.\n"
        }
        Device::Pad => "# Up to two buttons of a pad for each; the sticks walk and look.\n",
    };
    let lines = BINDABLES.iter().map(|item| {
        let value = array(bindings.of(item, device)).to_string();
        format!(
            "{} = {value}  # {}\n",
            item.name,
            item.label(Words::english())
        )
    });
    std::iter::once(String::from(about)).chain(lines).collect()
}

/// Brings the bindings in the document up to date, where they have changed.
pub(super) fn update(document: &mut DocumentMut, bindings: &Bindings) {
    let usual = Bindings::default();
    for (device, section) in SECTIONS {
        for item in BINDABLES {
            let wanted = bindings.of(item, device);
            let found = document.get(section).and_then(|it| it.get(item.name));
            let held = found.and_then(|found| understand(found, device).ok());
            if held.unwrap_or(usual.of(item, device)) == wanted {
                continue;
            }
            let whole = document
                .entry(section)
                .or_insert_with(|| Item::Table(Table::new()));
            if let Some(table) = whole.as_table_like_mut() {
                write(table, item, wanted);
            }
        }
    }
}

/// Binds these and nothing else to an action.
pub(super) fn set(bindings: &mut Bindings, item: &Bindable, device: Device, slots: Slots) {
    for slot in 0..SLOTS {
        bindings.rebind(item, device, slot, None);
    }
    for (slot, source) in slots.into_iter().enumerate() {
        if source.is_some() {
            bindings.rebind(item, device, slot, source);
        }
    }
}

/// The keys or buttons of a list of names, or of one name alone. The error says what is wrong.
pub(super) fn understand(found: &Item, device: Device) -> Result<Slots, String> {
    let names: Vec<Option<&str>> = match (found.as_str(), found.as_array()) {
        (Some(name), _) => vec![Some(name)],
        (None, Some(names)) => names.iter().map(toml::Value::as_str).collect(),
        (None, None) => vec![None],
    };
    if names.len() > SLOTS {
        return Err(format!(
            "there are {} names, but two are the most",
            names.len()
        ));
    }
    let mut slots = [None; SLOTS];
    for (slot, name) in slots.iter_mut().zip(names) {
        let name = name.ok_or("it should be a list of names such as [\"KeyW\"]")?;
        let source = Source::named(name, device);
        *slot = Some(source.ok_or_else(|| format!("there is no '{name}'"))?);
    }
    Ok(slots)
}

fn write(table: &mut dyn TableLike, item: &Bindable, slots: Slots) {
    match table.get_mut(item.name).and_then(Item::as_value_mut) {
        Some(place) => {
            let around = place.decor().clone();
            *place = array(slots).into();
            *place.decor_mut() = around;
        }
        None => drop(table.insert(item.name, toml::value(array(slots)))),
    }
}

fn array(slots: Slots) -> Array {
    slots.into_iter().flatten().map(Source::name).collect()
}

/// The part of the documentation that is about keys and buttons.
#[cfg(test)]
pub(super) fn documented() -> String {
    let mut text = String::from(
        "## Keys and buttons: `[keys]` and `[pad_buttons]`\n\n\
         Each line has up to two names, such as `jump = [\"Space\", \"MouseRight\"]`; `[]` is none. \
         Keys are named by their\nplaces on a US keyboard. Escape and a pad's Start always pause, too.\n\n\
         | key | what it does | `[keys]` | `[pad_buttons]` |\n|---|---|---|---|\n",
    );
    let usual = Bindings::default();
    for item in BINDABLES {
        let names = SECTIONS.map(|(device, _)| {
            let names = usual.of(item, device).into_iter().flatten();
            let names: Vec<_> = names.map(|it| format!("`{}`", it.name())).collect();
            names.join(", ")
        });
        let [keys, pad] = names;
        text += &format!(
            "| `{}` | {} | {keys} | {pad} |\n",
            item.name,
            item.label(Words::english())
        );
    }
    for (device, about) in [
        (
            Device::Keys,
            "Keys and mouse buttons (`Mouse6` and so on for more)",
        ),
        (Device::Pad, "Buttons of a pad"),
    ] {
        let names: Vec<_> = Source::all(device)
            .map(|it| format!("`{}`", it.name()))
            .collect();
        text += &format!("\n{about}: {}.\n", names.join(", "));
    }
    text
}
