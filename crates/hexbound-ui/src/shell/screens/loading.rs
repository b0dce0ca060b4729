//! The screen while a level is being loaded.

use super::{Act, Facts, Help, Page, PageRow, PageShape, TextTone};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let (name, done) = facts.loading.unwrap_or_default();
    Page {
        rows: vec![
            PageRow::Text(name.into(), TextTone::Plain),
            PageRow::Bar(done, facts.now),
        ],
        back: Act::Stay,
        help: Help::Loading,
        ..Page::new(words.text("loading"), PageShape::Card, words)
    }
}
