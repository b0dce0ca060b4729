//! Balls, targets, triggers, gates and walkers, as nodes' names and custom properties mark them.

use crate::gltf_file::File;
use glam::{DAffine3, DVec3};
use hexbound::{
    level::{
        self, AmbienceSound, BallOrigins, Bodies, Level, MoverStart, Play, Scale, TargetSet,
        Trigger, TriggerCause,
    },
    sim::BALL_MASS,
};
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

    /// Loads what must be right.
    fn right(&self) -> Level {
        let level = self.0.level();
        assert_eq!(level.warnings, Vec::<String>::new());
        level
    }

    /// Loads what is faulty, and gives the one thing that is said of it.
    fn told(&self) -> (Level, String) {
        let level = self.0.level();
        assert_eq!(level.warnings.len(), 1, "{:?}", level.warnings);
        let warning = level.warnings[0].clone();
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

const PLAYER: Bodies = Bodies {
    player: true,
    balls: false,
    walkers: false,
};

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

#[test]
fn every_marker_is_read_as_blender_writes_it() {
    let level = everything().right();
    let Play {
        title,
        settings,
        balls,
        targets,
        triggers,
        walkers,
    } = &level.play;
    assert_eq!(title.as_deref(), Some("All of it"));
    assert_eq!(
        (settings.balls, settings.blast, settings.fly),
        (6, true, Some(false))
    );
    assert_eq!(
        (settings.par_seconds, settings.par_balls),
        (Some(45.5), Some(5))
    );

    let names: Vec<&str> = targets.iter().map(|target| &*target.name).collect();
    assert_eq!(names, ["Target", "Target.001", "Disc"]);
    assert_eq!(
        targets.iter().map(|it| it.rings).collect::<Vec<_>>(),
        [0, 2, 0]
    );
    assert_eq!(targets[1].least_mass, 0.5);
    assert_eq!(targets[2].by, BallOrigins::Placed);
    assert!(near(in_file(&level, targets[2].center), [6.0, 2.0, -6.0]));

    assert_eq!(
        (balls.len(), balls[0].mass, balls[0].restitution),
        (1, 4.0, Some(0.9))
    );
    assert!((balls[0].radius - 0.25).abs() < 1e-3, "{}", balls[0].radius);
    assert!(near(in_file(&level, balls[0].position), [1.0, 1.0, 1.0]));
    assert!(near(balls[0].velocity, [0.0, 0.0, -2.5]));

    let starts: Vec<_> = level
        .movers
        .iter()
        .map(|it| (&*it.name, it.start))
        .collect();
    assert_eq!(
        starts,
        [
            ("Lift_mover", MoverStart::Played),
            ("Gate", MoverStart::Played)
        ]
    );
    let sunk = level.movers[1].motion(10_000).translation;
    assert!(near(sunk, [0.0, -1.0, 0.0]), "{sunk}");

    let [gate, lift, bell, lit, checkpoint, refill, exit] = &triggers[..] else {
        panic!("{triggers:?}");
    };
    assert_eq!(gate.cause, TriggerCause::Lit(TargetSet(vec![0, 1, 2])));
    assert_eq!(gate.actions.play, [1]);
    assert_eq!(lift.actions.play, [0]);
    assert_eq!(lift.actions.text.as_deref(), Some("Going up"));
    assert!(lift.once && lift.delay == 0.5);
    assert_eq!(
        volume(lift).matrix3.to_cols_array(),
        [2.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5]
    );
    assert!(near(
        in_file(&level, volume(lift).translation),
        [-2.0, 1.0, -2.0]
    ));
    let balls_only = Bodies {
        player: false,
        balls: true,
        walkers: false,
    };
    assert_eq!(bell.cause, TriggerCause::Contact { who: balls_only });
    assert_eq!(lit.cause, TriggerCause::Lit(TargetSet(vec![1, 2])));
    assert!(lit.actions.refill);
    assert!(checkpoint.actions.checkpoint && !checkpoint.once);
    assert!(refill.actions.refill && !refill.once);
    assert_eq!(
        volume(refill).matrix3.to_cols_array(),
        DAffine3::from_scale(DVec3::splat(1.5))
            .matrix3
            .to_cols_array()
    );
    assert!(exit.actions.end && exit.needs == TargetSet(vec![0, 1, 2]));
    assert!(matches!(
        exit.cause,
        TriggerCause::Enter { who: PLAYER, .. }
    ));

    assert_eq!(
        (walkers.len(), walkers[0].speed, walkers[0].rings),
        (1, 3.0, 1)
    );
    assert_eq!((walkers[0].notice, walkers[0].give_up), (8.0, 20.0));
    let way: Vec<f64> = walkers[0]
        .way
        .iter()
        .map(|it| in_file(&level, *it).z)
        .collect();
    assert_eq!(way, [8.0, 9.0], "in the order of the names");

    // What is left to see: floor, three targets, lift, gate and bell.
    let drawn: Vec<&str> = level.mesh.parts.iter().map(|part| &*part.name).collect();
    assert_eq!(
        drawn,
        [
            "floor",
            "Target",
            "Target.001",
            "Disc",
            "Lift_mover",
            "Gate",
            "Bell"
        ]
    );
}

#[test]
fn the_surfaces_know_their_targets_and_triggers() {
    let level = everything().right();
    let of = |x: f32, y: f32, z: f32| {
        let from = level.to_local(DVec3::new(x.into(), f64::from(y) + 5.0, z.into()));
        let hit = level
            .collision
            .ray_cast(from, glam::Vec3::NEG_Y, 50.0)
            .unwrap();
        let surface = level.surface(hit.triangle);
        (surface.target, surface.trigger)
    };
    assert_eq!(of(0.0, 2.0, -6.0), (Some(0), None));
    assert_eq!(of(6.0, 2.0, -6.0), (Some(2), None));
    assert_eq!(of(8.0, 0.5, 0.0), (None, Some(2)));
    assert_eq!(of(9.0, 0.0, 9.0), (None, None));
}

#[test]
fn a_target_goes_along_with_its_mover_and_holds_what_is_below_it() {
    let mut made = Made::new();
    let lift = made.cuboid("mover", [0.0, 1.0, 0.0], json!({}));
    made.animate(lift);
    let target = made.empty("target", [0.0, 2.0, 0.0], json!({}));
    let disc = made.cuboid("disc", [0.0, 0.0, 0.0], json!({}));
    let other = made.cuboid("target", [2.0, 0.0, 0.0], json!({}));
    made.below(lift, target);
    made.below(target, disc);
    made.below(target, other);
    made.0.json["scenes"] = json!([{"nodes": [0, lift]}]);
    let level = made.right();
    assert_eq!((level.play.targets.len(), level.movers.len()), (2, 1));
    assert_eq!(level.movers[0].start, MoverStart::AtOnce);
    let mover = &level.movers[0];
    let targets: Vec<Option<u32>> = (0..mover.collision.len() as u32)
        .map(|triangle| mover.surfaces.of(&mover.collision, triangle).target)
        .collect();
    let count = |number: Option<u32>| targets.iter().filter(|it| **it == number).count();
    assert_eq!([count(None), count(Some(0)), count(Some(1))], [12, 12, 12]);
    // Where it rests: one above the other.
    assert!(near(
        in_file(&level, level.play.targets[0].center),
        [0.0, 3.0, 0.0]
    ));
}

/// Meshes that stand in many places are drawn together, but each target is lit by itself.
#[test]
fn targets_of_one_mesh_have_materials_of_their_own() {
    let of_one_mesh = |name: &str| {
        let mut made = Made::new();
        let mesh = made.0.mesh(&sphere(0.4));
        for index in 0..12 {
            let at = [2.0 * f64::from(index), 2.0, 0.0];
            made.node(name, at, json!({"mesh": mesh}));
        }
        made.right()
    };
    assert_eq!(of_one_mesh("lamp").instance_groups.len(), 1);
    let level = of_one_mesh("target");
    assert!(level.instance_groups.is_empty());
    let lit: Vec<Option<u32>> = (level.mesh.parts.iter().skip(1))
        .map(|part| level.materials[part.material].target)
        .collect();
    assert_eq!(lit, (0..12).map(Some).collect::<Vec<_>>());
}

#[test]
fn a_bumper_may_be_a_target() {
    let mut made = Made::new();
    made.cuboid("Target bumper", [0.0, 2.0, 0.0], json!({}));
    let level = made.right();
    assert_eq!((level.bumpers.len(), level.play.targets.len()), (1, 1));
    assert_eq!(level.bumpers[0].surface.target, Some(0));
}

#[test]
fn a_prop_may_be_a_target() {
    let mut made = Made::new();
    made.cuboid("Target prop", [0.0, 2.0, 0.0], json!({}));
    made.cuboid(
        "Crate",
        [3.0, 2.0, 0.0],
        json!({"prop": "box", "target": true}),
    );
    let level = made.right();
    let targets: Vec<_> = level
        .props
        .iter()
        .map(|prop| prop.surface().target)
        .collect();
    assert_eq!(targets, [Some(0), Some(1)]);
}

#[test]
fn a_scale_brings_every_length_to_meters() {
    let folder = tempfile::tempdir().unwrap();
    let mut made = everything();
    made.cuboid(
        "ball",
        [0.0, 3.0, 0.0],
        json!({"radius": 2, "velocity": [0, 4, 0]}),
    );
    made.cuboid(
        "gate",
        [2.0, 3.0, 0.0],
        json!({"opens": "far", "by": [0, 6, 0]}),
    );
    let nodes = made.0.json["nodes"].as_array().unwrap().len();
    let listed = made.0.json["scenes"][0]["nodes"].as_array_mut().unwrap();
    listed.extend([json!(nodes - 2), json!(nodes - 1)]);
    let path = made.0.save(folder.path());
    let half = level::load_scaled(path, Scale::new(0.5).unwrap()).unwrap();
    let (whole, half) = (made.right(), half);
    assert!(half.warnings.is_empty(), "{:?}", half.warnings);
    let (a, b) = (&whole.play, &half.play);
    assert_eq!((a.balls[1].radius, b.balls[1].radius), (2.0, 1.0));
    assert_eq!(a.balls[0].radius * 0.5, b.balls[0].radius);
    assert_eq!(a.balls[1].velocity * 0.5, b.balls[1].velocity);
    let place = in_file(&half, b.balls[0].position);
    assert!(near(place, [0.5, 0.5, 0.5]), "{place}");
    assert_eq!(
        (a.walkers[0].speed * 0.5, a.walkers[0].notice * 0.5),
        (b.walkers[0].speed, b.walkers[0].notice)
    );
    assert_eq!(
        b.walkers[0].give_up, 20.0,
        "what no file names is in meters"
    );
    assert_eq!(
        volume(&a.triggers[1]).matrix3 * 0.5,
        volume(&b.triggers[1]).matrix3
    );
    let lifted = |level: &Level| level.movers[2].motion(1_000).translation.y;
    assert!((lifted(&whole) - 6.0).abs() < 1e-6 && (lifted(&half) - 3.0).abs() < 1e-6);
}

#[test]
fn gates_open_by_their_own_animation_or_when_they_are_played() {
    let mut made = Made::new();
    made.cuboid("target", [0.0, 3.0, 0.0], json!({}));
    let gate = made.cuboid("Gate.001", [2.0, 0.5, 0.0], json!({"opens": "all"}));
    made.animate(gate);
    made.cuboid("Gate.002", [4.0, 0.5, 0.0], json!({}));
    made.empty("trigger", [0.0; 3], json!({"play": "gate.002"}));
    // A gate that nothing opens is a wall.
    made.cuboid("Gate.003", [6.0, 0.5, 0.0], json!({}));
    let level = made.right();
    let ways: Vec<f64> = level
        .movers
        .iter()
        .map(|it| it.motion(9_999).translation.y)
        .collect();
    assert!(
        (ways[0] - 3.5).abs() < 1e-6 && (ways[1] + 1.0).abs() < 1e-6,
        "{ways:?}"
    );
    assert_eq!(ways.len(), 2);
    assert_eq!(level.play.triggers[1].actions.play, [1]);
}

/// A level that is only walked in stays as it is, whatever its nodes happen to be called.
#[test]
fn names_alone_do_little_in_a_level_without_targets() {
    let mut made = Made::new();
    for name in [
        "Exit Sign",
        "Checkpoint arch",
        "Walker statue",
        "Refill",
        "Ball Room",
        "Gate",
        "Trigger",
    ] {
        made.cuboid(name, [0.0, 1.0, 0.0], json!({}));
    }
    made.empty("ball_l", [0.0, 1.0, 0.0], json!({}));
    made.cuboid("Wall", [0.0, 1.0, 0.0], json!({}));
    let level = made.0.level();
    assert!(level.play.is_empty(), "{:?}", level.play);
    assert_eq!(level.mesh.parts.len(), 9);
    assert_eq!(level.collision.len(), 2 + 8 * 12);
    assert!(level.movers.is_empty());
    // Each kind is told once, with the remedy.
    assert_eq!(level.warnings.len(), 6, "{:?}", level.warnings);
    let exit = level
        .warnings
        .iter()
        .find(|it| it.contains("\"Exit Sign\""))
        .unwrap();
    assert!(
        exit.contains("this one has none") && exit.contains("exit = true"),
        "{exit}"
    );

    let mut plain = Made::new();
    for name in ["a", "b", "c", "d", "e", "f", "g"] {
        plain.cuboid(name, [0.0, 1.0, 0.0], json!({}));
    }
    plain.empty("h", [0.0, 1.0, 0.0], json!({}));
    plain.cuboid("i", [0.0, 1.0, 0.0], json!({}));
    assert_eq!(plain.right().content_hash, level.content_hash);
}

#[test]
fn a_round_mesh_of_a_balls_size_is_one_by_its_name() {
    for (radius, balls) in [(0.3, 1), (0.7, 0)] {
        let mut made = Made::new();
        let mesh = made.0.mesh(&sphere(radius));
        made.node("Ball", [0.0, 2.0, 0.0], json!({"mesh": mesh}));
        let level = made.0.level();
        assert_eq!(level.play.balls.len(), balls, "{radius} m");
        assert_eq!(level.mesh.parts.len(), 2 - balls);
        assert_eq!(level.warnings.len(), 1 - balls);
    }
    let mut egg = Made::new();
    let mesh = egg.0.mesh(&sphere(0.3));
    egg.node(
        "Ball",
        [0.0, 2.0, 0.0],
        json!({"mesh": mesh, "scale": [1, 1.5, 1]}),
    );
    assert!(egg.0.level().play.balls.is_empty());
}

#[test]
fn bones_and_roots_are_no_targets_by_their_names() {
    let mut made = Made::new();
    let root = made.empty("Target", [0.0; 3], json!({}));
    made.below(root, 0);
    made.0.json["scenes"] = json!([{"nodes": [root]}]);
    let (level, warning) = made.told();
    assert!(level.play.is_empty());
    assert!(warning.contains("at most 16 m"), "{warning}");

    let mut made = Made::new();
    let bone = made.empty("Target_L", [0.0; 3], json!({}));
    made.0.json["skins"] = json!([{"joints": [bone]}]);
    made.right();
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_a_remedy() {
    type Change = fn(&mut Made) -> usize;
    let cases: [(Change, &str); 21] = [
        (
            |it| it.cuboid("target", [9.0, 1.0, 0.0], json!({"mass": 50})),
            "asks for a ball of 50 kg, and the heaviest that counts has 4 kg",
        ),
        (
            |it| {
                it.cuboid(
                    "target",
                    [9.0, 1.0, 0.0],
                    json!({"mass": 3, "by": "thrown"}),
                )
            },
            "has 1 kg",
        ),
        (
            |it| it.empty("target", [0.0; 3], json!({})),
            "needs a mesh at or below it",
        ),
        (
            |it| it.cuboid("target-nocol", [9.0, 1.0, 0.0], json!({})),
            "can be hit",
        ),
        (
            |it| it.empty("trigger", [0.0; 3], json!({"play": "lift"})),
            "did you mean \"Lift_mover\"?",
        ),
        (
            |it| it.empty("trigger", [0.0; 3], json!({"play": "Bell"})),
            "\"Bell\", which is no mover",
        ),
        (
            |it| it.empty("trigger", [0.0; 3], json!({"play": "the portcullis"})),
            "no such node: give the name",
        ),
        (
            |it| it.empty("trigger", [0.0; 3], json!({"on": "enters", "text": "x"})),
            "there are enter, contact, lit",
        ),
        (
            |it| it.empty("trigger", [0.0; 3], json!({"delay": 1})),
            "nothing happens there",
        ),
        (
            |it| it.empty("trigger", [0.0; 3], json!({"on": "contact", "text": "x"})),
            "needs a mesh that is touched",
        ),
        (
            |it| {
                it.cuboid(
                    "trigger-nocol",
                    [9.0, 1.0, 0.0],
                    json!({"on": "contact", "text": "x"}),
                )
            },
            "nobody touches it",
        ),
        (
            |it| {
                it.empty(
                    "trigger",
                    [0.0; 3],
                    json!({"on": "lit", "text": "x", "group": "fat"}),
                )
            },
            "did you mean \"far\"?",
        ),
        (
            |it| {
                it.empty(
                    "trigger",
                    [0.0; 3],
                    json!({"needs": "everything", "text": "x"}),
                )
            },
            "there are far",
        ),
        (
            |it| it.cuboid("gate", [9.0, 1.0, 0.0], json!({"opens": "north"})),
            "a group of no target",
        ),
        (
            |it| it.cuboid("ball", [9.0, 1.0, 0.0], json!({"mass": -2})),
            "mass is -2: 1 is taken",
        ),
        (
            |it| it.cuboid("ball", [9.0, 1.0, 0.0], json!({"radius": 99})),
            "made one of 5 m",
        ),
        (
            |it| it.empty("walker", [0.0; 3], json!({"notice": 9, "give_up": 3})),
            "give_up larger",
        ),
        (
            |it| it.cuboid("taget", [9.0, 1.0, 0.0], json!({})),
            "did you mean \"target\"?",
        ),
        (
            |it| it.empty("Check_point", [0.0; 3], json!({})),
            "did you mean \"checkpoint\"?",
        ),
        (
            |it| it.cuboid("ball", [9.0, 1.0, 0.0], json!({"target": true})),
            "and is a target",
        ),
        (
            |it| {
                let mover = it.cuboid("mover.007", [9.0, 1.0, 0.0], json!({"start": "played"}));
                it.animate(mover);
                mover
            },
            "nothing plays it",
        ),
    ];
    for (change, part) in cases {
        let mut made = everything();
        let node = change(&mut made);
        let name = made.0.json["nodes"][node]["name"].clone();
        let listed = made.0.json["scenes"][0]["nodes"].as_array_mut().unwrap();
        listed.push(json!(node));
        let (_, warning) = made.told();
        assert!(warning.contains(part), "{warning}");
        assert!(warning.contains(&name.to_string()), "{warning}");
    }
}

#[test]
fn volumes_that_are_flat_or_nothing() {
    let sized = |scale: [f64; 3]| {
        let mut made = Made::new();
        let node = made.empty("trigger", [0.0, 1.0, 0.0], json!({"text": "x"}));
        made.0.json["nodes"][node]["scale"] = json!(scale);
        made.told()
    };
    let (level, warning) = sized([2.0, 2.0, 0.0]);
    assert!(warning.contains("0.1 m thick"), "{warning}");
    let sides = volume(&level.play.triggers[0]).matrix3;
    assert_eq!(
        sides.to_cols_array(),
        [2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.05]
    );
    let (level, warning) = sized([2.0, 0.0, 0.0]);
    assert!(warning.contains("nothing to enter"), "{warning}");
    assert!(level.play.triggers.is_empty());
}

#[test]
fn an_exit_in_a_level_without_targets_has_no_effect() {
    let mut made = Made::new();
    made.cuboid("Door", [0.0, 1.0, 0.0], json!({"exit": true}));
    let (level, warning) = made.told();
    assert!(level.play.triggers.is_empty());
    assert!(warning.contains("this level has none"), "{warning}");
}

#[test]
fn a_level_without_balls_tells_that_its_targets_stay_dark() {
    let mut made = Made::new();
    made.cuboid("target", [0.0, 2.0, 0.0], json!({}));
    made.0.json["scenes"] = json!([{"nodes": [0, 1], "extras": {"balls": 0}}]);
    let (level, warning) = made.told();
    assert_eq!(level.play.targets.len(), 1);
    assert!(warning.contains("no ball that can light it"), "{warning}");
}

#[test]
fn of_copies_of_a_ball_one_is_made_with_a_word() {
    let mut made = Made::new();
    let ball = made.cuboid("ball", [0.0, 2.0, 0.0], json!({"mass": 2}));
    let places = made.0.floats(&[[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]]);
    made.0.json["nodes"][ball]["extensions"] =
        json!({"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": places}}});
    let (level, warning) = made.told();
    assert_eq!((level.play.balls.len(), level.mesh.parts.len()), (1, 1));
    assert!(warning.contains("of its copies one"), "{warning}");
}

