//! Questions before irreversible steps. The harmless answer has the focus.

use super::{Act, Facts, Page, Row, Screen, Shape, Tone, Wish};

/// Asks whether to leave the game, or only the level.
pub(super) fn leave(root: &Screen, facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let said = match (facts.run.is_under_way, facts.run.is_kept) {
        (true, true) => words.text("run-is-kept"),
        (true, false) => words.text("run-is-lost"),
        (false, _) => words.text("nothing-is-lost"),
    };
    let mut page = Page::new(words.text("ask-leave"), Shape::Card, words);
    page.rows.push(Row::Text(said, Tone::Quiet));
    page.button("stay", Act::Back);
    if !matches!(root, Screen::Start | Screen::Trouble(_)) {
        page.button("to-start", Act::Leave(Wish::ToStart));
    }
    page.button("quit", Act::Leave(Wish::Quit));
    page
}

/// Asks whether to restart the level.
pub(super) fn again(facts: &Facts<'_>) -> Page {
    let mut page = Page::new(facts.words.text("ask-again"), Shape::Card, facts.words);
    page.text("run-is-lost", Tone::Quiet);
    page.button("stay", Act::Back);
    page.button("begin-again", Act::Leave(Wish::Again));
    page
}
