//! Questions before what can't be taken back. The answer that changes nothing has the focus.

use crate::shell::{
    facts::Facts,
    page::{Act, Page, Row, Shape, Tone},
    screen::Screen,
    wish::Wish,
    words,
};

/// Asks whether the game, or the level alone, is to be left.
pub(super) fn leave(root: &Screen, facts: &Facts<'_>) -> Page {
    let said = match facts.has_run {
        true => words::RUN_IS_LOST,
        false => words::NOTHING_IS_LOST,
    };
    let mut rows = vec![
        Row::Text(said.into(), Tone::Quiet),
        Row::button(words::STAY, Act::Back),
    ];
    if !matches!(root, Screen::Start | Screen::Trouble(_)) {
        rows.push(Row::button(words::TO_START, Act::Leave(Wish::ToStart)));
    }
    rows.push(Row::button(words::QUIT, Act::Leave(Wish::Quit)));
    question(words::ASK_LEAVE, rows)
}

/// Asks whether the level is to begin again.
pub(super) fn again() -> Page {
    let rows = vec![
        Row::Text(words::RUN_IS_LOST.into(), Tone::Quiet),
        Row::button(words::STAY, Act::Back),
        Row::button(words::AGAIN, Act::Leave(Wish::Again)),
    ];
    question(words::ASK_AGAIN, rows)
}

fn question(title: &str, rows: Vec<Row>) -> Page {
    Page {
        title: title.into(),
        shape: Shape::Card,
        rows,
        first: 1,
        back: Act::Back,
        help: words::HELP,
    }
}
