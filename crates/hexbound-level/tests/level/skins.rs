//! Skinned and morphed meshes are drawn and solid where they are at rest. What that is, is worked
//! out here a second time: with its own reader and in plain arithmetic.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use glam::DVec3;
use hexbound_level::Level;
use serde_json::{Value, json};

use crate::{
    gltf_file::{File, floor},
    skip,
};

const DATA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/data/conformance"
);

/// Column by column.
type Matrix = [[f64; 4]; 4];

const IDENTITY: Matrix = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let cell = |column: usize, row: usize| (0..4).map(|k| a[k][row] * b[column][k]).sum();
    std::array::from_fn(|column| std::array::from_fn(|row| cell(column, row)))
}

fn moved(matrix: &Matrix, point: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|row| {
        (0..3).map(|k| matrix[k][row] * point[k]).sum::<f64>() + matrix[3][row]
    })
}

/// A file's JSON and its buffers.
struct Reader {
    json: Value,
    buffers: Vec<Vec<u8>>,
}

impl Reader {
    fn open(path: &Path) -> Option<Self> {
        let bytes = fs::read(path).ok()?;
        let word = |at: usize| {
            let word: [u8; 4] = bytes[at..at + 4].try_into().unwrap();
            u32::from_le_bytes(word) as usize
        };
        let (text, binary) = if bytes.starts_with(b"glTF") {
            let end = 20 + word(12);
            (
                &bytes[20..end],
                bytes.get(end + 8..).unwrap_or_default().to_vec(),
            )
        } else {
            (&bytes[..], Vec::new())
        };
        let json: Value = serde_json::from_slice(text).ok()?;
        let folder = path.parent()?;
        let mut buffers = Vec::new();
        for buffer in json["buffers"].as_array()? {
            buffers.push(match buffer["uri"].as_str() {
                None => binary.clone(),
                // Those are other tests' to read.
                Some(uri) if uri.starts_with("data:") => return None,
                Some(uri) => fs::read(folder.join(uri.replace("%20", " "))).ok()?,
            });
        }
        Some(Self { json, buffers })
    }

    /// An accessor's elements, normalized integers as they are meant.
    fn numbers(&self, accessor: &Value) -> Option<Vec<Vec<f64>>> {
        let accessor = &self.json["accessors"][accessor.as_u64()? as usize];
        if !accessor["sparse"].is_null() {
            return None;
        }
        let view = &self.json["bufferViews"][accessor["bufferView"].as_u64()? as usize];
        let offset = |value: &Value| value["byteOffset"].as_u64().unwrap_or(0) as usize;
        let width = match accessor["type"].as_str()? {
            "SCALAR" => 1,
            "VEC3" => 3,
            "VEC4" => 4,
            "MAT4" => 16,
            _ => return None,
        };
        let kind = accessor["componentType"].as_u64()?;
        let size = match kind {
            5120 | 5121 => 1,
            5122 | 5123 => 2,
            _ => 4,
        };
        let stride = view["byteStride"]
            .as_u64()
            .map_or(width * size, |stride| stride as usize);
        let bytes = &self.buffers[view["buffer"].as_u64()? as usize];
        let start = offset(accessor) + offset(view);
        let normalized = accessor["normalized"] == true;
        let number = |at: usize| {
            let [a, b, c, d] = std::array::from_fn(|k| bytes.get(at + k).copied().unwrap_or(0));
            let (value, most) = match kind {
                5120 => (f64::from(a as i8), 127.0),
                5121 => (f64::from(a), 255.0),
                5122 => (f64::from(i16::from_le_bytes([a, b])), 32767.0),
                5123 => (f64::from(u16::from_le_bytes([a, b])), 65535.0),
                5125 => (f64::from(u32::from_le_bytes([a, b, c, d])), 1.0),
                _ => (f64::from(f32::from_le_bytes([a, b, c, d])), 1.0),
            };
            if normalized { value / most } else { value }
        };
        let element = |index: usize| {
            (0..width)
                .map(|k| number(start + index * stride + k * size))
                .collect()
        };
        Some(
            (0..accessor["count"].as_u64()? as usize)
                .map(element)
                .collect(),
        )
    }

