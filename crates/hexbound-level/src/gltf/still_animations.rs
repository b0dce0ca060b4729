//! Nodes that a file animates without making them movers, so that they never move.

use std::collections::BTreeSet;

use gltf::json::Index;

use super::{
    accessors::Source,
    document::{Channel, ChannelPath, Document},
    hierarchy::Hierarchy,
    node_names::node_name,
    rigs::Rigs,
};
use crate::{Code, Finding};

/// The least change of a number between two keys that is a movement: some exporters write a key for
/// everything that stands still.
const MIN_CHANGE: f32 = 1e-3;

/// The most nodes that are reported by name: a whole town may be alive.
const MAX_NAMED_NODES: usize = 8;

/// Reports each topmost node that moves or turns a mesh in the file and not in the game.
pub(super) fn tell(
    source: Source,
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
    let mut told = 0;
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
        told += 1;
        if told <= MAX_NAMED_NODES {
            let problem = "it is animated in the file and stays where it is: only nodes whose name \
                           contains \"mover\" move";
            let name = node_name(node, index);
            findings.push(Finding::about("node", &name, Code::StillAnimation, problem));
        }
    }
    if told > MAX_NAMED_NODES {
        let more = told - MAX_NAMED_NODES;
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

/// The topmost of the moving nodes above each mesh that no mover carries. What a skin bends, or hangs on
/// one of its joints, is no such mesh.
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
        .filter(|node| !rigs.is_hanging(*node))
        .collect();
    let children = |index: usize| {
        let children = nodes.get(index).and_then(|node| node.children.as_ref());
        children.into_iter().flatten().map(Index::value)
    };
    let mut is_child = vec![false; nodes.len()];
    for child in (0..nodes.len()).flat_map(children) {
        if let Some(is_child) = is_child.get_mut(child) {
            *is_child = true;
        }
    }
    // Each node with the topmost moving one above it. A cycle has no node to begin with.
    let roots = (0..nodes.len()).filter(|node| !is_child[*node]);
    let mut open: Vec<(usize, Option<usize>)> = roots.map(|node| (node, None)).collect();
    let mut is_visited = vec![false; nodes.len()];
    let mut carriers = BTreeSet::new();
    while let Some((index, above)) = open.pop() {
        let is_new = (is_visited.get_mut(index)).is_some_and(|it| !std::mem::replace(it, true));
        if !is_new || movers.contains(&index) {
            continue;
        }
        let carrier = above.or(moving.contains(&index).then_some(index));
        if placed.contains(&index) {
            carriers.extend(carrier);
        }
        open.extend(children(index).map(|child| (child, carrier)));
    }
    carriers
}

/// Returns whether a channel's values differ from each other.
fn changes(source: Source, channel: &Channel) -> bool {
    fn differ<const N: usize>(values: &[[f32; N]]) -> bool {
        let differs = |value: &[f32; N]| {
            let mut numbers = value.iter().zip(&values[0]);
            numbers.any(|(one, first)| (one - first).abs() > MIN_CHANGE)
        };
        values.iter().any(differs)
    }
    // A cubic spline has tangents between its values, which are zero in what stands still.
    let is_spline = channel.interpolation == "CUBICSPLINE";
    let each = if is_spline { 3 } else { 1 };
    let first = usize::from(is_spline);
    match channel.path == ChannelPath::Rotation {
        true => (source.floats::<4>(channel.values, 0.0, "")).is_ok_and(|values| {
            let values: Vec<[f32; 4]> = values.into_iter().skip(first).step_by(each).collect();
            differ(&values)
        }),
        false => (source.floats::<3>(channel.values, 0.0, "")).is_ok_and(|values| {
            let values: Vec<[f32; 3]> = values.into_iter().skip(first).step_by(each).collect();
            differ(&values)
        }),
    }
}
