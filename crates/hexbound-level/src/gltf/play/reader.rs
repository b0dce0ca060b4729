//! The state of reading while the markers of a file are combined.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DVec3};
use gltf::json::Root;

use super::mover_names::MoverNames;
use crate::{
    Code, Finding, Play,
    build::{DraftMover, limits_of},
    gltf::{
        hierarchy::MeshPlacement, marked_nodes::MarkedNode, markers::MarkerKind,
        mesh_boxes::MeshBoxes,
    },
};

/// The most balls, targets, triggers and walkers of a level, of each kind. A trigger may wait for all
/// targets, so a small file could request their product.
pub(super) const MAX_MARKERS_OF_A_KIND: usize = 4096;

/// The collected data while a file's markers are combined.
pub(super) struct MarkerReader<'a> {
    pub document: &'a Root,
    pub nodes: &'a [MarkedNode],
    pub placements: &'a [MeshPlacement],
    pub parts: &'a OwnedPlacements,
    pub names: MoverNames,
    pub movers: &'a mut [DraftMover],
    pub boxes: MeshBoxes<'a>,
    /// The meters per unit of the file.
    pub scale: f64,
    pub findings: &'a mut Vec<Finding>,
    pub play: Play,
    /// The indices of the targets by their groups.
    pub groups: BTreeMap<String, Vec<u32>>,
    /// The classes in use by bodies.
    pub classes: BTreeSet<String>,
    /// The index of the target that each node has become.
    pub targets: Vec<Option<u32>>,
    pub triggers: Vec<Option<u32>>,
    /// True for each node whose own mesh is neither drawn nor solid.
    pub is_replaced: Vec<bool>,
    /// The nodes with a marker's name that are no markers, with its kind.
    pub plain: Vec<(MarkerKind, String)>,
    /// The gates whose reason to stay shut is reported, as indices into `movers`.
    pub shut: BTreeSet<usize>,
    /// The number of markers beyond [`MAX_MARKERS_OF_A_KIND`].
    pub beyond: usize,
}

/// The placements of each target, contact trigger and mover.
#[derive(Default)]
pub(super) struct OwnedPlacements {
    pub targets: BTreeMap<usize, Vec<usize>>,
    pub triggers: BTreeMap<usize, Vec<usize>>,
    pub movers: BTreeMap<usize, Vec<usize>>,
}

impl OwnedPlacements {
    pub(super) fn new(placements: &[MeshPlacement]) -> Self {
        let mut parts = Self::default();
        for (index, placement) in placements.iter().enumerate() {
            for (owners, owner) in [
                (&mut parts.targets, placement.target),
                (&mut parts.triggers, placement.trigger),
                (&mut parts.movers, placement.mover),
            ] {
                if let Some(owner) = owner {
                    owners.entry(owner).or_default().push(index);
                }
            }
        }
        parts
    }
}

impl MarkerReader<'_> {
    /// Removes a node's own mesh from the drawn and solid ones.
    pub(super) fn remove_mesh(&mut self, index: usize, node: &MarkedNode) {
        self.is_replaced[index] = true;
        if node.has_copies {
            self.warn(
                node,
                "of its copies one is made: give each of the others a node of its own",
            );
        }
    }

    /// The marker, if there is one and `count` others of its kind leave room for it.
    pub(super) fn room_for<'m, M>(&mut self, marker: &'m Option<M>, count: usize) -> Option<&'m M> {
        let marker = marker.as_ref()?;
        let has_room = count < MAX_MARKERS_OF_A_KIND;
        self.beyond += usize::from(!has_room);
        has_room.then_some(marker)
    }

    pub(super) fn has_targets(&self) -> bool {
        !self.play.targets.is_empty()
    }

    /// The box around placed meshes, in the file, meters; `None` if there are none.
    pub(super) fn bounds<'p>(
        &mut self,
        parts: impl Iterator<Item = &'p usize>,
    ) -> Option<[DVec3; 2]> {
        let boxes = parts.filter_map(|part| {
            let placement = &self.placements[*part];
            let mesh = self.boxes.of(placement.mesh)?;
            Some(corners(&mesh.placed(&placement.transform)))
        });
        limits_of(boxes.flatten())
    }

    /// Reports that a node can't fulfill its marker, or only in part.
    pub(super) fn warn(&mut self, node: &MarkedNode, problem: &str) {
        self.report(node, Code::UnfitMarker, problem);
    }

    pub(super) fn report(&mut self, node: &MarkedNode, code: Code, problem: &str) {
        let finding = Finding::about("node", &node.name, code, problem);
        self.findings.push(finding);
    }
}

/// The lowest and the highest coordinates of a box, given as the transform of the cube from −1 to 1.
pub(super) fn corners(placed: &DAffine3) -> [DVec3; 2] {
    let axes = placed.matrix3;
    let reach = axes.x_axis.abs() + axes.y_axis.abs() + axes.z_axis.abs();
    [placed.translation - reach, placed.translation + reach]
}
