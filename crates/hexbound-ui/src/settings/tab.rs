//! The groups of settings: the sections of the file, and the pages of the screen, which group settings as
//! players look for them.

use strum::{Display, EnumIter, EnumString, IntoStaticStr};

use hexbound_base::words::Words;

/// A group of settings in the file, by its name there.
#[derive(Clone, Copy, Debug, Display, EnumIter, EnumString, PartialEq, Eq)]
#[strum(serialize_all = "snake_case")]
pub enum Section {
    View,
    Mouse,
    Sound,
    Picture,
    Game,
    Assist,
    Pad,
    Keys,
    PadButtons,
}

/// A page of the settings screen. The variant's name is the key of its texts.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub enum Tab {
    Gameplay,
    Video,
    Audio,
    Mouse,
    Gamepad,
    Assists,
    /// The settings of a learner, which the laboratory shows instead of the settings screen.
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

    /// The page with most settings of a section.
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
    use crate::settings::all_items;
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
