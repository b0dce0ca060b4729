//! The animations of skins and morph targets as a rig: the animated nodes, the skins on them, and the
//! curves of morph weights. `curves` reads the curves themselves.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DVec3};
use gltf::json::{Mesh, Node};

use super::{
    accessors::Buffers,
    curves::CurveReader,
    document::{ChannelPath, Document, node_extension},
    hierarchy::{Hierarchy, MeshPlacement},
    skins::{parents_first, read_binds},
    transforms::{local_transform, placed},
};
use crate::{
    Code, Finding, Scale,
    animated::{Curve, NodeMotion, Rig, RigNode, RigSkin},
};

/// The most nodes above and among joints, and the most joints of all skins together.
const MAX_NODES: usize = 20_000;

/// The rig of a file, and the nodes that follow it.
#[derive(Debug, Default)]
pub(super) struct Rigs {
    pub rig: Rig,
    /// The index in the rig of each of the file's animated skins.
    skins: BTreeMap<usize, usize>,
    /// The index of the rig's skin for each node attached to a joint, which that node alone uses.
    attached: BTreeMap<usize, usize>,
    /// The index in the rig of the weights of each node.
    weights: BTreeMap<usize, usize>,
}

/// The parts of a rig that deform the mesh of a node, as indices into its lists.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rigged {
    pub skin: Option<usize>,
    pub weights: Option<usize>,
}

impl Rigged {
    /// Returns whether anything deforms the mesh.
    pub(super) fn is_any(self) -> bool {
        self.skin.is_some() || self.weights.is_some()
    }
}

impl Rigs {
    /// The parts of the rig that deform the mesh of a node.
    pub(super) fn of_node(&self, index: usize, node: &Node) -> Rigged {
        let skin = match node.skin {
            Some(skin) => self.skins.get(&skin.value()),
            None => self.attached.get(&index),
        };
        Rigged {
            skin: skin.copied(),
            weights: self.weights.get(&index).copied(),
        }
    }

    /// Returns whether the mesh of a node is attached to a joint and moves with it.
    pub(super) fn is_attached(&self, node: usize) -> bool {
        self.attached.contains_key(&node)
    }
}

/// Reads the rig of the scene's placed nodes. Movers move by themselves.
pub(super) fn read_rigs(
    source: Buffers,
    document: &Document,
    hierarchy: &Hierarchy,
    scale: Scale,
    findings: &mut Vec<Finding>,
) -> Rigs {
    if document.channels.is_empty() {
        return Rigs::default();
    }
    let mut reader = RigReader {
        source,
        document,
        curves: CurveReader::new(source, document, hierarchy),
        findings,
    };
    let mut rigs = Rigs {
        rig: Rig {
            root: DAffine3::from_scale(DVec3::splat(scale.factor())),
            ..Rig::default()
        },
        ..Rigs::default()
    };
    reader.read_skins(hierarchy, &mut rigs);
    reader.read_weights(hierarchy, &mut rigs);
    let curve_findings = std::mem::take(&mut reader.curves.findings);
    findings.extend(curve_findings);
    rigs
}

struct RigReader<'a, 'b> {
    source: Buffers<'a>,
    document: &'a Document,
    curves: CurveReader<'a>,
    findings: &'b mut Vec<Finding>,
}

impl RigReader<'_, '_> {
    /// Reads the skins deformed by animations, the meshes on their joints, and the nodes needed for both.
    fn read_skins(&mut self, hierarchy: &Hierarchy, rigs: &mut Rigs) {
        let order = parents_first(self.document);
        let parents: BTreeMap<usize, Option<usize>> = order.iter().copied().collect();
        let (skins, mut needed) = self.find_skins(hierarchy, &order, &parents);
        let attached = self.attached(hierarchy, &order, &needed);
        let mut above = BTreeSet::new();
        for node in &attached {
            add_ancestors(*node, &parents, &needed, &mut above);
        }
        needed.extend(above);
        let indices = self.read_nodes(&order, &needed, &mut rigs.rig);
        let varies = varying(&rigs.rig.nodes);
        for (index, binds) in skins {
            let joints = self.document.skins[index].joints.iter();
            let joints = joints.zip(binds).map(|(node, bind)| (indices[node], bind));
            let joints: Vec<(usize, DAffine3)> = joints.collect();
            if joints.iter().any(|(node, _)| varies[*node]) {
                rigs.skins.insert(index, rigs.rig.skins.len());
                rigs.rig.skins.push(RigSkin { joints });
            }
        }
        for node in attached.into_iter().filter(|node| varies[indices[node]]) {
            rigs.attached.insert(node, rigs.rig.skins.len());
            rigs.rig.skins.push(RigSkin {
                joints: vec![(indices[&node], DAffine3::IDENTITY)],
            });
        }
    }

