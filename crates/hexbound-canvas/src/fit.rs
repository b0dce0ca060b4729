//! Glyph hinting: moves horizontal edges to whole pixels, so that small text is sharp. The alignment zones of
//! a face come first, then the bars between them. No point moves sideways.

use glam::Vec2;
use ttf_parser::Face;

use super::curve::OutlineCurve;

/// The letters with a common lower edge, one flat and one round.
const BOTTOM_LETTERS: [(char, char); 2] = [('x', 'o'), ('p', 'p')];
/// The letters with a common upper edge, one flat and one round: lowercase, capitals, digits, ascenders.
const TOP_LETTERS: [(char, char); 4] = [('x', 'o'), ('H', 'O'), ('1', '0'), ('d', 'f')];
/// The largest thickness of a bar, as a share of the font's size.
const MAX_THICKNESS: f32 = 0.2;
/// The distance within which two heights count as one, as a share of the font's size.
const SAME_HEIGHT: f32 = 0.012;
/// The minimum length of an edge that is hinted, as a share of the font's size.
const MIN_LENGTH: f32 = 0.05;
/// The minimum overshoot of a round letter that is kept, pixels.
const MIN_OVERSHOOT: f32 = 0.75;
/// The minimum distance between two hinted edges, pixels.
const MIN_GAP: f32 = 0.5;
/// The minimum thickness of a bar that is kept unrounded, pixels.
const FREE_THICKNESS: f32 = 2.5;

/// An alignment zone: the heights of flat and round edges, as shares of the font's size.
#[derive(Clone, Copy, Debug)]
struct Zone {
    flat: f32,
    round: f32,
    is_top: bool,
}

/// The alignment zones of a face.
#[derive(Clone, Debug, Default)]
pub(crate) struct Zones(Vec<Zone>);

/// A horizontal edge of a glyph.
#[derive(Clone, Copy, Debug)]
struct GlyphEdge {
    height: f32,
    length: f32,
    is_top: bool,
}

/// A bar: the heights of its two edges, and their length.
#[derive(Clone, Copy, Debug)]
struct Bar {
    bottom: f32,
    top: f32,
    length: f32,
}

impl Zones {
    /// The alignment zones of a face; none if it lacks Latin letters.
    pub(crate) fn of(face: &Face<'_>) -> Self {
        let em = f32::from(face.units_per_em());
        let extent = |letter: char| {
            let bounds = face.glyph_bounding_box(face.glyph_index(letter)?)?;
            Some([bounds.y_min, bounds.y_max].map(|it| f32::from(it) / em))
        };
        let zone = |(flat, round): (char, char), is_top: bool| {
            let side = usize::from(is_top);
            Some(Zone {
                flat: extent(flat)?[side],
                round: extent(round)?[side],
                is_top,
            })
        };
        let bottoms = BOTTOM_LETTERS.into_iter().filter_map(|it| zone(it, false));
        let tops = TOP_LETTERS.into_iter().filter_map(|it| zone(it, true));
        Self(bottoms.chain(tops).collect())
    }

    /// The hinted height of an edge, pixels, if the edge is in a zone.
    fn target_height(&self, edge: f32, is_top: bool, size: f32) -> Option<f32> {
        let zone = self.0.iter().find(|zone| {
            let (low, high) = (zone.flat.min(zone.round), zone.flat.max(zone.round));
            zone.is_top == is_top && edge > low - SAME_HEIGHT && edge < high + SAME_HEIGHT
        })?;
        let overshoot = (edge - zone.flat) * size;
        let rounded = match overshoot.abs() < MIN_OVERSHOOT {
            true => 0.0,
            false => overshoot.round(),
        };
        Some((zone.flat * size).round() + rounded)
    }
}

/// Hints the points of a glyph, given as shares of the font's size with y upward, and scales them to pixels.
pub(crate) fn fit(curves: &mut [OutlineCurve], zones: &Zones, size: f32) {
    let anchors = match zones.0.is_empty() {
        true => Vec::new(),
        false => anchors(curves, zones, size),
    };
    for point in curves.iter_mut().flat_map(OutlineCurve::points_mut) {
        *point = Vec2::new(point.x * size, fitted_height(&anchors, point.y, size));
    }
}

/// The hinted height of a point, pixels, interpolated between the anchors around it.
fn fitted_height(anchors: &[[f32; 2]], height: f32, size: f32) -> f32 {
    let above = anchors.partition_point(|[from, _]| *from <= height);
    let below = above.checked_sub(1).map(|it| anchors[it]);
    match (below, anchors.get(above)) {
        (Some([low, low_to]), Some([high, high_to])) => {
            low_to + (height - low) / (high - low) * (high_to - low_to)
        }
        (Some([from, to]), None) | (None, Some(&[from, to])) => to + (height - from) * size,
        (None, None) => height * size,
    }
}

