//! The animations of skins and morph targets as a rig: which nodes they move, by which curves. Of the
//! animations of one property of one node the first is played, as with movers. A curve that can't be
//! read is left out with a warning.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DVec3};
use gltf::json::Node;

use super::{
    accessors::Source,
    document::{Channel, ChannelPath, Document, node_extension},
    hierarchy::{Hierarchy, Placement},
    node_names::node_name,
    skins::{descending, read_binds},
    transforms::{local_transform, placed},
};
use crate::level::{
    Code, Finding, Scale,
    animated::{Curve, Interpolation, NodeMotion, Rig, RigNode, RigSkin},
    error::Fault,
};

/// The most numbers in all curves together, and in the times that they are read by.
const MOST_NUMBERS: u64 = 8_000_000;

/// The most nodes above and among joints, and the most joints of all skins together.
const MOST_NODES: usize = 20_000;

/// The rig of a file, and which of its nodes follow it.
#[derive(Debug, Default)]
pub(crate) struct Rigs {
    pub rig: Rig,
    /// The place in the rig of each of the file's skins that are animated.
    skins: BTreeMap<usize, usize>,
    /// The place among the rig's skins of each node that hangs on a joint, as a skin of that node alone.
    hanging: BTreeMap<usize, usize>,
    /// The place in the rig of the weights of each node.
    weights: BTreeMap<usize, usize>,
}

/// The parts of a rig that bend the mesh of a node, as places in its lists.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rigged {
    pub skin: Option<usize>,
    pub weights: Option<usize>,
}

impl Rigged {
    /// Returns whether anything bends the mesh.
    pub(crate) fn is_any(self) -> bool {
        self.skin.is_some() || self.weights.is_some()
    }
}

impl Rigs {
    /// The parts of the rig that bend the mesh of a node.
    pub(crate) fn of_node(&self, index: usize, node: &Node) -> Rigged {
        let skin = match node.skin {
            Some(skin) => self.skins.get(&skin.value()),
            None => self.hanging.get(&index),
        };
        Rigged {
            skin: skin.copied(),
            weights: self.weights.get(&index).copied(),
        }
    }

    /// Returns whether the mesh of a node goes along with a joint that it hangs on.
    pub(crate) fn is_hanging(&self, node: usize) -> bool {
        self.hanging.contains_key(&node)
    }
}

/// Reads the rig of what the scene places. Movers are left to move by themselves.
pub(crate) fn read_rigs(
    source: Source,
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
        channels: first_channels(document, hierarchy),
        rounds: BTreeMap::new(),
        numbers: 0,
        is_told: false,
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
    rigs
}

/// The first channel of each property of each node that is no mover.
fn first_channels<'a>(
    document: &'a Document,
    hierarchy: &Hierarchy,
) -> BTreeMap<(usize, ChannelPath), &'a Channel> {
    let movers: BTreeSet<usize> = hierarchy.movers.iter().map(|mover| mover.node).collect();
    let mut first = BTreeMap::new();
    for channel in &document.channels {
        if !movers.contains(&channel.node) || channel.path == ChannelPath::Weights {
            first.entry((channel.node, channel.path)).or_insert(channel);
        }
    }
    first
}

struct RigReader<'a, 'b> {
    source: Source<'a>,
    document: &'a Document,
    channels: BTreeMap<(usize, ChannelPath), &'a Channel>,
    /// The duration of each animation, as it is asked for, seconds.
    rounds: BTreeMap<usize, f64>,
    /// The count of numbers that were read.
    numbers: u64,
    /// True once it was told that there are too many of them.
    is_told: bool,
    findings: &'b mut Vec<Finding>,
}