    fn local(&self, node: usize) -> Matrix {
        let node = &self.json["nodes"][node];
        let list = |key: &str| -> Option<Vec<f64>> {
            node[key].as_array()?.iter().map(Value::as_f64).collect()
        };
        if let Some(m) = list("matrix") {
            return std::array::from_fn(|c| std::array::from_fn(|r| m[4 * c + r]));
        }
        let [x, y, z, w] =
            list("rotation").map_or([0.0, 0.0, 0.0, 1.0], |r| [r[0], r[1], r[2], r[3]]);
        let s = list("scale").unwrap_or(vec![1.0; 3]);
        let t = list("translation").unwrap_or(vec![0.0; 3]);
        let turn = [
            [
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y + z * w),
                2.0 * (x * z - y * w),
            ],
            [
                2.0 * (x * y - z * w),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z + x * w),
            ],
            [
                2.0 * (x * z + y * w),
                2.0 * (y * z - x * w),
                1.0 - 2.0 * (x * x + y * y),
            ],
        ];
        let mut matrix = IDENTITY;
        for column in 0..3 {
            for row in 0..3 {
                matrix[column][row] = turn[column][row] * s[column];
            }
        }
        matrix[3] = [t[0], t[1], t[2], 1.0];
        matrix
    }

    /// From every node to the file.
    fn globals(&self) -> BTreeMap<usize, Matrix> {
        let nodes = self.json["nodes"].as_array().map_or(0, Vec::len);
        let children = |node: usize| -> Vec<usize> {
            let list = self.json["nodes"][node]["children"].as_array();
            list.into_iter()
                .flatten()
                .map(|child| child.as_u64().unwrap() as usize)
                .collect()
        };
        let parents: BTreeMap<usize, usize> = (0..nodes)
            .flat_map(|node| children(node).into_iter().map(move |child| (child, node)))
            .collect();
        let global = |node: usize| {
            let mut matrix = self.local(node);
            let mut above = node;
            while let Some(parent) = parents.get(&above) {
                above = *parent;
                matrix = product(&self.local(above), &matrix);
            }
            (node, matrix)
        };
        (0..nodes).map(global).collect()
    }

    /// The corners of every triangle of a skinned node's mesh, at rest.
    fn at_rest(&self, node: usize) -> Option<Vec<[[f64; 3]; 3]>> {
        let globals = self.globals();
        let given = &self.json["nodes"][node];
        let skin = &self.json["skins"][given["skin"].as_u64()? as usize];
        let binds = self.numbers(&skin["inverseBindMatrices"]);
        let joints: Vec<Matrix> = (skin["joints"].as_array()?.iter().enumerate())
            .map(|(number, joint)| {
                let bind = binds.as_ref().map_or(IDENTITY, |binds| {
                    std::array::from_fn(|c| std::array::from_fn(|r| binds[number][4 * c + r]))
                });
                product(&globals[&(joint.as_u64().unwrap() as usize)], &bind)
            })
            .collect();
        let mesh = &self.json["meshes"][given["mesh"].as_u64()? as usize];
        let default = if given["weights"].is_null() {
            &mesh["weights"]
        } else {
            &given["weights"]
        };
        let mut triangles = Vec::new();
        for primitive in mesh["primitives"].as_array()? {
            if primitive["mode"].as_u64().unwrap_or(4) != 4 {
                return None;
            }
            let mut points = self.numbers(&primitive["attributes"]["POSITION"])?;
            for (number, target) in primitive["targets"]
                .as_array()
                .into_iter()
                .flatten()
                .enumerate()
            {
                let weight = default[number].as_f64().unwrap_or(0.0);
                if weight == 0.0 {
                    continue;
                }
                for (point, offset) in points.iter_mut().zip(self.numbers(&target["POSITION"])?) {
                    (0..3).for_each(|axis| point[axis] += weight * offset[axis]);
                }
            }
            let mut held = vec![[[0.0; 3], [0.0; 3]]; points.len()];
            for set in 0.. {
                let attribute =
                    |name: &str| self.numbers(&primitive["attributes"][format!("{name}_{set}")]);
                let (Some(which), Some(weights)) = (attribute("JOINTS"), attribute("WEIGHTS"))
                else {
                    break;
                };
                for (vertex, point) in points.iter().enumerate() {
                    for k in 0..4 {
                        let (joint, weight) = (which[vertex][k] as usize, weights[vertex][k]);
                        let there = moved(&joints[joint], [point[0], point[1], point[2]]);
                        (0..3).for_each(|axis| held[vertex][0][axis] += weight * there[axis]);
                        held[vertex][1][0] += weight;
                    }
                }
            }
            let place = |vertex: usize| held[vertex][0].map(|sum| sum / held[vertex][1][0]);
            let corners: Vec<usize> = match self.numbers(&primitive["indices"]) {
                Some(indices) => indices.iter().map(|index| index[0] as usize).collect(),
                None => (0..points.len()).collect(),
            };
            triangles.extend(
                corners
                    .chunks_exact(3)
                    .map(|c| [place(c[0]), place(c[1]), place(c[2])]),
            );
        }
        Some(triangles)
    }
}

