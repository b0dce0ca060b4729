//! Where the player starts: markers, and a place that is found.

use std::f32::consts::FRAC_PI_2;

use glam::Vec3;
use hexbound_collide::SKIN;

use hexbound_scenes::SceneBuilder;
use hexbound_sim as sim;
use serde_json::json;

use crate::gltf_file::{File, floor};
use test_support::assert_stands_free;

#[test]
fn a_marker_drops_the_player_to_the_floor_facing_its_minus_z() {
    for height in [0.0, 0.75, 3.0] {
        let mut file = File::new().with_floor(2.0);
        let half = f64::sqrt(0.5);
        file.push(
            "nodes",
            json!({"name": "spawn", "translation": [3, 2.0 + height, -4],
                "rotation": [0, half, 0, half]}),
        );
        let level = file.level();
        let feet = level.to_file(level.spawn.position).y - f64::from(sim::HALF_HEIGHT);
        assert!((feet - 2.0 - f64::from(SKIN)).abs() < 1e-5, "{feet}");
        let position = level.to_file(level.spawn.position);
        assert!((position.x - 3.0).abs() < 1e-5 && (position.z + 4.0).abs() < 1e-5);
        assert!((level.spawn.yaw - FRAC_PI_2).abs() < 1e-5);
        assert_stands_free(&level);
        assert!(level.findings.is_empty(), "{:?}", level.findings);
    }
}

#[test]
fn a_marker_in_a_wall_is_moved_aside_and_one_over_nothing_is_passed_over() {
    let mut file = File::new().with_floor(0.0);
    let wall = file.mesh(&[[0.0, 0.0, -5.0], [0.0, 0.0, 5.0], [0.0, 4.0, 0.0]]);
    file.node("wall", wall);
    file.push(
        "nodes",
        json!({"name": "spawn", "translation": [0.1, 1, 0]}),
    );
    let level = file.level();
    assert_stands_free(&level);
    let position = level.to_file(level.spawn.position);
    assert!(position.x > 0.3 && position.length() < 2.5, "{position}");

    let mut file = File::new().with_floor(0.0);
    file.push(
        "nodes",
        json!({"name": "spawn", "translation": [500, 1, 0]}),
    );
    let level = file.level();
    assert_stands_free(&level);
    let words = &level.findings[0].problem;
    assert!(
        words.contains("spawn \"spawn\" at (500.00, 1.00, 0.00)"),
        "{words}"
    );
    assert!(words.contains("no floor within 16 m"), "{words}");
}

#[test]
fn every_spawn_that_is_passed_over_is_named_with_its_place_and_why() {
    let mut file = File::new().with_floor(0.0);
    // A slope of 76° beside the floor, and a slab 1.2 m above another floor.
    let slope = file.mesh(&[[30.0, 0.0, -5.0], [30.0, 0.0, 5.0], [35.0, 20.0, 0.0]]);
    file.node("slope", slope);
    for y in [0.0, 1.2] {
        let slab = file.mesh(&floor(y, 4.0));
        let node = file.node("slab", slab);
        file.json["nodes"][node]["translation"] = json!([-50, 0, 0]);
    }
    for (name, at) in [
        ("spawn.steep", [32.0, 9.0, 0.0]),
        ("spawn.low", [-50.0, 0.5, 0.0]),
        ("spawn.good", [5.0, 1.0, 0.0]),
    ] {
        file.push("nodes", json!({"name": name, "translation": at}));
    }
    let level = file.level();
    let position = level.to_file(level.spawn.position);
    assert!((position.x - 5.0).abs() < 0.01, "{position}");
    for (warning, part) in [
        (
            0,
            "spawn \"spawn.steep\" at (32.00, 9.00, 0.00): what is below it is too steep",
        ),
        (
            1,
            "spawn \"spawn.low\" at (-50.00, 0.50, 0.00): there is no room",
        ),
    ] {
        let words = &level.findings[warning].problem;
        assert!(words.contains(part), "{words}");
    }
    assert_eq!(level.findings.len(), 2, "{:?}", level.findings);
}

/// A box of four walls, a floor and a lid around the origin, seen from inside.
fn cell(file: &mut File, half: f32) {
    let [x, z] = [half, half];
    let wall = |a: [f32; 3], b: [f32; 3], c: [f32; 3], d: [f32; 3]| [a, b, c, a, c, d];
    let (low, high) = (-0.01, 3.0);
    let corners = [[-x, -z], [x, -z], [x, z], [-x, z]];
    let at = |corner: usize, y: f32| [corners[corner % 4][0], y, corners[corner % 4][1]];
    let mut faces = wall(at(3, low), at(2, low), at(1, low), at(0, low)).to_vec();
    faces.extend(wall(at(0, high), at(1, high), at(2, high), at(3, high)));
    for side in 0..4 {
        faces.extend(wall(
            at(side, low),
            at(side + 1, low),
            at(side + 1, high),
            at(side, high),
        ));
    }
    let mesh = file.mesh(&faces);
    file.node("cell", mesh);
}

#[test]
fn a_spawn_that_is_closed_in_stays_and_is_named_with_its_place() {
    let with_spawn = |at: [f32; 3]| {
        let mut file = File::new();
        let mesh = file.mesh(&floor(0.0, 30.0));
        file.node("floor", mesh);
        cell(&mut file, 1.5);
        file.push("nodes", json!({"name": "spawn.cell", "translation": at}));
        file.level()
    };
    let level = with_spawn([0.0, 1.0, 0.0]);
    let words = &level.findings[0].problem;
    assert!(
        words.contains("spawn \"spawn.cell\" at (0.00, 1.00, 0.00): it is closed in"),
        "{words}"
    );
    assert!(level.spawn.position.with_y(0.0).length() < 0.1);
    assert_eq!(with_spawn([10.0, 1.0, 0.0]).findings, []);
}

#[test]
fn a_found_place_is_inside_the_room_and_not_on_its_roof() {
    // A closed room of 20 m by 20 m, its roof outside 1 m above the ceiling.
    let level = SceneBuilder::new()
        .room(Vec3::new(-10.0, 0.0, -10.0), Vec3::new(10.0, 4.0, 10.0))
        .cuboid(Vec3::new(-12.0, -1.0, -12.0), Vec3::new(12.0, 5.0, 12.0))
        .cuboid(Vec3::new(-5.0, 0.0, -5.0), Vec3::new(-4.0, 4.0, -4.0))
        .build("room")
        .unwrap();
    assert_stands_free(&level);
    let y = level.spawn.position.y;
    assert!((y - sim::HALF_HEIGHT).abs() < 0.01, "{y}");
}
