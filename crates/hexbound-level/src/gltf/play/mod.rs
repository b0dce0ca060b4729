//! From the markers of a file's nodes to what its level is played for: groups and movers found by
//! their names, volumes, and in words everything that makes no sense.

mod settings;
mod triggers;

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DVec3};
use gltf::json::Root;

use super::{
    accessors::Source,
    hierarchy::{Hierarchy, Placement},
    marked_nodes::MarkedNode,
    markers::{
        BallMarker, MarkerKind, TargetMarker, WALKER_GIVE_UP, WALKER_NOTICE, WALKER_SPEED,
        WalkerMarker,
    },
    mesh_boxes::{MeshBox, MeshBoxes},
    transforms::yaw_of,
};
use crate::{
    BallOrigins, BodyClasses, BodyKind, Code, Finding, MoverStart, Play, Scale, StartBall, Target,
    WalkerStart, build::DraftMover,
};

pub(super) use settings::read_settings;
use triggers::MoverNames;

/// The most balls, targets, triggers and walkers that a level may have, of each kind: a trigger may
/// wait for all targets, so a small file could ask for their product.
const MOST: usize = 4096;
/// The mass of a thrown ball, kilograms.
const THROWN_MASS: f32 = 1.0;
/// The radius of a ball without a mesh, meters, and the least and the largest one.
const USUAL_RADIUS: f32 = 0.15;
const LEAST_RADIUS: f32 = 0.02;
const MOST_RADIUS: f32 = 5.0;
/// The largest radius of a mesh that its name alone makes a ball, meters.
const NAMED_RADIUS: f64 = 0.6;
/// The most that a mesh's length may be in times of its width for its name alone to make it a ball.
const NAMED_STRETCH: f64 = 1.25;
/// The largest size of a target that is one by its name alone, meters: a root node of that name is
/// none.
const NAMED_TARGET: f64 = 16.0;

/// Puts together what the level is played for. The meshes of balls, walkers and volumes are taken
/// out of the hierarchy's placements, those of targets and contact triggers get their numbers, and
/// movers that are played learn it.
pub(super) fn read_play(
    source: Source,
    hierarchy: &mut Hierarchy,
    movers: &mut [DraftMover],
    scale: Scale,
    findings: &mut Vec<Finding>,
) -> Play {
    let nodes = std::mem::take(&mut hierarchy.marked);
    let parts = PartsOf::new(&hierarchy.placements);
    let mut reader = Reader {
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
    let props = hierarchy
        .props
        .iter()
        .filter_map(|prop| prop.class.as_ref());
    reader.read_classes(props);
    reader.read();
    let Reader {
        targets,
        triggers,
        is_replaced,
        play,
        ..
    } = reader;
    let of =
        |numbers: &[Option<u32>], node: Option<usize>| Some(numbers.get(node?).copied()?? as usize);
    (hierarchy.placements).retain(|placement| !placement.marked.is_some_and(|at| is_replaced[at]));
    for placement in &mut hierarchy.placements {
        placement.target = of(&targets, placement.target);
        placement.trigger = of(&triggers, placement.trigger);
    }
    play
}

/// Everything that is known while a file's markers are put together.
struct Reader<'a> {
    document: &'a Root,
    nodes: &'a [MarkedNode],
    placements: &'a [Placement],
    parts: &'a PartsOf,
    names: MoverNames,
    movers: &'a mut [DraftMover],
    boxes: MeshBoxes<'a>,
    /// Meters for one unit of the file.
    scale: f64,
    findings: &'a mut Vec<Finding>,
    play: Play,
    /// The numbers of the targets by their groups.
    groups: BTreeMap<String, Vec<u32>>,
    /// The classes that bodies have.
    classes: BTreeSet<String>,
    /// The numbers of the target and of the trigger that each node has become.
    targets: Vec<Option<u32>>,
    triggers: Vec<Option<u32>>,
    /// True for each node whose own mesh is neither drawn nor solid.
    is_replaced: Vec<bool>,
    /// The nodes that are no markers although their names say so, with the kind.
    plain: Vec<(MarkerKind, String)>,
    /// The gates of which it has been told why they stay shut, as indices into `movers`.
    shut: BTreeSet<usize>,
    /// The number of markers beyond [`MOST`].
    beyond: usize,
}

