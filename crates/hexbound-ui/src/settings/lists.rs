//! All settings, and those of a section of the file or of a page of the screen.

use super::{Item, Section, Tab, keys, table::TABLE};

/// All settings except keys and buttons, in the order of the file.
pub fn all_items() -> impl Iterator<Item = &'static Item> {
    TABLE.iter()
}

/// All settings in the order of the file.
pub(super) fn all_lines() -> impl Iterator<Item = &'static Item> {
    all_items().chain(keys::ITEMS.iter())
}

impl Section {
    /// The settings of the section in their order.
    pub fn items(self) -> impl Iterator<Item = &'static Item> {
        all_lines().filter(move |item| item.section == self)
    }
}

impl Tab {
    /// The settings of the page, either the basic or the advanced ones. The settings of its main section come
    /// first.
    pub fn items(self, is_advanced: bool) -> impl Iterator<Item = &'static Item> {
        let is_here = move |item: &&Item| item.tab == self && item.is_advanced == is_advanced;
        let is_own = move |item: &&Item| Tab::of(item.section) == self;
        let own = all_items().filter(is_here).filter(is_own);
        own.chain(all_items().filter(is_here).filter(move |it| !is_own(it)))
    }
}
