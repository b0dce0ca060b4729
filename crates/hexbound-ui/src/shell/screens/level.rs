//! One of the levels that come with the game: its medals, and the ways to play it.

use std::path::Path;

use super::{
    medals::{self, fine_clock},
    start::so_far,
};
use crate::shell::{
    facts::{Facts, LevelFact},
    page::{Act, Help, Page, Row, Shape, Tone},
    wish::Wish,
};
use hexbound_base::words::Words;
use hexbound_scenes::catalog;

pub(super) fn page(path: &Path, facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let level = facts.levels.iter().find(|level| level.path == path);
    let mut rows: Vec<Row> = story(path, facts.words).into_iter().collect();
    rows.extend(level.into_iter().flat_map(|level| reached(level, facts)));
    let first = rows.len();
    let unfinished = facts.unfinished.iter().find(|run| run.level == path);
    let play = match unfinished {
        Some(run) => {
            let go_on = Act::Leave(run.wish.clone());
            rows.push(Row::noted(
                words.text("continue"),
                so_far(run, words),
                go_on,
            ));
            words.text("play-anew")
        }
        None => words.text("play"),
    };
    rows.push(Row::button(play, Act::Do(Wish::Play(path.to_owned()))));
    let race = |run: &Path| Act::Do(Wish::Race(path.to_owned(), run.to_owned()));
    if let Some(gold) = level.and_then(|level| level.gold.as_deref()) {
        rows.push(Row::button(words.text("race-gold"), race(gold)));
    }
    if let Some((run, best)) = level.and_then(|level| level.best.as_ref()?.as_ref()) {
        let time = fine_clock(best.score_seconds());
        rows.push(Row::noted(words.text("race-best"), time, race(run)));
    }
    Page {
        title: level.map(|level| level.title.clone()).unwrap_or_default(),
        shape: Shape::Card,
        rows,
        first,
        beside: Vec::new(),
        back: Act::Back,
        help: Help::Back,
    }
}

/// A few sentences about a place that the game ships.
fn story(path: &Path, words: &Words) -> Option<Row> {
    let place = path.file_stem()?.to_str()?;
    let is_own = catalog::OWN_LEVELS.contains(&place);
    is_own.then(|| Row::Text(words.text_of("story", place), Tone::Plain))
}

/// What the player has reached in a level, and what comes next.
fn reached(level: &LevelFact, facts: &Facts<'_>) -> Vec<Row> {
    let words = facts.words;
    let best = level.best.as_ref().and_then(Option::as_ref);
    let Some((_, best)) = best else {
        return vec![Row::Text(medals::gold(level.par, words), Tone::Quiet)];
    };
    let time = Row::Pair(words.text("best-time"), medals::result(best, words));
    let next = medals::to_next(level.par, best.score_seconds(), best.balls, words);
    let next = next.map(|next| Row::Pair(words.text("next-medal"), next));
    std::iter::once(time).chain(next).collect()
}

#[cfg(test)]
mod tests {
    use hexbound_base::words::check_family;
    use hexbound_scenes::catalog;

    #[test]
    fn every_place_has_its_story() {
        check_family("story", catalog::OWN_LEVELS);
    }
}