    /// The placed skins with a joint that a channel moves, each with its inverse bind matrices, and the
    /// joints with all nodes above them.
    fn find_skins(
        &mut self,
        hierarchy: &Hierarchy,
        order: &[(usize, Option<usize>)],
        parents: &BTreeMap<usize, Option<usize>>,
    ) -> (Vec<(usize, Vec<DAffine3>)>, BTreeSet<usize>) {
        let animated = self.animated_nodes(order);
        let (mut skins, mut needed, mut joints) = (Vec::new(), BTreeSet::new(), 0);
        for index in placed_skins(self.document, hierarchy) {
            let skin = &self.document.skins[index];
            let is_known = skin.joints.iter().all(|joint| parents.contains_key(joint));
            let moves = skin.joints.iter().any(|joint| animated.contains(joint));
            joints += if is_known && moves {
                skin.joints.len()
            } else {
                0
            };
            if joints > MAX_NODES || needed.len() > MAX_NODES {
                let problem = format!(
                    "its animated skins have more than {MAX_NODES} joints: the rest stays at rest"
                );
                self.findings.push(Finding::new(Code::OverLimit, problem));
                break;
            }
            // An invalid skin is reported where its mesh is placed.
            if is_known
                && moves
                && let Ok(binds) = read_binds(self.source, skin, index)
            {
                let mut own = BTreeSet::new();
                for joint in &skin.joints {
                    add_ancestors(*joint, parents, &needed, &mut own);
                }
                needed.extend(own);
                skins.push((index, binds));
            }
        }
        (skins, needed)
    }

    /// The nodes with plain meshes that are needed joints, or are attached to them. Movers, props and
    /// instanced meshes are left unchanged.
    fn attached(
        &self,
        hierarchy: &Hierarchy,
        order: &[(usize, Option<usize>)],
        needed: &BTreeSet<usize>,
    ) -> Vec<usize> {
        let joints: BTreeSet<usize> = (placed_skins(self.document, hierarchy).into_iter())
            .flat_map(|skin| self.document.skins[skin].joints.iter().copied())
            .filter(|joint| needed.contains(joint))
            .collect();
        let on_joints = with_descendants(order, |node| joints.contains(&node));
        let is_attached = |placement: &&MeshPlacement| {
            let node = self.document.root.nodes.get(placement.node);
            let is_plain = node.is_some_and(|node| {
                node.skin.is_none() && node_extension(node, "EXT_mesh_gpu_instancing").is_none()
            });
            let stays = placement.mover.is_none() && placement.prop.is_none();
            is_plain && stays && on_joints.contains(&placement.node)
        };
        let placed = hierarchy.placements.iter().filter(is_attached);
        placed
            .map(|placement| placement.node)
            .take(MAX_NODES)
            .collect()
    }

    /// The nodes that a channel moves, and their descendants.
    fn animated_nodes(&self, order: &[(usize, Option<usize>)]) -> BTreeSet<usize> {
        let moves = |node: usize| {
            use ChannelPath::{Rotation, Scale, Translation};
            let paths = [Translation, Rotation, Scale];
            paths.iter().any(|path| self.curves.has(node, *path))
        };
        with_descendants(order, moves)
    }

