//! The solid triangles of a glTF file, read straight from it with node transforms in double
//! precision. Names follow docs/levels.md.

use std::path::Path;

use glam::{DMat4, DQuat, DVec3};
use gltf::{
    mesh::{Mode, Primitive},
    scene::Transform,
};

use super::shapes::Triangle;

/// The triangles that stop a body in one of the game's generated scenes (`test:NAME`): no file
/// holds them, so they are taken from the mesh that is drawn.
pub fn scene_triangles(scene: &str) -> Vec<Triangle> {
    let level = hexbound_scenes::catalog::open(scene).expect("the scene is there");
    let vertex = |index: &u32| {
        let position = level.mesh.vertices[*index as usize].position;
        DVec3::from(position.map(f64::from)) + level.origin
    };
    let solid = level.mesh.parts.iter().filter(|part| part.solid);
    let ranges = solid.map(|part| part.indices.start as usize..part.indices.end as usize);
    let triangles = ranges.flat_map(|range| level.mesh.indices[range].chunks_exact(3));
    let corners = |corners: &[u32]| [0, 1, 2].map(|at: usize| vertex(&corners[at]));
    triangles.map(|it| Triangle(corners(it))).collect()
}

/// The triangles that stop a body, in the file's own coordinates.
pub fn solid_triangles(path: &Path) -> Result<Vec<Triangle>, String> {
    let fault = |why: String| format!("{}: {why}", path.display());
    let refused = |error: gltf::Error| fault(error.to_string());
    let gltf::Gltf { document, blob } = gltf::Gltf::open(path).map_err(refused)?;
    let buffers = gltf::import_buffers(&document, path.parent(), blob).map_err(refused)?;
    let buffers: Vec<Vec<u8>> = buffers.into_iter().map(|data| data.0).collect();
    let scene = document
        .default_scene()
        .or_else(|| document.scenes().next());
    let scene = scene.ok_or_else(|| fault(String::from("no scene")))?;
    let mut triangles = Vec::new();
    for node in scene.nodes() {
        add_node(&node, DMat4::IDENTITY, &buffers, &mut triangles);
    }
    Ok(triangles)
}

fn add_node(node: &gltf::Node, parent: DMat4, buffers: &[Vec<u8>], triangles: &mut Vec<Triangle>) {
    let transform = parent * matrix(node.transform());
    let name = node.name().unwrap_or("");
    let left_out = ["noimp", "navmesh", "occonly"];
    if left_out.iter().any(|suffix| has_suffix(name, suffix)) {
        return;
    }
    if let Some(mesh) = node.mesh().filter(|_| !has_suffix(name, "nocol")) {
        for primitive in mesh.primitives() {
            add_primitive(&primitive, transform, buffers, triangles);
        }
    }
    for child in node.children() {
        add_node(&child, transform, buffers, triangles);
    }
}

/// Returns whether a node's name ends in a suffix that says how it is imported, whatever its case
/// and the number that Blender adds to a copy (`Grass-NoCol.003`).
fn has_suffix(name: &str, suffix: &str) -> bool {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.' || letter == ' ')
        .to_lowercase()
        .strip_suffix(suffix)
        .is_some_and(|rest| rest.ends_with(['-', '_', '$']))
}

fn matrix(transform: Transform) -> DMat4 {
    match transform {
        Transform::Matrix { matrix } => {
            DMat4::from_cols_array_2d(&matrix.map(|column| column.map(f64::from)))
        }
        Transform::Decomposed { .. } => {
            let (translation, rotation, scale) = transform.decomposed();
            let [translation, scale] =
                [translation, scale].map(|it| DVec3::from(it.map(f64::from)));
            let rotation = DQuat::from_array(rotation.map(f64::from)).normalize();
            DMat4::from_scale_rotation_translation(scale, rotation, translation)
        }
    }
}

fn add_primitive(
    primitive: &Primitive,
    transform: DMat4,
    buffers: &[Vec<u8>],
    triangles: &mut Vec<Triangle>,
) {
    let reader = primitive.reader(|buffer| buffers.get(buffer.index()).map(Vec::as_slice));
    let Some(positions) = reader.read_positions() else {
        return;
    };
    let positions: Vec<DVec3> = positions
        .map(|position| transform.transform_point3(DVec3::from(position.map(f64::from))))
        .collect();
    let indices: Vec<usize> = match reader.read_indices() {
        Some(indices) => indices.into_u32().map(|index| index as usize).collect(),
        None => (0..positions.len()).collect(),
    };
    let mut add = |a: usize, b: usize, c: usize| {
        triangles.push(Triangle([positions[a], positions[b], positions[c]]));
    };
    match primitive.mode() {
        Mode::Triangles => indices.chunks_exact(3).for_each(|t| add(t[0], t[1], t[2])),
        Mode::TriangleStrip => indices.windows(3).for_each(|t| add(t[0], t[1], t[2])),
        Mode::TriangleFan => {
            let rim = indices.get(1..).unwrap_or(&[]).windows(2);
            rim.for_each(|t| add(indices[0], t[0], t[1]));
        }
        _ => {}
    }
}
