//! How many findings become few: what is near becomes one place, what is of one node one sentence,
//! the largest come first, and only so many of a kind are told.

use std::collections::BTreeMap;

use glam::Vec3;

use super::point_grid::PointGrid;
pub(super) use crate::words::{area, length};
use crate::{
    level::{Code, Finding},
    words::counted,
};

/// The most findings of one kind that are told one by one.
const MOST: usize = 10;

/// A finding and how much it weighs beside others of its kind.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    pub finding: Finding,
    pub weight: f32,
}

/// The count of one kind at one node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub count: usize,
    /// The largest weight that was counted, and its place.
    pub worst: f32,
    pub place: Vec3,
}

/// The counts of one kind, node by node.
#[derive(Clone, Debug, Default)]
pub(super) struct Tallies {
    by_node: BTreeMap<usize, Tally>,
}

impl Tallies {
    /// Counts one more at a node, given by its index.
    pub(super) fn add(&mut self, node: usize, weight: f32, place: Vec3) {
        let tally = self.by_node.entry(node).or_default();
        if tally.count == 0 || weight > tally.worst {
            (tally.worst, tally.place) = (weight, place);
        }
        tally.count += 1;
    }

    /// Returns whether anything was counted at a node.
    pub(super) fn has(&self, node: usize) -> bool {
        self.by_node.contains_key(&node)
    }

    /// The findings, a sentence for each node; the nodes with the highest counts come first.
    pub(super) fn findings(
        &self,
        code: Code,
        names: &[String],
        words: impl Fn(&Tally) -> String,
    ) -> Vec<Finding> {
        let found = self.by_node.iter().map(|(node, tally)| {
            let name = &names[*node];
            let problem = format!("node \"{name}\": {}", words(tally));
            Weighed {
                finding: Finding::new(code, problem).of_node(name).at(tally.place),
                weight: tally.count as f32,
            }
        });
        largest_first(code, found.collect())
    }
}

/// The findings of one kind, the heaviest first; beyond the first few only their number is told.
pub(super) fn largest_first(code: Code, mut found: Vec<Weighed>) -> Vec<Finding> {
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let more = found.len().saturating_sub(MOST);
    let told = found.into_iter().take(MOST).map(|it| it.finding);
    let rest = (more > 0).then(|| Finding::new(code, format!("and {more} more of the same kind")));
    told.chain(rest).collect()
}

/// The points in groups: two that are nearer to each other than `reach`, meters, are in one, and so
/// are those that others connect. Groups and the points in them are in the order of the list.
pub(super) fn groups(points: &[Vec3], reach: f32) -> Vec<Vec<usize>> {
    let grid = PointGrid::of(points, reach);
    let mut union = Union::of(points.len());
    for (index, point) in points.iter().enumerate() {
        grid.within(points, *point, reach, |other| union.join(index, other));
    }
    union.groups()
}

/// Sets of numbers that are joined two by two.
pub(super) struct Union {
    parents: Vec<u32>,
}

impl Union {
    /// So many sets of one number each.
    pub(super) fn of(count: usize) -> Self {
        Self {
            parents: (0..count as u32).collect(),
        }
    }

    /// The lowest number of the set that a number belongs to.
    pub(super) fn root(&mut self, number: usize) -> usize {
        let mut at = number as u32;
        while self.parents[at as usize] != at {
            let above = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        at as usize
    }

    /// Joins the sets of two numbers.
    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one.max(other)] = one.min(other) as u32;
    }

    /// The sets, by their lowest numbers.
    pub(super) fn groups(&mut self) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for number in 0..self.parents.len() {
            groups.entry(self.root(number)).or_default().push(number);
        }
        groups.into_values().collect()
    }
}

/// A number with its noun as a sentence begins with it: one alone is spelled out.
pub(super) fn spelled(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("one {one}"),
        _ => counted(count, one, many),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_points_become_one_place_and_far_ones_do_not() {
        let points = [0.0, 5.0, 0.8, 1.6, 5.5].map(|x| Vec3::X * x);
        assert_eq!(groups(&points, 1.0), [vec![0, 2, 3], vec![1, 4]]);
    }

    #[test]
    fn only_the_heaviest_are_told_one_by_one() {
        let found = (0..MOST + 3).map(|weight| Weighed {
            finding: Finding::new(Code::Crack, weight.to_string()),
            weight: weight as f32,
        });
        let told = largest_first(Code::Crack, found.collect());
        assert_eq!(told.len(), MOST + 1);
        assert_eq!(told[0].problem, (MOST + 2).to_string());
        assert_eq!(told[MOST].problem, "and 3 more of the same kind");
    }
}
