//! Hints letters: moves their horizontal edges to whole pixels, so that small text is sharp. The heights
//! that a face's letters share (alignment zones) come first, then the bars between them. Nothing is moved sideways.

use glam::Vec2;
use ttf_parser::Face;

use super::curve::Curve;

/// The letters whose lower edges stand at one height: with a flat edge, with a round one.
const BOTTOM_LETTERS: [(char, char); 2] = [('x', 'o'), ('p', 'p')];
/// The letters whose upper edges stand at one height: small ones, capitals, digits, ascenders.
const TOP_LETTERS: [(char, char); 4] = [('x', 'o'), ('H', 'O'), ('1', '0'), ('d', 'f')];
/// The largest height of a bar, as a share of the font's size.
const MAX_THICKNESS: f32 = 0.2;
/// The distance between heights that count as one, as a share of the font's size.
const SAME_HEIGHT: f32 = 0.012;
/// The least length of an edge that is worth moving, as a share of the font's size.
const MIN_LENGTH: f32 = 0.05;
/// The overshoot of round letters that is shown, pixels.
const MIN_OVERSHOOT: f32 = 0.75;
/// The least distance between two edges that were moved, pixels.
const MIN_GAP: f32 = 0.5;
/// The height of a bar, pixels, from which it is no longer rounded.
const FREE_THICKNESS: f32 = 2.5;

/// A height that the edges of several letters share, as a share of the font's size.
#[derive(Clone, Copy, Debug)]
struct Zone {
    flat: f32,
    round: f32,
    is_top: bool,
}

/// The heights that a face's letters share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Zones(Vec<Zone>);

/// A horizontal edge of a letter.
#[derive(Clone, Copy, Debug)]
struct Edge {
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
    /// The zones of a face with letters of Latin; none of one without.
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

    /// The height in pixels to which an edge belongs, if it is in a zone.
    fn fitted(&self, edge: f32, is_top: bool, size: f32) -> Option<f32> {
        let zone = self.0.iter().find(|zone| {
            let (low, high) = (zone.flat.min(zone.round), zone.flat.max(zone.round));
            zone.is_top == is_top && edge > low - SAME_HEIGHT && edge < high + SAME_HEIGHT
        })?;
        let overhang = (edge - zone.flat) * size;
        let shown = match overhang.abs() < MIN_OVERSHOOT {
            true => 0.0,
            false => overhang.round(),
        };
        Some((zone.flat * size).round() + shown)
    }
}

/// Moves the points of a letter, given as shares of the font's size with y upward, to the size of
/// its pixels.
pub(crate) fn fit(curves: &mut [Curve], zones: &Zones, size: f32) {
    let anchors = match zones.0.is_empty() {
        true => Vec::new(),
        false => anchors(curves, zones, size),
    };
    for point in curves.iter_mut().flat_map(Curve::points_mut) {
        *point = Vec2::new(point.x * size, moved(&anchors, point.y, size));
    }
}

/// The height in pixels of a point at a height: between two anchors it keeps its share.
fn moved(anchors: &[[f32; 2]], height: f32, size: f32) -> f32 {
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

/// The heights of edges, and in pixels those to which they are moved, from the lowest up.
fn anchors(curves: &[Curve], zones: &Zones, size: f32) -> Vec<[f32; 2]> {
    let mut anchors: Vec<[f32; 2]> = Vec::new();
    let edges = edges(curves);
    for edge in &edges {
        if let Some(to) = zones.fitted(edge.height, edge.is_top, size) {
            add(&mut anchors, &[[edge.height, to]]);
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
            (Some(low), None) => add(&mut anchors, &[[bar.top, low + thick]]),
            (None, Some(high)) => add(&mut anchors, &[[bar.bottom, high - thick]]),
            (None, None) => {
                let middle = moved(&anchors, (bar.bottom + bar.top) * 0.5, size);
                let low = (middle - thick * 0.5).round();
                add(&mut anchors, &[[bar.bottom, low], [bar.top, low + thick]]);
            }
        }
    }
    anchors
}

/// Adds anchors, unless they would be above one that is higher or leave it no space.
fn add(anchors: &mut Vec<[f32; 2]>, new: &[[f32; 2]]) {
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

/// The bars of a letter: each lower edge with the nearest upper edge above it.
fn bars(edges: &[Edge]) -> Vec<Bar> {
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

/// The horizontal edges of a letter, from the lowest up.
fn edges(curves: &[Curve]) -> Vec<Edge> {
    // Outlines go one way around what is filled, in some fonts clockwise, in others counterclockwise.
    let is_clockwise = curves.iter().map(Curve::area).sum::<f32>() < 0.0;
    let mut found: Vec<Edge> = (curves.iter())
        .flat_map(Curve::level_parts)
        .map(|[from, to]| Edge {
            height: (from.y + to.y) * 0.5,
            length: (to.x - from.x).abs(),
            is_top: (to.x > from.x) == is_clockwise,
        })
        .collect();
    found.sort_by(|one, other| one.height.total_cmp(&other.height));
    let mut edges: Vec<Edge> = Vec::new();
    for edge in found {
        let is_same = |other: &&mut Edge| {
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
        let heights = curves.iter_mut().flat_map(Curve::points_mut).map(|it| it.y);
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
        add(&mut anchors, &[[0.0, 0.0]]);
        add(&mut anchors, &[[0.5, 6.0]]);
        add(&mut anchors, &[[0.2, 6.0], [0.3, 7.0]]);
        assert_eq!(anchors, [[0.0, 0.0], [0.5, 6.0]]);
        add(&mut anchors, &[[0.2, 3.0], [0.3, 4.0]]);
        assert_eq!(anchors.len(), 4);
        assert_eq!(moved(&anchors, 0.1, 12.0), 1.5);
        assert_eq!(moved(&anchors, 0.6, 10.0), 7.0);
        assert_eq!(moved(&anchors, -0.1, 10.0), -1.0);
    }
}
