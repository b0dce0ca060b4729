//! Tests of what is read of a level file, and of what its nodes' names do.

use std::fs;

use glam::{DVec3, Vec3};
use hexbound_collide::Body;

use crate::gltf_file::{File, floor};
use hexbound_level as level;
use hexbound_level::{Alpha, Code, Level, LevelError, PropShape, Scale, UvPair, Vertex};
use hexbound_scenes as scenes;
use hexbound_scenes::catalog;
use hexbound_sim as sim;
use serde_json::json;
use test_support::assert_stands_free;

/// The face's normal by winding, and the first vertex's normal, of every triangle.
fn normals(level: &Level) -> Vec<(Vec3, Vec3)> {
    let position = |index: u32| Vec3::from(level.mesh.vertices[index as usize].position);
    (level.mesh.indices.chunks_exact(3))
        .map(|corners| {
            let [a, b, c] = [
                position(corners[0]),
                position(corners[1]),
                position(corners[2]),
            ];
            let normal = Vec3::from(level.mesh.vertices[corners[0] as usize].normal);
            ((b - a).cross(c - a).normalize(), normal)
        })
        .collect()
}

#[test]
fn every_index_width_and_none_give_the_same_triangles() {
    let square = [
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 9.0],
        [9.0, 0.0, 9.0],
        [9.0, 0.0, 0.0],
    ];
    let corners = [0_u32, 1, 2, 0, 2, 3];
    for (kind, width) in [(5121, 1), (5123, 2), (5125, 4)] {
        let mut file = File::new();
        let mesh = file.mesh(&square);
        let bytes: Vec<u8> = corners
            .iter()
            .flat_map(|corner| corner.to_le_bytes()[..width].to_vec())
            .collect();
        let indices = file.accessor(&bytes, kind, "SCALAR", 6);
        file.primitive(mesh)["indices"] = json!(indices);
        file.node("floor", mesh);
        let level = file.level();
        assert_eq!(level.collision.len(), 2);
        assert!(
            normals(&level)
                .iter()
                .all(|pair| *pair == (Vec3::Y, Vec3::Y))
        );
    }
}

#[test]
fn strips_and_fans_face_one_way_and_points_are_left_out() {
    let strip = [
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 9.0],
        [9.0, 0.0, 0.0],
        [9.0, 0.0, 9.0],
    ];
    let fan = [
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 9.0],
        [9.0, 0.0, 9.0],
        [9.0, 0.0, 0.0],
    ];
    for (mode, corners) in [(5, strip), (6, fan)] {
        let mut file = File::new();
        let mesh = file.mesh(&corners);
        file.primitive(mesh)["mode"] = json!(mode);
        file.node("floor", mesh);
        let level = file.level();
        assert_eq!(level.collision.len(), 2);
        assert!(
            normals(&level)
                .iter()
                .all(|pair| *pair == (Vec3::Y, Vec3::Y))
        );
    }
    for mode in 0..4 {
        let mut file = File::new().with_floor(0.0);
        let mesh = file.mesh(&strip);
        file.primitive(mesh)["mode"] = json!(mode);
        file.node("wires", mesh);
        let level = file.level();
        assert_eq!(level.collision.len(), 2);
        assert!(
            level.findings[0].problem.contains("points and lines"),
            "{:?}",
            level.findings
        );
    }
}

#[test]
fn mirrored_ancestors_keep_faces_outward_and_solid() {
    for mirrors in 0..4 {
        let mut file = File::new();
        let mesh = file.mesh(&floor(1.0, 10.0));
        let up = file.floats(&[[0.0, 1.0, 0.0]; 6]);
        file.primitive(mesh)["attributes"]["NORMAL"] = json!(up);
        let mut child = file.node("floor", mesh);
        for depth in 0..3 {
            let scale = if depth < mirrors {
                [-2.0, 1.0, 1.0]
            } else {
                [2.0, 1.0, 1.0]
            };
            child = file.push("nodes", json!({"scale": scale, "children": [child]}));
        }
        let level = file.level();
        for (face, normal) in normals(&level) {
            assert!(face.dot(Vec3::Y) > 0.999, "{mirrors} mirrors: {face}");
            assert!(normal.dot(Vec3::Y) > 0.999, "{mirrors} mirrors: {normal}");
        }
        assert_stands_free(&level);
    }
}

