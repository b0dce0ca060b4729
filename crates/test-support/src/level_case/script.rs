//! The short form of glTF in which a case gives its level.
//!
//! A line that begins with a text is a node: its name, then in any order its place, its mesh and its
//! custom properties, and further fields. A node that is indented belongs to the one above it.
//! `/a/b JSON` sets a field of the file, and `LIST JSON` adds to one of its lists.

use std::{fs, path::Path};

use hexbound_level::Reading;
use serde_json::{Deserializer, Map, Value, json};

use crate::{
    gltf_file::{File, floor},
    shapes::{ball, cuboid, cuboid_between, inside_out, mound, quad, tetrahedron},
};

/// The name of a file that is no given bytes.
const MADE: &str = "made.glb";

/// A case's level file.
pub struct Script {
    pub name: String,
    pub bytes: Vec<u8>,
    pub reading: Reading,
    /// The lines of the level that it begins with.
    pub begun: Option<String>,
}

/// A file while its lines are read.
#[derive(Default)]
struct Maker {
    file: File,
    /// The shapes in use with their meshes.
    shapes: Vec<(String, usize)>,
    /// The nodes that the next one can belong to, each with its indentation.
    above: Vec<(usize, usize)>,
    roots: Vec<usize>,
}

impl Script {
    /// Reads a case's lines; levels to begin with are files in `folder`.
    pub fn read(lines: &str, folder: &Path) -> Self {
        let (first, rest) = lines.split_once('\n').unwrap_or((lines, ""));
        let (name, lines) = match first.strip_prefix("with ") {
            Some(name) => (name, rest),
            None => ("floor", lines),
        };
        if name == "nothing" {
            return Self::of(lines);
        }
        let begun = fs::read_to_string(folder.join(format!("{name}.level"))).expect("a level");
        let mut script = Self::of(&format!("{begun}{lines}"));
        script.begun = Some(begun);
        script
    }

    pub fn of(lines: &str) -> Self {
        let mut maker = Maker::default();
        let mut script = Self {
            name: MADE.to_owned(),
            bytes: Vec::new(),
            reading: Reading::default(),
            begun: None,
        };
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "scale" => script.reading.scale = rest.parse().expect("a scale"),
                "variant" => script.reading.variant = Some(rest.to_owned()),
                "bytes" => {
                    let parts = values(rest);
                    script.name = text(&parts[0]);
                    script.bytes = parts[1..].iter().flat_map(bytes).collect();
                }
                _ => maker.line(line, word, rest),
            }
        }
        if script.name == MADE {
            script.bytes = maker.file.glb();
        }
        script
    }
}

impl Maker {
    fn line(&mut self, line: &str, word: &str, rest: &str) {
        if word.starts_with('"') {
            self.node(line);
        } else if word == "animate" {
            self.animate(&values(rest));
        } else if word == "scene" {
            let roots = self.roots.clone();
            self.file.json["scenes"] = json!([{"nodes": roots, "extras": value(rest)}]);
        } else if word.starts_with('/') {
            let given = self.meant(value(rest));
            set(&mut self.file.json, word, given);
        } else {
            let given = self.meant(value(rest));
            self.file.push(word, given);
        }
    }

    fn node(&mut self, line: &str) {
        let indent = line.len() - line.trim_start().len();
        let mut node = json!({});
        for (place, part) in values(line).into_iter().enumerate() {
            match part {
                Value::String(name) if place == 0 => node["name"] = json!(name),
                Value::String(shape) => node["mesh"] = json!(self.shape(&shape)),
                Value::Array(at) => node["translation"] = json!(at),
                Value::Object(extras) if node["extras"].is_null() => node["extras"] = json!(extras),
                Value::Object(fields) => {
                    let fields = self.meant(Value::Object(fields));
                    let fields = fields.as_object().into_iter().flatten();
                    fields.for_each(|(key, field)| node[key] = field.clone());
                }
                other => panic!("{other} in {line}"),
            }
        }
        let index = self.file.push("nodes", node);
        self.above.retain(|(_, above)| *above < indent);
        match self.above.last() {
            Some((parent, _)) => {
                let children = &mut self.file.json["nodes"][*parent]["children"];
                let mut list = children.as_array().cloned().unwrap_or_default();
                list.push(json!(index));
                *children = json!(list);
            }
            None => {
                self.roots.push(index);
                let roots = self.file.json.pointer_mut("/scenes/0/nodes");
                if let Some(roots) = roots.and_then(Value::as_array_mut) {
                    roots.push(json!(index));
                }
            }
        }
        self.above.push((index, indent));
    }

