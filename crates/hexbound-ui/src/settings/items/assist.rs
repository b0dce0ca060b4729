//! The settings of the section Help: what makes a run easier counts as assisted.

use super::{Field, Item, ItemKind, Section, Shown, field, number};

const fn item(key: &'static str, kind: ItemKind, field: Field) -> Item {
    Item::new(Section::Assist, key, kind, field)
}

pub(super) static ITEMS: &[Item] = &[
    item("aim_line", ItemKind::Switch, field!(Switch, aim_line)),
    item(
        "endless_balls",
        ItemKind::Switch,
        field!(Switch, endless_balls),
    ),
    item(
        "pace",
        number(0.25, 1.0, 0.05, "", Shown::Percent),
        Field::Number(|it| it.pace as f32, |it, value| it.pace = f64::from(value)),
    ),
];