    /// Appends the needed nodes to a rig, each after its parent, and returns their indices there.
    fn read_nodes(
        &mut self,
        order: &[(usize, Option<usize>)],
        needed: &BTreeSet<usize>,
        rig: &mut Rig,
    ) -> BTreeMap<usize, usize> {
        let mut indices = BTreeMap::new();
        for (index, parent) in order {
            if !needed.contains(index) {
                continue;
            }
            let motion = self.read_motion(*index);
            indices.insert(*index, rig.nodes.len());
            rig.nodes.push(RigNode {
                parent: parent.and_then(|parent| indices.get(&parent).copied()),
                rest: local_transform(&self.document.transforms[*index]),
                motion: motion.map(Box::new),
            });
        }
        indices
    }

    /// The animations of a node; `None` if it has none.
    fn read_motion(&mut self, node: usize) -> Option<NodeMotion> {
        let translation = self.curves.read::<3>(node, ChannelPath::Translation, 3);
        let rotation = self.curves.read::<4>(node, ChannelPath::Rotation, 4);
        let scale = self.curves.read::<3>(node, ChannelPath::Scale, 3);
        let is_any = translation.is_some() || rotation.is_some() || scale.is_some();
        is_any.then(|| NodeMotion {
            rest: placed(&self.document.transforms[node]),
            translation,
            rotation,
            scale,
        })
    }

    /// Reads the weights of the morph targets of every placed node.
    fn read_weights(&mut self, hierarchy: &Hierarchy, rigs: &mut Rigs) {
        for placement in &hierarchy.placements {
            if !self.curves.has(placement.node, ChannelPath::Weights) {
                continue;
            }
            let mesh = self.source.document.meshes.get(placement.mesh);
            let width = mesh.map_or(0, target_count);
            if width == 0 {
                continue;
            }
            let curve = (self.curves).read::<1>(placement.node, ChannelPath::Weights, width);
            if let Some(curve) = curve.filter(Curve::varies) {
                rigs.weights.insert(placement.node, rigs.rig.weights.len());
                rigs.rig.weights.push(curve);
            }
        }
    }
}

/// The number of morph targets of a mesh.
pub(super) fn target_count(mesh: &Mesh) -> usize {
    let primitives = mesh.primitives.iter();
    let counts = primitives.map(|it| it.targets.as_ref().map_or(0, Vec::len));
    counts.max().unwrap_or(0)
}

/// The nodes for which `is_it` holds, and their descendants; `order` has every node after its parent.
fn with_descendants(
    order: &[(usize, Option<usize>)],
    is_it: impl Fn(usize) -> bool,
) -> BTreeSet<usize> {
    let mut below = BTreeSet::new();
    for (node, parent) in order {
        if parent.is_some_and(|parent| below.contains(&parent)) || is_it(*node) {
            below.insert(*node);
        }
    }
    below
}

/// Adds a node and its ancestors to `own`, up to the first that is already in it or known.
fn add_ancestors(
    node: usize,
    parents: &BTreeMap<usize, Option<usize>>,
    known: &BTreeSet<usize>,
    own: &mut BTreeSet<usize>,
) {
    let mut above = Some(node);
    while let Some(node) = above.filter(|node| !known.contains(node) && own.insert(*node)) {
        above = parents.get(&node).copied().flatten();
    }
}

/// Returns whether each node ever moves, by its own animation or one above it.
fn varying(nodes: &[RigNode]) -> Vec<bool> {
    let mut varies: Vec<bool> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let curves = node.motion.iter().flat_map(|motion| motion.curves());
        let above = node.parent.is_some_and(|parent| varies[parent]);
        varies.push(above || curves.into_iter().any(Curve::varies));
    }
    varies
}

/// The skins of the placed meshes, each once.
fn placed_skins(document: &Document, hierarchy: &Hierarchy) -> Vec<usize> {
    let nodes = &document.root.nodes;
    let skins = hierarchy.placements.iter().filter_map(|placement| {
        let skin = nodes.get(placement.node)?.skin?.value();
        (skin < document.skins.len()).then_some(skin)
    });
    let skins: BTreeSet<usize> = skins.collect();
    skins.into_iter().collect()
}
