//! The pages of the screen of settings, which show the settings by what players look for; the
//! sections of the file are another order of the same.

use strum::IntoStaticStr;

use super::{Item, Section, all_items};
use hexbound_base::words::Words;

/// A page of the screen of settings. The words of languages know it by its name.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub enum Tab {
    Gameplay,
    Video,
    Audio,
    Mouse,
    Gamepad,
    Assists,
    /// What a learner sets, which the laboratory shows instead of the settings.
    Laboratory,
}

impl Tab {
    /// The pages of the settings, in their order.
    pub const ALL: [Tab; 6] = [
        Tab::Gameplay,
        Tab::Video,
        Tab::Audio,
        Tab::Mouse,
        Tab::Gamepad,
        Tab::Assists,
    ];

    /// The title of the page.
    pub fn label(self, words: &Words) -> String {
        words.text_of("tab", self.into())
    }

    /// The settings of the page, those of the section that it is mostly about first: the ones that
    /// are seen at once, or the advanced ones.
    pub fn items(self, is_advanced: bool) -> impl Iterator<Item = &'static Item> {
        let is_here = move |item: &&Item| item.tab == self && item.is_advanced == is_advanced;
        let is_own = move |item: &&Item| Tab::of(item.section) == self;
        let own = all_items().filter(is_here).filter(is_own);
        own.chain(all_items().filter(is_here).filter(move |it| !is_own(it)))
    }

    /// The page that shows most settings of a section.
    pub(super) const fn of(section: Section) -> Self {
        match section {
            Section::View | Section::Game => Tab::Gameplay,
            Section::Mouse | Section::Keys => Tab::Mouse,
            Section::Sound => Tab::Audio,
            Section::Picture => Tab::Video,
            Section::Assist => Tab::Assists,
            Section::Pad | Section::PadButtons => Tab::Gamepad,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;

    #[test]
    fn every_setting_is_on_one_page_and_each_page_begins_with_a_few() {
        let tabs = || Tab::ALL.into_iter().chain([Tab::Laboratory]);
        let on_pages = tabs().flat_map(|tab| tab.items(false).chain(tab.items(true)));
        assert_eq!(on_pages.count(), all_items().count());
        for tab in tabs() {
            assert!((1..=8).contains(&tab.items(false).count()), "{tab:?}");
        }
        check_family("tab", tabs().map(<&str>::from));
    }

    #[test]
    fn what_decides_collision_is_in_the_laboratory() {
        let keys = Tab::Laboratory.items(false).map(|item| item.key);
        let expected = ["contacts", "explosion_pool"];
        assert!(keys.eq(expected));
    }
}