/// The placements that make up each target, contact trigger and mover.
#[derive(Default)]
struct PartsOf {
    targets: BTreeMap<usize, Vec<usize>>,
    triggers: BTreeMap<usize, Vec<usize>>,
    movers: BTreeMap<usize, Vec<usize>>,
}

impl PartsOf {
    fn new(placements: &[Placement]) -> Self {
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

impl<'a> Reader<'a> {
    /// Targets come first: the others depend on whether there are any.
    fn read(&mut self) {
        let nodes = self.nodes;
        for (at, node) in nodes.iter().enumerate() {
            if let Some(marker) = &node.markers.target
                && self.has_room(self.play.targets.len())
            {
                self.read_target(at, node, marker);
            }
        }
        for (at, node) in nodes.iter().enumerate() {
            if let Some(marker) = &node.markers.ball
                && self.has_room(self.play.balls.len())
            {
                self.read_ball(at, node, marker);
            }
            if let Some(marker) = &node.markers.walker
                && self.has_room(self.play.walkers.len())
            {
                self.read_walker(at, node, marker);
            }
            if let Some(marker) = &node.markers.gate
                && self.has_room(self.play.triggers.len())
            {
                self.read_gate(node, marker);
            }
            if let Some(marker) = &node.markers.trigger
                && self.has_room(self.play.triggers.len())
            {
                self.read_trigger(at, node, marker);
            }
        }
        if self.beyond > 0 {
            let problem = format!(
                "{} markers are left out: of each kind a level has {MOST} at most",
                self.beyond
            );
            self.findings.push(Finding::new(Code::OverLimit, problem));
        }
        self.check_masses();
        self.check_played();
        self.check_end();
        self.tell_plain();
    }

    /// Takes in the classes of all bodies, those of props given, and warns of classes in the table of
    /// responses of which there is no body.
    fn read_classes<'n>(&mut self, props: impl Iterator<Item = &'n String>) {
        let of_markers = self.nodes.iter().flat_map(|node| {
            let ball = node
                .markers
                .ball
                .as_ref()
                .and_then(|ball| ball.class.clone());
            let walker = node
                .markers
                .walker
                .as_ref()
                .and_then(|walker| walker.class.clone());
            [ball, walker]
        });
        self.classes = props.cloned().chain(of_markers.flatten()).collect();
        for name in &self.classes {
            self.play.classes.class(name);
        }
        let passing: Vec<_> = self
            .play
            .classes
            .passing()
            .flat_map(|(pair, _)| pair)
            .collect();
        let kinds = passing
            .iter()
            .filter(|class| !self.play.classes.is_of_kind(**class));
        let names = kinds.map(|class| self.play.classes.name(*class).to_owned());
        for name in names
            .filter(|name| !self.classes.contains(name))
            .collect::<BTreeSet<_>>()
        {
            let problem = format!(
                "the scene: its custom property responses names the class \"{name}\", and no body is \
                 of that class: give a prop, a walker or a ball the custom property class = {name}"
            );
            self.findings.push(Finding::new(Code::BadValue, problem));
        }
    }

    /// Gives the ball or walker that was read last the class that its node asks for.
    fn give_class(&mut self, node: &MarkedNode, kind: BodyKind, name: Option<&String>) {
        let Some(name) = name else {
            return;
        };
        let count = match kind {
            BodyKind::Ball => self.play.balls.len(),
            _ => self.play.walkers.len(),
        };
        match self.play.classes.class(name) {
            Some(class) => self.play.classes.put(kind, count as u32 - 1, class),
            None => self.tell(node, Code::OverLimit, BodyClasses::FULL),
        }
    }

    fn read_target(&mut self, at: usize, node: &MarkedNode, marker: &TargetMarker) {
        let (placements, parts) = (self.placements, self.parts);
        let own = || parts.targets.get(&at).into_iter().flatten();
        let Some([low, high]) = self.bounds(own()) else {
            self.warn(
                node,
                "a target needs a mesh at or below it: give it one, or the custom property \
                 target = false",
            );
            return;
        };
        if node.markers.by_name_alone && (high - low).max_element() > NAMED_TARGET {
            self.plain.push((MarkerKind::Target, node.name.clone()));
            return;
        }
        if !own().any(|part| placements[*part].treatment.solid) {
            self.warn(
                node,
                "nothing of this target can be hit: balls meet what is solid, so leave out -nocol",
            );
        }
        let number = self.play.targets.len() as u32;
        self.targets[at] = Some(number);
        if let Some(group) = &marker.group {
            self.groups.entry(group.clone()).or_default().push(number);
        }
        self.play.targets.push(Target {
            name: node.name.clone(),
            center: (low + high) * 0.5,
            rings: marker.rings,
            least_mass: marker.least_mass,
            by: marker.by,
        });
    }

    fn read_ball(&mut self, at: usize, node: &MarkedNode, marker: &BallMarker) {
        let mesh = node.mesh.and_then(|mesh| self.boxes.of(mesh));
        let placed = mesh.map(|mesh| (mesh, mesh.placed(&node.transform)));
        let sides = placed.map(|(_, placed)| half_sides(&placed));
        if node.markers.by_name_alone && !self.is_ball(mesh.as_ref().zip(sides)) {
            self.plain.push((MarkerKind::Ball, node.name.clone()));
            return;
        }
        self.replace(at, node);
        if node.has_mesh_below {
            self.warn(
                node,
                "the ball takes its own mesh along, and those of its children stay where they are: \
                 join them to one mesh",
            );
        }
        let given = marker.radius.map(|radius| radius * self.scale as f32);
        let of_mesh = sides.map(|sides| sides.max_element() as f32);
        let wish = given.or(of_mesh.filter(|radius| *radius > 0.0));
        let wish = wish.unwrap_or(USUAL_RADIUS);
        let radius = wish.clamp(LEAST_RADIUS, MOST_RADIUS);
        if radius != wish {
            self.warn(
                node,
                &format!(
                    "a ball of a radius of {wish} m is made one of {radius} m: give it a radius \
                     from {LEAST_RADIUS} to {MOST_RADIUS} m"
                ),
            );
        }
        let position = placed.map_or(node.transform.translation, |(_, placed)| placed.translation);
        self.play.balls.push(StartBall {
            name: node.name.clone(),
            position,
            velocity: marker.velocity * self.scale,
            radius,
            mass: marker.mass,
            restitution: marker.restitution,
        });
        self.give_class(node, BodyKind::Ball, marker.class.as_ref());
    }

    /// Returns whether a node is a ball by its name alone: round and of a size to throw, or an
    /// empty in a level with targets.
    fn is_ball(&self, mesh: Option<(&MeshBox, DVec3)>) -> bool {
        let Some((mesh, sides)) = mesh else {
            return self.has_targets();
        };
        let (least, most) = (sides.min_element(), sides.max_element());
        mesh.is_round && most <= NAMED_RADIUS && most <= least * NAMED_STRETCH
    }

    fn read_walker(&mut self, at: usize, node: &MarkedNode, marker: &WalkerMarker) {
        if node.markers.by_name_alone && !self.has_targets() {
            self.plain.push((MarkerKind::Walker, node.name.clone()));
            return;
        }
        self.replace(at, node);
        if node.has_mesh_below {
            self.warn(
                node,
                "of a walker only its own mesh is replaced, and those of its children stay where \
                 they are: give them to other nodes",
            );
        }
        let scale = self.scale as f32;
        let meters = |given: Option<f32>, usual: f32| given.map_or(usual, |given| given * scale);
        let notice = meters(marker.notice, WALKER_NOTICE);
        let mut give_up = meters(marker.give_up, WALKER_GIVE_UP.max(notice));
        if give_up < notice {
            give_up = notice;
            self.warn(
                node,
                "it would give up nearer than it notices: make its custom property give_up larger \
                 than notice",
            );
        }
        let feet = node.mesh.and_then(|mesh| self.boxes.of(mesh)).map(|mesh| {
            let [low, _] = corners(&mesh.placed(&node.transform));
            low.y
        });
        let origin = node.transform.translation;
        let mut way: Vec<&(String, DVec3)> = node.empties.iter().collect();
        way.sort_by_key(|(name, _)| in_order(name));
        self.play.walkers.push(WalkerStart {
            name: node.name.clone(),
            position: DVec3::new(origin.x, feet.unwrap_or(origin.y), origin.z),
            yaw: yaw_of(&node.transform),
            speed: meters(marker.speed, WALKER_SPEED),
            rings: marker.rings,
            notice,
            give_up,
            way: way.into_iter().map(|(_, place)| *place).collect(),
        });
        self.give_class(node, BodyKind::Walker, marker.class.as_ref());
    }

    /// Takes a node's own mesh out of what is drawn and solid.
    fn replace(&mut self, at: usize, node: &MarkedNode) {
        self.is_replaced[at] = true;
        if node.has_copies {
            self.warn(
                node,
                "of its copies one is made: give each of the others a node of its own",
            );
        }
    }

    /// Warns of targets that no ball is heavy enough for.
    fn check_masses(&mut self) {
        let placed = self.play.balls.iter().map(|ball| ball.mass);
        let heaviest = placed.fold(0.0, f32::max);
        let thrown = match self.play.settings.balls {
            0 => 0.0,
            _ => THROWN_MASS,
        };
        let problems: Vec<(usize, String)> = (self.targets.iter().enumerate())
            .filter_map(|(at, number)| {
                let target = &self.play.targets[(*number)? as usize];
                let most = match target.by {
                    BallOrigins::Any => heaviest.max(thrown),
                    BallOrigins::Thrown => thrown,
                    BallOrigins::Placed => heaviest,
                };
                let least = target.least_mass;
                if most == 0.0 {
                    let problem = "there is no ball that can light it: place one, give the scene \
                                   balls, or change its custom property by";
                    return Some((at, String::from(problem)));
                }
                (least > most).then(|| {
                    let problem = format!(
                        "it asks for a ball of {least} kg, and the heaviest that counts has {most} \
                         kg: place a heavier ball, or make its custom property mass smaller"
                    );
                    (at, problem)
                })
            })
            .collect();
        for (at, problem) in problems {
            let node = &self.nodes[at];
            self.tell(node, Code::NoEnd, &problem);
        }
    }

    /// Tells movers that are played so, and warns of those that wait in vain.
    fn check_played(&mut self) {
        let triggers = self.play.triggers.iter();
        let played: BTreeSet<u32> = triggers
            .flat_map(|trigger| trigger.actions.play.iter().copied())
            .collect();
        for (index, mover) in self.movers.iter_mut().enumerate() {
            if played.contains(&(index as u32)) {
                mover.start = MoverStart::Played;
            } else if mover.start == MoverStart::Played && !self.shut.contains(&index) {
                let problem = format!(
                    "the mover \"{}\" waits to be played and nothing plays it: name it in the \
                     custom property play of a trigger",
                    mover.name
                );
                let finding = Finding::new(Code::StillMover, problem);
                self.findings.push(finding.of_node(&mover.name));
            }
        }
    }

    /// Warns of a level that can't be played to an end.
    fn check_end(&mut self) {
        let mut triggers = self.play.triggers.iter();
        if self.has_targets() && !triggers.any(|trigger| trigger.actions.end) {
            let problem = "the level has targets and no way out, so that playing it never ends: \
                           add a node named exit where the player leaves, or give a trigger the \
                           custom property end = true";
            self.findings.push(Finding::new(Code::NoEnd, problem));
        }
    }

    /// Tells of nodes whose names say that they are markers, and that are none.
    fn tell_plain(&mut self) {
        for kind in MarkerKind::ALL {
            let names = self.plain.iter().filter(|(plain, _)| *plain == kind);
            let names: Vec<&str> = names.map(|(_, name)| &**name).collect();
            let Some(first) = names.first() else {
                continue;
            };
            let others = match names.len() {
                1 => String::new(),
                count => format!(" (and {} others so named)", count - 1),
            };
            let (word, why) = (kind.word(), why_plain(kind));
            let problem = format!(
                "node \"{first}\"{others}: it is no {word}, since {why}; if it is meant as one, \
                 give it the custom property {word} = true"
            );
            let finding = Finding::new(Code::UnfitMarker, problem);
            self.findings.push(finding.of_node(*first));
        }
    }

    /// Returns whether there may be one more of a kind of which there are so many.
    fn has_room(&mut self, count: usize) -> bool {
        let has_room = count < MOST;
        self.beyond += usize::from(!has_room);
        has_room
    }

    fn has_targets(&self) -> bool {
        !self.play.targets.is_empty()
    }

    /// The box around placed meshes, in the file, meters; `None` where there is nothing.
    fn bounds<'p>(&mut self, parts: impl Iterator<Item = &'p usize>) -> Option<[DVec3; 2]> {
        let mut bounds: Option<[DVec3; 2]> = None;
        for part in parts {
            let placement = &self.placements[*part];
            let Some(mesh) = self.boxes.of(placement.mesh) else {
                continue;
            };
            let [low, high] = corners(&mesh.placed(&placement.transform));
            bounds = Some(match bounds {
                Some([least, most]) => [least.min(low), most.max(high)],
                None => [low, high],
            });
        }
        bounds
    }

