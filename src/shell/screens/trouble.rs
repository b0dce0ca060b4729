//! The screen of a level that can't be played: the fault, and what can be done about it.

use crate::shell::{
    page::{Act, Page, Row, Shape, Tone},
    screen::{Question, Screen},
    words,
};

/// `is_root` is true where there is no play to go back to.
pub(super) fn page(lines: &[String], is_root: bool) -> Page {
    let leave = Act::Open(Screen::Confirm(Question::Leave));
    let mut rows: Vec<Row> = (lines.iter().enumerate())
        .map(|(number, line)| {
            let tone = if number == 0 {
                Tone::Warning
            } else {
                Tone::Quiet
            };
            Row::Text(line.clone(), tone)
        })
        .collect();
    let first = rows.len();
    if !is_root {
        rows.push(Row::button(words::BACK, Act::Back));
    }
    rows.push(Row::button(words::OTHER_LEVELS, Act::Open(Screen::Levels)));
    if is_root {
        rows.push(Row::button(words::LEAVE, leave.clone()));
    }
    Page {
        title: words::TROUBLE.into(),
        shape: Shape::Card,
        rows,
        first,
        back: if is_root { leave } else { Act::Back },
        help: match is_root {
            true => words::HELP_START,
            false => words::HELP,
        },
    }
}
