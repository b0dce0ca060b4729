//! The screen while a level is being loaded.

use super::{Act, Facts, Help, Page, Row, Shape, Tone};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let (name, done) = facts.loading.unwrap_or_default();
    Page {
        rows: vec![
            Row::Text(name.into(), Tone::Plain),
            Row::Bar(done, facts.now),
        ],
        back: Act::Stay,
        help: Help::Loading,
        ..Page::new(words.text("loading"), Shape::Card, words)
    }
}
