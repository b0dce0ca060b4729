//! Markers with any custom properties of any type, anywhere: every file loads, says what is odd
//! and can be played.

use hexbound_sim::{BALL_MASS, Command, Rules, World};
use proptest::prelude::*;
use serde_json::{Value, json};
use test_support::shapes::cuboid;

use crate::{cases::level_of, gltf_file::File};

const NAMES: &str = "ball|Ball.001|target|Target prop|target_mover|trigger|trigger-nocol|checkpoint|exit|\
    refill|gate|Gate.002|walker|mover|prop sphere|bumper|taget|spawn|way|wall";

const KEYS: &str = "ball|target|trigger|checkpoint|exit|refill|gate|walker|mover|prop|bumper|mass|\
    radius|restitution|velocity|rings|group|by|on|who|needs|play|text|end|once|delay|\
    seconds|opens|speed|notice|give_up|start|Mass";

const WORDS: &str = "all|enter|contact|lit|player|ball|walker|any|thrown|placed|played|Gate.002, mover|\
    west|1||hull";

fn parts(list: &'static str) -> Vec<&'static str> {
    list.split('|').collect()
}

/// Any JSON value, often one that means something.
fn values() -> impl Strategy<Value = Value> {
    let simple = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2_i64..4).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-3.0_f64..3.0).prop_map(Value::from),
        prop::sample::select(parts(WORDS)).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop::collection::vec(-9.0_f64..9.0, 0..5).prop_map(Value::from),
    ];
    simple.prop_recursive(2, 8, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,4}", inner, 0..3).prop_map(|it| json!(it)),
        ]
    })
}

fn extras() -> impl Strategy<Value = Value> {
    let keys = prop::sample::select(parts(KEYS));
    prop_oneof![
        9 => prop::collection::btree_map(keys, values(), 0..6).prop_map(|it| json!(it)),
        1 => values(),
    ]
}

/// Nodes with none of the meshes 1 and 2 or with one, and the node before each that it is a child of, if any.
fn nodes() -> impl Strategy<Value = Vec<(Value, Option<usize>)>> {
    let sizes = || prop_oneof![4 => Just(1.0), 1 => Just(0.0), 2 => -3.0_f64..3.0];
    let place = || -5.0_f64..5.0;
    let node = (
        prop::sample::select(parts(NAMES)),
        [place(), place(), place()],
        [sizes(), sizes(), sizes()],
        extras(),
        0_usize..3,
        prop::option::weighted(0.3, 0_usize..8),
    );
    let node = node.prop_map(|(name, at, scale, extras, mesh, parent)| {
        let mut node = json!({"name": name, "translation": at, "scale": scale, "extras": extras});
        if mesh > 0 {
            node["mesh"] = json!(mesh);
        }
        (node, parent)
    });
    prop::collection::vec(node, 1..9)
}

/// A floor with those nodes; the meshes are a box and a flat one.
fn made(nodes: &[(Value, Option<usize>)], scene: &Value) -> File {
    let mut file = File::new().with_floor(0.0);
    for half in [[0.5, 0.4, 0.3], [0.5, 0.0, 0.5]] {
        file.mesh(&cuboid(half));
    }
    let times = file.floats(&[[0.0], [2.0]]);
    let places = file.floats(&[[0.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
    let mut children = vec![Vec::new(); nodes.len()];
    let mut listed = vec![0];
    for (index, (_, parent)) in nodes.iter().enumerate() {
        match parent.filter(|parent| *parent < index) {
            Some(parent) => children[parent].push(index + 1),
            None => listed.push(index + 1),
        }
    }
    for ((node, _), children) in nodes.iter().zip(children) {
        let number = file.push("nodes", node.clone());
        if !children.is_empty() {
            file.json["nodes"][number]["children"] = json!(children);
        }
        if node["name"].to_string().contains("mover") {
            file.animate([number, times, places], "translation");
        }
    }
    file.json["scenes"] = json!([{"nodes": listed, "extras": scene}]);
    file
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_the_properties_are_the_level_can_be_played(nodes in nodes(), scene in extras()) {
        let made = made(&nodes, &scene);
        // A level may be refused for having nothing to stand on, or for lying too far out.
        let Ok(level) = made.load() else {
            return Ok(());
        };
        for finding in &level.findings {
            prop_assert!(finding.problem.chars().count() < 600, "{finding}");
        }
        let play = &level.play;
        let numbers = |set: &[u32], count: usize| set.iter().all(|it| (*it as usize) < count);
        for trigger in &play.triggers {
            prop_assert!(numbers(&trigger.needs.0, play.targets.len()));
            prop_assert!(numbers(&trigger.actions.play, level.movers.len()));
        }
        prop_assert_eq!(made.level().content_hash, level.content_hash);
        let mut world = World::new(&level, Rules::default());
        for _ in 0..20 {
            world.step(&level, &Command::default(), &mut Vec::new());
        }
    }
}

/// A level of very many markers that all name each other is cut, and read in no time that grows
/// with their square.
#[test]
fn very_many_markers_are_cut_with_a_word() {
    let markers = |index: usize| {
        let at = format!("[{}, 1, {}]", index % 80, index / 80);
        format!(
            r#""target" {at} "box 0.1" {{"group": {index}}}
"exit" {at} {{"play": "door {index}"}}
"ball" {at} {{"mass": 2}}
"#
        )
    };
    let level = level_of(&(0..6_000).map(markers).collect::<String>());
    let play = &level.play;
    let counts = [play.targets.len(), play.triggers.len(), play.balls.len()];
    assert_eq!(counts, [4096; 3]);
    let told = |part: &str| level.findings.iter().any(|it| it.problem.contains(part));
    assert!(told("markers are left out"), "{:?}", level.findings);
}

/// The reading must know what a thrown ball weighs, which is the simulation's.
#[test]
fn a_target_for_a_thrown_balls_mass_can_be_lit() {
    let is_too_heavy = |mass: f32| {
        let level = level_of(&format!(r#""target" "box" {{"mass": {mass}}}"#));
        (level.findings.iter()).any(|it| it.problem.contains("a ball of"))
    };
    assert!(!is_too_heavy(BALL_MASS));
    assert!(is_too_heavy(BALL_MASS * 1.01));
}
