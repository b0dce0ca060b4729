//! The folders and level files of a folder.

use std::path::Path;

use crate::shell::{
    facts::{Facts, Folder},
    page::{Act, Help, Page, Row, Shape, Tone},
    screen::Screen,
    wish::Wish,
};

pub(super) fn page(path: &Path, facts: &Facts<'_>) -> Page {
    let (words, unread) = (facts.words, Folder::default());
    let folder = facts.folder.unwrap_or(&unread);
    let mut rows = vec![Row::Text(path.display().to_string(), Tone::Quiet)];
    let first = rows.len();
    if let Some(parent) = path.parent() {
        rows.push(Row::button(
            words.text("one-folder-up"),
            Act::Open(Screen::Open(parent.into())),
        ));
    }
    if let Some(problem) = &folder.problem {
        rows.push(Row::Text(words.say(problem), Tone::Warning));
    }
    let name = |path: &Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    for level in &folder.levels {
        rows.push(Row::noted(
            name(level),
            words.text("is-level"),
            Act::Do(Wish::Play(level.clone())),
        ));
    }
    for inner in &folder.folders {
        let act = Act::Open(Screen::Open(inner.clone()));
        rows.push(Row::noted(name(inner), words.text("is-folder"), act));
    }
    if folder.levels.is_empty() {
        rows.push(Row::Text(words.text("no-levels-here"), Tone::Quiet));
    }
    // A folder is entered from above.
    let first = match folder.levels.is_empty() {
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
