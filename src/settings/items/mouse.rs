//! The settings of the section Mouse.

use super::{Field, Instead, Item, ItemKind, Section, Shown, field, number};
use crate::settings::{Sensitivity, Settings};

const fn item(key: &'static str, kind: ItemKind, field: Field) -> Item {
    Item::new(Section::Mouse, key, kind, field)
}

pub(super) static ITEMS: &[Item] = &[
    item(
        "sensitivity",
        number(
            0.0001,
            0.05,
            0.0001,
            "radians a count",
            Shown::Decimals(4, " rad"),
        ),
        Field::Number(Settings::radians_per_count, |it, value| {
            it.sensitivity = Sensitivity::PerCount(value);
        }),
    )
    .instead_of(Instead {
        key: "cm_per_turn",
        is_kept: |it| matches!(it.sensitivity, Sensitivity::PerCount(_)),
    }),
    item(
        "cm_per_turn",
        number(1.0, 200.0, 0.5, "centimeters", Shown::Decimals(1, " cm")),
        Field::Number(Settings::cm_per_turn, |it, value| {
            it.sensitivity = Sensitivity::PerTurn(value);
        }),
    )
    .instead_of(Instead {
        key: "sensitivity",
        is_kept: |it| matches!(it.sensitivity, Sensitivity::PerTurn(_)),
    }),
    item(
        "dpi",
        number(
            100.0,
            32_000.0,
            50.0,
            "counts an inch",
            Shown::Whole(" dpi"),
        ),
        field!(Number, dpi),
    ),
    item("invert", ItemKind::Switch, field!(Switch, invert_y)),
];