impl RigReader<'_, '_> {
    /// Reads the skins that animations bend, what hangs on their joints, and the nodes that both need.
    fn read_skins(&mut self, hierarchy: &Hierarchy, rigs: &mut Rigs) {
        let order = descending(self.document);
        let parents: BTreeMap<usize, Option<usize>> = order.iter().copied().collect();
        let (skins, mut needed) = self.find_skins(hierarchy, &order, &parents);
        let hanging = self.hanging(hierarchy, &order, &needed);
        let mut above = BTreeSet::new();
        for node in &hanging {
            add_chain(*node, &parents, &needed, &mut above);
        }
        needed.extend(above);
        let places = self.read_nodes(&order, &needed, &mut rigs.rig);
        let varies = varying(&rigs.rig.nodes);
        for (index, binds) in skins {
            let joints = self.document.skins[index].joints.iter();
            let joints = joints.zip(binds).map(|(node, bind)| (places[node], bind));
            let joints: Vec<(usize, DAffine3)> = joints.collect();
            if joints.iter().any(|(node, _)| varies[*node]) {
                rigs.skins.insert(index, rigs.rig.skins.len());
                rigs.rig.skins.push(RigSkin { joints });
            }
        }
        for node in hanging.into_iter().filter(|node| varies[places[node]]) {
            rigs.hanging.insert(node, rigs.rig.skins.len());
            rigs.rig.skins.push(RigSkin {
                joints: vec![(places[&node], DAffine3::IDENTITY)],
            });
        }
    }

