//! A mesh with far more triangles than a body can meet one by one: reported with its node's name, and
//! a tick beside it asks a bounded number of triangles.

use glam::{Vec3, vec3};
use hexbound_check as check;
use hexbound_level::{Code, Level};
use hexbound_sim::{Buttons, Command, Rules, World};
use serde_json::json;

use crate::gltf_file::File;

/// A small ball of so many triangles before the place where the player starts.
fn scan(count: usize, radius: f32) -> Vec<[f32; 3]> {
    let on_ball = |number: f32| {
        // Vogel's spiral: evenly spread.
        let (height, angle) = (1.0 - 2.0 * number / count as f32, number * 2.399_963);
        let around = (1.0 - height * height).max(0.0).sqrt();
        let (sine, cosine) = libm::sincosf(angle);
        let out = vec3(around * cosine, height, around * sine);
        vec3(0.0, radius, -1.0) + out * radius
    };
    let corner = |number: usize| on_ball(number as f32).to_array();
    (0..count)
        .flat_map(|k| [corner(k), corner(k + 55), corner(k + 89)])
        .collect()
}

/// A level with that ball, and the first of its findings that names it.
fn with_scan(name: &str, count: usize, radius: f32) -> (Level, Option<String>) {
    let mut file = File::new().with_floor(0.0);
    let mesh = file.mesh(&scan(count, radius));
    file.primitive(mesh)["mode"] = json!(4);
    file.node(name, mesh);
    file.push("nodes", json!({"name": "spawn"}));
    let level = file.level();
    let mut problems = level.findings.iter().map(|it| it.problem.clone());
    let said = problems.find(|words| words.contains(&format!("\"{name}\"")));
    (level, said)
}

#[test]
fn a_scan_within_a_hand_s_breadth_is_told_and_ticks_stay_bounded() {
    // A prop's own shape, when it is a sphere, is its mesh for who runs into it.
    // Nobody walks up a prop, however small.
    for (name, radius, reached) in [
        ("Scan", 0.005, -1.0),
        ("Scan", 0.05, -1.0),
        ("Scan prop sphere", 0.05, -0.7),
    ] {
        let (level, said) = with_scan(name, 60_000, radius);
        let is_said = said.is_some_and(|words| words.contains("shell"));
        assert!(is_said, "{:?}", level.findings);
        // Walk onto it.
        let mut world = World::new(&level, Rules::default());
        let (mut events, mut asked) = (Vec::new(), 0);
        let forward = Command::holding(Buttons::FORWARD);
        for _ in 0..120 {
            world.step(&level, &forward, &mut events);
            asked = asked.max(world.counters.asked);
        }
        let place = world.player.position;
        assert!(place.z < reached, "{name}: only {place}");
        assert!(asked > 0 && asked < 200_000, "{asked} in one tick");
    }
}

/// Below the limit of the shell, and of less triangles than are too many for any node.
#[test]
fn what_crowds_a_place_where_one_walks_is_told() {
    let crowded = |count: usize| {
        let findings = check::findings(&with_scan("Scan", count, 0.3).0);
        let mut told = findings.into_iter().filter(|it| it.code == Code::DenseMesh);
        told.next()
    };
    let told = crowded(12_000).expect("a finding");
    assert_eq!(told.node.as_deref(), Some("Scan"));
    assert!(told.problem.contains("play is slow"), "{told}");
    assert_eq!(crowded(600), None);
}

#[test]
fn the_shell_is_as_solid_as_what_it_stands_for() {
    let (level, said) = with_scan("Scan", 200_000, 0.15);
    assert!(said.is_some(), "{:?}", level.findings);
    let mesh = &level.collision;
    assert!(mesh.len() < 20_000, "{}", mesh.len());
    let middle = vec3(0.0, 0.15, -1.0) - level.origin.as_vec3();
    for way in [Vec3::X, Vec3::Y, Vec3::Z, vec3(1.0, 0.5, 0.3).normalize()] {
        let hit = mesh.ray_cast(middle + way * 2.0, -way, 2.0);
        let radius = 2.0 - hit.expect("the ball").distance;
        assert!((0.149..0.21).contains(&radius), "{radius} m along {way}");
    }
}
