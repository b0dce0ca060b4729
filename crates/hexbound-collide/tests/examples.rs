//! Every example runs to its end: each asserts what it shows.

#![allow(
    clippy::duplicate_mod,
    reason = "each example takes in what they share, as if it stood alone"
)]

#[path = "../examples/article_leak.rs"]
mod article_leak;
#[path = "../examples/cast_rays.rs"]
mod cast_rays;
#[path = "../examples/draw_prism.rs"]
mod draw_prism;
#[path = "../examples/groups.rs"]
mod groups;
#[path = "../examples/lift_door_jump.rs"]
mod lift_door_jump;
#[path = "../examples/mesh_mesh.rs"]
mod mesh_mesh;
#[path = "../examples/opcode_layouts.rs"]
mod opcode_layouts;
#[path = "../examples/query_mesh.rs"]
mod query_mesh;
#[path = "../examples/shapes.rs"]
mod shapes;
#[path = "../examples/walk_level.rs"]
mod walk_level;

#[test]
fn the_article_leaks_and_the_sweep_does_not() {
    article_leak::main().expect("moves that make sense");
}

#[test]
fn rays_are_cast() {
    cast_rays::main();
}

#[test]
fn the_picture_is_what_the_planes_are() {
    draw_prism::main().expect("a move that makes sense");
    let stored = include_str!("../docs/prism.svg");
    let drawn = draw_prism::picture().expect("a move that makes sense");
    assert_eq!(
        stored, drawn,
        "cargo run --example draw_prism > docs/prism.svg"
    );
}

#[test]
fn groups_and_caches_answer() {
    groups::main();
}

#[test]
fn meshes_touch_meshes() {
    mesh_mesh::main();
}

#[test]
fn every_layout_and_split_rule_agrees() {
    opcode_layouts::main();
}

#[test]
fn a_mesh_is_queried() {
    query_mesh::main();
}

#[test]
fn shapes_touch_shapes() {
    shapes::main();
}

#[test]
fn a_level_is_walked() {
    walk_level::main().expect("moves that make sense");
}

/// A new example has to be run here too.
#[test]
fn no_example_is_left_out() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let here = include_str!("examples.rs");
    let files = std::fs::read_dir(folder).expect("the examples").flatten();
    let names = files.filter_map(|entry| entry.file_name().into_string().ok());
    for name in names.filter(|name| name.ends_with(".rs")) {
        assert!(here.contains(&format!("../examples/{name}")), "{name}");
    }
}

#[test]
fn a_character_passes_a_door_rides_a_lift_and_jumps() {
    lift_door_jump::main().expect("moves that make sense");
}