    /// The placed skins with a joint that a channel moves, each with its inverse bind matrices, and
    /// the joints with all nodes above them.
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
            if joints > MOST_NODES || needed.len() > MOST_NODES {
                self.tell_of_too_much();
                break;
            }
            // A skin that makes no sense is told where its mesh is placed.
            if is_known
                && moves
                && let Ok(binds) = read_binds(self.source, skin, index)
            {
                let mut own = BTreeSet::new();
                for joint in &skin.joints {
                    add_chain(*joint, parents, &needed, &mut own);
                }
                needed.extend(own);
                skins.push((index, binds));
            }
        }
        (skins, needed)
    }

    /// The nodes whose plain meshes hang on joints that are needed, or are such joints. What moves as a
    /// mover or a prop, or stands in many places, is left as it is.
    fn hanging(
        &self,
        hierarchy: &Hierarchy,
        order: &[(usize, Option<usize>)],
        needed: &BTreeSet<usize>,
    ) -> Vec<usize> {
        let joints: BTreeSet<usize> = (placed_skins(self.document, hierarchy).into_iter())
            .flat_map(|skin| self.document.skins[skin].joints.iter().copied())
            .filter(|joint| needed.contains(joint))
            .collect();
        let mut on_joints = BTreeSet::new();
        for (node, parent) in order {
            let is_above = parent.is_some_and(|parent| on_joints.contains(&parent));
            if is_above || joints.contains(node) {
                on_joints.insert(*node);
            }
        }
        let hangs = |placement: &&Placement| {
            let node = self.document.root.nodes.get(placement.node);
            let is_plain = node.is_some_and(|node| {
                node.skin.is_none() && node_extension(node, "EXT_mesh_gpu_instancing").is_none()
            });
            let stays = placement.mover.is_none() && placement.prop.is_none();
            is_plain && stays && on_joints.contains(&placement.node)
        };
        let placed = hierarchy.placements.iter().filter(hangs);
        placed
            .map(|placement| placement.node)
            .take(MOST_NODES)
            .collect()
    }

    /// The nodes that a channel moves, and all below them.
    fn animated_nodes(&self, order: &[(usize, Option<usize>)]) -> BTreeSet<usize> {
        let moves = |node: usize| {
            use ChannelPath::{Rotation, Scale, Translation};
            let paths = [Translation, Rotation, Scale];
            paths
                .iter()
                .any(|path| self.channels.contains_key(&(node, *path)))
        };
        let mut animated = BTreeSet::new();
        for (node, parent) in order {
            if parent.is_some_and(|parent| animated.contains(&parent)) || moves(*node) {
                animated.insert(*node);
            }
        }
        animated
    }

    /// Appends the needed nodes to a rig, each after its parent, and gives their places there.
    fn read_nodes(
        &mut self,
        order: &[(usize, Option<usize>)],
        needed: &BTreeSet<usize>,
        rig: &mut Rig,
    ) -> BTreeMap<usize, usize> {
        let mut places = BTreeMap::new();
        for (index, parent) in order {
            if !needed.contains(index) {
                continue;
            }
            let motion = self.read_motion(*index);
            places.insert(*index, rig.nodes.len());
            rig.nodes.push(RigNode {
                parent: parent.and_then(|parent| places.get(&parent).copied()),
                rest: local_transform(&self.document.transforms[*index]),
                motion: motion.map(Box::new),
            });
        }
        places
    }

    /// The animations of a node; `None` where it has none.
    fn read_motion(&mut self, node: usize) -> Option<NodeMotion> {
        let translation = self.read_curve::<3>(node, ChannelPath::Translation);
        let rotation = self.read_curve::<4>(node, ChannelPath::Rotation);
        let scale = self.read_curve::<3>(node, ChannelPath::Scale);
        let is_any = translation.is_some() || rotation.is_some() || scale.is_some();
        is_any.then(|| NodeMotion {
            rest: placed(&self.document.transforms[node]),
            translation,
            rotation,
            scale,
        })
    }

    /// Reads the weights of the morph targets of every node that is placed.
    fn read_weights(&mut self, hierarchy: &Hierarchy, rigs: &mut Rigs) {
        for placement in &hierarchy.placements {
            let key = (placement.node, ChannelPath::Weights);
            let Some(channel) = self.channels.get(&key).copied() else {
                continue;
            };
            let mesh = self.source.document.meshes.get(placement.mesh);
            let primitives = mesh.into_iter().flat_map(|mesh| &mesh.primitives);
            let targets = primitives
                .map(|it| it.targets.as_ref().map_or(0, Vec::len))
                .max();
            let width = targets.unwrap_or(0);
            if width == 0 {
                continue;
            }
            let curve = self.curve::<1>(channel, width);
            if let Some(curve) = curve.filter(Curve::varies) {
                rigs.weights.insert(placement.node, rigs.rig.weights.len());
                rigs.rig.weights.push(curve);
            }
        }
    }

    /// The curve of a property with `N` numbers; `None` where it has none.
    fn read_curve<const N: usize>(&mut self, node: usize, path: ChannelPath) -> Option<Curve> {
        let channel = self.channels.get(&(node, path)).copied()?;
        self.curve::<N>(channel, N)
    }

    /// The curve of a channel whose values have `width` numbers, `N` to an element of the file;
    /// `None`, and a warning, where it makes no sense.
    fn curve<const N: usize>(&mut self, channel: &Channel, width: usize) -> Option<Curve> {
        let node = self.document.root.nodes.get(channel.node)?;
        let name = node_name(node, channel.node);
        if !self.claim(channel.times, 1) || !self.claim(channel.values, N) {
            self.tell_of_too_much();
            return None;
        }
        let place = format!("the animation of \"{name}\"");
        let source = self.source;
        let times = source.floats::<1>(channel.times, 0.0, &place);
        let read = times.and_then(|times| {
            let values = source.floats::<N>(channel.values, 0.0, &place)?;
            sound_curve(channel, width, (times.concat(), values.concat()), &place)
        });
        match read {
            Ok(curve) => Some(Curve {
                round: self.round(channel.animation),
                ..curve
            }),
            Err(fault) => {
                self.findings.push(fault.finding().of_node(&name));
                None
            }
        }
    }

    /// The duration of an animation, seconds: the last key of all its channels that can be read.
    fn round(&mut self, animation: usize) -> f64 {
        if let Some(round) = self.rounds.get(&animation) {
            return *round;
        }
        let channels = self.document.channels.iter();
        let of_animation = channels.filter(|channel| channel.animation == animation);
        let accessors: BTreeSet<usize> = of_animation.map(|channel| channel.times).collect();
        let mut round = 0.0_f64;
        for accessor in accessors {
            if !self.claim(accessor, 1) {
                break;
            }
            let times = self
                .source
                .floats::<1>(accessor, 0.0, "")
                .unwrap_or_default();
            let finite = times.iter().flatten().filter(|time| time.is_finite());
            round = finite.fold(round, |round, time| round.max(f64::from(*time)));
        }
        self.rounds.insert(animation, round);
        round
    }

    /// Counts the numbers of an accessor before it is read; false once there are too many.
    fn claim(&mut self, accessor: usize, width: usize) -> bool {
        let accessor = self.source.document.accessors.get(accessor);
        let count = accessor.map_or(0, |accessor| accessor.count.0);
        self.numbers = self
            .numbers
            .saturating_add(count.saturating_mul(width as u64));
        self.numbers <= MOST_NUMBERS
    }

    fn tell_of_too_much(&mut self) {
        if !std::mem::replace(&mut self.is_told, true) {
            let problem = format!(
                "its skins have more than {MOST_NODES} joints, or their animations and those of \
                 morph targets more than {MOST_NUMBERS} numbers: the rest does not move"
            );
            self.findings.push(Finding::new(Code::OverLimit, problem));
        }
    }
}