/// The anchors of an outline, from the lowest up: the height of an edge, and its hinted height, pixels.
fn anchors(curves: &[OutlineCurve], zones: &Zones, size: f32) -> Vec<[f32; 2]> {
    let mut anchors: Vec<[f32; 2]> = Vec::new();
    let edges = edges(curves);
    for edge in &edges {
        if let Some(to) = zones.target_height(edge.height, edge.is_top, size) {
            insert_anchors(&mut anchors, &[[edge.height, to]]);
        }
    }
    let mut bars = bars(&edges);
    bars.sort_by(|one, other| other.length.total_cmp(&one.length));
    for bar in bars {
        let thick = (bar.top - bar.bottom) * size;
        let thick = match thick < FREE_THICKNESS {
            true => thick.round().max(1.0),
            false => thick,
        };
        let to = |height: f32| {
            let known = anchors.iter().find(|[from, _]| *from == height);
            known.map(|[_, to]| *to)
        };
        match (to(bar.bottom), to(bar.top)) {
            (Some(_), Some(_)) => {}
            (Some(low), None) => insert_anchors(&mut anchors, &[[bar.top, low + thick]]),
            (None, Some(high)) => insert_anchors(&mut anchors, &[[bar.bottom, high - thick]]),
            (None, None) => {
                let middle = fitted_height(&anchors, (bar.bottom + bar.top) * 0.5, size);
                let low = (middle - thick * 0.5).round();
                insert_anchors(&mut anchors, &[[bar.bottom, low], [bar.top, low + thick]]);
            }
        }
    }
    anchors
}

/// Inserts anchors unless they would change the order of the others or come closer to one than [`MIN_GAP`].
fn insert_anchors(anchors: &mut Vec<[f32; 2]>, new: &[[f32; 2]]) {
    let (lowest, highest) = (new[0], new[new.len() - 1]);
    let at = anchors.partition_point(|[from, _]| *from < lowest[0]);
    let is_above = at == 0 || lowest[1] >= anchors[at - 1][1] + MIN_GAP;
    let is_below = anchors
        .get(at)
        .is_none_or(|next| next[0] > highest[0] && next[1] >= highest[1] + MIN_GAP);
    if is_above && is_below {
        anchors.splice(at..at, new.iter().copied());
    }
}

/// The bars of a glyph: each lower edge with the nearest upper edge above it.
fn bars(edges: &[GlyphEdge]) -> Vec<Bar> {
    let bottoms = edges.iter().filter(|edge| !edge.is_top);
    let bars = bottoms.filter_map(|bottom| {
        let above = edges.iter().find(|edge| edge.height > bottom.height)?;
        let is_bar = above.is_top && above.height - bottom.height < MAX_THICKNESS;
        is_bar.then_some(Bar {
            bottom: bottom.height,
            top: above.height,
            length: bottom.length.min(above.length),
        })
    });
    bars.collect()
}

/// The horizontal edges of a glyph, from the lowest up.
fn edges(curves: &[OutlineCurve]) -> Vec<GlyphEdge> {
    // Outlines wind in one direction around the filled area, which is clockwise in some fonts.
    let is_clockwise = curves.iter().map(OutlineCurve::area).sum::<f32>() < 0.0;
    let mut found: Vec<GlyphEdge> = (curves.iter())
        .flat_map(OutlineCurve::level_lines)
        .map(|[from, to]| GlyphEdge {
            height: (from.y + to.y) * 0.5,
            length: (to.x - from.x).abs(),
            is_top: (to.x > from.x) == is_clockwise,
        })
        .collect();
    found.sort_by(|one, other| one.height.total_cmp(&other.height));
    let mut edges: Vec<GlyphEdge> = Vec::new();
    for edge in found {
        let is_same = |other: &&mut GlyphEdge| {
            other.is_top == edge.is_top && edge.height - other.height < SAME_HEIGHT
        };
        match edges.iter_mut().rev().find(is_same) {
            Some(same) => same.length += edge.length,
            None => edges.push(edge),
        }
    }
    edges.retain(|edge| edge.length > MIN_LENGTH);
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fonts::{Family, Fonts},
        glyph::outline,
    };

    /// The lowest and the highest point of a letter, pixels.
    fn fitted(family: Family, letter: char, size: f32) -> [f32; 2] {
        let fonts = Fonts::new();
        let found = fonts.find(family, letter);
        let mut curves = outline(fonts.face(found.face), found.id);
        fit(&mut curves, fonts.zones(found.face), size);
        let heights = curves
            .iter_mut()
            .flat_map(OutlineCurve::points_mut)
            .map(|it| it.y);
        heights.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], it| {
            [low.min(it), high.max(it)]
        })
    }

    #[test]
    fn letters_stand_on_a_line_and_reach_a_line() {
        for family in [Family::Proportional, Family::Monospace] {
            for size in [10.4, 13.0, 15.0, 19.0, 27.2, 34.0] {
                for letter in "xzoeasHEOTB".chars() {
                    let [low, high] = fitted(family, letter, size);
                    let off = |height: f32| (height - height.round()).abs();
                    let place = format!("{letter} of {family:?} at {size}: {low}..{high}");
                    assert!(low.abs() < 1e-3, "{place}");
                    assert!(off(high) < 1e-3, "{place}");
                }
            }
        }
    }

    #[test]
    fn what_is_moved_stays_in_order() {
        let mut anchors = Vec::new();
        insert_anchors(&mut anchors, &[[0.0, 0.0]]);
        insert_anchors(&mut anchors, &[[0.5, 6.0]]);
        insert_anchors(&mut anchors, &[[0.2, 6.0], [0.3, 7.0]]);
        assert_eq!(anchors, [[0.0, 0.0], [0.5, 6.0]]);
        insert_anchors(&mut anchors, &[[0.2, 3.0], [0.3, 4.0]]);
        assert_eq!(anchors.len(), 4);
        assert_eq!(fitted_height(&anchors, 0.1, 12.0), 1.5);
        assert_eq!(fitted_height(&anchors, 0.6, 10.0), 7.0);
        assert_eq!(fitted_height(&anchors, -0.1, 10.0), -1.0);
    }
}