    /// The mesh of a shape such as `box 0.5`, or of several with ` + ` between them.
    fn shape(&mut self, shape: &str) -> usize {
        if let Some((_, mesh)) = self.shapes.iter().find(|(it, _)| it == shape) {
            return *mesh;
        }
        let corners: Vec<[f32; 3]> = shape.split(" + ").flat_map(corners_of).collect();
        let mesh = self.file.mesh(&corners);
        self.shapes.push((shape.to_owned(), mesh));
        mesh
    }

    /// Moves a node: its name, the path, the times and the values, and how those between are found.
    fn animate(&mut self, given: &[Value]) {
        let times = given[2].as_array().into_iter().flatten();
        let times: Vec<Value> = times.map(|it| json!([it])).collect();
        let times = self.meant(json!({"$floats": times}));
        let values = self.meant(json!({"$floats": given[3]}));
        let mut sampler = json!({"input": times, "output": values});
        if let Some(interpolation) = given.get(4) {
            sampler["interpolation"] = interpolation.clone();
        }
        let node = index_of(&self.file.json["nodes"], &text(&given[0]));
        let channel = json!({"sampler": 0, "target": {"node": node, "path": given[1]}});
        let animation = json!({"samplers": [sampler], "channels": [channel]});
        self.file.push("animations", animation);
    }

    /// A value with accessors in place of their numbers, `{"$floats": [[1, 2, 3]]}` and likewise for
    /// `$u8`, `$u16` and `$u32`; further fields are the accessor's. `{"$strewn": [9, 7, 5]}` are places,
    /// so many over so many meters along x and z.
    fn meant(&mut self, given: Value) -> Value {
        match given {
            Value::Array(list) => list.into_iter().map(|it| self.meant(it)).collect(),
            Value::Object(mut fields) => {
                if let Some(strewn) = fields.get("$strewn") {
                    return json!(self.file.floats(&places_of(strewn)));
                }
                let found = KINDS.iter().find(|(key, _)| fields.contains_key(*key));
                let Some((key, kind)) = found else {
                    let fields = fields.into_iter().map(|(key, it)| (key, self.meant(it)));
                    return Value::Object(fields.collect());
                };
                let numbers = fields.remove(*key).unwrap_or_default();
                json!(self.accessor(&numbers, *kind, &fields))
            }
            other => other,
        }
    }

    fn accessor(&mut self, numbers: &Value, kind: u32, fields: &Map<String, Value>) -> usize {
        let rows: Vec<&Value> = numbers.as_array().into_iter().flatten().collect();
        let first = rows.first().and_then(|row| row.as_array());
        let shapes = ["", "SCALAR", "VEC2", "VEC3", "VEC4"];
        let shape = shapes.get(first.map_or(1, Vec::len)).unwrap_or(&"MAT4");
        let mut bytes = Vec::new();
        let flat = rows.iter().flat_map(|row| match row.as_array() {
            Some(row) => row.iter().collect(),
            None => vec![*row],
        });
        for number in flat {
            let whole = number.as_u64().unwrap_or_default();
            match kind {
                5121 => bytes.push(whole as u8),
                5123 => bytes.extend((whole as u16).to_le_bytes()),
                5125 => bytes.extend((whole as u32).to_le_bytes()),
                _ => bytes.extend(float(number).to_le_bytes()),
            }
        }
        let index = self.file.accessor(&bytes, kind, shape, rows.len());
        for (key, field) in fields {
            self.file.json["accessors"][index][key] = field.clone();
        }
        index
    }
}