/// The reading must know what a thrown ball weighs, which is the simulation's.
#[test]
fn a_target_for_a_thrown_balls_mass_can_be_lit() {
    let told = |mass: f32| {
        let mut made = Made::new();
        made.cuboid("target", [0.0, 2.0, 0.0], json!({"mass": mass}));
        made.0.level().warnings.len()
    };
    assert_eq!([told(BALL_MASS), told(BALL_MASS * 1.01)], [0, 1]);
}

/// A recording is played only on a level in which all that matters to it is the same.
#[test]
fn everything_that_matters_counts_as_content() {
    let made = everything();
    let usual = made.right().content_hash;
    let node = |name: &str| {
        let nodes = made.0.json["nodes"].as_array().unwrap();
        nodes.iter().position(|node| node["name"] == name).unwrap()
    };
    let extras = [
        ("Ball_heavy", json!({"mass": 5})),
        ("Ball_heavy", json!({"radius": 0.3})),
        ("Ball_heavy", json!({"restitution": 0.5})),
        ("Ball_heavy", json!({"velocity": [0, 1, -2.5]})),
        ("Target", json!({"target": false})),
        ("Target", json!({"rings": 1})),
        ("Target", json!({"group": "far"})),
        ("Target", json!({"mass": 0.25})),
        ("Target", json!({"by": "thrown"})),
        (
            "Lift_mover",
            json!({"trigger": true, "on": "contact", "text": "Hop"}),
        ),
        ("Gate", json!({"opens": "far"})),
        ("Gate", json!({"by": [1, 0, 0]})),
        ("Gate", json!({"seconds": 3})),
        ("Trigger.002", json!({"who": "ball"})),
        ("Trigger.002", json!({"who": "walker"})),
        ("Trigger.002", json!({"who": "any"})),
        ("Trigger.002", json!({"needs": "far"})),
        ("Trigger.002", json!({"needs": "all"})),
        ("Trigger.002", json!({"play": "lift_mover, gate"})),
        ("Trigger.002", json!({"text": "Going down"})),
        ("Trigger.002", json!({"checkpoint": 1})),
        ("Trigger.002", json!({"refill": 1})),
        ("Trigger.002", json!({"end": 1})),
        ("Trigger.002", json!({"once": 0})),
        ("Trigger.002", json!({"delay": 0.25})),
        ("Trigger.003", json!({"group": "all", "text": "Lit"})),
        ("Walker", json!({"speed": 2.5})),
        ("Walker", json!({"rings": 2})),
        ("Walker", json!({"notice": 9})),
        ("Walker", json!({"give_up": 21})),
    ];
    let places = [
        ("Ball_heavy", json!({"translation": [1, 1, 1.5]})),
        ("Trigger.002", json!({"scale": [2, 1, 0.75]})),
        ("Trigger.002", json!({"translation": [-2, 1, -3]})),
        ("Checkpoint", json!({"rotation": [0, 0.6, 0, 0.8]})),
        ("Walker", json!({"translation": [7, 0, 6]})),
        ("Walker", json!({"rotation": [0, 0.6, 0, 0.8]})),
        ("way.010", json!({"translation": [0, 0, 3]})),
        ("way.010", json!({"name": "way.001"})),
    ];
    let scenes = [
        json!({"balls": 7}),
        json!({"blast": 0}),
        json!({"fly": 1}),
        json!({"par_seconds": 45}),
        json!({"par_balls": 6}),
    ];
    let materials = [json!({"restitution": 0.5}), json!({"friction": 0.1})];
    let mut seen = std::collections::BTreeSet::from([usual]);
    let mut differs = |what: String, change: &dyn Fn(&mut Value)| {
        let mut made = everything();
        change(&mut made.0.json);
        let level = made.right();
        assert!(seen.insert(level.content_hash), "{what}");
    };
    let set = |fields: &mut Value, with: &Value| {
        for (key, value) in with.as_object().unwrap() {
            fields[key] = value.clone();
        }
    };
    for (name, with) in &extras {
        let change = |json: &mut Value| set(&mut json["nodes"][node(name)]["extras"], with);
        differs(format!("{name} {with}"), &change);
    }
    for (name, with) in &places {
        let change = |json: &mut Value| set(&mut json["nodes"][node(name)], with);
        differs(format!("{name} {with}"), &change);
    }
    for with in &scenes {
        let change = |json: &mut Value| set(&mut json["scenes"][0]["extras"], with);
        differs(format!("the scene {with}"), &change);
    }
    for with in &materials {
        // Of the floor, of a mover and of a target.
        for part in ["floor", "Lift_mover", "Target"] {
            let change = |json: &mut Value| {
                json["materials"] = json!([{"extras": with}]);
                let mesh = json["nodes"][node(part)]["mesh"].as_u64().unwrap();
                json["meshes"][mesh as usize]["primitives"][0]["material"] = json!(0);
            };
            differs(format!("{part} {with}"), &change);
        }
    }

    let mut renamed = everything();
    renamed.0.json["scenes"][0]["extras"]["title"] = json!("Another title");
    assert_eq!(renamed.right().content_hash, usual, "a title is no content");
}

