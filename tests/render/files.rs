//! Tests of what the vertices of a file become.

use crate::stage::*;

#[test]
fn vertices_with_colors_of_their_own_get_a_material_that_knows_of_it() {
    for (color, is_colored) in [("[1, 1, 1]", false), ("[0.2, 0.5, 1]", true)] {
        let colors = [color; 6].join(", ");
        let wall = "with nothing\n\"wall\" \"quad -1 0 0 1 0 0 1 2 0 -1 2 0\"\nmaterials {}";
        let primitive = "/meshes/0/primitives/0";
        let colors = format!("{primitive}/attributes/COLOR_0 {{\"$floats\": [{colors}]}}");
        let level = written(&format!("{wall}\n{primitive}/material 0\n{colors}"));
        let material = &level.materials[level.mesh.parts[0].material];
        assert_eq!(material.vertex_colored, is_colored, "{color}");
    }
}

#[test]
fn vertices_may_be_small_integers() {
    let mut file = File::new().with_floor(0.0);
    let corners = [[0, 0, 0], [32_767, 0, 0], [0, -32_767, 0]];
    let corners = corners.map(|[x, y, z]: [i16; 3]| [x, y, z, 0].map(i16::to_le_bytes).concat());
    let attributes = json!({
        "POSITION": file.rows(&corners, 5122, "VEC3", true),
        "NORMAL": file.rows(&[[0, 0, 127, 0]; 3], 5120, "VEC3", true),
        "COLOR_0": file.rows(&[[255, 51, 0, 255]; 3], 5121, "VEC4", true),
        "TEXCOORD_0": file.rows(&[[7, 9, 0, 0]; 3], 5121, "VEC2", false),
    });
    let mesh = file.push(
        "meshes",
        json!({"primitives": [{"attributes": attributes}]}),
    );
    let leaf = file.node("leaf", mesh);
    // A quarter about Z, of √½, which is 90 of 127.
    let turn = json!({"ROTATION": file.rows(&[[0, 0, 90, 90]], 5120, "VEC4", true)});
    file.json["nodes"][leaf]["extensions"] =
        json!({"EXT_mesh_gpu_instancing": {"attributes": turn}});
    let required = ["KHR_mesh_quantization", "KHR_materials_transmission"];
    file.json["extensionsRequired"] = json!(required);
    let level = file.level();
    let vertex = |index: u32| level.mesh.vertices[index as usize];
    let corners = level.mesh.triangles(&level.mesh.parts[1]).flatten();
    let vertices: Vec<_> = corners.map(vertex).collect();
    let places = [0, 1, 2].map(|at: usize| level.to_file(vertices[at].position.into()));
    for (place, expected) in places.into_iter().zip([DVec3::ZERO, DVec3::Y, DVec3::X]) {
        assert!(place.distance(expected) < 1e-6, "{place} {expected}");
    }
    for vertex in vertices {
        assert!(Vec3::from(vertex.normal).distance(Vec3::Z) < 1e-6);
        assert_eq!(vertex.uv, [7.0, 9.0]);
        assert_eq!(vertex.color, [1.0, 0.2, 0.0, 1.0]);
    }
}
