//! Balls, targets, triggers, gates and walkers, as nodes' names and custom properties mark them: what
//! is read, what is said of faults, and what counts as content. Here are the files that the rooms
//! below are made of.

mod content;
mod faults;
mod reading;

use crate::gltf_file::File;
use glam::{DAffine3, DVec3};
use hexbound_level::{Bodies, Level, Trigger, TriggerCause};
use serde_json::{Value, json};

/// The triangles of a box of these half sides about the origin.
pub fn cuboid(half: [f32; 3]) -> Vec<[f32; 3]> {
    let corner = |bits: usize| {
        [0, 1, 2].map(|axis| match bits >> axis & 1 {
            0 => -half[axis],
            _ => half[axis],
        })
    };
    // Bits: 1 = x, 2 = y, 4 = z; each side counter-clockwise from outside.
    let sides = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let halves = |[a, b, c, d]: [usize; 4]| [a, b, c, a, c, d];
    sides.into_iter().flat_map(halves).map(corner).collect()
}

/// The triangles of a ball of twelve by six faces.
fn sphere(radius: f32) -> Vec<[f32; 3]> {
    let at = |belt: u32, side: u32| {
        let (rise, width) = libm::sincosf((belt as f32 / 6.0 - 0.5) * std::f32::consts::PI);
        let (x, z) = libm::sincosf(side as f32 / 6.0 * std::f32::consts::PI);
        [x * width, rise, z * width].map(|part| part * radius)
    };
    let faces = (0..6).flat_map(|belt| (0..12).map(move |side| (belt, side)));
    let halves = |(belt, side): (u32, u32)| {
        let [a, b] = [at(belt, side), at(belt, side + 1)];
        let [c, d] = [at(belt + 1, side + 1), at(belt + 1, side)];
        [a, b, c, a, c, d]
    };
    faces.flat_map(halves).collect()
}

/// A floor, to which a test adds nodes.
pub struct Made(pub File);

impl Made {
    pub fn new() -> Self {
        Self(File::new().with_floor(0.0))
    }

    /// Adds a node with a box of half a meter, at a place.
    pub fn cuboid(&mut self, name: &str, at: [f64; 3], extras: Value) -> usize {
        let mesh = self.0.mesh(&cuboid([0.5; 3]));
        self.node(name, at, json!({"mesh": mesh, "extras": extras}))
    }

    /// Adds a node without a mesh, at a place.
    pub fn empty(&mut self, name: &str, at: [f64; 3], extras: Value) -> usize {
        self.node(name, at, json!({"extras": extras}))
    }

    fn node(&mut self, name: &str, at: [f64; 3], mut node: Value) -> usize {
        node["name"] = json!(name);
        node["translation"] = json!(at);
        self.0.push("nodes", node)
    }

    /// Makes a node the child of another.
    pub fn below(&mut self, parent: usize, child: usize) {
        let children = &mut self.0.json["nodes"][parent]["children"];
        match children.as_array_mut() {
            Some(children) => children.push(json!(child)),
            None => *children = json!([child]),
        }
    }

    /// Lets a node rise by 4 m in 2 s.
    pub fn animate(&mut self, node: usize) {
        let times = self.0.floats(&[[0.0], [2.0]]);
        let values = self.0.floats(&[[0.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
        let animation = json!({
            "channels": [{"sampler": 0, "target": {"node": node, "path": "translation"}}],
            "samplers": [{"input": times, "output": values}],
        });
        self.0.push("animations", animation);
    }

    /// Loads what must be right; most of these levels have no end.
    fn right(&self) -> Level {
        let mut level = self.0.level();
        level.findings.retain(|it| !it.problem.contains(ENDLESS));
        assert_eq!(level.findings, []);
        level
    }

    /// Loads what is faulty, and gives the one thing that is said of it.
    fn told(&self) -> (Level, String) {
        let mut level = self.0.level();
        level.findings.retain(|it| !it.problem.contains(ENDLESS));
        assert_eq!(level.findings.len(), 1, "{:?}", level.findings);
        let warning = level.findings[0].problem.clone();
        (level, warning)
    }
}

/// A local place in the file's coordinates.
fn in_file(level: &Level, local: DVec3) -> DVec3 {
    local + level.origin
}

fn near(a: DVec3, b: [f64; 3]) -> bool {
    (a - DVec3::from(b)).length() < 1e-5
}

/// The place of the volume of a trigger that is entered.
fn volume(trigger: &Trigger) -> DAffine3 {
    match &trigger.cause {
        TriggerCause::Enter { volume, .. } => volume.0,
        other => panic!("{other:?}"),
    }
}

/// A part of what is said of a level with targets and without a way out.
const ENDLESS: &str = "no way out";

const PLAYER: Bodies = Bodies::PLAYER;

/// Every marker once, as Blender writes them: names in any case with numbers, flags as 0 and 1,
/// whole and broken numbers, empties with a scale.
pub fn everything() -> Made {
    let mut made = Made::new();
    made.cuboid("Target", [0.0, 2.0, -6.0], json!({}));
    made.cuboid(
        "Target.001",
        [3.0, 2.0, -6.0],
        json!({"rings": 2, "mass": 0.5, "group": "Far"}),
    );
    made.cuboid(
        "Disc",
        [6.0, 2.0, -6.0],
        json!({"target": 1, "by": "placed", "group": "far"}),
    );
    let ball = made.0.mesh(&sphere(0.25));
    let extras = json!({"mass": 4, "velocity": [0, 0, -2.5], "restitution": 0.9});
    made.node(
        "Ball_heavy",
        [1.0, 1.0, 1.0],
        json!({"mesh": ball, "extras": extras}),
    );
    let lift = made.cuboid("Lift_mover", [-4.0, 0.5, -4.0], json!({}));
    made.animate(lift);
    made.cuboid(
        "Gate",
        [0.0, 0.5, -9.0],
        json!({"opens": "all", "seconds": 1.5}),
    );
    let way_in = made.empty(
        "Trigger.002",
        [-2.0, 1.0, -2.0],
        json!({
        "play": "lift_mover", "text": "Going up", "delay": 0.5}),
    );
    made.0.json["nodes"][way_in]["scale"] = json!([2, 1, 0.5]);
    made.cuboid(
        "Bell",
        [8.0, 0.5, 0.0],
        json!({
        "trigger": true, "on": "contact", "who": "ball", "text": "Ding"}),
    );
    made.empty(
        "Trigger.003",
        [0.0; 3],
        json!({"on": "lit", "group": "far", "refill": 1}),
    );
    made.empty("Checkpoint", [5.0, 1.0, 5.0], json!({}));
    made.empty("REFILL.004", [-5.0, 1.0, 5.0], json!({}));
    made.cuboid("Exit", [0.0, 1.0, -12.0], json!({}));
    let walker = made.empty("Walker", [7.0, 0.0, 7.0], json!({"speed": 3, "notice": 8}));
    for (name, z) in [("way.010", 2.0), ("way.002", 1.0)] {
        let place = made.empty(name, [0.0, 0.0, z], json!({}));
        made.below(walker, place);
    }
    let scene_nodes: Vec<usize> = (0..made.0.json["nodes"].as_array().unwrap().len())
        .filter(|node| {
            let name = &made.0.json["nodes"][*node]["name"];
            !name.as_str().unwrap().starts_with("way")
        })
        .collect();
    made.0.json["scenes"] = json!([{"nodes": scene_nodes, "extras": {
        "title": "All of it", "balls": 6, "blast": 1, "fly": 0, "par_seconds": 45.5, "par_balls": 5}}]);
    made
}
