//! The walk through the node hierarchy: transforms of meshes in double precision, requests in nodes'
//! names, and nodes without meshes (spawns, cameras, lights).

use glam::{DAffine3, DVec3};
use gltf::json::{Index, Node, Root, Scene};
use serde_json::Value;

use super::{
    ambience,
    document::{Document, node_extension},
    extras::{Extras, properties},
    hierarchy::{Hierarchy, MeshPlacement, MoverNode, PropNode},
    lights,
    marked_nodes::{MarkedNode, MarkerReader},
    markers::{Markers, TriggerOn},
    near_names::NameReader,
    node_names::{self, NodeTreatment, node_name},
    skins::without_parents,
    transforms::{local_transform, yaw_of},
};
use crate::{
    Code, Finding, MoverStart, Scale,
    build::{DraftProp, facing_of},
    error::Fault,
    spawn_search::SpawnRequest,
};

/// The rank of cameras, after every named spawn.
const CAMERA_RANK: u8 = u8::MAX;

/// Walks the default scene (else the first; else every node without a parent).
///
/// All placements are in meters: `scale` is applied above the roots. A node that does not exist, is
/// reached twice or has a transform that is not finite is a fault.
pub(super) fn walk(
    document: &Document,
    scale: Scale,
    findings: &mut Vec<Finding>,
) -> Result<Hierarchy, Fault> {
    let mut walk = NodeWalk {
        document,
        hierarchy: Hierarchy::default(),
        spawns: Vec::new(),
        is_visited: vec![false; document.root.nodes.len()],
        markers: MarkerReader::of(document),
        names: NameReader::default(),
        scale,
        findings,
    };
    let to_file = DAffine3::from_scale(DVec3::splat(scale.factor()));
    let mut open: Vec<Visit> = (roots(&document.root)?.into_iter().rev())
        .map(|index| Visit {
            index,
            parent: to_file,
            shown: true,
            carrier: None,
            prop: None,
            target: None,
            trigger: None,
        })
        .collect();
    while let Some(visit) = open.pop() {
        walk.visit(visit, &mut open)?;
    }
    Ok(walk.finish())
}

/// A node to be visited, with the data inherited from its parent.
struct Visit {
    index: usize,
    /// The transform from the node's parent to the file, in meters.
    parent: DAffine3,
    /// True if all ancestors of the node are visible.
    shown: bool,
    /// The mover that carries the node, an index in `Hierarchy::movers`.
    carrier: Option<usize>,
    /// The prop that the node is a part of, an index in `Hierarchy::props`.
    prop: Option<usize>,
    /// The target that the node is a part of, an index in `Hierarchy::marked`.
    target: Option<usize>,
    trigger: Option<usize>,
}

impl Visit {
    /// The target and the contact trigger of the node and all below it: its own if it is marked, else
    /// those of its parent.
    fn target_and_trigger(
        &self,
        marked: Option<usize>,
        markers: &Markers,
    ) -> (Option<usize>, Option<usize>) {
        let is_touched = (markers.trigger.as_ref()).is_some_and(|it| it.on == TriggerOn::Contact);
        (
            marked.filter(|_| markers.target.is_some()).or(self.target),
            marked.filter(|_| is_touched).or(self.trigger),
        )
    }
}

struct NodeWalk<'a> {
    document: &'a Document,
    hierarchy: Hierarchy,
    /// The requested starts with their ranks; lower ranks are better.
    spawns: Vec<(u8, SpawnRequest)>,
    is_visited: Vec<bool>,
    markers: MarkerReader,
    names: NameReader,
    scale: Scale,
    findings: &'a mut Vec<Finding>,
}

