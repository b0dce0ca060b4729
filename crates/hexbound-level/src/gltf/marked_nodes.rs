//! The nodes with markers, collected while the hierarchy is walked, with the contents at and below them.
//! `play` combines the markers.

use strum::IntoEnumIterator;

use std::collections::BTreeSet;

use glam::{DAffine3, DVec3};
use gltf::json::{Index, Node, Root};
use serde_json::Value;

use super::{
    document::{Document, node_extension},
    extras::{Extras, properties},
    markers::{self, MarkerKind, Markers, TriggerOn},
    node_names::node_name,
    node_names::{self, NodeTreatment},
    transforms::local_transform,
};
use crate::{Code, Finding};

/// A node with markers.
#[derive(Clone, Debug)]
pub(super) struct MarkedNode {
    pub name: String,
    pub markers: Markers,
    /// The transform from the node to the file, in meters.
    pub transform: DAffine3,
    pub mesh: Option<usize>,
    /// The mover that the node is or moves with, an index in `Hierarchy::movers`.
    pub mover: Option<usize>,
    /// True if the node is that mover.
    pub is_mover: bool,
    /// The empty children, by their names, with their positions in the file, meters.
    pub empties: Vec<(String, DVec3)>,
    /// True if a child has a mesh.
    pub has_mesh_below: bool,
    /// True if the file requests copies of the node's mesh.
    pub has_copies: bool,
}

/// Reads the markers of one node after the other.
pub(super) struct MarkerReader {
    /// The joints of skins, as node indices.
    joints: BTreeSet<usize>,
    /// The names of the nodes that triggers start, in lower case.
    played: BTreeSet<String>,
    /// Names that may be slips of markers.
    slips: Vec<(MarkerKind, String)>,
}

impl MarkedNode {
    /// Reads the contents at and below a node with these markers; `None` for a node without any. The
    /// mover it moves with is left open.
    pub(super) fn of(
        document: &Document,
        index: usize,
        name: &str,
        transform: DAffine3,
        markers: &Markers,
    ) -> Option<Self> {
        if *markers == Markers::default() {
            return None;
        }
        let nodes = &document.root.nodes;
        let node = nodes.get(index)?;
        let children = || {
            let indices = node.children.iter().flatten().map(Index::value);
            indices.filter_map(|index| Some((index, nodes.get(index)?)))
        };
        let place = |index: usize| {
            let local = document.transforms.get(index)?;
            let place = (transform * local_transform(local)).translation;
            place.is_finite().then_some(place)
        };
        Some(Self {
            name: name.to_string(),
            markers: markers.clone(),
            transform,
            mesh: node.mesh.map(|mesh| mesh.value()),
            mover: None,
            is_mover: false,
            empties: children()
                .filter(|(_, child)| is_place(child))
                .filter_map(|(index, child)| Some((node_name(child, index), place(index)?)))
                .collect(),
            has_mesh_below: children().any(|(_, child)| child.mesh.is_some()),
            has_copies: node_extension(node, "EXT_mesh_gpu_instancing").is_some(),
        })
    }
}

impl MarkerReader {
    pub(super) fn of(document: &Document) -> Self {
        Self {
            joints: (document.skins.iter())
                .flat_map(|skin| skin.joints.iter().copied())
                .collect(),
            played: played_names(&document.root),
            slips: Vec::new(),
        }
    }

    /// The markers of a node. A ball, a walker or a volume is nothing else.
    pub(super) fn read(
        &mut self,
        index: usize,
        name: &str,
        extras: Option<&Value>,
        treatment: &mut NodeTreatment,
        findings: &mut Vec<Finding>,
    ) -> Markers {
        let is_bodily = treatment.prop.is_some() || treatment.bumper || treatment.mover;
        // Bones are called ball and target, too.
        let is_joint = self.joints.contains(&index);
        let may_name = |kind: &MarkerKind| !is_joint && (*kind == MarkerKind::Target || !is_bodily);
        let named = MarkerKind::named(name).filter(may_name);
        let mut markers = markers::read_markers(name, named, extras, findings);
        if markers == Markers::default() {
            let meant = markers::meant_by(name).filter(may_name);
            let slip = meant.map(|kind| (kind, name.to_string()));
            self.slips.extend(slip);
        }
        let is_played = self.played.contains(&name.to_lowercase());
        if markers.gate.is_some() && markers.by_name_alone && !is_played {
            return Markers::default();
        }
        let is_volume = (markers.trigger.as_ref()).is_some_and(|it| it.on == TriggerOn::Enter);
        let is_replaced = is_volume || markers.ball.is_some() || markers.walker.is_some();
        if is_replaced && !markers.by_name_alone {
            treatment.prop = None;
            treatment.bumper = false;
            treatment.mover = false;
        }
        if let Some(target) = markers.target.as_mut().filter(|_| treatment.prop.is_some()) {
            // The mass of a prop is its own.
            target.least_mass = 0.0;
        }
        markers
    }

    /// Reports once each kind of marker that a name may be a slip of.
    pub(super) fn finish(&self, findings: &mut Vec<Finding>) {
        for kind in MarkerKind::iter() {
            let mut names = self.slips.iter().filter(|(meant, _)| *meant == kind);
            if let Some((_, name)) = names.next() {
                let word = kind.word();
                let problem = format!(
                    "did you mean \"{word}\"? Only a name whose first word is that, or the custom \
                     property {word} = true, makes one"
                );
                let code = Code::NearMissName;
                findings.push(Finding::about("node", name, code, problem));
            }
        }
    }
}

/// Returns whether a node is nothing but a position.
fn is_place(node: &Node) -> bool {
    let has_light = (node.extensions.as_ref()).is_some_and(|it| it.khr_lights_punctual.is_some());
    node.mesh.is_none() && node.camera.is_none() && !has_light
}

/// The names of the nodes named by the custom properties `play` of all nodes, in lower case.
fn played_names(document: &Root) -> BTreeSet<String> {
    let names = document.nodes.iter().flat_map(|node| {
        let value = properties(&node.extras);
        // Errors are reported where the trigger is read.
        Extras::new("node", "", value.as_ref(), &mut Vec::new()).names("play")
    });
    let given: BTreeSet<String> = names.map(|name| name.to_lowercase()).collect();
    let nodes = document.nodes.iter().filter_map(|node| node.name.as_ref());
    let nodes: BTreeSet<String> = nodes.map(|name| name.to_lowercase()).collect();
    let is_played = |name: &&String| {
        let plain = node_names::plain(name);
        given.contains(*name) || (given.contains(&plain) && !nodes.contains(&plain))
    };
    nodes.iter().filter(is_played).cloned().collect()
}
