//! Findings about a level: names, animations, lamps, pictures, unit and axes, each
//! with its code, its node and its place.

use glam::DVec3;
use hexbound_check as check;
use hexbound_level as level;
use hexbound_level::{Code, Finding, Level, Scale};
use image::{DynamicImage, ImageFormat};
use serde_json::{Value, json};

use crate::gltf_file::{File, floor};

/// The one finding of a code.
fn told(level: &Level, code: Code) -> Finding {
    let findings = check::findings(level);
    let mut found = findings.iter().filter(|finding| finding.code == code);
    let first = found.next().unwrap_or_else(|| panic!("{findings:?}"));
    assert_eq!(found.next(), None);
    first.clone()
}

/// An axis-aligned box by its middle and its half sides, its faces outward.
fn cuboid(middle: [f32; 3], half: [f32; 3]) -> Vec<[f32; 3]> {
    let mut corners = Vec::new();
    for axis in 0..3 {
        for side in [-1.0_f32, 1.0] {
            let corner = |u: f32, v: f32| {
                let mut signs = [0.0; 3];
                (signs[axis], signs[(axis + 1) % 3], signs[(axis + 2) % 3]) = (side, u, v);
                [0, 1, 2].map(|at| middle[at] + signs[at] * half[at])
            };
            let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            let square = square.map(|(u, v)| corner(u, v));
            let order = if side > 0.0 {
                [0, 1, 2, 0, 2, 3]
            } else {
                [0, 2, 1, 0, 3, 2]
            };
            corners.extend(order.map(|at| square[at]));
        }
    }
    corners
}

#[test]
fn a_name_that_is_almost_right_is_told_where_the_node_is() {
    let mut file = File::new().with_floor(0.0);
    let post = file.mesh(&cuboid([4.0, 1.0, -2.0], [0.5; 3]));
    file.node("bumber_1", post);
    file.push(
        "nodes",
        json!({"name": "PlayerStart", "translation": [1, 1, 1]}),
    );
    let mut level = file.level();
    let start = level.findings.pop().expect("the start");
    assert_eq!(start.code, Code::NearMissName);
    assert_eq!(start.node.as_deref(), Some("PlayerStart"));
    assert_eq!(start.place.map(|it| level.to_file(it)), Some(DVec3::ONE));
    let post = told(&level, Code::NearMissName);
    assert_eq!(post.problem, "node \"bumber_1\": did you mean \"bumper\"?");
    let place = post.place.map(|it| level.to_file(it));
    assert_eq!(place, Some(DVec3::new(4.0, 1.0, -2.0)));
    // Where there is a start, others may be called as they like.
    file.push("nodes", json!({"name": "spawn", "translation": [2, 1, 2]}));
    assert_eq!(file.level().findings.len(), 1);
}

#[test]
fn an_animated_node_that_nothing_moves_is_told_and_what_stands_still_is_not() {
    let level = |name: &str, highest: f32| {
        let mut file = File::new().with_floor(0.0);
        let plate = file.mesh(&floor(0.5, 1.0));
        let plate = file.node("plate", plate);
        let lift = file.push("nodes", json!({"name": name, "children": [plate]}));
        file.json["scenes"] = json!([{"nodes": [0, lift]}]);
        let times = file.floats(&[[0.0], [1.0]]);
        let values = file.floats(&[[0.0, 0.0, 0.0], [0.0, highest, 0.0]]);
        file.push(
            "animations",
            json!({"samplers": [{"input": times, "output": values}],
                "channels": [{"sampler": 0, "target": {"node": lift, "path": "translation"}}]}),
        );
        file.level()
    };
    let still = told(&level("Lift", 2.0), Code::StillAnimation);
    assert_eq!(still.node.as_deref(), Some("Lift"));
    assert_eq!(level("Lift", 0.0).findings, []);
    assert_eq!(level("Lift mover", 2.0).findings, []);
}

