//! The folders and level files of a folder.

use std::path::Path;

use super::{Act, Facts, Folder, Page, Row, Screen, Shape, Tone, Wish};

pub(super) fn page(path: &Path, facts: &Facts<'_>) -> Page {
    let (words, unread) = (facts.words, Folder::default());
    let folder = facts.folder.unwrap_or(&unread);
    let mut page = Page::new(words.text("open-file"), Shape::Wide, words);
    let place = path.display().to_string();
    page.rows.push(Row::Text(place, Tone::Quiet));
    if let Some(parent) = path.parent() {
        page.button("one-folder-up", Act::Open(Screen::Open(parent.into())));
    }
    if let Some(problem) = &folder.problem {
        page.rows.push(Row::Text(words.say(problem), Tone::Warning));
    }
    // The focus starts at the first level file, below the row of the parent folder.
    page.focus = (!folder.levels.is_empty()).then_some(page.rows.len());
    let name = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    for level in &folder.levels {
        let act = Act::Do(Wish::Play(level.clone()));
        (page.rows).push(Row::noted(name(level), words.text("is-level"), act));
    }
    for inner in &folder.folders {
        let act = Act::Open(Screen::Open(inner.clone()));
        (page.rows).push(Row::noted(name(inner), words.text("is-folder"), act));
    }
    if folder.levels.is_empty() {
        page.text("no-levels-here", Tone::Quiet);
    }
    page
}
