//! The results of a finished level, and what comes next.

use crate::{
    shell::{
        facts::{Facts, Results},
        page::{Act, Page, Row, Shape, Tone},
        screen::Screen,
        wish::Wish,
        words,
    },
    ui::clock,
};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let mut rows = facts.results.map(lines).unwrap_or_default();
    let first = rows.len();
    if facts.results.is_some_and(|results| results.has_next) {
        rows.push(Row::button(words::NEXT, Act::Leave(Wish::Next)));
    }
    rows.push(Row::button(words::AGAIN, Act::Leave(Wish::Again)));
    if facts.has_best_throw {
        rows.push(Row::button(words::BEST_THROW, Act::Leave(Wish::BestThrow)));
    }
    rows.push(Row::button(words::LEVELS, Act::Open(Screen::Levels)));
    rows.push(Row::button(words::LOOK_AROUND, Act::Leave(Wish::Resume)));
    let title = facts.results.map(|results| results.title.clone());
    Page {
        title: title.unwrap_or_default(),
        shape: Shape::Card,
        rows,
        first,
        back: Act::Leave(Wish::Resume),
        help: words::HELP_RESULTS,
    }
}

/// The medal and what it was given for.
fn lines(results: &Results) -> Vec<Row> {
    let mut time = fine_clock(results.seconds);
    if results.rewound > 0.0 {
        time.push_str(&words::taken_back(results.rewound, results.rewinds));
    }
    let mut pairs = vec![
        (words::MEDAL, words::medal(results.medal.name()), None),
        (
            words::TIME,
            time,
            results.par_seconds.map(|par| clock(f64::from(par))),
        ),
        (
            words::BALLS,
            results.thrown.to_string(),
            results.par_balls.map(|par| par.to_string()),
        ),
    ];
    if results.assisted {
        pairs.push((words::HELP_USED, words::ASSISTED.to_owned(), None));
    }
    let row = |(name, value, par): (&str, String, Option<String>)| {
        let par = par.map(|par| words::par(&par)).unwrap_or_default();
        Row::Pair(name.to_owned(), value + &par)
    };
    let heading = Row::Text(words::ALL_LIT.into(), Tone::Accent);
    std::iter::once(heading)
        .chain(pairs.into_iter().map(row))
        .collect()
}

/// Minutes, seconds and hundredths.
pub(super) fn fine_clock(seconds: f64) -> String {
    let hundredths = (seconds.max(0.0) * 100.0).round() as u64;
    let (minutes, rest) = (hundredths / 6000, hundredths % 6000);
    format!("{minutes}:{:02}.{:02}", rest / 100, rest % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fine_times_read_as_on_a_clock() {
        assert_eq!(fine_clock(59.999), "1:00.00");
        assert_eq!(fine_clock(61.256), "1:01.26");
    }
}
