//! Gaps that the body can enter but not leave.

use std::collections::BTreeSet;

use super::{
    super::report::{Weighed, groups, largest_first},
    reach::{CELL_SIDE, Reach},
    trial,
};
use hexbound_level::{Code, Finding, Level};
use hexbound_reach::DisjointSets;

/// The floor area above which a place is a pit or a room, not a gap, m².
const MAX_GAP_FLOOR: f64 = 1.5;
/// The distance below which two gaps are one, meters.
const MERGE_DISTANCE: f32 = 1.5;
/// The distance from which a player has escaped, meters.
const ESCAPE_DISTANCE: f32 = 1.6;
/// The largest number of places from which an escape is tried.
const MAX_TRIED_PLACES: usize = 40;

/// Finds the gaps. The real player tries to escape from each.
pub(super) fn findings(level: &Level, reach: &Reach) -> Vec<Finding> {
    if reach.is_partial {
        return Vec::new();
    }
    let back = reach.found.can_return();
    let lost: BTreeSet<u32> = reach.falls.iter().map(|fall| fall.place).collect();
    let mut joined = DisjointSets::new(reach.places().len());
    for &(from, to) in reach.found.edges() {
        if !back[from as usize] && !back[to as usize] {
            joined.join(from as usize, to as usize);
        }
    }
    let mut sets = joined.groups();
    // A place without any stride out is a set of its own, and comes last.
    sets.sort_by_key(|set| set.len() == 1);
    let is_gap = |set: &&Vec<usize>| {
        let is_small = set.len() as f64 * CELL_SIDE * CELL_SIDE <= MAX_GAP_FLOOR;
        !back[set[0]] && is_small && !set.iter().any(|place| lost.contains(&(*place as u32)))
    };
    let center = |place: u32| reach.spot(place).center.as_vec3();
    let gaps: Vec<u32> = (sets.iter().filter(is_gap))
        .map(|set| set[0] as u32)
        .take(MAX_TRIED_PLACES)
        .filter(|place| !trial::escapes(level, center(*place), ESCAPE_DISTANCE))
        .collect();
    let places: Vec<_> = gaps.iter().map(|place| center(*place)).collect();
    let found = groups(&places, MERGE_DISTANCE).into_iter().map(|group| {
        let problem = "the player comes into this gap and does not get out of it again";
        let finding = Finding::new(Code::StickingGap, problem)
            .at(places[group[0]])
            .along(reach.path_to(gaps[group[0]]));
        Weighed {
            finding,
            weight: group.len() as f32,
        }
    });
    largest_first(Code::StickingGap, found.collect())
}
