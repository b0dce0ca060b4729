//! From the markers of a file's nodes to the playable content of its level: groups and movers found by
//! their names, volumes, and findings about inconsistencies.

mod checks;
mod mover_names;
mod objects;
mod reader;
mod settings;
mod triggers;

use std::collections::{BTreeMap, BTreeSet};

use super::{accessors::Buffers, hierarchy::Hierarchy, mesh_boxes::MeshBoxes};
use crate::{Code, Finding, Play, Scale, build::DraftMover};

use mover_names::MoverNames;
use reader::{MAX_MARKERS_OF_A_KIND, MarkerReader, OwnedPlacements};
pub(super) use settings::read_settings;

/// Combines the markers into the playable content. The meshes of balls, walkers and volumes are removed
/// from the hierarchy's placements, those of targets and contact triggers get their indices, and movers
/// started by triggers are marked so.
pub(super) fn read_play(
    source: Buffers,
    hierarchy: &mut Hierarchy,
    movers: &mut [DraftMover],
    scale: Scale,
    findings: &mut Vec<Finding>,
) -> Play {
    let nodes = std::mem::take(&mut hierarchy.marked);
    let parts = OwnedPlacements::new(&hierarchy.placements);
    let mut reader = MarkerReader {
        scale: scale.factor(),
        targets: vec![None; nodes.len()],
        triggers: vec![None; nodes.len()],
        is_replaced: vec![false; nodes.len()],
        placements: &hierarchy.placements,
        parts: &parts,
        names: MoverNames::new(movers),
        beyond: 0,
        boxes: MeshBoxes::new(source),
        groups: BTreeMap::new(),
        classes: BTreeSet::new(),
        play: Play::default(),
        plain: Vec::new(),
        shut: BTreeSet::new(),
        nodes: &nodes,
        document: source.document,
        movers,
        findings,
    };
    read_settings(source.document, &mut reader.play, reader.findings);
    let props = (hierarchy.props.iter()).filter_map(|prop| prop.body.class.as_ref());
    reader.read_classes(props);
    reader.read();
    let (targets, triggers) = (reader.targets, reader.triggers);
    let (is_replaced, play) = (reader.is_replaced, reader.play);
    let of =
        |numbers: &[Option<u32>], node: Option<usize>| Some(numbers.get(node?).copied()?? as usize);
    (hierarchy.placements).retain(|placement| !placement.marked.is_some_and(|it| is_replaced[it]));
    for placement in &mut hierarchy.placements {
        placement.target = of(&targets, placement.target);
        placement.trigger = of(&triggers, placement.trigger);
    }
    play
}

impl<'a> MarkerReader<'a> {
    /// Reads all markers. Targets come first: the others depend on whether there are any.
    fn read(&mut self) {
        let nodes = self.nodes;
        for (index, node) in nodes.iter().enumerate() {
            if let Some(marker) = self.room_for(&node.markers.target, self.play.targets.len()) {
                self.read_target(index, node, marker);
            }
        }
        for (index, node) in nodes.iter().enumerate() {
            if let Some(marker) = self.room_for(&node.markers.ball, self.play.balls.len()) {
                self.read_ball(index, node, marker);
            }
            if let Some(marker) = self.room_for(&node.markers.walker, self.play.walkers.len()) {
                self.read_walker(index, node, marker);
            }
            if let Some(marker) = self.room_for(&node.markers.gate, self.play.triggers.len()) {
                self.read_gate(node, marker);
            }
            if let Some(marker) = self.room_for(&node.markers.trigger, self.play.triggers.len()) {
                self.read_trigger(index, node, marker);
            }
        }
        if self.beyond > 0 {
            let problem = format!(
                "{} markers are left out: of each kind a level has {MAX_MARKERS_OF_A_KIND} at most",
                self.beyond
            );
            self.findings.push(Finding::new(Code::OverLimit, problem));
        }
        self.check_masses();
        self.check_played();
        self.check_end();
        self.report_plain();
    }

    /// Collects the classes of all bodies, with those of `props`, and warns of classes in the table of
    /// responses without a body.
    fn read_classes<'n>(&mut self, props: impl Iterator<Item = &'n String>) {
        let markers = || self.nodes.iter().map(|node| &node.markers);
        let balls = markers().filter_map(|it| it.ball.as_ref()?.class.as_ref());
        let walkers = markers().filter_map(|it| it.walker.as_ref()?.class.as_ref());
        self.classes = props
            .cloned()
            .chain(balls.chain(walkers).cloned())
            .collect();
        for name in &self.classes {
            self.play.classes.intern(name);
        }
        let table = &self.play.classes;
        let passing = table.passing().flat_map(|(pair, _)| pair);
        let named = passing.filter(|class| !table.is_of_kind(*class));
        let names: BTreeSet<&str> = named.map(|class| table.name(class)).collect();
        for name in (names.into_iter()).filter(|name| !self.classes.contains(*name)) {
            let problem = format!(
                "the scene: its custom property responses names the class \"{name}\", and no body is \
                 of that class: give a prop, a walker or a ball the custom property class = {name}"
            );
            self.findings.push(Finding::new(Code::BadValue, problem));
        }
    }
}
