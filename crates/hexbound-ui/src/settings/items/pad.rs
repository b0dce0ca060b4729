//! The settings of the section Pad: its sticks and its shaking.

use super::{Field, Item, ItemKind, Section, Shown, field, number};

const fn item(key: &'static str, kind: ItemKind, field: Field) -> Item {
    Item::new(Section::Pad, key, kind, field)
}

pub(super) static ITEMS: &[Item] = &[
    item(
        "look_speed",
        number(30.0, 720.0, 10.0, "degrees a second", Shown::Whole("°/s")),
        Field::Number(
            |it| it.sticks.look_speed.to_degrees().round(),
            |it, value| it.sticks.look_speed = value.to_radians(),
        ),
    ),
    item(
        "curve",
        number(1.0, 3.0, 0.1, "", Shown::Decimals(1, "")),
        Field::Number(|it| it.sticks.curve, |it, value| it.sticks.curve = value),
    )
    .advanced(),
    item(
        "dead_zone",
        number(0.0, 0.6, 0.05, "", Shown::Percent),
        Field::Number(
            |it| it.sticks.dead_zone,
            |it, value| it.sticks.dead_zone = value,
        ),
    )
    .advanced(),
    item(
        "invert",
        ItemKind::Switch,
        Field::Switch(|it| it.sticks.invert, |it, value| it.sticks.invert = value),
    ),
    item(
        "swap_sticks",
        ItemKind::Switch,
        Field::Switch(|it| it.sticks.swap, |it, value| it.sticks.swap = value),
    )
    .advanced(),
    item(
        "rumble",
        number(0.0, 1.0, 0.1, "", Shown::Percent),
        field!(Number, rumble),
    ),
];
