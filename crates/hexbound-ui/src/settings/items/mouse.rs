//! The settings of the section Mouse.

use super::{Field, Instead, Item, ItemKind, Section, Shown, field, number};
use crate::settings::{Sensitivity, Settings};

const fn item(key: &'static str, kind: ItemKind, field: Field) -> Item {
    Item::new(Section::Mouse, key, kind, field)
}

/// The sensitivity at which a count of the mouse turns the view by a radian. One of 1 is the least that
/// anybody plays with, and one of 100 turns the view once around within the width of a thumb.
const PER_RADIAN: f32 = 10_000.0;

/// A sensitivity without the digits that dividing has left.
fn rounded(sensitivity: f32) -> f32 {
    (sensitivity * 1e3).round() / 1e3
}

pub(super) static ITEMS: &[Item] = &[
    item(
        "sensitivity",
        number(1.0, 100.0, 1.0, "", Shown::Plain),
        Field::Number(
            |it| rounded(it.radians_per_count() * PER_RADIAN),
            |it, value| it.sensitivity = Sensitivity::PerCount(value / PER_RADIAN),
        ),
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
    })
    .advanced(),
    item(
        "dpi",
        number(
            100.0,
            32_000.0,
            50.0,
            "counts an inch",
            Shown::Whole(" DPI"),
        ),
        field!(Number, dpi),
    )
    .advanced(),
    item("invert", ItemKind::Switch, field!(Switch, invert_y)),
];