const KINDS: [(&str, u32); 4] = [
    ("$floats", 5126),
    ("$u8", 5121),
    ("$u16", 5123),
    ("$u32", 5125),
];

/// A number, or a text for what JSON has none for.
fn float(number: &Value) -> f32 {
    let float = number.as_f64().map(|it| it as f32);
    float.unwrap_or_else(|| text(number).parse().expect("a number"))
}

/// Evenly strewn places: multiples of two numbers whose parts after the point do not repeat.
fn places_of(strewn: &Value) -> Vec<[f32; 3]> {
    let [count, wide, long] = [0, 1, 2].map(|at| strewn[at].as_f64().expect("a number"));
    let along = |number: u32, step: f64| (f64::from(number) * step).fract() as f32 - 0.5;
    let place = |number: u32| {
        let [x, z] = [0.754_877_666, 0.569_840_291].map(|step| along(number, step));
        [x * wide as f32, 0.0, z * long as f32]
    };
    (0..count as u32).map(place).collect()
}

/// Bytes as the characters of a text, or as so many zeros.
fn bytes(part: &Value) -> Vec<u8> {
    match part.as_u64() {
        Some(count) => vec![0; count as usize],
        None => text(part).chars().map(|it| it as u8).collect(),
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn values(text: &str) -> Vec<Value> {
    let values: Result<_, _> = Deserializer::from_str(text).into_iter().collect();
    values.unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Sets a field by its way through the document, whose objects are made where they lack; null takes it
/// away.
fn set(json: &mut Value, way: &str, value: Value) {
    let (parent, last) = way.rsplit_once('/').expect("a way");
    let mut place = json;
    for key in parent.split('/').skip(1) {
        place = match index_of(place, key) {
            Some(index) => &mut place[index],
            None => &mut place[key],
        };
    }
    match (index_of(place, last), place.as_object_mut()) {
        (Some(index), _) => place[index] = value,
        (None, Some(fields)) if value.is_null() => drop(fields.remove(last)),
        _ => place[last] = value,
    }
}

/// The index of a list's element by its number or its name; `None` for what is no list.
fn index_of(list: &Value, key: &str) -> Option<usize> {
    let list = list.as_array()?;
    let number = key.parse().ok();
    number.or_else(|| list.iter().position(|it| it["name"] == key))
}

/// The triangles of a shape.
fn corners_of(shape: &str) -> Vec<[f32; 3]> {
    let mut words = shape.split_whitespace();
    let kind = words.next();
    let sizes: Vec<f32> = words.map(|it| it.parse().expect("a size")).collect();
    match (kind, &sizes[..]) {
        (Some("box"), []) => cuboid([0.5; 3]),
        (Some("box"), [half]) => cuboid([*half; 3]),
        (Some("box"), [x, y, z]) => cuboid([*x, *y, *z]),
        (Some("ball"), [radius]) => ball(*radius),
        (Some("frame"), []) => vec![[-20.0; 3], [0.0, 20.0, 0.0], [20.0; 3]],
        (Some("plate"), [half]) => floor(0.0, *half).to_vec(),
        (Some("span"), [x, y, z, far @ ..]) => cuboid_between([*x, *y, *z], far),
        (Some("room"), [x, y, z, far @ ..]) => inside_out(cuboid_between([*x, *y, *z], far)),
        (Some("sheet"), [x, z, far_x, far_z, y]) => {
            let at = |x: &f32, z: &f32| [*x, *y, *z];
            quad([at(x, z), at(x, far_z), at(far_x, far_z), at(far_x, z)]).to_vec()
        }
        (Some("quad"), _) => {
            let corners = sizes.as_chunks().0.try_into();
            quad(corners.expect("four corners")).to_vec()
        }
        (Some("triangle"), _) => sizes.as_chunks().0.to_vec(),
        (Some("mound"), [reach, count]) => mound(*reach, *count as u32),
        (Some("tetrahedron"), []) => tetrahedron().to_vec(),
        _ => panic!("there is no shape {shape}"),
    }
}
