//! Moves a body against a step and prints, for every triangle, what S and PS1 … PS6 said about it,
//! which plane rejected it, and where the move would touch it.
//!
//! `cargo run --example explain_a_move`

use glam::Vec3;
use hexbound::collide::{Body, CollisionMesh, MeshError};

fn main() -> Result<(), MeshError> {
    let step = step()?;
    let body = Body::ellipsoid(0.4, 0.9);
    // Its feet are 5 cm above the floor; it goes forward and a little down.
    let (from, to) = (Vec3::new(0.3, 0.95, 1.5), Vec3::new(0.3, 0.92, 0.2));
    for triangle in 0..step.len() as u32 {
        if let Some(why) = step.explain(body, from, to, triangle) {
            println!("{why}\n");
        }
    }
    // The sweep asks the same planes, and then only what they left.
    match step.sweep(body, from, to) {
        Some(hit) => println!(
            "the move ends after {:.1} % at triangle {}, {:?}, normal {:.2}",
            hit.fraction * 100.0,
            hit.triangle,
            hit.feature,
            hit.normal
        ),
        None => println!("the way is free"),
    }
    Ok(())
}

/// A floor in y = 0 for z > 1, a riser of 30 cm, and the step above it.
fn step() -> Result<CollisionMesh, MeshError> {
    let row = |y: f32, z: f32| [Vec3::new(-2.0, y, z), Vec3::new(2.0, y, z)];
    let positions = [row(0.0, 4.0), row(0.0, 1.0), row(0.3, 1.0), row(0.3, -2.0)];
    let quad = |first: u32| [[first, first + 1, first + 3], [first, first + 3, first + 2]];
    let triangles = [quad(0), quad(2), quad(4)];
    CollisionMesh::build(positions.as_flattened(), triangles.as_flattened())
}