/// A hall of 16 m by 12 m by 3 m with a step, whose floor is up along y.
fn hall() -> File {
    let mut file = File::new();
    let walls = cuboid([0.0, 1.5, 0.0], [8.0, 1.5, 6.0]);
    // Its faces look inward.
    let inward: Vec<[f32; 3]> = (walls.chunks(3))
        .flat_map(|corners| [corners[0], corners[2], corners[1]])
        .collect();
    let walls = file.mesh(&inward);
    file.node("walls", walls);
    let step = file.mesh(&cuboid([3.0, 0.1, 0.0], [1.0, 0.1, 1.0]));
    file.node("step", step);
    file
}

#[test]
fn a_level_on_its_side_is_told_and_one_that_stands_is_not() {
    let upright = hall().level();
    assert_eq!(check::findings(&upright), []);
    let mut lying = hall();
    let half = f64::sqrt(0.5);
    for node in 0..2 {
        lying.json["nodes"][node]["rotation"] = json!([half, 0, 0, half]);
    }
    let finding = told(&lying.level(), Code::ZUp);
    assert!(finding.problem.contains("lies on its side"), "{finding}");
}

#[test]
fn a_level_in_another_unit_is_told_which_scale_would_fit() {
    let folder = tempfile::tempdir().unwrap();
    let told_at = |scale: f64| {
        let path = hall().save(folder.path());
        let level = level::load_scaled(path, Scale::new(scale).unwrap()).unwrap();
        let mut found = level
            .findings
            .iter()
            .filter(|it| it.code == Code::WrongUnit);
        found.next().map(|it| it.problem.clone())
    };
    assert_eq!(told_at(1.0), None);
    let centimeters = told_at(100.0).expect("300 m are no ceiling");
    assert!(
        centimeters.contains("--scale 1 would fit centimeters"),
        "{centimeters}"
    );
    let inches = told_at(1.0 / 0.0254).expect("118 m are no ceiling");
    assert!(inches.contains("--scale 1 would fit inches"), "{inches}");
}

/// Hundreds of posts end within a ceiling: their tops are no floors.
#[test]
fn a_level_in_another_unit_is_told_though_many_wall_tops_end_in_a_ceiling() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = hall();
    let slab = file.mesh(&cuboid([0.0, 3.25, 0.0], [9.0, 0.25, 7.0]));
    file.node("slab", slab);
    let posts: Vec<[f32; 3]> = (0..600)
        .flat_map(|number| {
            let [x, z] = [number % 30, number / 30].map(|it| it as f32 * 0.3);
            cuboid([x - 7.0, 1.6, z - 3.0], [0.12, 1.6, 0.12])
        })
        .collect();
    let posts = file.mesh(&posts);
    file.node("posts", posts);
    let path = file.save(folder.path());
    let level = level::load_scaled(path, Scale::new(100.0).unwrap()).unwrap();
    let mut found = level.findings.iter();
    let unit = found
        .find(|it| it.code == Code::WrongUnit)
        .expect("a finding");
    assert!(
        unit.problem.contains("--scale 1 would fit centimeters"),
        "{unit}"
    );
}

#[test]
fn a_level_that_is_played_for_something_and_has_no_start_is_told_where_it_begins() {
    let played = || {
        let mut file = hall();
        let target = file.mesh(&cuboid([-4.0, 1.5, 0.0], [0.3; 3]));
        file.node("target", target);
        file.push("nodes", json!({"name": "exit", "translation": [5, 1, 3]}));
        file
    };
    let level = played().level();
    let start = told(&level, Code::NoStart);
    assert_eq!(start.place, Some(level.spawn.position));
    let mut named = played();
    named.push("nodes", json!({"name": "spawn", "translation": [0, 1, 3]}));
    assert_eq!(check::findings(&named.level()), []);
    // One that is only walked in may begin anywhere.
    assert_eq!(check::findings(&hall().level()), []);
}

#[test]
fn the_ground_that_a_lone_model_gets_is_not_its_authors() {
    let mut file = File::new();
    let thing = file.mesh(&cuboid([0.0, 2.5, 0.0], [0.5, 2.5, 0.5]));
    file.node("pillar", thing);
    assert_eq!(check::findings(&file.level()), []);
}

