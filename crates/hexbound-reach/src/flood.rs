//! A breadth-first search over places, wave by wave. All places of a wave are expanded in parallel, and their
//! results are merged in order: the outcome is the same on any number of threads.

use std::{collections::HashMap, hash::Hash};

use rayon::prelude::*;
use smallvec::SmallVec;

/// A place that a search reaches.
pub trait Place: Sync {
    /// The key of a place's cell.
    type Cell: Eq + Hash;

    fn cell(&self) -> Self::Cell;

    /// Returns whether this place and another of the same cell count as one.
    fn is_same(&self, _other: &Self) -> bool {
        true
    }
}

/// A search: the strides from a place, and the record of their outcome.
pub trait Search: Sync {
    type Place: Place;
    /// The outcome of all strides from one place.
    type Strides: Send;

    /// The places that the search has reached so far.
    fn reached(&self) -> &Flooded<Self::Place>;

    /// Computes the strides from a place in all directions.
    fn strides(&self, from: &Self::Place) -> Self::Strides;

    /// Records the outcome of the strides from the place with index `from`.
    fn record(&mut self, from: u32, strides: Self::Strides);

    /// Returns whether to expand another wave: the places from index `done` on.
    fn should_continue(&mut self, done: usize) -> bool;
}

/// Expands the places from index `first` on and all places found from them. Stops when no place is new or the
/// search declines another wave.
pub fn flood<S: Search>(search: &mut S, first: usize) {
    let mut done = first;
    while done < search.reached().places.len() && search.should_continue(done) {
        let wave = search.reached().places[done..].par_iter();
        let strides: Vec<S::Strides> = wave.map(|place| search.strides(place)).collect();
        for strides in strides {
            search.record(done as u32, strides);
            done += 1;
        }
    }
}

/// The places that a search reached, in the order in which it found them.
#[derive(Debug)]
pub struct Flooded<P: Place> {
    places: Vec<P>,
    /// The parent of each place, by index; a root is its own parent.
    parents: Vec<u32>,
    edges: Vec<(u32, u32)>,
    cells: HashMap<P::Cell, SmallVec<[u32; 2]>>,
}

impl<P: Place> Default for Flooded<P> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            parents: Vec::new(),
            edges: Vec::new(),
            cells: HashMap::new(),
        }
    }
}

impl<P: Place> Flooded<P> {
    pub fn places(&self) -> &[P] {
        &self.places
    }

    /// The edges of the search, as pairs of place indices: from one place to the next.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The indices of the places in a cell.
    pub fn in_cell(&self, cell: &P::Cell) -> &[u32] {
        self.cells.get(cell).map_or(&[], |places| places)
    }

    /// Adds a place unless it is known, and records the edge from the place with index `from`. A place
    /// without `from` is a root.
    pub fn add(&mut self, place: P, from: Option<u32>) {
        let known = self.cells.entry(place.cell()).or_default();
        let same = |index: &&u32| self.places[**index as usize].is_same(&place);
        let index = known.iter().find(same).copied().unwrap_or_else(|| {
            let index = self.places.len() as u32;
            known.push(index);
            self.places.push(place);
            self.parents.push(from.unwrap_or(index));
            index
        });
        self.edges
            .extend(from.filter(|from| *from != index).map(|from| (from, index)));
    }

    /// The indices of the places on the path by which the search first reached a place, from its root.
    pub fn path_to(&self, place: u32) -> Vec<u32> {
        let mut path = vec![place];
        let mut last = place;
        while self.parents[last as usize] != last {
            last = self.parents[last as usize];
            path.push(last);
        }
        path.reverse();
        path
    }

    /// Returns whether edges lead back to the first place, for each place by its index.
    pub fn can_return(&self) -> Vec<bool> {
        let mut backward: Vec<Vec<u32>> = vec![Vec::new(); self.places.len()];
        for (from, to) in &self.edges {
            backward[*to as usize].push(*from);
        }
        let mut can_return = vec![false; self.places.len()];
        let mut open = vec![0];
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut can_return[place as usize], true) {
                open.extend(&backward[place as usize]);
            }
        }
        can_return
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number on a line; two that lie a half apart are one.
    #[derive(Debug, PartialEq)]
    struct Mark(f32);

    impl Place for Mark {
        type Cell = i32;

        fn cell(&self) -> i32 {
            self.0.floor() as i32
        }

        fn is_same(&self, other: &Self) -> bool {
            (self.0 - other.0).abs() <= 0.5
        }
    }

    /// Strides along the line by these lengths, from no number beyond a limit.
    struct Line {
        strides: Vec<f32>,
        limit: f32,
        most: usize,
        reached: Flooded<Mark>,
    }

    impl Search for Line {
        type Place = Mark;
        type Strides = Vec<f32>;

        fn strides(&self, from: &Mark) -> Vec<f32> {
            let to = self.strides.iter().map(|stride| from.0 + stride);
            to.filter(|to| to.abs() <= self.limit).collect()
        }

        fn reached(&self) -> &Flooded<Mark> {
            &self.reached
        }

        fn record(&mut self, from: u32, strides: Vec<f32>) {
            for to in strides {
                self.reached.add(Mark(to), Some(from));
            }
        }

        fn should_continue(&mut self, _: usize) -> bool {
            self.reached.places().len() < self.most
        }
    }

    fn reached(strides: &[f32], most: usize) -> Flooded<Mark> {
        let mut line = Line {
            strides: strides.to_vec(),
            limit: 4.0,
            most,
            reached: Flooded::default(),
        };
        line.reached.add(Mark(0.0), None);
        flood(&mut line, 0);
        line.reached
    }

    #[test]
    fn places_are_found_once_by_the_shortest_way() {
        let found = reached(&[1.0, -1.0], 100);
        let marks: Vec<f32> = found.places().iter().map(|mark| mark.0).collect();
        assert_eq!(marks, [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0]);
        assert_eq!(found.path_to(7), [0, 1, 3, 5, 7]);
        assert_eq!(found.edges().len(), 16);
        assert_eq!(found.in_cell(&-2), [4]);
        assert!(found.in_cell(&9).is_empty());
        assert!(found.can_return().iter().all(|returns| *returns));
    }

    #[test]
    fn one_cell_holds_places_that_differ() {
        let found = reached(&[0.75], 100);
        assert_eq!(found.in_cell(&1), [2]);
        assert_eq!(found.in_cell(&0), [0, 1]);
        assert_eq!(found.can_return()[..2], [true, false]);
    }

    #[test]
    fn a_search_is_ended_between_waves() {
        assert_eq!(reached(&[1.0, -1.0], 4).places().len(), 5);
    }
}
