//! The levels that can be chosen, shelf by shelf, with what the player has reached in each.

use std::path::Path;

use super::results::fine_clock;
use crate::{
    catalog,
    scenes::Hall,
    shell::{
        facts::{Facts, LevelFact, Shelf},
        page::{Act, Card, Help, Page, Row, Shape, Tone},
        screen::Screen,
        wish::Wish,
    },
    words::{Words, phrase, phrase_of},
};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let mut rows = Vec::new();
    if facts.levels.is_empty() {
        rows.push(Row::Text(words.text("looking-for-levels"), Tone::Quiet));
    }
    for (shelf, heading) in [
        (Shelf::Own, words.text("own-levels")),
        (Shelf::User, words.text("user-levels")),
        (Shelf::Recent, words.text("recent-levels")),
    ] {
        let mut levels = facts
            .levels
            .iter()
            .filter(|level| level.shelf == shelf)
            .peekable();
        if levels.peek().is_some() {
            rows.push(Row::Heading(heading));
            rows.extend(levels.map(|level| card(level, words)));
        }
    }
    rows.push(Row::Heading(words.text("museum")));
    rows.extend(Hall::ALL.map(|hall| {
        let hall_name = words.text_of("hall", hall.name());
        Row::button(hall_name, Act::Do(Wish::Play(catalog::hall(hall).into())))
    }));
    rows.push(Row::Text(words.text("about-museum"), Tone::Quiet));
    let folder = facts.folder_to_open.unwrap_or(Path::new("."));
    let open = Screen::Open(folder.to_owned());
    rows.push(Row::Heading(words.text("other-files")));
    rows.push(Row::button(words.text("open"), Act::Open(open)));
    rows.push(Row::Text(put_levels(facts.user_folder, words), Tone::Quiet));
    let first = rows.iter().position(|row| row.act().is_some()).unwrap_or(0);
    Page {
        title: words.text("levels"),
        shape: Shape::Wide,
        rows,
        first,
        beside: Vec::new(),
        back: Act::Back,
        help: Help::Back,
    }
}

/// Where levels are found by themselves.
fn put_levels(folder: Option<&Path>, words: &Words) -> String {
    match folder {
        Some(folder) => {
            let folder = folder.display().to_string();
            words.say(&phrase("drop-or-put-levels").with("folder", folder))
        }
        None => words.text("drop-levels"),
    }
}

fn card(level: &LevelFact, words: &Words) -> Row {
    let note = match &level.best {
        None => words.text("not-finished"),
        Some(best) => {
            let said = match best.assisted {
                true => phrase("best-with-help"),
                false => phrase("best"),
            };
            let medal = phrase_of("medal", best.medal.name());
            let time = fine_clock(best.score_seconds());
            words.say(&said.with("time", time).with("medal", medal))
        }
    };
    Row::Card(Card {
        label: level.title.clone(),
        note,
        picture: level.picture,
        act: Act::Do(Wish::Play(level.path.clone())),
    })
}