    /// Tells that a node can't be what it is marked as, or not all of it.
    fn warn(&mut self, node: &MarkedNode, problem: &str) {
        self.tell(node, Code::UnfitMarker, problem);
    }

    fn tell(&mut self, node: &MarkedNode, code: Code, problem: &str) {
        let finding = Finding::about("node", &node.name, code, problem);
        self.findings.push(finding);
    }
}

/// The reason why a name alone does not make a node a marker of that kind.
fn why_plain(kind: MarkerKind) -> &'static str {
    match kind {
        MarkerKind::Ball => {
            "by its name alone a ball is a round mesh of at most 0.6 m radius, or an empty in a \
             level with targets"
        }
        MarkerKind::Target => "by its name alone a target is at most 16 m large",
        MarkerKind::Trigger => {
            "nothing happens there: it has no custom property play, text, checkpoint, refill or end"
        }
        MarkerKind::Walker | MarkerKind::Checkpoint | MarkerKind::Exit | MarkerKind::Refill => {
            "by its name alone it is one in a level with targets, and this one has none"
        }
        MarkerKind::Gate => "nothing opens it",
        MarkerKind::Ambience => "nothing is heard there",
    }
}

/// The lengths of half the sides of a box, given as the place of the cube from −1 to 1.
fn half_sides(placed: &DAffine3) -> DVec3 {
    let axes = placed.matrix3;
    DVec3::new(
        axes.x_axis.length(),
        axes.y_axis.length(),
        axes.z_axis.length(),
    )
}

