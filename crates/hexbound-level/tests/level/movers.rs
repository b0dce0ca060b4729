//! Nodes marked `mover` and their animations, from files that the tests build.

use crate::gltf_file::{File, floor};
use glam::{DVec3, Vec3};
use hexbound_level::Level;
use serde_json::{Value, json};

const LIFT: usize = 1;

/// A floor and a node `name` with a plate 0.5 m above it, below a parent that stands at x = 3.
fn file(name: &str) -> File {
    let mut file = File::new().with_floor(0.0);
    let mesh = file.mesh(&floor(0.5, 1.0));
    file.primitive(mesh)["mode"] = json!(4);
    let node = file.node(name, mesh);
    assert_eq!(node, LIFT);
    file.push(
        "nodes",
        json!({"translation": [3, 0, 0], "children": [node]}),
    );
    file.json["scenes"] = json!([{"nodes": [0, 2]}]);
    file
}

/// Up by 4 m in 2 s, and down again in 1 s.
fn lifted(mut file: File, interpolation: &str) -> File {
    let times = file.floats(&[[0.0], [2.0], [3.0]]);
    let mut values = vec![[0.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 0.0]];
    if interpolation == "CUBICSPLINE" {
        let tangent = [9.0, 9.0, 9.0];
        values = values
            .into_iter()
            .flat_map(|v| [tangent, v, tangent])
            .collect();
    }
    let values = file.floats(&values);
    animate(&mut file, "translation", [times, values], interpolation);
    file
}

fn animate(file: &mut File, path: &str, [times, values]: [usize; 2], interpolation: &str) {
    let animation = json!({
        "channels": [{"sampler": 0, "target": {"node": LIFT, "path": path}}],
        "samplers": [{"input": times, "output": values, "interpolation": interpolation}],
    });
    file.push("animations", animation);
}

/// Where the plate's middle is after so many ticks, in the file's coordinates.
fn place(level: &Level, tick: u64) -> DVec3 {
    let rest = level.to_local(DVec3::new(3.0, 0.5, 0.0)).as_dvec3();
    let moved = level.movers[0].motion(tick).transform_point3(rest);
    level.to_file(moved.as_vec3())
}

#[test]
fn a_marked_node_moves_and_stands_in_no_way_where_it_rests() {
    for (name, extras) in [
        ("Lift Mover.001", Value::Null),
        ("Lift", json!({"mover": true})),
    ] {
        let mut file = lifted(file(name), "LINEAR");
        file.json["nodes"][LIFT]["extras"] = extras;
        let level = file.level();
        assert_eq!(level.findings, []);
        assert_eq!(
            (level.movers.len(), level.movers[0].collision.len()),
            (1, 2)
        );
        assert_eq!(level.collision.len(), 2, "the floor alone");
        let moves: Vec<_> = level.mesh.parts.iter().map(|part| part.mover).collect();
        assert_eq!(moves, [None, Some(0)]);
        for (tick, height) in [(0, 0.5), (60, 1.5), (120, 2.5), (300, 2.5), (420, 1.5)] {
            let place = place(&level, tick);
            let expected = DVec3::new(3.0, height, 0.0);
            assert!((place - expected).length() < 1e-5, "tick {tick}: {place}");
        }
    }
}

#[test]
fn steps_and_splines() {
    let level = lifted(file("mover"), "STEP").level();
    assert!((place(&level, 239).y - 0.5).abs() < 1e-5);
    assert!((place(&level, 241).y - 4.5).abs() < 1e-5);
    let level = lifted(file("mover"), "CUBICSPLINE").level();
    assert!((place(&level, 120).y - 2.5).abs() < 1e-5);
}

