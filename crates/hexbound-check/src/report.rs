//! The reduction of many findings to few. Near places become one, and a node has one sentence. The
//! largest come first, and the number of each kind is limited.

use std::collections::BTreeMap;

use glam::Vec3;

use super::point_grid::PointGrid;
use hexbound_base::words::counted;
pub(crate) use hexbound_base::words::{area, length};
use hexbound_level::{Code, Finding};
use hexbound_reach::DisjointSets;

/// The largest number of findings of one kind that are reported one by one.
const MAX_FINDINGS_OF_A_KIND: usize = 10;

/// The distance below which two findings of one kind are one, meters.
const SAME_CAUSE_DISTANCE: f32 = 4.0;

/// A finding and its weight among those of its kind.
#[derive(Clone, Debug)]
pub(crate) struct Weighed {
    pub finding: Finding,
    pub weight: f32,
}

/// The count of faults of one kind at one node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub count: usize,
    /// The largest weight that was counted.
    pub worst: f32,
    /// The place of the largest weight.
    pub place: Vec3,
}

impl Tally {
    /// The words for one fault, or those for the worst of several.
    pub(crate) fn worst_of(&self, one: &'static str, many: &'static str) -> &'static str {
        if self.count == 1 { one } else { many }
    }
}

/// The counts of faults of one kind, node by node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tallies {
    by_node: BTreeMap<usize, Tally>,
}

impl Tallies {
    /// Counts one more fault at a node, given by its index.
    pub(crate) fn add(&mut self, node: usize, weight: f32, place: Vec3) {
        let tally = self.by_node.entry(node).or_default();
        if tally.count == 0 || weight > tally.worst {
            (tally.worst, tally.place) = (weight, place);
        }
        tally.count += 1;
    }

    /// Returns whether anything was counted at a node.
    pub(crate) fn has(&self, node: usize) -> bool {
        self.by_node.contains_key(&node)
    }

    /// The findings, one sentence for each node. The nodes with the highest counts come first.
    pub(crate) fn findings(
        &self,
        code: Code,
        names: &[String],
        words: impl Fn(&Tally) -> String,
    ) -> Vec<Finding> {
        let found = self.by_node.iter().map(|(node, tally)| {
            let name = &names[*node];
            Weighed {
                finding: Finding::about("node", name, code, words(tally)).at(tally.place),
                weight: tally.count as f32,
            }
        });
        largest_first(code, found.collect())
    }
}

/// The findings of one kind, the heaviest first, each merged with those near it. Beyond the first few,
/// only their number is reported.
pub(crate) fn largest_first(code: Code, mut found: Vec<Weighed>) -> Vec<Finding> {
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let mut kept = merged(found.into_iter().map(|it| it.finding));
    let more = kept.len().saturating_sub(MAX_FINDINGS_OF_A_KIND);
    kept.truncate(MAX_FINDINGS_OF_A_KIND);
    if more > 0 {
        let rest = format!("and {more} more of the same kind");
        kept.push(Finding::new(code, rest));
    }
    kept
}

/// The findings without those near an earlier one. The earlier one reports their number and distance.
fn merged(found: impl Iterator<Item = Finding>) -> Vec<Finding> {
    let mut kept: Vec<(Finding, usize, f32)> = Vec::new();
    for finding in found {
        let known = (kept.iter_mut()).find_map(|(first, count, reach)| {
            let apart = apart(first, &finding).filter(|apart| *apart < SAME_CAUSE_DISTANCE)?;
            Some((count, reach, apart))
        });
        match known {
            Some((count, reach, apart)) => (*count, *reach) = (*count + 1, reach.max(apart)),
            None => kept.push((finding, 0, 0.0)),
        }
    }
    let with_rest = |(mut finding, count, reach): (Finding, usize, f32)| {
        if count > 0 {
            finding.problem += &format!(" (and {count} more within {reach:.1} m)");
        }
        finding
    };
    kept.into_iter().map(with_rest).collect()
}

/// Returns whether two findings of one kind probably have one cause: both have a place, and the places
/// are near each other.
pub(crate) fn is_near(one: &Finding, other: &Finding) -> bool {
    apart(one, other).is_some_and(|apart| apart < SAME_CAUSE_DISTANCE)
}

/// The distance between the places of two findings, meters; `None` if one of them has no place.
fn apart(one: &Finding, other: &Finding) -> Option<f32> {
    let place = |it: &Finding| it.place.filter(|_| it.node.is_none());
    Some(place(one)?.distance(place(other)?))
}

/// The points in groups. Two points nearer to each other than `reach`, meters, are in one group, as are
/// those that others connect. Groups and the points in them keep the order of the list.
pub(crate) fn groups(points: &[Vec3], reach: f32) -> Vec<Vec<usize>> {
    let grid = PointGrid::of(points, reach);
    let mut union = DisjointSets::new(points.len());
    for (index, point) in points.iter().enumerate() {
        grid.within(points, *point, reach, |other| union.join(index, other));
    }
    union.groups()
}

/// A number with its noun at the start of a sentence: "one" is spelled out.
pub(crate) fn spelled(count: usize, one: &str, many: &str) -> String {
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
    fn a_finding_near_a_heavier_one_is_merged_into_it() {
        let at = |x: f32, weight: f32| Weighed {
            finding: Finding::new(Code::Hole, "a hole").at(Vec3::X * x),
            weight,
        };
        let found = vec![at(0.0, 1.0), at(2.0, 5.0), at(4.5, 2.0), at(30.0, 3.0)];
        let kept = largest_first(Code::Hole, found);
        let problems: Vec<&str> = kept.iter().map(|it| it.problem.as_str()).collect();
        assert_eq!(problems, ["a hole (and 2 more within 2.5 m)", "a hole"]);
        let node = |x| Weighed {
            finding: at(x, 1.0).finding.of_node("lamp"),
            weight: 1.0,
        };
        let kept = largest_first(Code::Hole, vec![node(0.0), node(1.0)]);
        assert_eq!(kept.len(), 2);
    }

    #[test]
    fn only_the_heaviest_are_reported_one_by_one() {
        let found = (0..MAX_FINDINGS_OF_A_KIND + 3).map(|weight| Weighed {
            finding: Finding::new(Code::Crack, weight.to_string()),
            weight: weight as f32,
        });
        let kept = largest_first(Code::Crack, found.collect());
        assert_eq!(kept.len(), MAX_FINDINGS_OF_A_KIND + 1);
        assert_eq!(kept[0].problem, (MAX_FINDINGS_OF_A_KIND + 2).to_string());
        let last = &kept[MAX_FINDINGS_OF_A_KIND].problem;
        assert_eq!(last, "and 3 more of the same kind");
    }
}