#[test]
fn sounds_of_places_are_read_where_they_stand_and_are_no_content() {
    let mut made = everything();
    let usual = made.right().content_hash;
    let wind = made.empty("Ambience", [0.0; 3], json!({}));
    let water = json!({"sound": "water", "volume": 0.5, "radius": 3});
    let water = made.empty("ambience.001", [2.0, 1.0, -3.0], water);
    made.below(0, wind);
    made.below(0, water);
    let level = made.right();
    assert_eq!(level.content_hash, usual, "it is only heard");
    let [wind, water] = &level.ambience[..] else {
        panic!("{:?}", level.ambience);
    };
    assert_eq!((wind.sound, wind.radius), (AmbienceSound::Wind, None));
    assert_eq!((wind.volume, water.volume), (1.0, 0.5));
    assert_eq!(water.sound, AmbienceSound::Water);
    assert_eq!(water.radius, Some(3.0));
    let place = in_file(&level, water.position.as_dvec3());
    assert!(near(place, [2.0, 1.0, -3.0]), "{place}");
}

#[test]
fn a_props_surface_counts_as_content() {
    let hash = |extras: Value, material: Value| {
        let mut made = Made::new();
        made.cuboid("prop", [0.0, 2.0, 0.0], extras);
        made.0.json["materials"] = json!([{"extras": material}]);
        made.0.primitive(1)["material"] = json!(0);
        made.right().content_hash
    };
    let usual = hash(json!({}), json!({}));
    assert_ne!(hash(json!({}), json!({"restitution": 0.5})), usual);
    assert_ne!(hash(json!({}), json!({"friction": 0})), usual);
    assert_ne!(hash(json!({"target": 1}), json!({})), usual);
    assert_eq!(hash(json!({}), json!({"surface": "wood"})), usual);
}
