//! The first screen of a game that was started without a level.

use crate::shell::{
    facts::Facts,
    page::{Act, Help, Page, Row, Shape},
    screen::{Question, Screen},
    wish::Wish,
};

/// The name of the game, which is the same in every language.
const NAME: &str = "HEXBOUND";

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let leave = Act::Open(Screen::Confirm(Question::Leave));
    Page {
        title: NAME.into(),
        shape: Shape::Cover,
        rows: vec![
            Row::noted(words.text("play"), facts.level, Act::Leave(Wish::Resume)),
            Row::button(words.text("levels"), Act::Open(Screen::Levels)),
            Row::button(words.text("settings"), Act::Open(Screen::Settings)),
            Row::button(words.text("keys"), Act::Open(Screen::Keys)),
            Row::button(words.text("leave"), leave.clone()),
        ],
        first: 0,
        beside: Vec::new(),
        back: leave,
        help: Help::Leaves,
    }
}
