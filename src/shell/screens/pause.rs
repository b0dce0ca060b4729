//! The screen over play that stands still.

use crate::shell::{
    facts::Facts,
    page::{Act, Page, Row, Shape, Tone},
    screen::{Question, Screen},
    wish::Wish,
    words,
};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let mut rows = vec![
        Row::Text(facts.level.into(), Tone::Quiet),
        Row::button(words::RESUME, Act::Leave(Wish::Resume)),
    ];
    if !facts.is_playback {
        let again = match facts.has_run {
            true => Act::Open(Screen::Confirm(Question::Again)),
            false => Act::Leave(Wish::Again),
        };
        rows.push(Row::button(words::AGAIN, again));
        rows.push(Row::button(words::LEVELS, Act::Open(Screen::Levels)));
    }
    rows.push(Row::button(words::SETTINGS, Act::Open(Screen::Settings)));
    rows.push(Row::button(
        words::LABORATORY,
        Act::Open(Screen::Laboratory),
    ));
    rows.push(Row::button(words::KEYS, Act::Open(Screen::Keys)));
    let leave = match facts.is_playback {
        // There is nothing to lose.
        true => Act::Leave(Wish::Quit),
        false => Act::Open(Screen::Confirm(Question::Leave)),
    };
    rows.push(Row::button(words::LEAVE, leave));
    let title = match facts.is_playback {
        true => words::WATCHING,
        false => words::PAUSED,
    };
    Page {
        title: title.into(),
        shape: Shape::Side,
        rows,
        first: 1,
        back: Act::Leave(Wish::Resume),
        help: words::HELP_PAUSE,
    }
}
