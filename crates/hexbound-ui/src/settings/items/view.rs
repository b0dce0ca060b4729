//! The settings of the section View: what is seen, and in which language it is said.

use super::{
    Field, Item, ItemKind, Section, Shown, Tab, chosen, field, figure, number, own, shared,
};
use crate::settings::Colors;
use hexbound_base::words::Language;

const fn item(key: &'static str, kind: ItemKind, field: Field) -> Item {
    Item::new(Section::View, key, kind, field)
}

pub(super) static ITEMS: &[Item] = &[
    item(
        "language",
        ItemKind::Choice(&[
            shared("system"),
            figure("en", "English"),
            figure("zh-CN", "简体中文"),
        ]),
        Field::Choice(
            |it| it.language.map_or("system", Language::tag),
            |it, name| {
                let mut known = Language::ALL.into_iter();
                it.language = known.find(|language| language.tag() == name);
            },
        ),
    ),
    item(
        "field_of_view",
        number(60.0, 120.0, 1.0, "degrees", Shown::Whole("°")),
        field!(Number, field_of_view),
    )
    .on(Tab::Video),
    item("hud", ItemKind::Switch, field!(Switch, hud)),
    item("crosshair", ItemKind::Switch, field!(Switch, crosshair)),
    item(
        "crosshair_size",
        number(0.5, 2.5, 0.25, "", Shown::Percent),
        field!(Number, crosshair_size),
    ),
    item(
        "hud_scale",
        number(0.5, 2.0, 0.1, "", Shown::Percent),
        field!(Number, hud_scale),
    ),
    item("head_bob", ItemKind::Switch, field!(Switch, head_bob)),
    item(
        "title_flight",
        ItemKind::Switch,
        field!(Switch, title_flight),
    )
    .advanced(),
    chosen!("colors", |it| it.colors, {
        "usual" => Colors::Usual, "orange_blue" => Colors::OrangeAndBlue
    }),
];
