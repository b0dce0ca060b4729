//! The pause screen.

use super::{Act, Facts, Help, Page, Question, Row, Screen, Shape, Tone, Wish};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let title = match facts.run.is_playback {
        true => words.text("watching"),
        false => words.text("paused"),
    };
    let mut page = Page::new(title, Shape::Side, words);
    page.rows.push(Row::Text(facts.level.clone(), Tone::Quiet));
    page.button("resume", Act::Leave(Wish::Resume));
    if !facts.run.is_playback {
        let again = match facts.run.is_under_way {
            true => Act::Open(Screen::Confirm(Question::Restart)),
            false => Act::Leave(Wish::Again),
        };
        page.button("begin-again", again);
        page.button("levels", Act::Open(Screen::Levels));
    }
    page.button("settings", Act::Open(Screen::Settings));
    page.button("laboratory", Act::Open(Screen::Laboratory));
    page.button("keys", Act::Open(Screen::Keys));
    let leave = match facts.run.is_playback {
        // Nothing would be lost.
        true => Act::Leave(Wish::Quit),
        false => Act::Open(Screen::Confirm(Question::Leave)),
    };
    page.button("leave", leave);
    page.back = Act::Leave(Wish::Resume);
    page.help = Help::PlaysOn;
    page
}
