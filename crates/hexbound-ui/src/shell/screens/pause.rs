//! The screen over play that stands still.

use crate::shell::{
    facts::Facts,
    page::{Act, Help, Page, Row, Shape, Tone},
    screen::{Question, Screen},
    wish::Wish,
};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let mut rows = vec![
        Row::Text(facts.level.clone(), Tone::Quiet),
        Row::button(words.text("resume"), Act::Leave(Wish::Resume)),
    ];
    if !facts.run.is_playback {
        let again = match facts.run.is_under_way {
            true => Act::Open(Screen::Confirm(Question::Again)),
            false => Act::Leave(Wish::Again),
        };
        rows.push(Row::button(words.text("begin-again"), again));
        rows.push(Row::button(words.text("levels"), Act::Open(Screen::Levels)));
    }
    rows.push(Row::button(
        words.text("settings"),
        Act::Open(Screen::Settings),
    ));
    rows.push(Row::button(
        words.text("laboratory"),
        Act::Open(Screen::Laboratory),
    ));
    rows.push(Row::button(words.text("keys"), Act::Open(Screen::Keys)));
    let leave = match facts.run.is_playback {
        // There is nothing to lose.
        true => Act::Leave(Wish::Quit),
        false => Act::Open(Screen::Confirm(Question::Leave)),
    };
    rows.push(Row::button(words.text("leave"), leave));
    let title = match facts.run.is_playback {
        true => words.text("watching"),
        false => words.text("paused"),
    };
    Page {
        title,
        shape: Shape::Side,
        rows,
        first: 1,
        beside: Vec::new(),
        back: Act::Leave(Wish::Resume),
        help: Help::PlaysOn,
    }
}
