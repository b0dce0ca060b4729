//! The triangles that the article's test rejected, the nearest first. The test leaks by such rejections.

use hexbound_collide::{ArticleExplanation, PrismPlane};

use super::numbers::meters;
use crate::plane_name;
use hexbound_base::words::{Phrase, phrase};
use hexbound_sim::ArticleJournal;

/// The largest number of rejected triangles that are reported one by one.
const MAX_REJECTED_TRIANGLES: usize = 8;

/// Returns the rejected triangles nearest to the old point, and the number of others.
pub fn nearest_rejected(article: &ArticleJournal) -> (Vec<&ArticleExplanation>, usize) {
    let mut rejected: Vec<&ArticleExplanation> = article.rejected.iter().collect();
    rejected.sort_by(|one, other| away(one).total_cmp(&away(other)));
    let more = rejected.len().saturating_sub(MAX_REJECTED_TRIANGLES);
    rejected.truncate(MAX_REJECTED_TRIANGLES);
    (rejected, more)
}

/// The old point's largest distance from the seven planes, meters: from S moved out by d on both of its
/// sides, from the other six on their outer side only.
fn away(decided: &ArticleExplanation) -> f32 {
    let outside = decided.inside.map(|depth| -depth);
    outside.into_iter().fold(decided.old.abs(), f32::max)
}

/// Describes the plane by which a triangle was rejected.
pub(super) fn article_rejection(decided: &ArticleExplanation) -> Phrase {
    let text = match decided.rejected_by() {
        Some(plane @ PrismPlane::Ps(number)) => {
            let outside = -decided.inside[usize::from(number) - 1];
            phrase("why-article-by-ps")
                .with("plane", plane_name(plane))
                .with("outside", meters(outside.into()))
        }
        _ if decided.old > 0.0 => phrase("why-article-before-s"),
        _ => phrase("why-article-behind-s"),
    };
    text.with("triangle", decided.triangle)
        .with("before", meters(decided.old.into()))
        .with("after", meters(decided.new.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        test_walks::{ahead, begun, play},
        why::in_english,
    };
    use hexbound_level::Level;
    use hexbound_scenes::catalog;
    use hexbound_sim::{CollisionMode, Journal};

    /// The journals of a walk ahead in mode `article`.
    fn walk(level: &Level, ticks: u32) -> Vec<Journal> {
        let mut world = begun(level);
        let journals = (0..ticks).map(|_| {
            play(&mut world, level, ahead(CollisionMode::Article), 1);
            world.journal().unwrap().clone()
        });
        journals.collect()
    }

    #[test]
    fn each_tested_triangle_pushed_or_is_reported_as_rejected() {
        let level = catalog::open("test:wedge").unwrap();
        let mut by_ps = 0;
        for journal in walk(&level, 400) {
            let article = journal.article.as_ref().unwrap();
            let tested = article.pushes.len() + article.rejected.len();
            assert_eq!(tested as u64, journal.counters.asked);
            let (nearest, more) = nearest_rejected(article);
            assert_eq!(nearest.len() + more, article.rejected.len());
            assert!(nearest.len() <= MAX_REJECTED_TRIANGLES);
            let text = in_english(&level, &journal);
            for decided in nearest {
                let line = format!("triangle {} rejected by", decided.triangle);
                assert!(text.contains(&line), "{line} in {text}");
                by_ps += usize::from(decided.rejected_by() != Some(PrismPlane::S));
            }
            let counts = text.contains(&format!("and {more} more"));
            assert_eq!(counts, more > 0, "{text}");
        }
        assert!(by_ps > 0);
    }

    #[test]
    fn the_short_form_says_why_the_crossed_triangle_did_not_stop_the_player() {
        let level = catalog::open("test:wedge").unwrap();
        let journals = walk(&level, 400);
        let leak = journals.iter().find(|journal| journal.crossed.is_some());
        let leak = leak.expect("a leak");
        let text = super::super::short_in_english(&level, leak).join("\n");
        let line = format!("triangle {} rejected by", leak.crossed.unwrap());
        assert!(text.contains(&line), "{line} in {text}");
        assert_eq!(text.matches("rejected by").count(), 1, "{text}");
    }
}
