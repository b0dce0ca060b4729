//! The first screen of a game started without a level.

use super::{Act, Facts, Help, Page, Question, Screen, Shape, Tone, UnfinishedFact, Wish};
use crate::clock;
use hexbound_base::words::{Words, phrase};

/// The name of the game, which is the same in every language.
const GAME_NAME: &str = "HEXBOUND";

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let leave = Act::Open(Screen::Confirm(Question::Leave));
    let mut page = Page::new(GAME_NAME.into(), Shape::Cover, words);
    if let Some(run) = facts.unfinished.first() {
        let note = format!("{} · {}", run.title, so_far(run, words));
        page.noted("continue", note, Act::Leave(run.wish.clone()));
    }
    // A new run would abandon the unfinished run of the open level.
    match facts.unfinished.iter().any(|run| run.is_open) {
        true => {
            let again = Act::Open(Screen::Confirm(Question::Restart));
            page.noted("play-anew", &*facts.level, again);
        }
        false => page.noted("play", &*facts.level, Act::Leave(Wish::Resume)),
    }
    page.button("levels", Act::Open(Screen::Levels));
    page.button("settings", Act::Open(Screen::Settings));
    page.button("keys", Act::Open(Screen::Keys));
    page.button("leave", leave.clone());
    page.text("goal-of-the-game", Tone::Quiet);
    page.back = leave;
    page.help = Help::Leaves;
    page
}

/// The progress of a run: the lit targets and the time.
pub(super) fn so_far(run: &UnfinishedFact, words: &Words) -> String {
    let time = clock(run.seconds);
    match run.lit {
        Some([lit, of]) => {
            let said = phrase("lit-so-far").with("lit", lit).with("of", of);
            words.say(&said.with("time", time))
        }
        None => time,
    }
}
