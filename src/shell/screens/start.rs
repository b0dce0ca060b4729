//! The first screen of a game that was started without a level.

use crate::shell::{
    facts::Facts,
    page::{Act, Page, Row, Shape},
    screen::{Question, Screen},
    wish::Wish,
    words,
};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let leave = Act::Open(Screen::Confirm(Question::Leave));
    Page {
        title: words::NAME.into(),
        shape: Shape::Cover,
        rows: vec![
            Row::noted(words::PLAY, facts.level, Act::Leave(Wish::Resume)),
            Row::button(words::LEVELS, Act::Open(Screen::Levels)),
            Row::button(words::SETTINGS, Act::Open(Screen::Settings)),
            Row::button(words::KEYS, Act::Open(Screen::Keys)),
            Row::button(words::LEAVE, leave.clone()),
        ],
        first: 0,
        back: leave,
        help: words::HELP_START,
    }
}
