//! Questions before what can't be taken back. The answer that changes nothing has the focus.

use crate::shell::{
    facts::Facts,
    page::{Act, Help, Page, Row, Shape, Tone},
    screen::Screen,
    wish::Wish,
};

/// Asks whether the game, or the level alone, is to be left.
pub(super) fn leave(root: &Screen, facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let said = match (facts.run.is_under_way, facts.run.is_kept) {
        (true, true) => words.text("run-is-kept"),
        (true, false) => words.text("run-is-lost"),
        (false, _) => words.text("nothing-is-lost"),
    };
    let mut rows = vec![
        Row::Text(said, Tone::Quiet),
        Row::button(words.text("stay"), Act::Back),
    ];
    if !matches!(root, Screen::Start | Screen::Trouble(_)) {
        rows.push(Row::button(
            words.text("to-start"),
            Act::Leave(Wish::ToStart),
        ));
    }
    rows.push(Row::button(words.text("quit"), Act::Leave(Wish::Quit)));
    question(words.text("ask-leave"), rows)
}

/// Asks whether the level is to begin again.
pub(super) fn again(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let rows = vec![
        Row::Text(words.text("run-is-lost"), Tone::Quiet),
        Row::button(words.text("stay"), Act::Back),
        Row::button(words.text("begin-again"), Act::Leave(Wish::Again)),
    ];
    question(words.text("ask-again"), rows)
}

fn question(title: String, rows: Vec<Row>) -> Page {
    Page {
        title,
        shape: Shape::Card,
        rows,
        first: 1,
        beside: Vec::new(),
        back: Act::Back,
        help: Help::Back,
    }
}
