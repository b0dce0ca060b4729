//! The contents of a file's node hierarchy, as plain data. Walking it is done in `nodes`.

use std::collections::BTreeMap;

use glam::{DAffine3, DVec3};

use super::{marked_nodes::MarkedNode, node_names::Treatment};
use crate::{
    Ambience, MoverStart, PropKind, Sun,
    build::{DraftLight, DraftProp},
    spawn_search::SpawnWish,
};

/// A mesh under a node's transform.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    /// The node's name, or its number in words.
    pub name: String,
    pub node: usize,
    pub mesh: usize,
    pub transform: DAffine3,
    pub treatment: Treatment,
    /// The mover that it moves with, an index into `Hierarchy::movers`.
    pub mover: Option<usize>,
    /// The prop that it is a part of, an index into `Hierarchy::props`.
    pub prop: Option<usize>,
    /// The node's own markers, an index into `Hierarchy::marked`.
    pub marked: Option<usize>,
    /// The target that it is a part of: an index into `Hierarchy::marked`, and once what is played
    /// for has been read the target's number.
    pub target: Option<usize>,
    /// The trigger that acts when it is touched, likewise.
    pub trigger: Option<usize>,
}

/// A node that can be moved, with everything below it.
#[derive(Clone, Debug)]
pub(super) struct PropNode {
    pub node: usize,
    /// The shape of the parts that ask for none.
    pub kind: PropKind,
    /// The body that it asks for, still without parts.
    pub body: DraftProp,
}

/// A node marked `mover` or `gate`.
#[derive(Clone, Debug)]
pub(super) struct MoverNode {
    pub name: String,
    pub node: usize,
    /// From the node's parent to the file, in meters.
    pub parent: DAffine3,
    pub start: MoverStart,
    /// True if it moves without an animation.
    pub is_gate: bool,
}

/// The contents of the nodes, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Hierarchy {
    /// The places of all nodes by their names, of equals the first, in the file, meters.
    pub places: BTreeMap<String, DVec3>,
    pub placements: Vec<Placement>,
    pub movers: Vec<MoverNode>,
    pub props: Vec<PropNode>,
    /// The nodes with markers.
    pub marked: Vec<MarkedNode>,
    /// The places to start at, best first.
    pub spawns: Vec<SpawnWish>,
    pub sun: Option<Sun>,
    pub lights: Vec<DraftLight>,
    /// The sounds of places, each with its place in the file, meters.
    pub ambience: Vec<(DVec3, Ambience)>,
    /// The number of nodes that are left out, with all below them, because of their names.
    pub left_out: usize,
}
