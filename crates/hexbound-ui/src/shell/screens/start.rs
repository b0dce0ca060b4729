//! The first screen of a game that was started without a level.

use crate::{
    clock,
    shell::{
        facts::{Facts, UnfinishedFact},
        page::{Act, Help, Page, Row, Shape, Tone},
        screen::{Question, Screen},
        wish::Wish,
    },
};
use hexbound_base::words::{Words, phrase};

/// The name of the game, which is the same in every language.
const GAME_NAME: &str = "HEXBOUND";

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let leave = Act::Open(Screen::Confirm(Question::Leave));
    let newest = facts.unfinished.first();
    let go_on = newest.map(|run| {
        let note = format!("{} · {}", run.title, so_far(run, words));
        Row::noted(words.text("continue"), note, Act::Leave(run.wish.clone()))
    });
    // A run of the level that is open would be given up for a new one.
    let play = match facts.unfinished.iter().any(|run| run.is_open) {
        true => Row::noted(
            words.text("play-anew"),
            facts.level.as_str(),
            Act::Open(Screen::Confirm(Question::Again)),
        ),
        false => Row::noted(
            words.text("play"),
            facts.level.as_str(),
            Act::Leave(Wish::Resume),
        ),
    };
    let others = [
        play,
        Row::button(words.text("levels"), Act::Open(Screen::Levels)),
        Row::button(words.text("settings"), Act::Open(Screen::Settings)),
        Row::button(words.text("keys"), Act::Open(Screen::Keys)),
        Row::button(words.text("leave"), leave.clone()),
        Row::Text(words.text("goal-of-the-game"), Tone::Quiet),
    ];
    Page {
        title: GAME_NAME.into(),
        shape: Shape::Cover,
        rows: go_on.into_iter().chain(others).collect(),
        first: 0,
        beside: Vec::new(),
        back: leave,
        help: Help::Leaves,
    }
}

/// How far a run has come: the targets that are lit, and the time.
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