/// Adds a node and those above it to its `own`, up to the first that is among them or known.
fn add_chain(
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

/// Returns for each node whether it is ever elsewhere, by its own animation or one above it.
fn varying(nodes: &[RigNode]) -> Vec<bool> {
    let mut varies: Vec<bool> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let curves = node.motion.iter().flat_map(|motion| motion.curves());
        let above = node.parent.is_some_and(|parent| varies[parent]);
        varies.push(above || curves.into_iter().any(Curve::varies));
    }
    varies
}

/// The skins of the meshes that are placed, each once.
fn placed_skins(document: &Document, hierarchy: &Hierarchy) -> Vec<usize> {
    let nodes = &document.root.nodes;
    let skins = hierarchy.placements.iter().filter_map(|placement| {
        let skin = nodes.get(placement.node)?.skin?.value();
        (skin < document.skins.len()).then_some(skin)
    });
    let skins: BTreeSet<usize> = skins.collect();
    skins.into_iter().collect()
}

/// A curve of ascending times with as many finite values, without its round.
fn sound_curve(
    channel: &Channel,
    width: usize,
    (times, values): (Vec<f32>, Vec<f32>),
    place: &str,
) -> Result<Curve, Fault> {
    let interpolation = match channel.interpolation.as_str() {
        "STEP" => Interpolation::Step,
        "CUBICSPLINE" => Interpolation::CubicSpline,
        _ => Interpolation::Linear,
    };
    let mut curve = Curve {
        times,
        values,
        width,
        interpolation,
        turns: channel.path == ChannelPath::Rotation,
        round: 0.0,
    };
    let per_key = interpolation.values_per_key() * width;
    let is_sound = !curve.times.is_empty()
        && curve
            .times
            .iter()
            .all(|time| time.is_finite() && *time >= 0.0)
        && curve.times.windows(2).all(|pair| pair[0] < pair[1])
        && curve.values.len() == curve.times.len() * per_key
        && curve.values.iter().all(|value| value.is_finite())
        && (!curve.turns || interpolation == Interpolation::CubicSpline || unit(&mut curve.values));
    match is_sound {
        true => Ok(curve),
        false => {
            let problem = "needs as many finite values as ascending times";
            Err(Fault::malformed(place, problem))
        }
    }
}

/// Makes quaternions unit; false where one is zero.
fn unit(values: &mut [f32]) -> bool {
    values.chunks_exact_mut(4).all(|quaternion| {
        let length = quaternion.iter().map(|it| it * it).sum::<f32>().sqrt();
        quaternion.iter_mut().for_each(|it| *it /= length);
        length.is_finite() && length > 0.0
    })
}
