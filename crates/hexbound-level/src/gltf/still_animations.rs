//! Finds nodes that a file animates without making them movers, so that they never move.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    accessors::Buffers,
    document::{Channel, ChannelPath, Document},
    hierarchy::Hierarchy,
    node_names::node_name,
    rigs::Rigs,
    skins::parents_first,
};
use crate::{Code, Finding};

/// The least difference of a number between two keys that is a movement: some exporters write a key for
/// every static property.
const MIN_CHANGE: f32 = 1e-3;

/// The most nodes that are reported by name: a whole town may be alive.
const MAX_NAMED_NODES: usize = 8;

/// Reports each topmost node that moves or turns a mesh in the file but not in the game.
pub(super) fn report(
    source: Buffers,
    document: &Document,
    hierarchy: &Hierarchy,
    rigs: &Rigs,
    findings: &mut Vec<Finding>,
) {
    let moving: BTreeSet<usize> = (document.channels.iter())
        .filter(moves)
        .map(|channel| channel.node)
        .collect();
    if moving.is_empty() {
        return;
    }
    let carries = carriers(document, hierarchy, rigs, &moving);
    let mut reported = 0;
    for (index, node) in document.root.nodes.iter().enumerate() {
        if !carries.contains(&index) {
            continue;
        }
        let of_node = document.channels.iter().filter(|it| it.node == index);
        if !of_node
            .filter(moves)
            .any(|channel| changes(source, channel))
        {
            continue;
        }
        reported += 1;
        if reported <= MAX_NAMED_NODES {
            let problem = "it is animated in the file and stays where it is: only nodes whose name \
                           contains \"mover\" move";
            let name = node_name(node, index);
            findings.push(Finding::about("node", &name, Code::StillAnimation, problem));
        }
    }
    if reported > MAX_NAMED_NODES {
        let more = reported - MAX_NAMED_NODES;
        let problem = format!("{more} more nodes are animated in the file and stay where they are");
        findings.push(Finding::new(Code::StillAnimation, problem));
    }
}

/// Returns whether a channel moves or turns its node.
fn moves(channel: &&Channel) -> bool {
    matches!(
        channel.path,
        ChannelPath::Translation | ChannelPath::Rotation
    )
}

/// The topmost of the moving nodes above each mesh that no mover carries. Meshes deformed by a skin, or
/// on one of its joints, don't count.
fn carriers(
    document: &Document,
    hierarchy: &Hierarchy,
    rigs: &Rigs,
    moving: &BTreeSet<usize>,
) -> BTreeSet<usize> {
    let nodes = &document.root.nodes;
    let movers: BTreeSet<usize> = hierarchy.movers.iter().map(|mover| mover.node).collect();
    let placed: BTreeSet<usize> = (hierarchy.placements.iter())
        .map(|placement| placement.node)
        .filter(|node| nodes.get(*node).is_some_and(|node| node.skin.is_none()))
        .filter(|node| !rigs.is_attached(*node))
        .collect();
    // Each node with the topmost moving one above it; none for meshes that movers carry.
    let mut above: BTreeMap<usize, Option<usize>> = BTreeMap::new();
    let mut carriers = BTreeSet::new();
    for (index, parent) in parents_first(document) {
        let carrier = match parent {
            Some(parent) => above.get(&parent).copied(),
            None => Some(None),
        };
        let Some(carrier) = carrier.filter(|_| !movers.contains(&index)) else {
            continue;
        };
        let carrier = carrier.or(moving.contains(&index).then_some(index));
        if placed.contains(&index) {
            carriers.extend(carrier);
        }
        above.insert(index, carrier);
    }
    carriers
}

/// Returns whether a channel's values differ from each other.
fn changes(source: Buffers, channel: &Channel) -> bool {
    match channel.path == ChannelPath::Rotation {
        true => differ::<4>(source, channel),
        false => differ::<3>(source, channel),
    }
}

fn differ<const N: usize>(source: Buffers, channel: &Channel) -> bool {
    // A cubic spline has tangents between its values, which are zero for a static property.
    let per_key = channel.interpolation.values_per_key();
    let values = source.floats::<N>(channel.values, 0.0, "");
    let values = values.unwrap_or_default();
    let mut values = values.iter().skip(per_key / 2).step_by(per_key);
    let Some(first) = values.next() else {
        return false;
    };
    let differs = |one: &f32, first: &f32| (one - first).abs() > MIN_CHANGE;
    values.any(|value| (value.iter().zip(first)).any(|(one, first)| differs(one, first)))
}