#[test]
fn a_turn_is_about_the_nodes_own_middle() {
    let mut file = file("disc_mover");
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let times = file.floats(&[[0.0], [1.0], [2.0]]);
    let turns = [
        [0.0, 0.0, 0.0, 1.0],
        [0.0, half, 0.0, half],
        [0.0, 1.0, 0.0, 0.0],
    ];
    let values = file.floats(&turns);
    animate(&mut file, "rotation", [times, values], "LINEAR");
    let level = file.level();
    let motion = level.movers[0].motion(120);
    let rest = level.to_local(DVec3::new(4.0, 0.5, 0.0)).as_dvec3();
    let moved = level.to_file(motion.transform_point3(rest).as_vec3());
    assert!(
        (moved - DVec3::new(3.0, 0.5, -1.0)).length() < 1e-5,
        "{moved}"
    );
    assert!((place(&level, 77) - DVec3::new(3.0, 0.5, 0.0)).length() < 1e-5);
}

/// The nodes below a mover go along; a mark on the way down makes no second mover.
#[test]
fn children_go_along() {
    let mut file = lifted(file("mover"), "LINEAR");
    let mesh = file.mesh(&floor(1.0, 0.5));
    let child = file.node("small mover", mesh);
    file.json["nodes"][LIFT]["children"] = json!([child]);
    let level = file.level();
    assert_eq!(
        (level.movers.len(), level.movers[0].collision.len()),
        (1, 4)
    );
}

#[test]
fn a_mover_that_cannot_move_is_a_solid_part_with_a_warning() {
    let broken: [fn(&mut File); 5] = [
        |file| file.json["animations"] = json!([]),
        |file| file.json["animations"][0]["samplers"] = json!("none"),
        |file| file.json["animations"][0]["samplers"][0]["input"] = json!(999),
        |file| {
            let times = file.floats(&[[0.0], [f32::NAN], [3.0]]);
            file.json["animations"][0]["samplers"][0]["input"] = json!(times);
        },
        |file| {
            let values = file.floats(&[[0.0, 1.0, 2.0]]);
            file.json["animations"][0]["samplers"][0]["output"] = json!(values);
        },
    ];
    for (index, break_it) in broken.into_iter().enumerate() {
        let mut file = lifted(file("mover"), "LINEAR");
        break_it(&mut file);
        let level = file.level();
        assert!(level.movers.is_empty(), "fault {index}");
        assert_eq!(level.collision.len(), 4, "fault {index}");
        let named = level
            .findings
            .iter()
            .any(|it| it.problem.contains("\"mover\""));
        assert!(named, "fault {index}: {:?}", level.findings);
    }
}

#[test]
fn a_mover_of_which_nothing_is_solid_stays_and_one_with_a_solid_child_takes_it_along() {
    let mut file = lifted(file("mover-nocol"), "LINEAR");
    let level = file.level();
    assert!(level.movers.is_empty());
    let words = "the mover \"mover-nocol\" stays where it is: there is no triangle";
    assert!(
        level.findings.iter().any(|it| it.problem.contains(words)),
        "{:?}",
        level.findings
    );
    let mesh = file.mesh(&floor(1.0, 0.5));
    let child = file.node("bar", mesh);
    file.json["nodes"][LIFT]["children"] = json!([child]);
    let level = file.level();
    assert_eq!(level.findings, []);
    assert_eq!(level.movers[0].collision.len(), 2, "the bar alone");
    let moves: Vec<_> = level.mesh.parts.iter().map(|part| part.mover).collect();
    assert_eq!(moves, [None, Some(0), Some(0)]);
}

#[test]
fn what_moves_counts_as_content() {
    let still = file("plate").level();
    let slow = lifted(file("mover"), "LINEAR").level();
    let stepping = lifted(file("mover"), "STEP").level();
    assert_ne!(still.content_hash, slow.content_hash);
    assert_ne!(slow.content_hash, stepping.content_hash);
    let bounds = slow.movers[0].collision.bounds();
    assert!(bounds.size().abs_diff_eq(Vec3::new(2.0, 0.0, 2.0), 1e-5));
}