/// The lowest and the highest coordinates of a box, given as the place of the cube from −1 to 1.
fn corners(placed: &DAffine3) -> [DVec3; 2] {
    let axes = placed.matrix3;
    let reach = axes.x_axis.abs() + axes.y_axis.abs() + axes.z_axis.abs();
    [placed.translation - reach, placed.translation + reach]
}

/// A key that sorts names as people do: by their letters, and by the values of their numbers.
fn in_order(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let letters = rest
            .find(|it: char| it.is_ascii_digit())
            .unwrap_or(rest.len());
        let (word, number) = rest.split_at(letters);
        let digits = (number.find(|it: char| !it.is_ascii_digit())).unwrap_or(number.len());
        let value = match &number[..digits] {
            "" => 0,
            digits => digits.parse().unwrap_or(u64::MAX),
        };
        parts.push((word.to_lowercase(), value));
        rest = &number[digits..];
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_by_their_numbers() {
        let mut names = [
            "way.010",
            "Way.002",
            "way",
            "way.1",
            "b 7",
            "way.99999999999999999999",
        ];
        names.sort_by_key(|name| in_order(name));
        let expected = [
            "b 7",
            "way",
            "way.1",
            "Way.002",
            "way.010",
            "way.99999999999999999999",
        ];
        assert_eq!(names, expected);
    }
}
