//! The tick's move in the modes that do not slide, from the tick's journal. Mode `article` shows the path
//! of the tested point and each push, mode `box` the candidate places. The move is drawn enlarged about
//! its start.

use glam::Vec3;

use super::{
    Inspection,
    contacts::{box_places, report_places, report_push},
    enlargement::{Enlargement, WISH_OPACITY},
    legend::colors::{CORAL, PALE, TEAL, faint},
    sight::{Sight, report_hidden},
};
use hexbound_base::words::{Phrase, phrase};
use hexbound_sim::{ArticleJournal, BoxDecision, Journal, Stage};

/// The number of pushes that are reported one by one.
const MAX_PUSHES: usize = 6;

/// Shows the pushes of the article's test on the move.
pub(crate) fn show_pushes(article: &ArticleJournal, sight: &Sight, view: &mut Inspection) {
    let Inspection { debug, legend } = view;
    let [old, new] = article.path;
    let mut places = vec![new];
    for push in &article.pushes {
        places.push(places[places.len() - 1] + push.push);
    }
    let enlargement = Enlargement::around(old, &places);
    let enlarge = |at: Vec3| enlargement.apply(at.as_dvec3());
    let mut shown = vec![
        [enlarge(old), enlarge(new)],
        [enlarge(old), enlarge(article.end)],
    ];
    debug.arrow(shown[0][0], shown[0][1], faint(PALE, WISH_OPACITY));
    debug.arrow(shown[1][0], shown[1][1], TEAL);
    for (number, ends) in places.windows(2).enumerate() {
        let [from, to] = [enlarge(ends[0]), enlarge(ends[1])];
        debug.arrow(from, to, CORAL);
        let number = Phrase::plain((number + 1).to_string());
        legend.label(from.midpoint(to), number, CORAL);
        shown.push([from, to]);
    }
    legend.color(faint(PALE, WISH_OPACITY), phrase("leg-wish"));
    let count = article.pushes.len();
    legend.color(CORAL, phrase("article-pushed").with("count", count));
    for push in article.pushes.iter().take(MAX_PUSHES) {
        report_push(push, legend);
    }
    legend.color(TEAL, phrase("way-gone"));
    report_hidden(legend, sight.hidden(shown.into_iter()));
    enlargement.report(legend);
}

/// Shows the candidate places of mode `box` as points, and the displacement.
pub(crate) fn show_places(
    decision: &BoxDecision,
    journal: &Journal,
    sight: &Sight,
    Inspection { debug, legend }: &mut Inspection,
) {
    let end = journal.after(Stage::Move).unwrap_or(journal.end());
    let named = box_places(decision);
    let places = named.iter().map(|(_, place, _)| *place);
    let places: Vec<Vec3> = places.chain([end]).collect();
    let enlargement = Enlargement::around(decision.p0, &places);
    let enlarge = |at: Vec3| enlargement.apply(at.as_dvec3());
    let mut shown = vec![[enlarge(decision.p0), enlarge(end)]];
    debug.arrow(shown[0][0], shown[0][1], TEAL);
    for (name, place, color) in named {
        let at = enlarge(place);
        debug.cross(at, 0.05, color);
        legend.label(at, Phrase::plain(name), color);
        shown.push([at, at]);
    }
    report_places(decision, legend);
    legend.color(TEAL, phrase("way-gone"));
    report_hidden(legend, sight.hidden(shown.into_iter()));
    enlargement.report(legend);
}
