//! Levels whose geometry is compressed: by Draco, made here by its encoder, and those of others in
//! Draco's and meshopt's formats beside the same without.

use draco_core::{
    DataType, EncoderBuffer, EncoderOptions, FaceIndex, GeometryAttributeType, Mesh, MeshEncoder,
    PointAttribute, PointIndex,
};
use glam::Vec3;
use hexbound_level::{Cause, Level, LevelError};
use proptest::prelude::*;
use serde_json::json;
use test_support::foreign_data;

use crate::{gltf_file::File, skip};

/// The vertices along a side of the hilly field.
const SIDE: u32 = 9;

fn positions() -> Vec<[f32; 3]> {
    let height = |x: u32, z: u32| ((x * 7 + z * 3) % 5) as f32 * 0.25;
    let row = |z: u32| (0..SIDE).map(move |x| [x as f32, height(x, z), z as f32]);
    (0..SIDE).flat_map(row).collect()
}

fn triangles() -> Vec<[u32; 3]> {
    let at = |x: u32, z: u32| z * SIDE + x;
    let cell = |x: u32, z: u32| {
        let [a, b] = [at(x, z), at(x + 1, z)];
        [[a, a + SIDE, b], [b, a + SIDE, b + SIDE]]
    };
    let row = |z: u32| (0..SIDE - 1).flat_map(move |x| cell(x, z));
    (0..SIDE - 1).flat_map(row).collect()
}

/// The field in Draco's format, by its level of compression, 0 to 10.
fn encoded(compression: i32) -> Vec<u8> {
    let mut mesh = Mesh::new();
    let mut position = PointAttribute::new();
    let (count, kind) = (positions().len(), GeometryAttributeType::Position);
    position.init(kind, 3, DataType::Float32, false, count);
    for (index, place) in positions().iter().enumerate() {
        let bytes: Vec<u8> = place.iter().flat_map(|it| it.to_le_bytes()).collect();
        position.buffer_mut().write(index * 12, &bytes);
    }
    mesh.add_attribute(position);
    mesh.set_num_faces(triangles().len());
    for (index, corners) in triangles().into_iter().enumerate() {
        mesh.set_face(FaceIndex(index as u32), corners.map(PointIndex));
    }
    let mut encoder = MeshEncoder::new();
    encoder.set_mesh(mesh);
    let mut options = EncoderOptions::new();
    options.set_compression_level(compression);
    options.set_attribute_quantization(0, 14);
    let mut out = EncoderBuffer::new();
    encoder.encode(&options, &mut out).unwrap();
    out.data().to_vec()
}

/// A level of that data alone.
fn draco_level(data: &[u8]) -> File {
    let mut file = File::new();
    let view = file.view(data);
    let count = positions().len();
    let position = json!({"componentType": 5126, "type": "VEC3", "count": count});
    let position = file.push("accessors", position);
    let count = triangles().len() * 3;
    let indices = json!({"componentType": 5123, "type": "SCALAR", "count": count});
    let indices = file.push("accessors", indices);
    let draco = json!({"bufferView": view, "attributes": {"POSITION": 0}});
    let primitive = json!({"attributes": {"POSITION": position}, "indices": indices,
        "extensions": {"KHR_draco_mesh_compression": draco}});
    let mesh = json!({"name": "hills", "primitives": [primitive]});
    let mesh = file.push("meshes", mesh);
    file.node("hills", mesh);
    file.json["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]);
    file
}

/// The same level without compression.
fn plain_level() -> File {
    let mut file = File::new();
    let corners = triangles().into_iter().flatten();
    let all = positions();
    let corners: Vec<[f32; 3]> = corners.map(|corner| all[corner as usize]).collect();
    let mesh = file.mesh(&corners);
    file.node("hills", mesh);
    file
}

/// The largest distance from a vertex of one level to what is solid in the other, either way.
fn apart(one: &Level, other: &Level) -> f32 {
    let farthest = |from: &Level, to: &Level| {
        let shift = (from.origin - to.origin).as_vec3();
        let distance = |vertex: &Vec3| {
            let nearest = to.collision.nearest_point(*vertex + shift, 100.0).unwrap();
            nearest.point.distance(*vertex + shift)
        };
        let distances = from.collision.vertices().iter().map(distance);
        distances.fold(0.0, f32::max)
    };
    farthest(one, other).max(farthest(other, one))
}

#[test]
fn every_way_of_draco_gives_the_field_back() {
    let plain = plain_level().level();
    for compression in [0, 3, 5, 7, 10] {
        let level = draco_level(&encoded(compression)).level();
        let mut told = level.findings.iter();
        assert!(!told.any(|it| it.problem.contains("draco")), "{told:?}");
        assert_eq!(level.collision.len(), plain.collision.len());
        let apart = apart(&level, &plain);
        // 14 bits of 8 m.
        assert!(apart < 0.0005, "compression {compression}: {apart} m");
    }
}

#[test]
fn the_plain_data_is_read_where_it_is_there_as_well() {
    let mut file = plain_level();
    let draco = json!({"bufferView": 77, "attributes": {"POSITION": 0}});
    file.primitive(0)["extensions"] = json!({"KHR_draco_mesh_compression": draco});
    let broken = apart(&file.level(), &plain_level().level());
    assert!(broken < 1e-6, "{broken}");
}

#[test]
fn broken_draco_data_is_refused_with_its_place() {
    let whole = encoded(5);
    for length in (0..whole.len()).step_by(11) {
        let error = draco_level(&whole[..length]).load().unwrap_err();
        let words = error.to_string();
        let is_malformed = matches!(error, LevelError::InFile { fault, .. }
            if matches!(fault.cause, Cause::Malformed { .. }));
        assert!(is_malformed, "{words}");
        let place = "mesh 0 \"hills\", primitive 0, Draco data";
        assert!(words.contains(place), "{words}");
    }
    let mut file = draco_level(&whole);
    file.primitive(0)["extensions"]["KHR_draco_mesh_compression"]["attributes"] =
        json!({"POSITION": 9});
    let words = file.load().unwrap_err().to_string();
    assert!(words.contains("no attribute 9"), "{words}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn changed_bytes_of_draco_data_load_or_are_refused(
        compression in prop::sample::select(vec![0, 5, 7, 10]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut data = encoded(compression);
        for (at, byte) in changes {
            let at = at.index(data.len());
            data[at] = byte;
        }
        if let Err(error) = draco_level(&data).load() {
            prop_assert!(!matches!(error, LevelError::Mistake { .. }), "{error}");
        }
    }
}

/// Files of others beside the same without compression, and how far apart they may be: the
/// compression of each rounds.
#[test]
fn compressed_levels_of_others_are_where_the_plain_ones_are() {
    let data = foreign_data();
    let map = "conformance/compressed-levels/ecctrl-testMap.draco.glb";
    let plain_map = "levels/ecctrl-testMap/testMap.glb";
    let [cube, plain_cube] = ["glTF-Draco/Box.gltf", "glTF-Binary/Box.glb"]
        .map(|file| format!("conformance/khronos-samples/Box/{file}"));
    for (compressed, plain, most) in [(map, plain_map, 0.01), (&cube, &plain_cube, 0.001)] {
        let files = [compressed, plain].map(|name| data.join(name));
        if files.iter().all(|file| skip::has_data(file)) {
            let [one, other] = files.map(|file| hexbound_level::load(file).unwrap());
            let apart = apart(&one, &other);
            assert!(apart <= most, "{}: {apart} m", other.name);
        }
    }
}