impl<'a> NodeWalk<'a> {
    /// Records the contents of a node and appends its children to `open`.
    fn visit(&mut self, visit: Visit, open: &mut Vec<Visit>) -> Result<(), Fault> {
        let index = visit.index;
        let (node, name, transform) = self.enter(&visit)?;
        let places = &mut self.hierarchy.places;
        (places.entry(name.clone())).or_insert(transform.translation);
        let extras = properties(&node.extras);
        let mut treatment = node_names::treatment(&name, extras.as_ref());
        if treatment.left_out {
            self.hierarchy.left_out += 1;
            return Ok(());
        }
        let extras = extras.as_ref();
        (self.names).read(self.document, index, node, &name, extras, self.findings);
        let markers = (self.markers).read(index, &name, extras, &mut treatment, self.findings);
        let sound = (markers.ambience.as_ref())
            .map(|marker| ambience::of_marker(&name, marker, &transform, self.scale));
        self.hierarchy.ambience.extend(sound);
        let shown = visit.shown && !is_hidden(node);
        treatment.visible &= shown;
        self.read_light(node, &name, &transform, shown);
        // A mover below another mover moves with it.
        let moves = (treatment.mover || markers.gate.is_some()) && visit.prop.is_none();
        let own_mover = (visit.carrier.is_none() && moves)
            .then(|| self.add_mover(index, &name, visit.parent, &markers, extras));
        let mover = visit.carrier.or(own_mover);
        let prop = (visit.prop)
            .or_else(|| self.add_prop(node, &name, extras, index, &treatment, &transform));
        self.warn_of_part(&name, extras, &treatment, visit.prop, prop);
        let marked = MarkedNode::of(self.document, index, &name, transform, &markers);
        let marked = marked.map(|marked| {
            let is_mover = own_mover.is_some();
            (self.hierarchy.marked).push(MarkedNode {
                mover,
                is_mover,
                ..marked
            });
            self.hierarchy.marked.len() - 1
        });
        let (target, trigger) = visit.target_and_trigger(marked, &markers);
        match node.mesh {
            Some(mesh) => self.hierarchy.placements.push(MeshPlacement {
                name,
                node: index,
                mesh: mesh.value(),
                transform,
                treatment,
                mover,
                prop,
                marked,
                target,
                trigger,
            }),
            None => self.spawns.extend(spawn_of(node, &name, &transform)),
        }
        let children = node.children.iter().flatten().rev();
        open.extend(children.map(|child| Visit {
            index: child.value(),
            parent: transform,
            shown,
            carrier: mover,
            prop,
            target,
            trigger,
        }));
        Ok(())
    }

    /// Returns a node with its name and its transform to the file. A missing node and a second visit are
    /// faults.
    fn enter(&mut self, visit: &Visit) -> Result<(&'a Node, String, DAffine3), Fault> {
        let (index, document) = (visit.index, self.document);
        let (Some(node), Some(local)) = (
            document.root.nodes.get(index),
            document.transforms.get(index),
        ) else {
            let count = document.root.nodes.len();
            let problem = format!("is named by a scene or a node, but there are only {count}");
            return Err(Fault::malformed(format!("node {index}"), problem));
        };
        let name = node_name(node, index);
        let refuse = |problem: &str| Fault::malformed(format!("node {index} \"{name}\""), problem);
        if std::mem::replace(&mut self.is_visited[index], true) {
            return Err(refuse(
                "is reached twice: it has two parents or is its own ancestor",
            ));
        }
        let transform = visit.parent * local_transform(local);
        if !transform.is_finite() {
            return Err(refuse("has a transform that is not finite"));
        }
        Ok((node, name, transform))
    }

    /// Records the node's light, if it has one: the sun or a lamp.
    fn read_light(&mut self, node: &Node, name: &str, transform: &DAffine3, shown: bool) {
        let root = &self.document.root;
        if let Some(sun) = lights::sun_of(root, node, transform) {
            if self.hierarchy.sun.is_some() {
                let problem = "a level has one sun, the first; this one stays dark";
                let finding = Finding::about("light", name, Code::DarkLamp, problem);
                self.findings.push(finding);
            }
            self.hierarchy.sun.get_or_insert(sun);
        } else if shown {
            let light = lights::light_of(root, node, name, transform, self.scale, self.findings);
            self.hierarchy.lights.extend(light);
        }
    }

    fn add_mover(
        &mut self,
        node: usize,
        name: &str,
        parent: DAffine3,
        markers: &Markers,
        extras: Option<&Value>,
    ) -> usize {
        let mut extras = Extras::new("node", name, extras, self.findings);
        let start: MoverStart = extras.choice("start");
        self.hierarchy.movers.push(MoverNode {
            name: name.to_string(),
            node,
            parent,
            start,
            is_gate: markers.gate.is_some(),
        });
        self.hierarchy.movers.len() - 1
    }