#[test]
fn normals_follow_a_stretched_node() {
    // A 45° slope stretched to double height has its normal at atan(1/2) from the horizontal.
    let mut file = File::new().with_floor(0.0);
    let mesh = file.mesh(&[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.0]]);
    let normal = [-1.0, 1.0, 0.0].map(|part: f32| part * std::f32::consts::FRAC_1_SQRT_2);
    let normals_accessor = file.floats(&[normal; 3]);
    file.primitive(mesh)["attributes"]["NORMAL"] = json!(normals_accessor);
    let node = file.node("slope", mesh);
    file.json["nodes"][node]["scale"] = json!([1, 2, 1]);
    let level = file.level();
    let (face, normal) = *normals(&level).last().unwrap();
    assert!((face - normal).length() < 1e-5, "{face} {normal}");
}

#[test]
fn generated_attributes_are_units_and_finite() {
    let mut file = File::new();
    let mesh = file.mesh(&floor(0.0, 10.0));
    let uvs = file.floats(&[[f32::NAN, 0.0]; 6]);
    let zero_normals = file.floats(&[[0.0, 0.0, 0.0]; 6]);
    file.primitive(mesh)["attributes"]["TEXCOORD_0"] = json!(uvs);
    file.primitive(mesh)["attributes"]["NORMAL"] = json!(zero_normals);
    file.node("floor", mesh);
    for vertex in file.level().mesh.vertices {
        let tangent = Vec3::new(vertex.tangent[0], vertex.tangent[1], vertex.tangent[2]);
        assert!((Vec3::from(vertex.normal).length() - 1.0).abs() < 1e-5);
        assert!((tangent.length() - 1.0).abs() < 1e-5);
        assert!(vertex.uv.iter().all(|part| part.is_finite()));
    }
}

#[test]
fn colors_and_alpha_modes_are_read() {
    let mut file = File::new();
    let mesh = file.mesh(&floor(0.0, 10.0));
    let bytes = [255, 0, 51, 255].repeat(6);
    let colors = file.accessor(&bytes, 5121, "VEC4", 6);
    file.json["accessors"][colors]["normalized"] = json!(true);
    file.primitive(mesh)["attributes"]["COLOR_0"] = json!(colors);
    file.primitive(mesh)["material"] = json!(1);
    file.node("floor", mesh);
    file.json["materials"] = json!([{"alphaMode": "BLEND"},
        {"alphaMode": "MASK", "alphaCutoff": 0.25, "doubleSided": true}]);
    let level = file.level();
    assert_eq!(level.mesh.vertices[0].color, [1.0, 0.0, 0.2, 1.0]);
    let material = &level.materials[level.mesh.parts[0].material];
    assert_eq!(material.alpha, Alpha::Mask { cutoff: 0.25 });
    assert!(material.double_sided);
    assert_eq!(level.materials[0].alpha, Alpha::Blend);
}

#[test]
fn a_mesh_placed_twice_is_there_twice() {
    let mut file = File::new();
    let mesh = file.mesh(&floor(0.0, 10.0));
    file.node("one", mesh);
    let other = file.node("two", mesh);
    file.json["nodes"][other]["translation"] = json!([0, 4, 0]);
    let level = file.level();
    assert_eq!(level.collision.len(), 4);
    let names: Vec<&str> = level
        .mesh
        .parts
        .iter()
        .map(|part| part.name.as_str())
        .collect();
    assert_eq!(names, ["one", "two"]);
}

/// A tetrahedron on a floor, instanced at x = 0, 4 and, mirrored, 8.
fn copied(name: &str) -> Level {
    let mut file = File::new().with_floor(0.0);
    let mesh = file.mesh(&tetrahedron());
    let node = file.node(name, mesh);
    let places = file.floats(&[0.0, 4.0, 8.0].map(|x| [x, 1.0, 0.0]));
    let sizes = file.floats(&[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [-1.0, 1.0, 1.0]]);
    file.json["extensionsRequired"] = json!(["EXT_mesh_gpu_instancing"]);
    file.json["nodes"][node]["extensions"] = json!({"EXT_mesh_gpu_instancing":
        {"attributes": {"TRANSLATION": places, "SCALE": sizes}}});
    file.level()
}

