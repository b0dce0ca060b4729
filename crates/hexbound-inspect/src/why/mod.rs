//! The account of a player's tick: the wish, the queries and their results, the contacts that stopped or
//! turned the body, and its end. `summary` has one sentence for a player. `sentences` describes the whole
//! journal, `marks` draws it, and `legs` does both for each leg alone.

pub mod legs;
mod lines;
mod marks;
mod names;
mod numbers;
mod owner;
mod rejected;
mod sentences;
mod summary;

use glam::Vec3;
use hexbound_collide::{
    Journal as KernelJournal, JournalContact, JournalEntry, JournalLeg, JournalLimit, JournalSlide,
    LegTurn,
};

use super::{CORAL, Inspection, InspectionRequest, Weight, outlines, sight::Sight};
use hexbound_base::{
    debug_lines::DebugColor,
    words::{Phrase, Words, phrase},
};
use hexbound_level::Level;
use hexbound_sim::{BoxReason, Journal, Stage};

pub(crate) use lines::WhyLines;
pub use marks::{picture_center, picture_points};
pub use names::{ground_name, purpose_name};
pub(crate) use numbers::{fixed, triple};
pub use owner::{owner_of, owner_of_triangle};
pub use rejected::nearest_rejected;
pub use sentences::{explain, in_short};

/// The largest number of contacts of a leg that the panel reports one by one.
const MAX_CONTACTS: usize = 2;
/// The speed below which the player stands, m/s.
const MIN_MOVING_SPEED: f32 = 0.1;

/// A line of the account.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhyLine {
    /// The depth of the indent. A line that belongs to the one before is one level deeper.
    pub depth: usize,
    /// The color of the line's subject in the picture, if it is drawn.
    pub swatch: Option<DebugColor>,
    pub text: Phrase,
    /// True if the line is part of the short form.
    pub is_short: bool,
    /// The weight of the line in a panel without space for all.
    pub weight: Weight,
    /// The index of the contact in its leg, if the line is about one.
    pub contact: Option<usize>,
}

impl WhyLine {
    fn english(&self) -> String {
        let text = Words::english().say(&self.text);
        format!("{:1$}{text}", "", 2 * self.depth)
    }
}

/// Describes a tick in English, with two spaces for each level of depth.
pub fn in_english(level: &Level, journal: &Journal) -> String {
    lines_in_english(&explain(level, journal))
}

/// Formats lines of an account in English, with two spaces for each level of depth.
pub fn lines_in_english(lines: &[WhyLine]) -> String {
    lines.iter().map(|line| line.english() + "\n").collect()
}

/// Returns the short form of a tick in English, without its title, line by line.
pub fn short_in_english(level: &Level, journal: &Journal) -> Vec<String> {
    let short = explain(level, journal).into_iter().filter(|it| it.is_short);
    short.skip(1).map(|line| line.english()).collect()
}

/// The tick as debug lines, and in the short form for a panel beside them.
pub fn inspect_why(level: &Level, journal: Option<&Journal>) -> Inspection {
    match journal {
        Some(journal) => inspect_journal(level, journal).0,
        None => {
            let mut nothing = Inspection::titled(phrase("why"));
            nothing.legend.report(phrase("why-nothing-yet"));
            nothing
        }
    }
}

/// The tick as [`inspect_why`] returns it, from the player's eye. The panel reports how much of the
/// drawing is outside the picture.
pub fn inspect_why_from(
    request: &InspectionRequest,
    level: &Level,
    journal: Option<&Journal>,
) -> Inspection {
    let Some(journal) = journal else {
        return inspect_why(level, None);
    };
    let (mut inspection, shown) = inspect_journal(level, journal);
    let hidden = Sight::of(request).hidden(shown.iter());
    if hidden > 0 {
        let text = phrase("why-out-of-view").with("count", hidden);
        inspection.legend.report(text.with("all", shown.len()));
    }
    inspection
}

/// The tick as debug lines and in the short form, and the ends of the drawn displacements and normals.
fn inspect_journal(level: &Level, journal: &Journal) -> (Inspection, Vec<[Vec3; 2]>) {
    let lines = explain(level, journal).into_iter().filter(|it| it.is_short);
    let mut view = Inspection::titled(summary::summary(level, journal));
    let Inspection { debug, legend } = &mut view;
    let mut more = 0_usize;
    for line in lines {
        if line.contact.is_some_and(|number| number >= MAX_CONTACTS) {
            more += usize::from(line.swatch.is_some());
            continue;
        }
        if more > 0 {
            legend.report(phrase("why-more-contacts").with("count", more));
            more = 0;
        }
        legend.add(line.swatch, line.text, line.weight);
    }
    if let Some(triangle) = journal.crossed {
        outlines::face(&level.collision.corners(triangle), CORAL, 0.2, debug);
    }
    let shown = marks::draw(level, journal, &mut view);
    (view, shown)
}