/// A file with a lamp of that intensity at a place.
fn lamp(mut file: File, intensity: f64, at: [f64; 3]) -> File {
    file.json["extensions"] =
        json!({"KHR_lights_punctual": {"lights": [{"type": "point", "intensity": intensity}]}});
    file.push(
        "nodes",
        json!({"name": "Lamp", "translation": at,
            "extensions": {"KHR_lights_punctual": {"light": 0}}}),
    );
    file
}

#[test]
fn lamps_without_light_and_in_walls_are_told() {
    assert_eq!(
        check::findings(&lamp(hall(), 9.0, [0.0, 2.0, 0.0]).level()),
        []
    );
    let dark = told(&lamp(hall(), 0.0, [0.0, 2.0, 0.0]).level(), Code::DarkLamp);
    assert_eq!(dark.node.as_deref(), Some("Lamp"));
    let mut file = hall();
    let wall = file.mesh(&cuboid([-4.0, 1.5, 0.0], [0.2, 1.5, 5.0]));
    file.node("wall", wall);
    let level = lamp(file, 9.0, [-4.0, 1.5, 1.0]).level();
    let buried = told(&level, Code::BuriedLamp);
    let place = buried.place.map(|it| level.to_file(it));
    assert_eq!(place, Some(DVec3::new(-4.0, 1.5, 1.0)));
}

#[test]
fn a_picture_that_is_too_large_is_told_with_its_size() {
    let level = |width: u32| {
        let mut file = File::new().with_floor(0.0);
        let mut png = std::io::Cursor::new(Vec::new());
        let picture = DynamicImage::new_luma8(width, 1);
        picture.write_to(&mut png, ImageFormat::Png).unwrap();
        let view = file.view(png.get_ref());
        file.push(
            "images",
            json!({"name": "wide", "bufferView": view, "mimeType": "image/png"}),
        );
        file.push("textures", json!({"source": 0}));
        let material = json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}});
        file.push("materials", material);
        file.primitive(0)["material"] = json!(0);
        file.level()
    };
    assert_eq!(level(4096).findings, []);
    let huge = told(&level(4097), Code::HugeTexture);
    assert!(
        huge.problem.contains("\"wide\" is 4097 by 1 pixels"),
        "{huge}"
    );
}

#[test]
fn what_is_not_drawn_or_not_used_is_a_note_that_no_load_announces() {
    let mut file = File::new().with_floor(0.0);
    file.json["extensionsUsed"] = json!(["ACME_gizmo", "KHR_materials_unlit"]);
    file.push("materials", json!({"name": "spare"}));
    let level = file.level();
    let drawn = told(&level, Code::NotDrawn);
    assert_eq!(
        drawn.problem,
        "the file uses ACME_gizmo, which is not drawn"
    );
    let unused = told(&level, Code::UnusedData);
    assert_eq!(
        unused.problem,
        "no scene of the file uses 1 material (\"spare\")"
    );
    assert!(level.announcement("made.glb").is_empty());
}

#[test]
fn starts_in_walls_beside_the_level_and_high_above_the_floor_are_told() {
    let at = |place: Value| {
        let mut file = hall();
        let block = file.mesh(&cuboid([-4.0, 1.0, 0.0], [2.0, 1.0, 2.0]));
        file.node("block", block);
        let roof = file.mesh(&floor(40.0, 60.0));
        file.node("roof", roof);
        file.push("nodes", json!({"name": "spawn", "translation": place}));
        file.level()
    };
    assert_eq!(at(json!([2, 1, 3])).findings, []);
    assert_eq!(
        told(&at(json!([-4, 0.5, 0])), Code::SpawnInWall)
            .node
            .as_deref(),
        Some("spawn")
    );
    assert_eq!(
        told(&at(json!([80, 1, 0])), Code::SpawnOutside)
            .node
            .as_deref(),
        Some("spawn")
    );
    assert_eq!(
        told(&at(json!([20, 46, 0])), Code::SpawnInAir)
            .node
            .as_deref(),
        Some("spawn")
    );
}
