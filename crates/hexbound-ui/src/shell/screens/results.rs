//! The results of a finished level, and the next steps.

use super::{
    Act, Facts, Help, Page, Results, Row, Screen, Shape, Tone, Wish,
    medals::{self, fine_clock},
};
use crate::clock;
use hexbound_base::{
    clock::TICK_RATE,
    words::{Words, phrase},
};
use hexbound_sim::RunResult;

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let results = facts.run.results.as_ref();
    let title = results.map(|results| results.title.clone());
    let mut page = Page::new(title.unwrap_or_default(), Shape::Card, words);
    if let Some(results) = results {
        page.rows = lines(results, words);
    }
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

/// The medal and its reasons.
fn lines(results: &Results, words: &Words) -> Vec<Row> {
    let against = |value: String, par: Option<String>| match par {
        Some(par) => words.say(&phrase("against-par").with("value", value).with("par", par)),
        None => value,
    };
    let par_time = results.par.seconds.map(|par| clock(f64::from(par)));
    let par_balls = results.par.balls.map(|par| par.to_string());
    let result = &results.result;
    let medal = words.text_of("medal", result.medal.name());
    let time = against(time(result, words), par_time);
    let balls = against(result.balls.to_string(), par_balls);
    let mut rows = vec![
        Row::Text(words.text("all-lit"), Tone::Accent),
        Row::Pair(words.text("medal"), medal),
        Row::Pair(words.text("time"), time),
        Row::Pair(words.text("balls"), balls),
    ];
    if result.assisted {
        let counts = words.text("help-counts");
        rows.push(Row::Pair(words.text("help-used"), counts));
    }
    let score = result.score_seconds();
    if let Some(lacking) = medals::to_next(results.par, score, result.balls, words) {
        rows.push(Row::Pair(words.text("next-medal"), lacking));
    }
    if let Some(before) = &results.best_before {
        let before = medals::result(before, words);
        rows.push(Row::Pair(words.text("best-before"), before));
    }
    rows
}

/// The time of a run, with the time taken back by rewinding.
fn time(result: &RunResult, words: &Words) -> String {
    let seconds = |ticks: u64| ticks as f64 / f64::from(TICK_RATE);
    let time = fine_clock(seconds(result.ticks));
    let said = match result.rewinds {
        _ if result.rewound == 0 => return time,
        0 | 1 => phrase("time-taken-back"),
        turns => phrase("time-taken-back-in-turns").with("turns", turns),
    };
    let seconds = format!("{:.1}", seconds(result.rewound));
    words.say(&said.with("time", time).with("seconds", seconds))
}
