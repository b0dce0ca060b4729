//! The settings of the section Sound.

use super::{Field, Item, ItemKind, Section, Shown, Tab, chosen, field, number, own};
use hexbound_audio::SubtitledSounds;

const fn item(key: &'static str, kind: ItemKind, field: Field) -> Item {
    Item::new(Section::Sound, key, kind, field)
}

/// The volume of one kind of sound, by the name of its field.
macro_rules! volume {
    ($name:ident) => {
        item(
            stringify!($name),
            number(0.0, 1.0, 0.05, "", Shown::Percent),
            Field::Number(|it| it.volumes.$name, |it, value| it.volumes.$name = value),
        )
    };
}

pub(super) static ITEMS: &[Item] = &[
    volume!(master),
    volume!(effects),
    volume!(steps).advanced(),
    volume!(ambience),
    volume!(interface).advanced(),
    volume!(music),
    item(
        "output",
        ItemKind::SoundDevice,
        Field::Text(|it| &it.output, |it, value| it.output = value),
    ),
    chosen!("subtitles", |it| it.subtitles, {
        "none" => SubtitledSounds::None, "around" => SubtitledSounds::Around,
        "all" => SubtitledSounds::All
    }),
    item("contacts", ItemKind::Switch, field!(Switch, contact_tones)).on(Tab::Laboratory),
];
