//! The levels that can be chosen, shelf by shelf, with what the player has reached in each.

use std::path::Path;

use super::medals;
use crate::shell::{
    facts::{Facts, LevelFact, Shelf},
    page::{Act, Card, Help, Page, Row, Shape, Tone},
    screen::Screen,
    wish::Wish,
};
use hexbound_base::words::{Words, phrase};
use hexbound_scenes::{Hall, catalog};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let mut rows = vec![Row::Heading(words.text("own-levels"))];
    rows.extend(cards(Shelf::Own, facts));
    rows.push(Row::Heading(words.text("museum")));
    rows.extend(Hall::ALL.map(|hall| {
        let hall_name = words.text_of("hall", hall.name());
        Row::button(hall_name, Act::Do(Wish::Play(catalog::hall(hall).into())))
    }));
    rows.push(Row::Text(words.text("about-museum"), Tone::Quiet));
    rows.push(Row::Heading(words.text("laboratory")));
    rows.push(Row::button(words.text("scenes"), Act::Open(Screen::Scenes)));
    rows.push(Row::Text(words.text("about-scenes"), Tone::Quiet));
    let folder = facts.folder_to_open.as_deref().unwrap_or(Path::new("."));
    let open = Screen::Open(folder.to_owned());
    rows.push(Row::Heading(words.text("other-files")));
    rows.push(Row::button(words.text("open"), Act::Open(open)));
    rows.push(Row::Text(
        put_levels(facts.user_folder.as_deref(), words),
        Tone::Quiet,
    ));
    // Last, since they come later: nothing that is seen already moves.
    for (shelf, heading) in [
        (Shelf::User, words.text("user-levels")),
        (Shelf::Recent, words.text("recent-levels")),
    ] {
        let mut cards = cards(shelf, facts).peekable();
        if cards.peek().is_some() {
            rows.push(Row::Heading(heading));
            rows.extend(cards);
        }
    }
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

/// The cards of the levels on a shelf.
fn cards<'a>(shelf: Shelf, facts: &'a Facts<'_>) -> impl Iterator<Item = Row> + use<'a> {
    let levels = facts
        .levels
        .iter()
        .filter(move |level| level.shelf == shelf);
    levels.map(|level| card(level, facts.words))
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
    let path = level.path.clone();
    Row::Card(Card {
        label: level.title.clone(),
        note: reached(level, words),
        picture: level.picture,
        act: match level.shelf {
            Shelf::Own => Act::Open(Screen::Level(path)),
            Shelf::User | Shelf::Recent => Act::Do(Wish::Play(path)),
        },
    })
}

/// The player's results in a level, and the next goal: always two lines, so that a look-up moves
/// nothing.
fn reached(level: &LevelFact, words: &Words) -> String {
    let [reached, next] = match &level.best {
        None => [String::new(), String::new()],
        Some(None) => [words.text("not-finished"), medals::gold(level.par, words)],
        Some(Some((_, best))) => [
            medals::result(best, words),
            medals::to_next(level.par, best.score_seconds(), best.balls, words).unwrap_or_default(),
        ],
    };
    // A line of nothing would have no height.
    format!("{reached}\u{a0}\n{next}\u{a0}")
}
