//! The available levels by origin, with the player's results in each.

use std::path::Path;

use super::{Act, Card, Facts, LevelFact, Page, Row, Screen, Shape, Shelf, Tone, Wish, medals};
use hexbound_base::words::{Words, phrase};
use hexbound_scenes::{Hall, catalog};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let mut page = Page::new(words.text("levels"), Shape::Wide, words);
    page.heading("own-levels");
    page.rows.extend(cards(Shelf::Own, facts));
    page.heading("museum");
    page.rows.extend(Hall::ALL.map(|hall| {
        let hall_name = words.text_of("hall", hall.name());
        Row::button(hall_name, Act::Do(Wish::Play(catalog::hall(hall).into())))
    }));
    page.text("about-museum", Tone::Quiet);
    page.heading("laboratory");
    page.button("scenes", Act::Open(Screen::Scenes));
    page.text("about-scenes", Tone::Quiet);
    let folder = facts.folder_to_open.as_deref().unwrap_or(Path::new("."));
    page.heading("other-files");
    page.button("open", Act::Open(Screen::Open(folder.to_owned())));
    let said = put_levels(facts.user_folder.as_deref(), words);
    page.rows.push(Row::Text(said, Tone::Quiet));
    // These shelves come last because they load later, so that nothing visible moves.
    for (shelf, heading) in [
        (Shelf::User, words.text("user-levels")),
        (Shelf::Recent, words.text("recent-levels")),
    ] {
        let mut cards = cards(shelf, facts).peekable();
        if cards.peek().is_some() {
            page.rows.push(Row::Heading(heading));
            page.rows.extend(cards);
        }
    }
    page
}

/// The cards of the levels of one origin.
fn cards<'a>(shelf: Shelf, facts: &'a Facts<'_>) -> impl Iterator<Item = Row> + use<'a> {
    let levels = facts
        .levels
        .iter()
        .filter(move |level| level.shelf == shelf);
    levels.map(|level| card(level, facts.words))
}

/// The text about the folder in which levels are found automatically.
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

/// The player's results in a level, and the next goal, always two lines, so that a lookup moves nothing.
fn reached(level: &LevelFact, words: &Words) -> String {
    let [reached, next] = match &level.best {
        None => [String::new(), String::new()],
        Some(None) => [words.text("not-finished"), medals::gold(level.par, words)],
        Some(Some((_, best))) => [
            medals::result(best, words),
            medals::to_next(level.par, best.score_seconds(), best.balls, words).unwrap_or_default(),
        ],
    };
    // An empty line would have no height.
    format!("{reached}\u{a0}\n{next}\u{a0}")
}
