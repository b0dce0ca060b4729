//! The screens about a fault that ended the game: at the next start, and at the end of a replayed report.

use std::path::Path;

use super::{Act, Facts, Help, Page, Row, Screen, Shape, Tone, Wish, trouble::fault_rows};
use hexbound_base::words::{Phrase, phrase};

/// The screen about the game's last end by a fault, and its report.
pub(super) fn last_time(fault: &str, report: &Path, facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let place = phrase("report-is").with("file", report.display().to_string());
    let mut page = Page::new(words.text("stopped"), Shape::Card, words);
    // An edited report may lack the fault.
    if !fault.is_empty() {
        page.rows.push(Row::Text(fault.into(), Tone::Warning));
    }
    page.rows.push(Row::Text(words.say(&place), Tone::Plain));
    page.text("about-report", Tone::Quiet);
    page.button("watch-report", Act::Do(Wish::WatchReport(report.into())));
    page.button("show-folder", Act::Do(Wish::ShowFolder(report.into())));
    page.focus = Some(page.rows.len());
    page.button("dismiss", Act::Back);
    page
}

/// The screen at the fault of a replayed report: `lines` are its message and position.
pub(super) fn at_fault(lines: &[Phrase], facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let mut page = Page::new(words.text("fault"), Shape::Card, words);
    page.rows = fault_rows(lines, words);
    page.text("about-fault", Tone::Quiet);
    page.button("look-around", Act::Leave(Wish::Resume));
    page.button("laboratory", Act::Open(Screen::Laboratory));
    page.button("quit", Act::Leave(Wish::Quit));
    page.back = Act::Leave(Wish::Resume);
    page.help = Help::LooksAround;
    page
}
