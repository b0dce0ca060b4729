//! One of the shipped levels: its medals, and how to play it.

use std::path::Path;

use super::{
    Act, Facts, LevelFact, Page, Row, Shape, Tone, Wish,
    medals::{self, fine_clock},
    start::so_far,
};
use hexbound_base::words::Words;
use hexbound_scenes::catalog;

pub(super) fn page(path: &Path, facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let level = facts.levels.iter().find(|level| level.path == path);
    let title = level.map(|level| level.title.clone()).unwrap_or_default();
    let mut page = Page::new(title, Shape::Card, words);
    page.rows.extend(story(path, words));
    (page.rows).extend(level.into_iter().flat_map(|level| reached(level, facts)));
    let unfinished = facts.unfinished.iter().find(|run| run.level == path);
    let play = Act::Do(Wish::Play(path.to_owned()));
    match unfinished {
        Some(run) => {
            let go_on = Act::Leave(run.wish.clone());
            page.noted("continue", so_far(run, words), go_on);
            page.button("play-anew", play);
        }
        None => page.button("play", play),
    }
    let race = |run: &Path| Act::Do(Wish::Race(path.to_owned(), run.to_owned()));
    if let Some(gold) = level.and_then(|level| level.gold.as_deref()) {
        page.button("race-gold", race(gold));
    }
    if let Some((run, best)) = level.and_then(|level| level.best.as_ref()?.as_ref()) {
        let time = fine_clock(best.score_seconds());
        page.noted("race-best", time, race(run));
    }
    page
}

/// A few sentences about a shipped level.
fn story(path: &Path, words: &Words) -> Option<Row> {
    let place = path.file_stem()?.to_str()?;
    let is_own = catalog::SHIPPED_LEVELS.contains(&place);
    is_own.then(|| Row::Text(words.text_of("story", place), Tone::Plain))
}

/// The player's results in a level, and the next goal.
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
        check_family("story", catalog::SHIPPED_LEVELS);
    }
}