/// The triangles that the level draws for a node, in the file's coordinates.
fn drawn(level: &Level, node: &str) -> Vec<[DVec3; 3]> {
    let parts = level.mesh.parts.iter().filter(|part| part.name == node);
    let runs = parts.flat_map(|part| {
        &level.mesh.indices[part.indices.start as usize..part.indices.end as usize]
    });
    let corners: Vec<DVec3> = runs
        .map(|index| level.to_file(level.mesh.vertices[*index as usize].position.into()))
        .collect();
    corners
        .chunks_exact(3)
        .map(|c| [c[0], c[1], c[2]])
        .collect()
}

/// Returns whether every drawn triangle is one of the expected, in their order; some may be left
/// out since they have no area. In words what is not.
fn compare(drawn: &[[DVec3; 3]], expected: &[[[f64; 3]; 3]]) -> Result<(), String> {
    let size = (expected.iter().flatten().flatten()).fold(1.0_f64, |most, v| most.max(v.abs()));
    let near = |a: DVec3, b: [f64; 3]| a.distance(b.into()) < 1e-4 * size;
    let mut rest = expected.iter();
    for [a, b, c] in drawn {
        let same = |[x, y, z]: &[[f64; 3]; 3]| {
            near(*a, *x) && (near(*b, *y) && near(*c, *z) || near(*b, *z) && near(*c, *y))
        };
        if !rest.any(same) {
            return Err(format!("a triangle at {a} {b} {c} is none of them"));
        }
    }
    let flat = |[a, b, c]: &&[[f64; 3]; 3]| {
        let [a, b, c] = [a, b, c].map(|corner| DVec3::from(*corner));
        (b - a).cross(c - a).length() < 1e-7 * size * size
    };
    let least = expected.len() - expected.iter().filter(flat).count();
    match drawn.len() >= least {
        true => Ok(()),
        false => Err(format!("{} triangles of {least}", drawn.len())),
    }
}

/// Returns whether a level's solid triangles are those it draws.
fn is_solid_where_drawn(level: &Level, node: &str) -> bool {
    let solid: Vec<DVec3> = (0..level.collision.len() as u32)
        .flat_map(|triangle| level.collision.corners(triangle))
        .map(|corner| level.to_file(corner))
        .collect();
    let corners = drawn(level, node).into_iter().flatten();
    let known = |corner: DVec3| solid.iter().any(|other| other.distance(corner) < 1e-5);
    corners.take(300).all(known)
}