#[test]
fn copies_are_solid_and_mirrored_ones_keep_their_faces_outward() {
    let level = copied("stone");
    assert_eq!(level.findings, []);
    assert_eq!(level.collision.len(), 2 + 3 * 4);
    assert_eq!(level.mesh.parts.len(), 2, "copies are one part together");
    for (face, normal) in normals(&level) {
        assert!((face - normal).length() < 1e-5, "{face} {normal}");
    }
    for (copy, x) in [0.0, 4.0, 8.0].into_iter().enumerate() {
        let first = level.mesh.parts[1].indices.start as usize + copy * 12;
        let corners = level.mesh.indices[first..first + 12].iter();
        let middle = corners
            .map(|corner| Vec3::from(level.mesh.vertices[*corner as usize].position))
            .sum::<Vec3>()
            / 12.0;
        let middle = level.to_file(middle);
        assert!((middle.x - x).abs() < 1.0, "{middle}");
        let above = level.to_local(DVec3::new(middle.x, 9.0, middle.z));
        let hit = level.collision.ray_cast(above, Vec3::NEG_Y, 8.9);
        assert!(hit.is_some(), "at {x}");
    }
}

#[test]
fn copies_of_a_prop_or_a_bumper_are_things_of_their_own() {
    let props = copied("prop stone").props;
    assert_eq!(props.len(), 3);
    let apart = (props[1].position - props[0].position) - Vec3::X * 4.0;
    assert!(apart.length() < 1e-4, "{apart}");
    assert_eq!(copied("bumper").bumpers.len(), 3);
}