    /// Records a prop if the node requests one. A node without a mesh must request it by its extra, since
    /// many files group furniture below a node named so.
    fn add_prop(
        &mut self,
        node: &Node,
        name: &str,
        extras: Option<&Value>,
        index: usize,
        treatment: &NodeTreatment,
        transform: &DAffine3,
    ) -> Option<usize> {
        let kind = treatment.prop?;
        if node.mesh.is_none() && !node_names::is_marked_prop(extras) {
            return None;
        }
        if treatment.bumper {
            let problem = "it is a bumper, so it can't be a prop";
            self.report(name, Code::UnfitMarker, problem);
            return None;
        }
        let body = DraftProp {
            name: name.to_string(),
            rotation: facing_of(&transform.matrix3),
            parts: Vec::new(),
            gravity: treatment.gravity,
            mass: treatment.mass,
            class: node_names::class_name(extras),
        };
        self.hierarchy.props.push(PropNode {
            node: index,
            kind,
            body,
        });
        Some(self.hierarchy.props.len() - 1)
    }

    /// Warns of unsupported requests of a prop, or of a part of one. `above` is the prop above the node,
    /// `own` the one that the node belongs to.
    fn warn_of_part(
        &mut self,
        name: &str,
        extras: Option<&Value>,
        treatment: &NodeTreatment,
        above: Option<usize>,
        own: Option<usize>,
    ) {
        if treatment.prop.is_some() || own.is_some() {
            if let Some(shape) = node_names::unknown_shape(extras) {
                let problem = format!("there is no prop of shape \"{shape}\", it is a box");
                self.report(name, Code::BadValue, &problem);
            }
            if node_names::is_mass_refused(extras) {
                let problem = "the mass of a prop is a number of kilograms above zero";
                self.report(name, Code::BadValue, problem);
            }
        }
        if above.is_some() && treatment.mover {
            let problem = "it moves with the prop that it is a part of, not by itself";
            self.report(name, Code::UnfitMarker, problem);
        }
        if above.is_some() && treatment.bumper {
            let problem = "as a part of a prop it is no bumper";
            self.report(name, Code::UnfitMarker, problem);
        }
    }

    fn report(&mut self, name: &str, code: Code, problem: &str) {
        let finding = Finding::about("node", name, code, problem);
        self.findings.push(finding);
    }

    fn finish(mut self) -> Hierarchy {
        self.markers.finish(self.findings);
        let has_start = self.spawns.iter().any(|(rank, _)| *rank != CAMERA_RANK);
        self.names.finish(has_start, self.findings);
        ambience::cut(&mut self.hierarchy.ambience, self.findings);
        self.spawns.sort_by_key(|(rank, _)| *rank);
        self.hierarchy.spawns = self.spawns.into_iter().map(|(_, it)| it).collect();
        self.hierarchy
    }
}

fn is_hidden(node: &Node) -> bool {
    let visibility = node_extension(node, "KHR_node_visibility");
    visibility.is_some_and(|extension| extension["visible"] == false)
}

/// The nodes from which the walk starts.
fn roots(document: &Root) -> Result<Vec<usize>, Fault> {
    let listed = |scene: &Scene| scene.nodes.iter().map(Index::value).collect();
    if let Some(index) = document.scene {
        let scene = document.get(index).ok_or_else(|| {
            let count = document.scenes.len();
            Fault::malformed("the JSON", format!("names scene {index} of {count}"))
        })?;
        return Ok(listed(scene));
    }
    if let Some(scene) = document.scenes.first() {
        return Ok(listed(scene));
    }
    let free = without_parents(&document.nodes);
    if free.is_empty() && !document.nodes.is_empty() {
        let problem = "has no node without a parent: its nodes go round in a circle";
        return Err(Fault::malformed("the JSON", problem));
    }
    Ok(free)
}

/// The start marked by a node without a mesh, with its rank.
fn spawn_of(node: &Node, name: &str, transform: &DAffine3) -> Option<(u8, SpawnRequest)> {
    let camera = node.camera.map(|_| CAMERA_RANK);
    let rank = node_names::spawn_rank(name).or(camera)?;
    // Converters of old maps omit the direction, while an unrotated `spawn` is intended.
    let turned = node.rotation.is_some() || node.matrix.is_some();
    let directed = rank == 0 || rank == CAMERA_RANK || turned;
    let request = SpawnRequest::Near {
        node: name.to_string(),
        marker: transform.translation,
        yaw: directed.then(|| yaw_of(transform)),
        camera: rank == CAMERA_RANK,
    };
    Some((rank, request))
}
