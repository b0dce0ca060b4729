//! Several views of collision at once: their names, and the combination of their contents without
//! duplicates.

use std::{collections::HashSet, str::FromStr};

use super::{
    CollisionView, Inspection, Weight,
    legend::{Legend, LegendRow},
};
use hexbound_base::debug_lines::{DebugFace, DebugLine};

/// The views of collision that are shown at once, each once, in the order of [`CollisionView::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CollisionViews {
    /// A bit for each view, by its index in [`CollisionView::ALL`]; that of `Off` is never set.
    bits: u16,
}

impl CollisionViews {
    /// These views, and one more.
    #[must_use]
    pub fn with(self, view: CollisionView) -> Self {
        Self {
            bits: self.bits | bit(view),
        }
    }

    /// These views without `view`.
    #[must_use]
    pub fn without(self, view: CollisionView) -> Self {
        Self {
            bits: self.bits & !bit(view),
        }
    }

    pub fn contains(self, view: CollisionView) -> bool {
        self.bits & bit(view) != 0
    }

    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    pub fn iter(self) -> impl DoubleEndedIterator<Item = CollisionView> {
        (CollisionView::ALL.iter().copied()).filter(move |view| self.contains(*view))
    }

    /// Returns whether one of the views needs the world's journal.
    pub fn needs_journal(self) -> bool {
        self.iter().any(CollisionView::needs_journal)
    }
}

fn bit(view: CollisionView) -> u16 {
    match view {
        CollisionView::Off => 0,
        view => 1 << view as u16,
    }
}

impl From<CollisionView> for CollisionViews {
    fn from(view: CollisionView) -> Self {
        Self::default().with(view)
    }
}

impl FromStr for CollisionViews {
    type Err = String;

    /// Parses names with commas between them.
    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',').try_fold(Self::default(), |views, name| {
            Ok(views.with(name.trim().parse()?))
        })
    }
}

/// Combines several views. The title of the first is the common one, and each further view has a heading.
pub(crate) fn combine(views: impl Iterator<Item = Inspection>) -> Inspection {
    let mut views = views.peekable();
    let mut whole = views.next().unwrap_or_default();
    if views.peek().is_none() {
        return whole;
    }
    let mut lines: HashSet<[u32; 10]> = whole.debug.lines.iter().map(bits_of_line).collect();
    let mut faces: HashSet<[u32; 13]> = whole.debug.faces.iter().map(bits_of_face).collect();
    for mut view in views {
        (view.debug.lines).retain(|line| !lines.contains(&bits_of_line(line)));
        (view.debug.faces).retain(|face| !faces.contains(&bits_of_face(face)));
        lines.extend(view.debug.lines.iter().map(bits_of_line));
        faces.extend(view.debug.faces.iter().map(bits_of_face));
        whole.debug.lines.append(&mut view.debug.lines);
        whole.debug.faces.append(&mut view.debug.faces);
        add_section(&mut whole.legend, view.legend);
    }
    whole
}

/// Adds the legend of a further view, without the rows and labels that are already present.
fn add_section(legend: &mut Legend, section: Legend) {
    let is_known = |known: &[LegendRow], row: &LegendRow| {
        let mut known = known.iter();
        known.any(|it| it.swatch == row.swatch && it.cells == row.cells)
    };
    let mut is_dropped = false;
    let mut kept = section.rows;
    kept.retain(|row| {
        // A detail belongs to its line, since another line may have the same one.
        if row.weight != Weight::Detail {
            is_dropped = is_known(&legend.rows, row);
        }
        !is_dropped
    });
    legend.add(None, section.title, Weight::Heading);
    legend.rows.append(&mut kept);
    for label in section.labels {
        if !legend.labels.contains(&label) {
            legend.labels.push(label);
        }
    }
}

fn bits_of_line(line: &DebugLine) -> [u32; 10] {
    let [from, to] = line.ends.map(|end| end.to_array());
    bits(from.into_iter().chain(to).chain(line.color))
}

fn bits_of_face(face: &DebugFace) -> [u32; 13] {
    let corners = face.corners.iter().flat_map(glam::Vec3::to_array);
    bits(corners.chain(face.color))
}

fn bits<const N: usize>(numbers: impl Iterator<Item = f32>) -> [u32; N] {
    let mut bits = [0; N];
    bits.iter_mut()
        .zip(numbers)
        .for_each(|(bits, number)| *bits = number.to_bits());
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_are_named_in_a_list_and_kept_in_order() {
        let views: CollisionViews = "rays,contacts,off,rays".parse().unwrap();
        let names: Vec<_> = views.iter().map(CollisionView::name).collect();
        assert_eq!(names, ["contacts", "rays"]);
        assert_eq!("off".parse(), Ok(CollisionViews::default()));
        let problem = "rays,plane".parse::<CollisionViews>().unwrap_err();
        assert!(problem.contains("'plane'"), "{problem}");
        let rays = CollisionView::Rays;
        assert!(!views.without(rays).contains(rays));
        for view in CollisionView::ALL.iter().copied() {
            let alone = CollisionViews::from(view);
            assert_eq!(alone.is_empty(), view == CollisionView::Off);
            assert_eq!(alone.needs_journal(), view.needs_journal());
        }
    }
}
