//! Every example runs to its end: each asserts what it shows.

#![allow(
    clippy::duplicate_mod,
    reason = "each example takes in what they share, as if it stood alone"
)]

#[path = "../../examples/article_leak.rs"]
mod article_leak;
#[path = "../../examples/cast_rays.rs"]
mod cast_rays;
#[path = "../../examples/draw_prism.rs"]
mod draw_prism;
#[path = "../../examples/groups.rs"]
mod groups;
#[path = "../../examples/lift_door_jump.rs"]
mod lift_door_jump;
#[path = "../../examples/mesh_mesh.rs"]
mod mesh_mesh;
#[path = "../../examples/opcode_layouts.rs"]
mod opcode_layouts;
#[path = "../../examples/query_mesh.rs"]
mod query_mesh;
#[path = "../../examples/shapes.rs"]
mod shapes;
#[path = "../../examples/walk_level.rs"]
mod walk_level;

#[test]
fn every_example_answers() {
    cast_rays::main();
    groups::main();
    mesh_mesh::main();
    opcode_layouts::main();
    query_mesh::main();
    shapes::main();
    article_leak::main().expect("the article leaks and the sweep does not");
    draw_prism::main().expect("a picture is drawn");
    lift_door_jump::main().expect("a character passes a door, rides a lift and jumps");
    walk_level::main().expect("a level is walked");
}

#[test]
fn the_picture_is_what_the_planes_are() {
    let stored = include_str!("../../docs/prism.svg");
    let drawn = draw_prism::picture().expect("a move that makes sense");
    let remedy = "cargo run --example draw_prism > docs/prism.svg";
    assert_eq!(stored, drawn, "{remedy}");
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
