//! The levels that can be chosen, shelf by shelf, with what the player has reached in each.

use std::path::Path;

use super::results::fine_clock;
use crate::shell::{
    facts::{Facts, LevelFact, Shelf},
    page::{Act, Card, Page, Row, Shape, Tone},
    screen::Screen,
    wish::Wish,
    words,
};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let mut rows = Vec::new();
    if facts.levels.is_empty() {
        rows.push(Row::Text(words::LOOKING.into(), Tone::Quiet));
    }
    for (shelf, heading) in [
        (Shelf::Own, words::OWN_LEVELS),
        (Shelf::User, words::USER_LEVELS),
        (Shelf::Recent, words::RECENT_LEVELS),
    ] {
        let mut levels = facts
            .levels
            .iter()
            .filter(|level| level.shelf == shelf)
            .peekable();
        if levels.peek().is_some() {
            rows.push(Row::Heading(heading.into()));
            rows.extend(levels.map(card));
        }
    }
    let folder = facts.folder_to_open.unwrap_or(Path::new("."));
    let open = Screen::Open(folder.to_owned());
    rows.push(Row::Heading(words::OTHER_FILES.into()));
    rows.push(Row::button(words::OPEN, Act::Open(open)));
    rows.push(Row::Text(words::put_levels(facts.user_folder), Tone::Quiet));
    let first = rows.iter().position(|row| row.act().is_some()).unwrap_or(0);
    Page {
        title: words::LEVELS.into(),
        shape: Shape::Wide,
        rows,
        first,
        back: Act::Back,
        help: words::HELP,
    }
}

fn card(level: &LevelFact) -> Row {
    let note = match &level.best {
        None => words::NOT_FINISHED.to_owned(),
        Some(best) => words::best(
            &fine_clock(best.score_seconds()),
            best.medal.name(),
            best.assisted,
        ),
    };
    Row::Card(Card {
        label: level.title.clone(),
        note,
        picture: level.picture,
        act: Act::Do(Wish::Play(level.path.clone())),
    })
}
