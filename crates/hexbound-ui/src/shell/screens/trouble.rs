//! The screen of a level that can't be played: the fault and its remedies.

use std::{iter, path::Path};

use super::{Act, Facts, Help, Page, Question, Row, Screen, Shape, Tone};
use hexbound_base::words::{Phrase, Words, phrase};

/// Returns the page. `is_last` is true if there is neither a screen nor play to return to.
pub(super) fn page(lines: &[Phrase], is_last: bool, facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let leave = Act::Open(Screen::Confirm(Question::Leave));
    let mut page = Page::new(words.text("trouble"), Shape::Card, words);
    page.rows = fault_rows(lines, words);
    (page.rows).extend(facts.log.as_ref().map(|log| log_row(log, words)));
    if !is_last {
        page.button("back", Act::Back);
    }
    page.button("other-levels", Act::Open(Screen::Levels));
    if is_last {
        page.button("leave", leave.clone());
        page.back = leave;
        page.help = Help::Leaves;
    }
    page
}

/// Returns the row that names the file of this run's log.
pub(super) fn log_row(log: &Path, words: &Words) -> Row {
    let place = phrase("log-is").with("file", log.display().to_string());
    Row::Text(words.say(&place), Tone::Quiet)
}

/// Returns the rows of a fault; the first line is the fault itself.
pub(super) fn fault_rows(lines: &[Phrase], words: &Words) -> Vec<Row> {
    let tones = iter::once(Tone::Warning).chain(iter::repeat(Tone::Quiet));
    (lines.iter().zip(tones))
        .map(|(line, tone)| Row::Text(words.say(line), tone))
        .collect()
}
