//! The folders and level files of a folder.

use std::path::Path;

use crate::shell::{
    facts::Facts,
    page::{Act, Help, Page, Row, Shape, Tone},
    screen::Screen,
    wish::Wish,
};

pub(super) fn page(path: &Path, facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let mut rows = vec![Row::Text(path.display().to_string(), Tone::Quiet)];
    let first = rows.len();
    if let Some(parent) = path.parent() {
        rows.push(Row::button(
            words.text("one-folder-up"),
            Act::Open(Screen::Open(parent.into())),
        ));
    }
    if let Some(problem) = facts.folder_problem {
        rows.push(Row::Text(words.say(problem), Tone::Warning));
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
            words.text("is-level"),
            Act::Do(Wish::Play(level.clone())),
        ));
    }
    for folder in facts.folders {
        let act = Act::Open(Screen::Open(folder.clone()));
        rows.push(Row::noted(name(folder), words.text("is-folder"), act));
    }
    if facts.level_files.is_empty() {
        rows.push(Row::Text(words.text("no-levels-here"), Tone::Quiet));
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
        title: words.text("open-file"),
        shape: Shape::Wide,
        rows,
        first,
        beside: Vec::new(),
        back: Act::Back,
        help: Help::Back,
    }
}
