//! Triggers and gates: the volumes, the movers and the groups of targets named by their markers.

use glam::{DAffine3, DMat3, DVec3};

use super::{objects::half_sides, reader::MarkerReader};
use crate::{
    Bodies, Code, MoverStart, Placed, TargetSet, Track, Trigger, TriggerActions, TriggerCause,
    TriggerVolume,
    gltf::{
        marked_nodes::MarkedNode,
        markers::{GateMarker, GroupName, MarkerKind, REFILL_REACH, TriggerMarker, TriggerOn},
        transforms::yaw_of,
    },
    movers::Path,
    suggestions,
};

/// Half the least thickness of a volume, meters.
const MIN_HALF_THICKNESS: f64 = 0.05;
/// The least half side of a volume, meters. A volume with two smaller ones is refused.
const MIN_HALF_SIDE: f64 = 1e-3;

/// The number of findings from which unknown names are not reported, since a suggestion takes time.
const MAX_FINDINGS: usize = 100;

impl MarkerReader<'_> {
    pub(super) fn read_trigger(&mut self, index: usize, node: &MarkedNode, marker: &TriggerMarker) {
        let named = node.markers.by_name_alone;
        if named && !marker.acts() {
            self.plain.push((MarkerKind::Trigger, node.name.clone()));
            return;
        }
        if named && !self.has_targets() {
            let kind = match &marker.actions {
                TriggerActions { end: true, .. } => MarkerKind::Exit,
                TriggerActions { refill: true, .. } => MarkerKind::Refill,
                _ => MarkerKind::Checkpoint,
            };
            self.plain.push((kind, node.name.clone()));
            return;
        }
        if marker.on == TriggerOn::Enter {
            self.remove_mesh(index, node);
        }
        let Some(cause) = self.cause(index, node, marker) else {
            return;
        };
        // A trigger that needs an unknown group could never act.
        let needs = marker.needs.as_ref();
        let needs = needs.map_or(Some(TargetSet::default()), |name| {
            self.group(node, "needs", name)
        });
        let Some(needs) = needs else {
            return;
        };
        let actions = TriggerActions {
            play: self.movers_played(node, &marker.play),
            ..marker.actions.clone()
        };
        if actions == TriggerActions::default() {
            // Unknown names of movers are reported already.
            if marker.play.is_empty() {
                self.warn(
                    node,
                    "nothing happens there: give it the custom property play, text, checkpoint, \
                     refill or end",
                );
            }
            return;
        }
        self.triggers[index] = Some(self.play.triggers.len() as u32);
        let place = match &cause {
            TriggerCause::Enter { volume, .. } => volume.0.translation,
            _ => node.transform.translation,
        };
        self.play.triggers.push(Trigger {
            name: node.name.clone(),
            cause,
            needs,
            once: marker.once,
            delay: marker.delay,
            actions,
            place,
            yaw: yaw_of(&node.transform),
        });
    }

    /// Makes a gate move out of the way when a trigger starts it, and adds the trigger for its group.
    pub(super) fn read_gate(&mut self, node: &MarkedNode, marker: &GateMarker) {
        let Some(own) = node.mover.filter(|_| node.is_mover) else {
            self.warn(
                node,
                "it moves with a mover, so it opens by nothing of its own: take it out of that",
            );
            return;
        };
        let opens = marker
            .opens
            .as_ref()
            .and_then(|name| self.group(node, "opens", name));
        if marker.opens.is_some() && opens.is_none() {
            self.shut.insert(own);
        }
        if let Some(targets) = opens {
            self.play.triggers.push(Trigger {
                actions: TriggerActions {
                    play: vec![own as u32],
                    ..TriggerActions::default()
                },
                yaw: yaw_of(&node.transform),
                ..Trigger::lit(&node.name, node.transform.translation, &targets.0)
            });
        }
        self.movers[own].start = MoverStart::Played;
        // A gate with an animation follows it.
        if self.movers[own].path.track.seconds() > 0.0 {
            return;
        }
        let parts = self.parts.movers.get(&own).into_iter().flatten();
        let height = (self.bounds(parts)).map_or(0.0, |[low, high]| high.y - low.y);
        let delta = (marker.by).map_or(DVec3::NEG_Y * height, |by| by * self.scale);
        if delta == DVec3::ZERO {
            self.warn(
                node,
                "it has no height to sink by: give it a mesh, or the custom property by",
            );
            return;
        }
        // Along the file's axes, whichever direction the gate faces.
        self.movers[own].path = Path {
            parent: DAffine3::IDENTITY,
            rest: Placed::IDENTITY,
            track: Track::through(&[(0.0, DVec3::ZERO), (f64::from(marker.seconds), delta)]),
        };
    }

    /// The bodies that a trigger responds to; the player, with a warning, for a class without bodies.
    fn bodies(&mut self, node: &MarkedNode, marker: &TriggerMarker) -> Bodies {
        let Some(name) = &marker.who_class else {
            return marker.who;
        };
        let class = self.play.classes.find(name);
        let class = class.filter(|_| self.classes.contains(name));
        if class.is_none() {
            let problem = format!(
                "who = \"{name}\" names nobody, so it answers to the player: there are player, ball, \
                 walker, prop and any, and the classes that bodies of the level have"
            );
            self.report(node, Code::BadValue, &problem);
            return Bodies::PLAYER;
        }
        Bodies {
            class,
            ..Bodies::default()
        }
    }

    /// The cause of a trigger; `None`, with a warning, if it has no possible one.
    fn cause(
        &mut self,
        index: usize,
        node: &MarkedNode,
        marker: &TriggerMarker,
    ) -> Option<TriggerCause> {
        let who = self.bodies(node, marker);
        match marker.on {
            TriggerOn::Enter => {
                let volume = self.volume(node, marker)?;
                Some(TriggerCause::Enter { volume, who })
            }
            TriggerOn::Contact => {
                let parts = self.parts.triggers.get(&index);
                let parts = parts.map_or(&[][..], Vec::as_slice);
                let mut solid = parts
                    .iter()
                    .map(|part| self.placements[*part].treatment.solid);
                if solid.any(|is_solid| is_solid) {
                    return Some(TriggerCause::Contact { who });
                }
                let problem = match parts {
                    [] => "a trigger on contact needs a mesh that is touched: give it one",
                    _ => "nothing of it is solid, so nobody touches it: leave out -nocol",
                };
                self.warn(node, problem);
                None
            }
            TriggerOn::Lit => {
                let group = marker.group.clone().unwrap_or(GroupName::All);
                self.group(node, "group", &group).map(TriggerCause::Lit)
            }
        }
    }

    /// The box that has to be entered.
    fn volume(&mut self, node: &MarkedNode, marker: &TriggerMarker) -> Option<TriggerVolume> {
        if node.mover.is_some() {
            self.warn(
                node,
                "its volume stays where the mover rests: what moves can be a trigger on contact",
            );
        }
        let mesh = node.mesh.and_then(|mesh| self.boxes.of(mesh));
        let mut volume = match mesh {
            Some(mesh) => mesh.placed(&node.transform),
            None if marker.is_lamp => {
                let reach = DAffine3::from_scale(DVec3::splat(REFILL_REACH));
                DAffine3::from_translation(node.transform.translation) * reach
            }
            None => node.transform,
        };
        let sides = half_sides(&volume).to_array();
        let thin = sides
            .iter()
            .filter(|side| **side < MIN_HALF_THICKNESS)
            .count();
        let none = sides.iter().filter(|side| **side < MIN_HALF_SIDE).count();
        if none > 1 {
            self.warn(
                node,
                "there is nothing to enter: give it a mesh with a volume, or scale the empty",
            );
            return None;
        }
        if none > 0 {
            self.warn(
                node,
                "its volume is flat, and is taken as 0.1 m thick: give it thickness",
            );
        }
        if thin > 0 {
            volume.matrix3 = thickened(volume.matrix3);
        }
        Some(TriggerVolume(volume))
    }

    /// The targets of a group named by a custom property; `None`, with a warning, if there are none.
    fn group(&mut self, node: &MarkedNode, property: &str, name: &GroupName) -> Option<TargetSet> {
        let count = self.play.targets.len() as u32;
        let name = match name {
            GroupName::All if count > 0 => return Some(TargetSet((0..count).collect())),
            GroupName::All => {
                self.warn(
                    node,
                    "it waits for targets to be lit, and this level has none: it has no effect",
                );
                return None;
            }
            GroupName::Named(name) => name,
        };
        if let Some(numbers) = self.groups.get(name) {
            return Some(TargetSet(numbers.clone()));
        }
        let known = self.groups.keys().map(String::as_str);
        let hint = match suggestions::closest(name, known.clone()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if self.groups.is_empty() => {
                String::from("give targets the custom property group, or write \"all\"")
            }
            None => format!("there are {}", known.collect::<Vec<_>>().join(", ")),
        };
        let problem =
            format!("its custom property {property} is \"{name}\", a group of no target: {hint}");
        self.report(node, Code::BadValue, &problem);
        None
    }

    /// The movers named `names`, ascending; each unknown name adds a warning.
    fn movers_played(&mut self, node: &MarkedNode, names: &[String]) -> Vec<u32> {
        let mut played = Vec::new();
        for name in names {
            let found = self.names.named(name).to_vec();
            if found.is_empty() && self.findings.len() < MAX_FINDINGS {
                let problem = self.no_mover(name);
                self.report(node, Code::BadValue, &problem);
            }
            played.extend(found);
        }
        played.sort_unstable();
        played.dedup();
        played
    }

    /// The problem of an unknown mover name, with a suggestion.
    fn no_mover(&self, name: &str) -> String {
        let lower = name.to_lowercase();
        let is_node = (self.document.nodes.iter())
            .any(|node| (node.name.as_ref()).is_some_and(|other| other.to_lowercase() == lower));
        if is_node {
            return format!(
                "it plays \"{name}\", which is no mover: give that the custom property mover = true \
                 and an animation, or gate = true"
            );
        }
        let movers = || self.movers.iter().map(|mover| mover.name.as_str());
        let holds = |mover: &&str| mover.to_lowercase().contains(&lower);
        match suggestions::closest(name, movers()).or_else(|| movers().find(holds)) {
            Some(near) => {
                format!("it plays \"{name}\", and there is no such node; did you mean \"{near}\"?")
            }
            None => format!(
                "it plays \"{name}\", and there is no such node: give the name of a mover or a gate"
            ),
        }
    }
}

/// The axes of a box, none shorter than the least thickness.
fn thickened(axes: DMat3) -> DMat3 {
    let mut columns = [axes.x_axis, axes.y_axis, axes.z_axis];
    for index in 0..3 {
        let others = [columns[(index + 1) % 3], columns[(index + 2) % 3]];
        let across = others[0].cross(others[1]).normalize_or(DVec3::Y);
        let column = &mut columns[index];
        if column.length() < MIN_HALF_THICKNESS {
            *column = column.try_normalize().unwrap_or(across) * MIN_HALF_THICKNESS;
        }
    }
    DMat3::from_cols(columns[0], columns[1], columns[2])
}