#[test]
fn two_sets_of_coordinates_reach_the_vertices() {
    let mut file = File::new();
    let mesh = file.mesh(&floor(0.0, 10.0));
    let first = file.floats(&[[0.25, 0.5]; 6]);
    let third = file.floats(&[[0.75, 1.0]; 6]);
    file.primitive(mesh)["attributes"]["TEXCOORD_0"] = json!(first);
    file.primitive(mesh)["attributes"]["TEXCOORD_2"] = json!(third);
    file.primitive(mesh)["material"] = json!(0);
    file.node("floor", mesh);
    file.push("images", json!({"uri": "none.png"}));
    file.push("textures", json!({"source": 0}));
    file.push(
        "materials",
        json!({"emissiveTexture": {"index": 0, "texCoord": 2},
            "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}),
    );
    let level = file.level();
    let is_right = |vertex: &Vertex| vertex.uv == [0.25, 0.5] && vertex.second_uv == [0.75, 1.0];
    assert!(level.mesh.vertices.iter().all(is_right));
    let emissive = level.materials[0].emissive_texture;
    assert_eq!(emissive.map(|texture| texture.uvs), Some(UvPair::Second));
}

#[test]
fn suffixes_decide_what_is_drawn_and_what_is_solid() {
    let mut file = File::new().with_floor(0.0);
    let mesh = file.mesh(&floor(2.0, 1.0));
    for name in [
        "grass-nocol",
        "clip-colonly.001",
        "sketch-noimp",
        "step-col",
    ] {
        file.node(name, mesh);
    }
    let level = file.level();
    let found: Vec<(&str, bool, bool)> = (level.mesh.parts.iter())
        .map(|part| (part.name.as_str(), part.visible, part.solid))
        .collect();
    assert_eq!(
        found,
        [
            ("floor", true, true),
            ("grass-nocol", true, false),
            ("clip-colonly.001", false, true),
            ("step-col", true, true),
        ]
    );
    assert_eq!(level.collision.len(), 6);
}

#[test]
fn a_bumper_gets_the_cylinder_that_fits_its_mesh() {
    let mut file = File::new().with_floor(0.0);
    let mesh = file.mesh(&[[-0.5, -1.0, -0.5], [0.5, 1.0, 0.5], [0.5, -1.0, -0.5]]);
    let node = file.node("Bumper.001", mesh);
    // Twice as wide, three times as high, lying along +X, 5 m up.
    let half = f64::sqrt(0.5);
    file.json["nodes"][node]["scale"] = json!([2, 3, 2]);
    file.json["nodes"][node]["rotation"] = json!([0, 0, -half, half]);
    file.json["nodes"][node]["translation"] = json!([1, 5, 0]);
    let level = file.level();
    let bumper = level.bumpers[0].cylinder;
    let center = level.to_file(bumper.center);
    assert!(
        (center - DVec3::new(1.0, 5.0, 0.0)).length() < 1e-5,
        "{center}"
    );
    assert!((bumper.axis - Vec3::X).length() < 1e-5);
    assert!((bumper.radius - 1.0).abs() < 1e-5 && (bumper.half_length - 3.0).abs() < 1e-5);
    assert_eq!(level.collision.len(), 3, "its mesh is solid");
}

/// A tetrahedron with corners a meter along the axes, each face turned outward.
fn tetrahedron() -> [[f32; 3]; 12] {
    let [o, x, y, z] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|corner| corner.to_array());
    [o, y, x, o, z, y, o, x, z, x, y, z]
}

#[test]
fn props_move_out_of_the_level_with_the_shape_asked_for() {
    let mut file = File::new().with_floor(0.0);
    let mesh = file.mesh(&tetrahedron());
    let node = file.node("Prop crate", mesh);
    // Twice as large, turned a quarter to the left about +Y, 5 m up.
    let half = f64::sqrt(0.5);
    file.json["nodes"][node]["scale"] = json!([2, 2, 2]);
    file.json["nodes"][node]["rotation"] = json!([0, half, 0, half]);
    file.json["nodes"][node]["translation"] = json!([0, 5, 0]);
    let ball = file.node("Stone", mesh);
    file.json["nodes"][ball]["extras"] = json!({"prop": "sphere"});
    file.node("prop-hull", mesh);
    let still = file.node("prop", mesh);
    file.json["nodes"][still]["extras"] = json!({"prop": 0});
    let level = file.level();
    // The floor and what is marked not to move.
    assert_eq!(level.collision.len(), 6);
    assert!(level.findings.is_empty(), "{:?}", level.findings);
    let [crate_, stone, hull] = &level.props[..] else {
        panic!("{} props", level.props.len());
    };
    let PropShape::Box { half, .. } = &crate_.parts[0].shape else {
        panic!("no box: {:?}", crate_.parts[0].shape);
    };
    assert!((*half - Vec3::ONE).length() < 1e-5);
    assert!((crate_.axes()[0] - Vec3::NEG_X).length() < 1e-5, "forward");
    let center = level.to_file(crate_.position);
    assert!(
        (center - DVec3::new(1.0, 6.0, -1.0)).length() < 1e-5,
        "{center}"
    );
    let PropShape::Sphere { radius } = stone.parts[0].shape else {
        panic!("no sphere: {:?}", stone.parts[0].shape);
    };
    assert!((radius - f32::sqrt(0.75)).abs() < 1e-5, "{radius}");
    let PropShape::Hull(hull) = &hull.parts[0].shape else {
        panic!("no hull: {:?}", hull.parts[0].shape);
    };
    assert_eq!((hull.corners.len(), hull.triangles.len()), (4, 4));
}

#[test]
fn what_cannot_be_a_prop_is_said_and_stays() {
    let flat = floor(1.0, 1.0);
    for (name, extras, said) in [
        (
            "prop",
            json!({}),
            "a prop needs a mesh with width, height and depth",
        ),
        ("prop bumper", json!({}), "it is a bumper"),
        ("prop-colonly", json!({}), "it is not visible"),
        ("prop-nocol", json!({}), "it is not solid"),
    ] {
        let mut file = File::new().with_floor(0.0);
        let mesh = match said.contains("needs") {
            true => file.mesh(&flat),
            false => file.mesh(&tetrahedron()),
        };
        let node = file.node(name, mesh);
        file.json["nodes"][node]["extras"] = extras;
        let level = file.level();
        assert!(level.props.is_empty(), "{name}");
        let warned = level
            .findings
            .iter()
            .any(|finding| finding.problem.contains(said));
        assert!(warned, "{name}: {:?}", level.findings);
    }
    let mut file = File::new().with_floor(0.0);
    let mesh = file.mesh(&tetrahedron());
    let node = file.node("Stone", mesh);
    file.json["nodes"][node]["extras"] = json!({"prop": "cone"});
    let level = file.level();
    assert!(matches!(
        level.props[0].parts[0].shape,
        PropShape::Box { .. }
    ));
    assert!(
        level.findings[0]
            .problem
            .contains("no prop of shape \"cone\"")
    );
}

#[test]
fn a_level_ten_kilometers_away_is_the_same_when_re_centered() {
    let near = File::new().with_floor(0.0);
    let mut far = File::new().with_floor(0.0);
    far.json["nodes"][0]["translation"] = json!([10_000, 0, -10_000]);
    let (near, far) = (near.level(), far.level());
    assert_eq!(
        far.origin - near.origin,
        DVec3::new(10_000.0, 0.0, -10_000.0)
    );
    assert_eq!(near.spawn, far.spawn);
    assert_eq!(near.mesh.vertices, far.mesh.vertices);
    assert_ne!(near.content_hash, far.content_hash);
}

#[test]
fn the_content_hash_depends_on_what_is_solid_and_on_nothing_else() {
    let plain = File::new().with_floor(0.0);
    let mut painted = File::new().with_floor(0.0);
    painted.json["materials"] = json!([{"pbrMetallicRoughness": {"roughnessFactor": 0.1}}]);
    painted.primitive(0)["material"] = json!(0);
    assert_eq!(plain.level().content_hash, plain.level().content_hash);
    assert_eq!(plain.level().content_hash, painted.level().content_hash);
    let raised = File::new().with_floor(0.5);
    assert_ne!(plain.level().content_hash, raised.level().content_hash);
}

#[test]
fn every_named_scene_opens_with_room_to_stand() {
    for name in scenes::SCENE_NAMES {
        let level = catalog::open(format!("test:{name}")).unwrap();
        assert!(level.collision.len() >= 2, "{name}");
        assert!(level.findings.is_empty(), "{name}: {:?}", level.findings);
        let body = Body::ellipsoid(sim::BODY_RADIUS, sim::HALF_HEIGHT).unwrap();
        assert!(
            level.collision.is_free(body, level.spawn.position),
            "{name}"
        );
    }
    assert!(matches!(
        catalog::open("test:nowhere"),
        Err(LevelError::NotFound { .. })
    ));
}

#[test]
fn json_files_with_data_uris_and_neighbors_load() {
    let folder = tempfile::tempdir().unwrap();
    let positions: Vec<u8> = floor(0.0, 5.0)
        .iter()
        .flatten()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    fs::write(folder.path().join("a b.bin"), &positions).unwrap();
    let base64 = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAACBBAAAgQQAAAAAAAAAA";
    for (uri, length, count) in [
        (String::from("a%20b.bin"), positions.len(), 6),
        (
            format!("data:application/octet-stream;base64,{base64}"),
            36,
            3,
        ),
    ] {
        let text = json!({
            "asset": {"version": "2.0"},
            "buffers": [{"uri": uri, "byteLength": length}],
            "bufferViews": [{"buffer": 0, "byteLength": length}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": count}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "nodes": [{"mesh": 0}],
        });
        let path = folder.path().join("level.gltf");
        fs::write(&path, text.to_string()).unwrap();
        let level = level::load(&path).unwrap();
        assert_eq!(level.collision.len(), count / 3);
        assert_eq!(level.name, "level");
    }
}

#[test]
fn a_level_by_a_scale_is_the_one_drawn_in_meters() {
    let drawn = |unit: f32| {
        let mut file = File::new();
        let half = 10.0 * unit;
        let mesh = file.mesh(&floor(2.0 * unit, half));
        let node = file.node("floor", mesh);
        file.json["nodes"][node]["translation"] = json!([3.0 * unit, 0, 0]);
        let [x, y, z] = [2.0, 3.0, -4.0].map(|meters: f32| meters * unit);
        file.push("nodes", json!({"name": "spawn", "translation": [x, y, z]}));
        file.push(
            "nodes",
            json!({"name": "lamp", "translation": [x, y, z],
            "extensions": {"KHR_lights_punctual": {"light": 0}}}),
        );
        file.json["extensions"] =
            json!({"KHR_lights_punctual": {"lights": [{"type": "point", "range": 5.0 * unit}]}});
        file
    };
    let folder = tempfile::tempdir().unwrap();
    let scale = |factor: f64| Scale::new(factor).unwrap();
    let meters = drawn(1.0).level();
    let scaled = level::load_scaled(drawn(128.0).save(folder.path()), scale(1.0 / 128.0)).unwrap();
    assert_eq!(scaled.content_hash, meters.content_hash);
    assert_eq!(scaled.bounds, meters.bounds);
    assert_eq!(scaled.spawn, meters.spawn);
    assert_eq!(scaled.lighting.lights, meters.lighting.lights);
    assert_eq!(
        (scaled.reading.scale, meters.reading.scale),
        (scale(1.0 / 128.0), Scale::METERS)
    );
    let advice = |level: &Level| {
        let mut found = level
            .findings
            .iter()
            .filter(|it| it.code == Code::WrongUnit);
        found.next().map(|it| it.problem.clone())
    };
    assert_eq!(advice(&meters), None);
    let advice = advice(&drawn(0.01).level()).expect("20 cm are no level");
    assert!(advice.contains("--scale 100 "), "{advice}");
    let huge = drawn(1e6).save(folder.path());
    let said = level::load(huge).unwrap_err().to_string();
    assert!(said.contains("--scale "), "{said}");
}
