//! Skins and morph targets that move, as files have them: what stays solid, what is reported, and what
//! becomes of faulty ones.

use hexbound_level::{Code, Level};
use serde_json::{Value, json};

use crate::{
    animated_file::{NODE, animate, leaning_strip, rising_pane, strip_with_flag},
    gltf_file::File,
};

/// Whether a node's mesh is drawn moving.
fn moves(level: &Level, node: &str) -> bool {
    let mut parts = level.mesh.parts.iter().filter(|part| part.name == node);
    parts.any(|part| part.animated.is_some())
}

fn codes(level: &Level) -> Vec<Code> {
    level.findings.iter().map(|finding| finding.code).collect()
}

/// The file without its animations.
fn stilled(mut file: File) -> File {
    file.json["animations"] = json!([]);
    file
}

#[test]
fn what_is_drawn_moving_is_solid_where_it_rests() {
    for (make, name) in [
        (leaning_strip as fn() -> File, "strip"),
        (rising_pane, "pane"),
    ] {
        let (level, still) = (make().level(), stilled(make()).level());
        assert!(moves(&level, name) && !moves(&still, name), "{name}");
        assert_eq!(level.content_hash, still.content_hash, "{name}");
        assert_eq!(level.mesh.vertices, still.mesh.vertices, "{name}");
        assert_eq!(codes(&still), [], "{name}");
    }
}

#[test]
fn a_solid_mesh_that_leaves_its_place_is_told_and_another_is_not() {
    let told = |name: &str| {
        let mut file = leaning_strip();
        file.json["nodes"][NODE]["name"] = json!(name);
        file.level().findings
    };
    let [finding] = &told("strip")[..] else {
        panic!("one finding: {:?}", told("strip"));
    };
    assert_eq!(finding.code, Code::DrawnOnly);
    assert_eq!(finding.node.as_deref(), Some("strip"));
    assert!(finding.problem.contains("\"strip\""), "{finding}");
    assert_eq!(told("strip-nocol"), []);
    // A breath of ten centimeters is nothing that anybody bumps into.
    let mut file = rising_pane();
    let weights = file.floats(&[[0.0], [0.05]]);
    file.json["animations"][0]["samplers"][0]["output"] = json!(weights);
    let level = file.level();
    assert!(moves(&level, "pane"));
    assert_eq!(codes(&level), []);
}

#[test]
fn a_key_for_everything_that_stands_still_animates_nothing() {
    let mut file = leaning_strip();
    let keys = file.floats(&[[0.0, 0.0, 0.0, 1.0]; 3]);
    file.json["animations"][0]["samplers"][0]["output"] = json!(keys);
    let level = file.level();
    assert!(!moves(&level, "strip"));
    assert_eq!(codes(&level), []);
}

#[test]
fn the_first_animation_of_a_node_is_played() {
    let reach = |second: f32| {
        let mut file = rising_pane();
        let times = file.floats(&[[0.0], [2.0]]);
        let values = file.floats(&[[0.0], [second]]);
        animate(&mut file, [NODE, times, values], "weights");
        let level = file.level();
        let mut parts = level.mesh.parts.iter().filter(|part| part.name == "pane");
        parts
            .next()
            .and_then(|part| part.animated)
            .map(|it| it.size().y)
    };
    assert!(reach(0.5).is_some());
    assert_eq!(reach(0.5), reach(40.0));
}

#[test]
fn an_animation_above_the_joints_moves_the_skin_and_a_mover_moves_by_itself() {
    let carried = |name: &str| {
        let mut file = stilled(leaning_strip());
        let lower = file.json["skins"][0]["joints"][0].clone();
        let carrier = file.push("nodes", json!({"name": name, "children": [NODE, lower]}));
        file.json["scenes"] = json!([{"nodes": [0, carrier]}]);
        let times = file.floats(&[[0.0], [2.0]]);
        let values = file.floats(&[[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]]);
        animate(&mut file, [carrier, times, values], "translation");
        file.level()
    };
    assert!(moves(&carried("wagon"), "strip"));
    let moved = carried("wagon mover");
    assert!(!moves(&moved, "strip"));
    assert_eq!(moved.movers.len(), 1);
}

#[test]
fn what_hangs_on_a_joint_goes_along_and_what_hangs_elsewhere_is_told() {
    let (mut file, _) = strip_with_flag();
    let level = file.level();
    assert!(moves(&level, "flag"));
    assert_eq!(codes(&level), [Code::DrawnOnly]);
    // On a node that is animated and no joint.
    let rotation = file.json["animations"][0].clone();
    file.push("animations", rotation);
    let flag = file.json["nodes"].as_array().map_or(0, Vec::len) - 1;
    let pole = file.push("nodes", json!({"name": "pole", "children": [flag]}));
    let upper = file.json["skins"][0]["joints"][1].as_u64().unwrap() as usize;
    file.json["nodes"][upper]["children"] = json!([]);
    file.json["animations"][1]["channels"][0]["target"]["node"] = json!(pole);
    let level = file.level();
    assert!(moves(&level, "strip") && !moves(&level, "flag"));
    assert!(
        codes(&level).contains(&Code::StillAnimation),
        "{:?}",
        level.findings
    );
}

/// A change of a file's document.
type Change = fn(&mut File);

