//! The settings of keys and buttons: their sections of the file.

use std::sync::LazyLock;

use toml_edit as toml;

use super::{Item, ItemKind, Section, item::Access};
use crate::input::{BINDABLES, BINDING_SLOTS, Device, Slots, Source};

/// The two devices and their sections.
const DEVICE_SECTIONS: [(Device, Section); 2] = [
    (Device::Keys, Section::Keys),
    (Device::Pad, Section::PadButtons),
];

/// The settings of the keyboard and mouse, then those of the pad.
pub(super) static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| {
    let of_device = |(device, section)| {
        BINDABLES.iter().map(move |action| {
            let access = Access::Keys(action, device);
            Item::new(section, action.name, ItemKind::Keys(device), access)
        })
    };
    DEVICE_SECTIONS.into_iter().flat_map(of_device).collect()
});

/// The first line of a section of keys or buttons in a new file; empty for another section.
pub(super) fn head(section: Section) -> &'static str {
    match section {
        Section::Keys => {
            "# Up to two keys or mouse buttons for each, by their places on a US keyboard.\n"
        }
        Section::PadButtons => "# Up to two buttons of a pad for each; the sticks walk and look.\n",
        _ => "",
    }
}

/// Parses a list of names, or one name, of keys or buttons. The error describes the fault.
pub(super) fn understand(found: &toml::Item, device: Device) -> Result<Slots, String> {
    let names: Vec<Option<&str>> = match (found.as_str(), found.as_array()) {
        (Some(name), _) => vec![Some(name)],
        (None, Some(names)) => names.iter().map(toml::Value::as_str).collect(),
        (None, None) => vec![None],
    };
    if names.len() > BINDING_SLOTS {
        return Err(format!(
            "there are {} names, but two are the most",
            names.len()
        ));
    }
    let mut slots = [None; BINDING_SLOTS];
    for (slot, name) in slots.iter_mut().zip(names) {
        let name = name.ok_or("it should be a list of names such as [\"KeyW\"]")?;
        let source = Source::named(name, device);
        *slot = Some(source.ok_or_else(|| format!("there is no '{name}'"))?);
    }
    Ok(slots)
}

/// The part of the documentation about keys and buttons.
#[cfg(test)]
pub(super) fn documented() -> String {
    let mut text = String::from(
        "## Keys and buttons: `[keys]` and `[pad_buttons]`\n\n\
         Up to two names a line, such as `jump = [\"Space\", \"MouseRight\"]`; `[]` is none. Keys are \
         named by their places on a\nUS keyboard. Escape and a pad's Start always pause, too.\n\n\
         | key | what it does | `[keys]` | `[pad_buttons]` |\n|---|---|---|---|\n",
    );
    let usual = crate::input::Bindings::default();
    for item in BINDABLES {
        let names = DEVICE_SECTIONS.map(|(device, _)| {
            let names = usual.of(item, device).into_iter().flatten();
            let names: Vec<_> = names.map(|it| format!("`{}`", it.name())).collect();
            names.join(", ")
        });
        let [keys, pad] = names;
        let label = item.label(hexbound_base::words::Words::english());
        text += &format!("| `{}` | {label} | {keys} | {pad} |\n", item.name);
    }
    let keys = "Keys and mouse buttons (`Mouse6` and so on for more)";
    for (device, about) in [(Device::Keys, keys), (Device::Pad, "Buttons of a pad")] {
        let names: Vec<String> = Source::all(device).map(Source::name).collect();
        text += &format!("\n{about}: {}.\n", ranges(&names).join(", "));
    }
    text
}

/// The names as code, with consecutive ones shortened to a range.
#[cfg(test)]
fn ranges(names: &[String]) -> Vec<String> {
    let stem = |name: &String| match name.strip_prefix("Key") {
        Some(letter) if letter.len() == 1 => String::from("Key"),
        _ => name
            .trim_end_matches(|it: char| it.is_ascii_digit())
            .to_owned(),
    };
    let groups = names.chunk_by(|one, next| one.len() > 1 && stem(one) == stem(next));
    let say = |group: &[String]| match group {
        [first, .., last] => format!("`{first}` to `{last}`"),
        [only] => format!("`{only}`"),
        [] => String::new(),
    };
    groups.map(say).collect()
}