/// The slides of the kernel's journal, whatever their purpose.
pub(crate) fn slides_of(kernel: &KernelJournal) -> impl Iterator<Item = &JournalSlide> {
    kernel.entries.iter().filter_map(|entry| match entry {
        JournalEntry::Slide(slide) => Some(slide),
        _ => None,
    })
}

/// The limits that turned the motion after a leg.
pub(crate) fn limits_of<'a>(
    leg: &'a JournalLeg,
    slide: &'a JournalSlide,
) -> impl Iterator<Item = &'a JournalLimit> {
    let by = turn_of(leg).map_or(&[][..], |(_, by, _)| by);
    by.iter().filter_map(|it| slide.limits.get(*it))
}

/// Every contact of the kernel's move, leg by leg.
pub(crate) fn contacts_of(kernel: &KernelJournal) -> impl Iterator<Item = &JournalContact> {
    let legs = kernel.moves().flat_map(|slide| &slide.legs);
    legs.flat_map(|leg| &leg.contacts)
}

/// Returns whether the tick stopped or turned a player who moved, or freed them from an overlap. Leaning
/// on a wall does not count, nor does standing on ground.
pub fn is_turned(journal: &Journal) -> bool {
    let mut pushes = journal.article.iter().flat_map(|article| &article.pushes);
    let by_article = pushes.any(|push| push.push.normalize_or_zero().y < 0.7);
    let by_box = (journal.box_decision).is_some_and(|it| it.reason != BoxReason::Free);
    let by_kernel =
        journal.kernel.entries.iter().any(
            |entry| matches!(entry, JournalEntry::Release(release) if release.places.len() > 1),
        );
    let by_slide = || contacts_of(&journal.kernel).next().is_some();
    let moves = journal.velocity[0].length() > MIN_MOVING_SPEED;
    by_kernel || moves && (by_article || by_box || by_slide())
}

/// Returns whether a tick is worth explaining: it stopped, turned, freed or respawned the player, or moved
/// their center across a static triangle.
pub fn is_notable(journal: &Journal) -> bool {
    is_turned(journal) || journal.crossed.is_some() || journal.after(Stage::Respawn).is_some()
}

/// The motion left after a leg, the limits on which it lies, and whether it was dropped; `None` without a
/// contact.
pub(crate) fn turn_of(leg: &JournalLeg) -> Option<(glam::DVec3, &[usize], bool)> {
    match &leg.turn {
        LegTurn::Spent => None,
        LegTurn::Turned {
            left,
            by,
            is_dropped,
        } => Some((*left, by, *is_dropped)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_walks::{ahead, played, rows};
    use hexbound_scenes::catalog;
    use hexbound_sim::CollisionMode;

    #[test]
    fn a_panel_counts_what_a_leg_touched_further_and_keeps_what_came_of_it() {
        let level = catalog::open("test:box-room").unwrap();
        let world = played(&level, ahead(CollisionMode::Swept), 400);
        let mut journal = world.journal().unwrap().clone();
        let mut legs = journal
            .kernel
            .entries
            .iter_mut()
            .flat_map(|entry| match entry {
                JournalEntry::Slide(slide) => &mut slide.legs[..],
                _ => &mut [],
            });
        let leg = legs.find(|leg| !leg.contacts.is_empty()).unwrap();
        let contact = leg.contacts[0];
        leg.contacts = vec![contact; 7];
        let legend = inspect_why(&level, Some(&journal)).legend;
        let rows = rows(&legend);
        let touched = rows.iter().filter(|row| row.contains(" of triangle "));
        assert_eq!(touched.count(), MAX_CONTACTS, "{rows:?}");
        assert!(rows.iter().any(|row| row == "and 5 more"), "{rows:?}");
        let answers = legend.rows.iter().zip(&rows);
        let answers = answers.filter(|(row, _)| row.weight == Weight::Answer);
        let answers: Vec<&String> = answers.map(|(_, text)| text).collect();
        let has = |start: &str| answers.iter().any(|row| row.starts_with(start));
        assert!(has("stopped") || has("turned"), "{answers:?}");
        assert!(has("went "), "{answers:?}");
    }
}
