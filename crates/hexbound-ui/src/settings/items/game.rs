//! The settings of the section Rules: they hold from the next start of a level on.

use super::{Field, Item, ItemKind, Section, Shown, Tab, chosen, field, number, own};
use hexbound_sim::PoolPolicy;

const fn item(key: &'static str, kind: ItemKind, field: Field) -> Item {
    Item::new(Section::Game, key, kind, field)
}

pub(super) static ITEMS: &[Item] = &[
    item(
        "coyote_time",
        number(0.0, 1.0, 0.01, "seconds", Shown::Decimals(2, " s")),
        field!(Number, coyote_time),
    )
    .advanced(),
    item(
        "jump_buffer",
        number(0.0, 1.0, 0.01, "seconds", Shown::Decimals(2, " s")),
        field!(Number, jump_buffer),
    )
    .advanced(),
    chosen!("explosion_pool", |it| it.explosion_pool, {
        "drop" => PoolPolicy::Drop, "reuse" => PoolPolicy::Reuse
    })
    .on(Tab::Laboratory),
];
