//! The contents of a file's node hierarchy, as plain data. `nodes` walks it.

use std::collections::BTreeMap;

use glam::{DAffine3, DVec3};

use super::{marked_nodes::MarkedNode, node_names::NodeTreatment};
use crate::{
    Ambience, MoverStart, PropKind, Sun,
    build::{DraftLight, DraftProp},
    spawn_search::SpawnRequest,
};

/// A mesh under a node's transform.
#[derive(Clone, Debug)]
pub(super) struct MeshPlacement {
    /// The node's name, or its index as text.
    pub name: String,
    pub node: usize,
    pub mesh: usize,
    pub transform: DAffine3,
    pub treatment: NodeTreatment,
    /// The mover that the mesh moves with, an index in `Hierarchy::movers`.
    pub mover: Option<usize>,
    /// The prop that the mesh is a part of, an index in `Hierarchy::props`.
    pub prop: Option<usize>,
    /// The node's own markers, an index in `Hierarchy::marked`.
    pub marked: Option<usize>,
    /// The target that the mesh is a part of: an index in `Hierarchy::marked`; after the content to play
    /// for has been read, the target's index.
    pub target: Option<usize>,
    /// The trigger that acts on a touch of the mesh, indexed like `target`.
    pub trigger: Option<usize>,
}

/// A node that can be moved, with everything below it.
#[derive(Clone, Debug)]
pub(super) struct PropNode {
    pub node: usize,
    /// The shape of the parts without a shape of their own.
    pub kind: PropKind,
    /// The requested body, still without parts.
    pub body: DraftProp,
}

/// A node marked `mover` or `gate`.
#[derive(Clone, Debug)]
pub(super) struct MoverNode {
    pub name: String,
    pub node: usize,
    /// The transform from the node's parent to the file, in meters.
    pub parent: DAffine3,
    pub start: MoverStart,
    /// True if the mover moves without an animation.
    pub is_gate: bool,
}

/// The contents of the nodes, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Hierarchy {
    /// The positions of all nodes by their names, in the file, meters; of equal names the first.
    pub places: BTreeMap<String, DVec3>,
    pub placements: Vec<MeshPlacement>,
    pub movers: Vec<MoverNode>,
    pub props: Vec<PropNode>,
    /// The nodes with markers.
    pub marked: Vec<MarkedNode>,
    /// The requested starts, best first.
    pub spawns: Vec<SpawnRequest>,
    pub sun: Option<Sun>,
    pub lights: Vec<DraftLight>,
    /// The ambient sounds, each with its position in the file, meters.
    pub ambience: Vec<(DVec3, Ambience)>,
    /// The number of nodes that are omitted, with all below them, because of their names.
    pub left_out: usize,
}
