//! Merges nearly equal corners over the whole map, so that no cracks open between neighboring faces.

use std::collections::HashMap;

use glam::DVec3;

/// The distance within which corners are merged, in units of the map.
const WELD_DISTANCE: f64 = 0.01;
/// The side of a cell of the search for corners, in units of the map: small, so that no cell holds many.
const CELL_SIDE: f64 = 0.05;
/// The distance within which a coordinate is rounded to a whole number, in units of the map.
const SNAP_DISTANCE: f64 = 0.002;

/// The merged corners so far.
#[derive(Debug, Default)]
pub(crate) struct Welder {
    cells: HashMap<[i64; 3], Vec<DVec3>>,
}

impl Welder {
    /// The corner for a position: a nearby corner that exists already, or a new one there. Almost whole
    /// coordinates of a new corner become whole.
    pub(crate) fn corner(&mut self, place: DVec3) -> DVec3 {
        let place = whole(place);
        if let Some(known) = self.near(place) {
            return known;
        }
        self.cells.entry(cell(place)).or_default().push(place);
        place
    }

    fn near(&self, place: DVec3) -> Option<DVec3> {
        let (least, most) = (cell(place - WELD_DISTANCE), cell(place + WELD_DISTANCE));
        for x in least[0]..=most[0] {
            for y in least[1]..=most[1] {
                for z in least[2]..=most[2] {
                    let here = self.cells.get(&[x, y, z]).into_iter().flatten();
                    for known in here {
                        if known.distance_squared(place) < WELD_DISTANCE * WELD_DISTANCE {
                            return Some(*known);
                        }
                    }
                }
            }
        }
        None
    }

    /// Merges the corners of a polygon with those so far and removes repeated ones. The result is empty
    /// if fewer than three remain.
    pub(crate) fn polygon(&mut self, polygon: &[DVec3]) -> Vec<DVec3> {
        let mut welded: Vec<DVec3> = polygon.iter().map(|corner| self.corner(*corner)).collect();
        welded.dedup();
        while welded.len() > 1 && welded.first() == welded.last() {
            welded.pop();
        }
        match welded.len() {
            0..3 => Vec::new(),
            _ => welded,
        }
    }
}

fn whole(place: DVec3) -> DVec3 {
    let round = place.round();
    DVec3::select(
        (place - round).abs().cmplt(DVec3::splat(SNAP_DISTANCE)),
        round,
        place,
    )
}

fn cell(place: DVec3) -> [i64; 3] {
    (place / CELL_SIDE).floor().to_array().map(|at| at as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_that_are_nearly_one_become_one_to_the_bit() {
        let mut welder = Welder::default();
        let first = welder.corner(DVec3::new(10.333, 20.5, -3.999_999));
        assert_eq!(first.z, -4.0);
        // Across the border of a cell, too.
        assert_eq!(welder.corner(DVec3::new(10.334, 20.5, -4.003)), first);
        assert_ne!(welder.corner(DVec3::new(10.4, 20.5, -4.0)), first);
    }

    #[test]
    fn a_polygon_without_an_area_is_empty() {
        let mut welder = Welder::default();
        let sliver = [0.0, 9.0, 9.001, 0.001].map(|x| DVec3::X * x);
        assert!(welder.polygon(&sliver).is_empty());
        let triangle = [(0.0, 0.0), (9.0, 0.0), (0.0, 9.0), (0.0, 0.001)];
        let triangle = triangle.map(|(x, y)| DVec3::new(x, y, 0.0));
        assert_eq!(welder.polygon(&triangle).len(), 3);
    }
}
