//! Disjoint sets of numbers (union-find).

use std::collections::BTreeMap;

/// Disjoint sets of numbers (union-find).
pub struct DisjointSets {
    parents: Vec<u32>,
}

impl DisjointSets {
    /// Creates `count` sets of one number each.
    pub fn new(count: usize) -> Self {
        Self {
            parents: (0..count as u32).collect(),
        }
    }

    /// The lowest number of the set that a number belongs to.
    pub fn root(&mut self, number: usize) -> usize {
        let mut at = number as u32;
        while self.parents[at as usize] != at {
            let above = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        at as usize
    }

    /// Joins the sets of two numbers.
    pub fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one.max(other)] = one.min(other) as u32;
    }

    /// The sets, ordered by their lowest numbers.
    pub fn groups(&mut self) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for number in 0..self.parents.len() {
            groups.entry(self.root(number)).or_default().push(number);
        }
        groups.into_values().collect()
    }
}