/// A strip of six vertices up the y axis, held by two joints; the upper one is turned by 90° about
/// z, and the whole hangs under a node that the skinned one knows nothing of.
fn bent_strip() -> File {
    let mut file = File::new().with_floor(-3.0);
    let at = |x: f32, y: f32| [x, y, 0.0];
    let corners = [
        at(0.0, 0.0),
        at(1.0, 0.0),
        at(1.0, 1.0),
        at(0.0, 0.0),
        at(1.0, 1.0),
        at(0.0, 1.0),
        at(0.0, 1.0),
        at(1.0, 1.0),
        at(1.0, 2.0),
        at(0.0, 1.0),
        at(1.0, 2.0),
        at(0.0, 2.0),
    ];
    let mesh = file.mesh(&corners);
    let upper = |corner: &[f32; 3]| corner[1] / 2.0;
    let weights: Vec<[f32; 4]> = corners
        .iter()
        .map(|c| [1.0 - upper(c), upper(c), 0.0, 0.0])
        .collect();
    let weights = file.floats(&weights);
    let bytes: Vec<u8> = corners.iter().flat_map(|_| [0, 1, 0, 0]).collect();
    let joints = file.accessor(&bytes, 5121, "VEC4", corners.len());
    file.primitive(mesh)["attributes"]["JOINTS_0"] = json!(joints);
    file.primitive(mesh)["attributes"]["WEIGHTS_0"] = json!(weights);
    // The second joint's bind undoes its rest place of one meter up.
    let mut binds = [0.0_f32; 32];
    for matrix in 0..2 {
        (0..4).for_each(|k| binds[16 * matrix + 5 * k] = 1.0);
    }
    binds[16 + 13] = -1.0;
    let bytes: Vec<u8> = binds.iter().flat_map(|value| value.to_le_bytes()).collect();
    let binds = file.accessor(&bytes, 5126, "MAT4", 2);
    let node = file.node("strip", mesh);
    file.json["nodes"][node]["skin"] = json!(0);
    file.json["nodes"][node]["translation"] = json!([70, 0, 0]);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let upper = file.push(
        "nodes",
        json!({"translation": [0, 1, 0], "rotation": [0, 0, half, half]}),
    );
    let lower = file.push("nodes", json!({"scale": [2, 1, 1], "children": [upper]}));
    file.push(
        "nodes",
        json!({"translation": [5, 0, -2], "children": [lower]}),
    );
    file.json["skins"] = json!([{"joints": [lower, upper], "inverseBindMatrices": binds}]);
    file
}

/// The level of a file, and what its strip should be.
fn strip(file: &File) -> (Level, Vec<[[f64; 3]; 3]>) {
    let folder = tempfile::tempdir().unwrap();
    let path = file.save(folder.path());
    let expected = Reader::open(&path).unwrap().at_rest(1).unwrap();
    (hexbound_level::load(path).unwrap(), expected)
}

#[test]
fn a_bent_strip_is_drawn_and_solid_where_its_joints_take_it() {
    let (level, expected) = strip(&bent_strip());
    // By hand: the lowest corner goes with the first joint alone.
    assert_eq!(expected[0][0], [5.0, 0.0, -2.0]);
    let drawn = drawn(&level, "strip");
    assert_eq!(drawn.len(), 4);
    compare(&drawn, &expected).unwrap_or_else(|words| panic!("{words}"));
    assert!(is_solid_where_drawn(&level, "strip"));
    for vertex in &level.mesh.vertices {
        let normal = glam::Vec3::from(vertex.normal);
        assert!((normal.length() - 1.0).abs() < 1e-5, "{normal}");
    }
}

#[test]
fn weights_of_several_sets_and_of_normalized_integers_are_read() {
    let mut file = bent_strip();
    let count = 12;
    // Half of the weight in the second set, as shorts; joints as shorts, too.
    for set in 0..2 {
        let joints: Vec<u8> = (0..count).flat_map(|_| [0, 0, 1, 0, 0, 0, 0, 0]).collect();
        let joints = file.accessor(&joints, 5123, "VEC4", count);
        let weights: Vec<u8> = (0..count)
            .flat_map(|vertex| {
                [
                    20_000 + 1_000 * vertex as u16,
                    12_767 - 1_000 * vertex as u16,
                    0,
                    0,
                ]
            })
            .flat_map(u16::to_le_bytes)
            .collect();
        let weights = file.accessor(&weights, 5123, "VEC4", count);
        file.json["accessors"][weights]["normalized"] = json!(true);
        file.primitive(1)["attributes"][format!("JOINTS_{set}")] = json!(joints);
        file.primitive(1)["attributes"][format!("WEIGHTS_{set}")] = json!(weights);
    }
    let (level, expected) = strip(&file);
    compare(&drawn(&level, "strip"), &expected).unwrap_or_else(|words| panic!("{words}"));
}