#[test]
fn a_faulty_animation_is_left_out_by_name_and_the_rest_stands() {
    let faults: [(&str, Change); 6] = [
        ("descending times", |file| {
            let times = file.floats(&[[0.0], [2.0], [1.0]]);
            file.json["animations"][0]["samplers"][0]["input"] = json!(times);
        }),
        ("too few values", |file| {
            let values = file.floats(&[[0.0, 0.0, 0.0, 1.0]]);
            file.json["animations"][0]["samplers"][0]["output"] = json!(values);
        }),
        ("values that are no numbers", |file| {
            let values = file.floats(&[[f32::NAN; 4]; 3]);
            file.json["animations"][0]["samplers"][0]["output"] = json!(values);
        }),
        ("no rotation at all", |file| {
            let values = file.floats(&[[0.0; 4]; 3]);
            file.json["animations"][0]["samplers"][0]["output"] = json!(values);
        }),
        ("an accessor that is not there", |file| {
            file.json["animations"][0]["samplers"][0]["input"] = json!(999);
        }),
        ("values of another type", |file| {
            let values = file.floats(&[[0.0, 0.0]; 3]);
            file.json["animations"][0]["samplers"][0]["output"] = json!(values);
        }),
    ];
    for (fault, change) in faults {
        let mut file = leaning_strip();
        change(&mut file);
        let level = file.level();
        assert!(!moves(&level, "strip"), "{fault}");
        assert_eq!(codes(&level), [Code::LeftOut], "{fault}");
    }
}

#[test]
fn a_faulty_skin_stands_and_does_not_move() {
    let faults: [(&str, Change); 4] = [
        ("a joint out of range", |file| {
            file.json["skins"][0]["joints"] = json!([2]);
        }),
        ("a joint that is no node", |file| {
            file.json["skins"][0]["joints"][1] = json!(77);
        }),
        ("joints in a circle", |file| {
            file.json["nodes"][2]["children"] = json!([3]);
        }),
        ("binds that are not there", |file| {
            file.json["skins"][0]["inverseBindMatrices"] = json!(999);
        }),
    ];
    for (fault, change) in faults {
        let mut file = leaning_strip();
        // A circle of nodes in the scene is refused.
        file.json["scenes"] = json!([{"nodes": [0, NODE]}]);
        change(&mut file);
        let level = file.level();
        assert!(!moves(&level, "strip"), "{fault}");
        assert!(
            codes(&level).contains(&Code::LeftOut),
            "{fault}: {:?}",
            level.findings
        );
    }
}

#[test]
fn odd_skins_move_as_they_stand() {
    let odd: [(&str, Change); 3] = [
        ("no binds", |file| {
            let skin = file.json["skins"][0].as_object_mut().unwrap();
            skin.remove("inverseBindMatrices");
        }),
        ("weights of zero", |file| {
            let weights = file.floats(&[[0.0; 4]; 12]);
            file.primitive(1)["attributes"]["WEIGHTS_0"] = json!(weights);
            // All go with the first joint.
            file.json["skins"][0]["joints"]
                .as_array_mut()
                .unwrap()
                .reverse();
        }),
        ("a sparse accessor without a view", |file| {
            file.push(
                "accessors",
                json!({"componentType": 5126, "type": "VEC3", "count": 12}),
            );
            let last = file.json["accessors"].as_array().map_or(0, Vec::len) - 1;
            file.primitive(1)["targets"] = json!([{"POSITION": last}]);
        }),
    ];
    for (what, change) in odd {
        let mut file = leaning_strip();
        change(&mut file);
        let level = file.level();
        assert!(moves(&level, "strip"), "{what}");
        assert!(
            !codes(&level).contains(&Code::LeftOut),
            "{what}: {:?}",
            level.findings
        );
    }
}

#[test]
fn a_mesh_too_large_to_be_animated_is_told_and_stands() {
    let mut file = rising_pane();
    // Every corner once for each of two hundred thousand triangles and more.
    let indices: Vec<u8> = (0..210_000_u32)
        .flat_map(|it| (it % 3).to_le_bytes())
        .collect();
    let indices = file.accessor(&indices, 5125, "SCALAR", 210_000);
    file.primitive(1)["indices"] = json!(indices);
    let level = file.level();
    assert!(!moves(&level, "pane"));
    assert!(
        codes(&level).contains(&Code::OverLimit),
        "{:?}",
        level.findings
    );
}

#[test]
fn keyframes_beyond_all_bounds_are_told_and_nothing_is_read() {
    let mut file = leaning_strip();
    let times = json!({"componentType": 5126, "type": "SCALAR", "count": 1_000_000_000});
    let times = file.push("accessors", times);
    file.json["animations"][0]["samplers"][0]["input"] = json!(times);
    let level = file.level();
    assert!(!moves(&level, "strip"));
    assert_eq!(codes(&level), [Code::OverLimit]);
}

#[test]
fn an_animation_out_of_the_range_of_numbers_stays_at_rest() {
    let mut file = rising_pane();
    let weights = file.floats(&[[0.0], [3e38]]);
    file.json["animations"][0]["samplers"][0]["output"] = json!(weights);
    let level = file.level();
    assert!(!moves(&level, "pane"));
    assert_eq!(codes(&level), [Code::LeftOut]);
}

#[test]
fn a_file_of_many_parts_moves_all_of_them() {
    let mut file = leaning_strip();
    let again: Value = file.json["meshes"][1]["primitives"][0].clone();
    (file.json["meshes"][1]["primitives"].as_array_mut().unwrap()).push(again);
    let level = file.level();
    let moving = level
        .mesh
        .parts
        .iter()
        .filter(|part| part.animated.is_some());
    assert_eq!(moving.count(), 2);
}
