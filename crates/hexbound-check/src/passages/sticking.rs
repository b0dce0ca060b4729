//! Gaps that the body enters and does not get out of.

use std::collections::BTreeSet;

use super::{
    super::report::{Weighed, groups, largest_first},
    reach::{CELL, Reach, joined},
    trial,
};
use hexbound_level::{Code, Finding, Level};

/// A place with more floor than this is a pit or a room, not a gap, m².
const LARGEST: f64 = 1.5;
/// Gaps nearer to each other than this are one, meters.
const ONE_PLACE: f32 = 1.5;
/// A player who gets this far has got out, meters.
const OUT: f32 = 1.6;
/// The most places at which the player tries to get out.
const MOST_TRIED: usize = 40;

/// Finds the gaps. The real player tries to get out of each.
pub(super) fn findings(level: &Level, reach: &Reach) -> Vec<Finding> {
    if reach.is_partial {
        return Vec::new();
    }
    let back = returning(reach);
    let lost: BTreeSet<u32> = reach.falls.iter().map(|fall| fall.place).collect();
    let mut sets = joined(&reach.ways, |place| !back[place as usize]);
    // A place with no way out at all is a set of its own.
    let known: BTreeSet<u32> = sets.iter().flatten().copied().collect();
    let alone = (0..reach.places.len() as u32).filter(|it| !back[*it as usize]);
    sets.extend(alone.filter(|it| !known.contains(it)).map(|it| vec![it]));
    let is_gap = |set: &Vec<u32>| {
        set.len() as f64 * CELL * CELL <= LARGEST && !set.iter().any(|place| lost.contains(place))
    };
    let center = |place: u32| reach.places[place as usize].spot.center.as_vec3();
    let gaps: Vec<u32> = (sets.iter().filter(|set| is_gap(set)))
        .map(|set| set[0])
        .take(MOST_TRIED)
        .filter(|place| !trial::escapes(level, center(*place), OUT))
        .collect();
    let places: Vec<_> = gaps.iter().map(|place| center(*place)).collect();
    let found = groups(&places, ONE_PLACE).into_iter().map(|group| {
        let problem = "the player comes into this gap and does not get out of it again";
        let finding = Finding::new(Code::StickingGap, problem)
            .at(places[group[0]])
            .along(reach.way_to(gaps[group[0]]));
        Weighed {
            finding,
            weight: group.len() as f32,
        }
    });
    largest_first(Code::StickingGap, found.collect())
}

/// The places from which one gets back to the first.
fn returning(reach: &Reach) -> Vec<bool> {
    let mut backward: Vec<Vec<u32>> = vec![Vec::new(); reach.places.len()];
    for (from, to) in &reach.ways {
        backward[*to as usize].push(*from);
    }
    let mut back = vec![false; reach.places.len()];
    let mut open = vec![0_u32];
    while let Some(place) = open.pop() {
        if !std::mem::replace(&mut back[place as usize], true) {
            open.extend(&backward[place as usize]);
        }
    }
    back
}