#[test]
fn missing_inverse_bind_matrices_do_nothing() {
    let mut file = bent_strip();
    file.json["skins"][0]
        .as_object_mut()
        .unwrap()
        .remove("inverseBindMatrices");
    let (level, expected) = strip(&file);
    compare(&drawn(&level, "strip"), &expected).unwrap_or_else(|words| panic!("{words}"));
}

#[test]
fn morph_targets_have_their_default_weights_the_nodes_before_the_meshs() {
    let mut file = bent_strip();
    let offsets: Vec<[f32; 3]> = (0..12).map(|vertex| [0.0, 0.0, vertex as f32]).collect();
    let offsets = file.floats(&offsets);
    file.primitive(1)["targets"] = json!([{"POSITION": offsets}]);
    file.json["meshes"][1]["weights"] = json!([0.5]);
    let (level, expected) = strip(&file);
    assert_ne!(expected[0][1][2], expected[0][0][2]);
    compare(&drawn(&level, "strip"), &expected).unwrap_or_else(|words| panic!("{words}"));
    file.json["nodes"][1]["weights"] = json!([0.0]);
    let (level, expected) = strip(&file);
    compare(&drawn(&level, "strip"), &expected).unwrap_or_else(|words| panic!("{words}"));

    // Without a skin they move the mesh within its node.
    let mut file = File::new();
    let mesh = file.mesh(&floor(0.0, 10.0));
    let up = file.floats(&[[0.0, 4.0, 0.0]; 6]);
    file.primitive(mesh)["targets"] = json!([{"POSITION": up}]);
    file.json["meshes"][mesh]["weights"] = json!([0.25]);
    file.node("risen", mesh);
    let level = file.level();
    assert!(
        drawn(&level, "risen")
            .iter()
            .flatten()
            .all(|corner| corner.y == 1.0)
    );
}

fn gltf_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gltf_files(&path, found);
        } else if path
            .extension()
            .is_some_and(|kind| kind == "glb" || kind == "gltf")
        {
            found.push(path);
        }
    }
    found.sort();
}

#[test]
fn skinned_conformance_files_stand_as_they_rest() {
    let mut files = Vec::new();
    gltf_files(Path::new(DATA), &mut files);
    if files.is_empty() {
        skip::say(&format!("{DATA} is absent"));
        return;
    }
    let (mut right, mut faults) = (0, Vec::new());
    for path in files {
        let Some(reader) = Reader::open(&path) else {
            continue;
        };
        let skinned: Vec<usize> = (reader.json["nodes"]
            .as_array()
            .into_iter()
            .flatten()
            .enumerate())
        .filter(|(_, node)| !node["skin"].is_null() && !node["mesh"].is_null())
        .map(|(index, _)| index)
        .collect();
        if skinned.is_empty() {
            continue;
        }
        let Ok(level) = hexbound_level::load(&path) else {
            continue;
        };
        // Nodes may have one name together: theirs are expected one after the other.
        let mut names: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for node in skinned {
            let name = reader.json["nodes"][node]["name"].as_str();
            let name = name.map_or_else(|| format!("node {node}"), str::to_string);
            names.entry(name).or_default().push(node);
        }
        for (name, nodes) in names {
            let expected: Option<Vec<_>> = nodes.iter().map(|node| reader.at_rest(*node)).collect();
            let (Some(expected), drawn) = (expected, drawn(&level, &name)) else {
                continue;
            };
            if drawn.is_empty() {
                continue;
            }
            match compare(&drawn, &expected.concat()) {
                Ok(()) => right += nodes.len(),
                Err(words) => faults.push(format!("{}: {name}: {words}", path.display())),
            }
        }
    }
    println!("{right} skinned nodes right, {} wrong", faults.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(right >= 20, "only {right} were compared");
}
