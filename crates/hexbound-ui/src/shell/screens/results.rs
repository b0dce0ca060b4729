//! The results of a finished level, and what comes next.

use super::medals::{self, fine_clock};
use crate::{
    clock,
    shell::{
        facts::{Facts, Results},
        page::{Act, Help, Page, Row, Shape, Tone},
        screen::Screen,
        wish::Wish,
    },
};
use hexbound_base::words::{Words, phrase};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let results = facts.run.results.as_ref();
    let title = results.map(|results| results.title.clone());
    let mut page = Page::new(title.unwrap_or_default(), Shape::Card, words);
    (page.rows).extend(
        results
            .into_iter()
            .flat_map(|results| lines(results, words)),
    );
    if results.is_some_and(|results| results.has_next) {
        page.button("next-level", Act::Leave(Wish::Next));
    }
    page.button("begin-again", Act::Leave(Wish::Again));
    if facts.run.has_best_throw {
        page.button("best-throw", Act::Leave(Wish::BestThrow));
    }
    page.button("levels", Act::Open(Screen::Levels));
    page.button("look-around", Act::Leave(Wish::Resume));
    page.back = Act::Leave(Wish::Resume);
    page.help = Help::LooksAround;
    page
}

/// The medal and what it was given for.
fn lines(results: &Results, words: &Words) -> Vec<Row> {
    let mut pairs = vec![
        (
            words.text("medal"),
            words.text_of("medal", results.medal.name()),
            None,
        ),
        (
            words.text("time"),
            time(results, words),
            results.par.seconds.map(|par| clock(f64::from(par))),
        ),
        (
            words.text("balls"),
            results.thrown.to_string(),
            results.par.balls.map(|par| par.to_string()),
        ),
    ];
    if results.assisted {
        pairs.push((words.text("help-used"), words.text("help-counts"), None));
    }
    let score = results.seconds + results.rewound;
    if let Some(lacking) = medals::to_next(results.par, score, results.thrown, words) {
        pairs.push((words.text("next-medal"), lacking, None));
    }
    if let Some(before) = &results.best_before {
        let before = medals::result(before, words);
        pairs.push((words.text("best-before"), before, None));
    }
    let row = |(name, value, par): (String, String, Option<String>)| {
        let value = match par {
            Some(par) => words.say(&phrase("against-par").with("value", value).with("par", par)),
            None => value,
        };
        Row::Pair(name, value)
    };
    let heading = Row::Text(words.text("all-lit"), Tone::Accent);
    std::iter::once(heading)
        .chain(pairs.into_iter().map(row))
        .collect()
}

/// The time that a run took, with what it has given up.
fn time(results: &Results, words: &Words) -> String {
    let time = fine_clock(results.seconds);
    let said = match results.rewinds {
        _ if results.rewound <= 0.0 => return time,
        0 | 1 => phrase("time-taken-back"),
        turns => phrase("time-taken-back-in-turns").with("turns", turns),
    };
    let seconds = format!("{:.1}", results.rewound);
    words.say(&said.with("time", time).with("seconds", seconds))
}
