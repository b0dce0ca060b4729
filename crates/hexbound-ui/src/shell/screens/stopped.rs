//! The screens about a fault that ended the game: at the next start, and at the end of a watched
//! report.

use std::path::Path;

use super::trouble::fault_rows;
use crate::shell::{
    facts::Facts,
    page::{Act, Help, Page, Row, Shape, Tone},
    screen::Screen,
    wish::Wish,
};
use hexbound_base::words::{Phrase, phrase};

/// The game stopped the last time, by a fault in words, and left a report.
pub(super) fn last_time(fault: &str, report: &Path, facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let place = phrase("report-is").with("file", report.display().to_string());
    // A report that somebody has changed may not tell it.
    let named = (!fault.is_empty()).then(|| Row::Text(fault.into(), Tone::Warning));
    let mut rows = Vec::from_iter(named);
    rows.extend([
        Row::Text(words.say(&place), Tone::Plain),
        Row::Text(words.text("about-report"), Tone::Quiet),
        Row::button(
            words.text("watch-report"),
            Act::Do(Wish::WatchReport(report.into())),
        ),
        Row::button(
            words.text("show-folder"),
            Act::Do(Wish::ShowFolder(report.into())),
        ),
        Row::button(words.text("dismiss"), Act::Back),
    ]);
    Page {
        title: words.text("stopped"),
        shape: Shape::Card,
        first: rows.len() - 1,
        rows,
        beside: Vec::new(),
        back: Act::Back,
        help: Help::Back,
    }
}

/// A report that is watched has come to its fault: `lines` are its words and its place.
pub(super) fn at_fault(lines: &[Phrase], facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let mut rows = fault_rows(lines, words);
    rows.push(Row::Text(words.text("about-fault"), Tone::Quiet));
    let first = rows.len();
    rows.push(Row::button(
        words.text("look-around"),
        Act::Leave(Wish::Resume),
    ));
    rows.push(Row::button(
        words.text("laboratory"),
        Act::Open(Screen::Laboratory),
    ));
    rows.push(Row::button(words.text("quit"), Act::Leave(Wish::Quit)));
    Page {
        title: words.text("fault"),
        shape: Shape::Card,
        rows,
        first,
        beside: Vec::new(),
        back: Act::Leave(Wish::Resume),
        help: Help::LooksAround,
    }
}
