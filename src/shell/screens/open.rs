//! The folders and level files of a folder.

use std::path::Path;

use crate::shell::{
    facts::Facts,
    page::{Act, Page, Row, Shape, Tone},
    screen::Screen,
    wish::Wish,
    words,
};

pub(super) fn page(path: &Path, facts: &Facts<'_>) -> Page {
    let mut rows = vec![Row::Text(path.display().to_string(), Tone::Quiet)];
    let first = rows.len();
    if let Some(parent) = path.parent() {
        rows.push(Row::button(
            words::UP,
            Act::Open(Screen::Open(parent.into())),
        ));
    }
    if let Some(problem) = facts.folder_problem {
        rows.push(Row::Text(problem.into(), Tone::Warning));
    }
    let name = |path: &Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    for level in facts.level_files {
        rows.push(Row::noted(
            name(level),
            words::LEVEL,
            Act::Do(Wish::Play(level.clone())),
        ));
    }
    for folder in facts.folders {
        let act = Act::Open(Screen::Open(folder.clone()));
        rows.push(Row::noted(name(folder), words::FOLDER, act));
    }
    if facts.level_files.is_empty() {
        rows.push(Row::Text(words::NO_LEVELS_HERE.into(), Tone::Quiet));
    }
    // A folder is entered from above.
    let first = match facts.level_files.is_empty() {
        true => first,
        false => rows
            .iter()
            .position(|row| matches!(row.act(), Some(Act::Do(_))))
            .unwrap_or(first),
    };
    Page {
        title: words::OPEN_FILE.into(),
        shape: Shape::Wide,
        rows,
        first,
        back: Act::Back,
        help: words::HELP,
    }
}
