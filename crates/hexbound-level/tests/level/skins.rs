//! Skinned and morphed meshes are drawn and solid where they are at rest. What that is, is worked
//! out here a second time: by the reader of the crate gltf, which the library has no use for.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use glam::{DMat4, DQuat, DVec3, dvec3};
use gltf::{Document, Gltf, Node, buffer, mesh::Mode, scene::Transform};
use hexbound_level::Level;
use serde_json::json;
use test_support::{files_below, level_case};

use crate::{cases, skip};

const DATA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/data/conformance"
);

type Triangle = [DVec3; 3];

/// A file and its buffers.
struct Reader {
    document: Document,
    buffers: Vec<buffer::Data>,
}

impl Reader {
    fn open(path: &Path) -> Option<Self> {
        let Gltf { document, blob } =
            Gltf::from_slice_without_validation(&fs::read(path).ok()?).ok()?;
        let buffers = gltf::import_buffers(&document, path.parent(), blob).ok()?;
        Some(Self { document, buffers })
    }

    fn bytes(&self, buffer: &gltf::Buffer) -> Option<&[u8]> {
        self.buffers.get(buffer.index()).map(|data| &data[..])
    }

    /// From every node to the file.
    fn globals(&self) -> BTreeMap<usize, DMat4> {
        let nodes = || self.document.nodes();
        let children = nodes().flat_map(|node| node.children().map(|it| it.index()));
        let children: BTreeSet<usize> = children.collect();
        let mut found = BTreeMap::new();
        let roots = nodes().filter(|node| !children.contains(&node.index()));
        roots.for_each(|node| place(&node, DMat4::IDENTITY, &mut found));
        found
    }

    /// The corners of every triangle of a skinned node's mesh, at rest.
    fn at_rest(&self, node: &Node) -> Option<Vec<Triangle>> {
        let (globals, skin, mesh) = (self.globals(), node.skin()?, node.mesh()?);
        let reader = skin.reader(|buffer| self.bytes(&buffer));
        let binds = reader.read_inverse_bind_matrices();
        let binds: Option<Vec<DMat4>> = binds.map(|all| all.map(double).collect());
        let to_file = |(number, joint): (usize, Node)| {
            let bind = binds.as_ref().map_or(DMat4::IDENTITY, |all| all[number]);
            globals[&joint.index()] * bind
        };
        let joints: Vec<DMat4> = skin.joints().enumerate().map(to_file).collect();
        let morphs = node.weights().or(mesh.weights()).unwrap_or_default();
        let mut triangles = Vec::new();
        for primitive in mesh.primitives() {
            if primitive.mode() != Mode::Triangles {
                return None;
            }
            let reader = primitive.reader(|buffer| self.bytes(&buffer));
            let mut points: Vec<DVec3> = reader.read_positions()?.map(point).collect();
            for (weight, (offsets, ..)) in morphs.iter().zip(reader.read_morph_targets()) {
                for (at, offset) in points.iter_mut().zip(offsets.into_iter().flatten()) {
                    *at += f64::from(*weight) * point(offset);
                }
            }
            let mut held = vec![(DVec3::ZERO, 0.0); points.len()];
            let set = |set| reader.read_joints(set).zip(reader.read_weights(set));
            for (which, weights) in (0..).map_while(set) {
                let all = which.into_u16().zip(weights.into_f32());
                for ((held, point), (which, weights)) in held.iter_mut().zip(&points).zip(all) {
                    for (joint, weight) in which.into_iter().zip(weights.map(f64::from)) {
                        held.0 += weight * joints[usize::from(joint)].transform_point3(*point);
                        held.1 += weight;
                    }
                }
            }
            let corners: Vec<DVec3> = held.iter().map(|(sum, weight)| *sum / *weight).collect();
            let indices: Vec<u32> = match reader.read_indices() {
                Some(indices) => indices.into_u32().collect(),
                None => (0..points.len() as u32).collect(),
            };
            let triangle = |c: &[u32]| [0, 1, 2].map(|at: usize| corners[c[at] as usize]);
            triangles.extend(indices.chunks_exact(3).map(triangle));
        }
        Some(triangles)
    }
}

/// Notes the way to the file of a node and of those below it.
fn place(node: &Node, above: DMat4, found: &mut BTreeMap<usize, DMat4>) {
    let local = match node.transform() {
        Transform::Matrix { matrix } => double(matrix),
        Transform::Decomposed {
            translation,
            rotation,
            scale,
        } => DMat4::from_scale_rotation_translation(
            point(scale),
            DQuat::from_array(rotation.map(f64::from)),
            point(translation),
        ),
    };
    found.insert(node.index(), above * local);
    let children = node.children();
    children.for_each(|child| place(&child, above * local, found));
}

fn double(matrix: [[f32; 4]; 4]) -> DMat4 {
    DMat4::from_cols_array_2d(&matrix.map(|column| column.map(f64::from)))
}

fn point(numbers: [f32; 3]) -> DVec3 {
    DVec3::from_array(numbers.map(f64::from))
}

/// The triangles that the level draws for a node, in the file's coordinates.
fn drawn(level: &Level, node: &str) -> Vec<Triangle> {
    let parts = level.mesh.parts.iter().filter(|part| part.name == node);
    let runs = parts.flat_map(|part| {
        &level.mesh.indices[part.indices.start as usize..part.indices.end as usize]
    });
    let corner = |it: &u32| level.to_file(level.mesh.vertices[*it as usize].position.into());
    let corners: Vec<DVec3> = runs.map(corner).collect();
    corners.as_chunks().0.to_vec()
}

/// Returns whether every drawn triangle is one of the expected, in their order; some may be left
/// out since they have no area. In words what is not.
fn compare(drawn: &[Triangle], expected: &[Triangle]) -> Result<(), String> {
    let size = (expected.iter().flatten()).fold(1.0_f64, |most, v| most.max(v.abs().max_element()));
    let near = |a: DVec3, b: DVec3| a.distance(b) < 1e-4 * size;
    let mut rest = expected.iter();
    for [a, b, c] in drawn {
        let same = |[x, y, z]: &Triangle| {
            near(*a, *x) && (near(*b, *y) && near(*c, *z) || near(*b, *z) && near(*c, *y))
        };
        if !rest.any(same) {
            return Err(format!("a triangle at {a} {b} {c} is none of them"));
        }
    }
    let flat = |[a, b, c]: &&Triangle| (*b - *a).cross(*c - *a).length() < 1e-7 * size * size;
    let least = expected.len() - expected.iter().filter(flat).count();
    match drawn.len() >= least {
        true => Ok(()),
        false => Err(format!("{} triangles of {least}", drawn.len())),
    }
}

/// Returns whether a level's solid triangles are those it draws.
fn is_solid_where_drawn(level: &Level, node: &str) -> bool {
    let solid = (0..level.collision.len() as u32).flat_map(|it| level.collision.corners(it));
    let solid: Vec<DVec3> = solid.map(|corner| level.to_file(corner)).collect();
    let corners = drawn(level, node).into_iter().flatten();
    let known = |corner: DVec3| solid.iter().any(|other| other.distance(corner) < 1e-5);
    corners.take(300).all(known)
}

/// The level of a strip up the y axis with further lines, and what its strip should be. Two joints hold
/// it; the upper one is turned by 90° about z, and the whole hangs under a node that the skinned one
/// knows nothing of. The second joint's bind undoes its rest place of one meter up.
fn strip(more: &str) -> (Level, Vec<Triangle>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("strip.glb");
    let bytes = level_case::bytes(&format!("with bent\n{more}"), &cases::folder());
    fs::write(&path, bytes).unwrap();
    let reader = Reader::open(&path).unwrap();
    let node = reader.document.nodes().nth(1).unwrap();
    let expected = reader.at_rest(&node).unwrap();
    (hexbound_level::load(path).unwrap(), expected)
}

#[test]
fn a_bent_strip_is_drawn_and_solid_where_its_joints_take_it() {
    let (level, expected) = strip("");
    // By hand: the lowest corner goes with the first joint alone.
    assert_eq!(expected[0][0], dvec3(5.0, 0.0, -2.0));
    let drawn = drawn(&level, "strip");
    assert_eq!(drawn.len(), 4);
    compare(&drawn, &expected).unwrap_or_else(|words| panic!("{words}"));
    assert!(is_solid_where_drawn(&level, "strip"));
    for vertex in &level.mesh.vertices {
        let normal = glam::Vec3::from(vertex.normal);
        assert!((normal.length() - 1.0).abs() < 1e-5, "{normal}");
    }
}

/// Offsets along z, of which the mesh takes half.
const MORPHED: &str = r#"
/meshes/1/primitives/0/targets [{"POSITION": {"$floats": [[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 3], [0, 0, 4], [0, 0, 5]]}}]
/meshes/1/weights [0.5]
"#;

#[test]
fn weights_binds_and_morph_targets_are_read_in_all_their_forms() {
    // Half of the weight in the second set, as shorts; joints as shorts, too.
    let joints = json!({"$u16": vec![[0, 1, 0, 0]; 6]});
    let weights = |vertex| [20_000 + 1_000 * vertex, 12_767 - 1_000 * vertex, 0, 0];
    let weights = [0, 1, 2, 3, 4, 5].map(weights);
    let weights = json!({"$u16": weights, "normalized": true});
    let sets = [0, 1].map(|set| {
        let attributes = "/meshes/1/primitives/0/attributes";
        format!("{attributes}/JOINTS_{set} {joints}\n{attributes}/WEIGHTS_{set} {weights}\n")
    });
    // The default weights of a node come before those of its mesh.
    let unmorphed = format!("{MORPHED}/nodes/1/weights [0]");
    let unbound = "/skins/0/inverseBindMatrices null";
    for more in [&sets.concat(), unbound, MORPHED, &unmorphed] {
        let (level, expected) = strip(more);
        let is_flat = expected.iter().flatten().all(|it| it.z == -2.0);
        assert_eq!(is_flat, more != MORPHED, "{more}");
        let found = compare(&drawn(&level, "strip"), &expected);
        found.unwrap_or_else(|words| panic!("{more}: {words}"));
    }
}

#[test]
fn skinned_conformance_files_stand_as_they_rest() {
    let files = files_below(Path::new(DATA), &["glb", "gltf"]);
    if files.is_empty() {
        skip::say(&format!("{DATA} is absent"));
        return;
    }
    let (mut right, mut faults) = (0, Vec::new());
    for path in files {
        let Some(reader) = Reader::open(&path) else {
            continue;
        };
        let nodes = reader.document.nodes();
        let skinned = nodes.filter(|node| node.skin().is_some() && node.mesh().is_some());
        // Nodes may have one name together: theirs are expected one after the other.
        let mut names: BTreeMap<String, Vec<Node>> = BTreeMap::new();
        for node in skinned {
            let name = node.name().map(str::to_owned);
            let name = name.unwrap_or_else(|| format!("node {}", node.index()));
            names.entry(name).or_default().push(node);
        }
        if names.is_empty() {
            continue;
        }
        let Ok(level) = hexbound_level::load(&path) else {
            continue;
        };
        for (name, nodes) in names {
            let expected: Option<Vec<_>> = nodes.iter().map(|node| reader.at_rest(node)).collect();
            let drawn = drawn(&level, &name);
            let Some(expected) = expected.filter(|_| !drawn.is_empty()) else {
                continue;
            };
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
