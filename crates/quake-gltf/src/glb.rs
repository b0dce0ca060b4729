//! Writes the bytes of a binary glTF file: nodes, meshes, materials, lamps and what they refer to.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// A builder of a binary glTF file.
#[derive(Debug, Default)]
pub(crate) struct Glb {
    binary: Vec<u8>,
    lists: BTreeMap<&'static str, Vec<Value>>,
    lights: Vec<Value>,
    /// The indices of the nodes without a parent.
    roots: Vec<usize>,
    /// The custom properties of the scene.
    pub extras: Map<String, Value>,
}

/// The component type of 32-bit floats.
const FLOAT_TYPE: u32 = 5126;
/// The component type of 32-bit unsigned integers.
const UNSIGNED_TYPE: u32 = 5125;

impl Glb {
    /// Adds an item to one of the document's lists and returns its index.
    pub(crate) fn add(&mut self, list: &'static str, item: Value) -> usize {
        let items = self.lists.entry(list).or_default();
        items.push(item);
        items.len() - 1
    }

    /// Adds a node without a parent and returns its index.
    pub(crate) fn add_root(&mut self, node: Value) -> usize {
        let index = self.add("nodes", node);
        self.roots.push(index);
        index
    }

    /// Adds a lamp or the sun and returns the `extensions` of its node.
    pub(crate) fn light(&mut self, light: Value) -> Value {
        self.lights.push(light);
        json!({"KHR_lights_punctual": {"light": self.lights.len() - 1}})
    }

    /// Adds bytes and returns the index of their view.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> usize {
        let start = self.binary.len();
        self.binary.extend_from_slice(bytes);
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let view = json!({"buffer": 0, "byteOffset": start, "byteLength": bytes.len()});
        self.add("bufferViews", view)
    }

    /// Adds a list of vectors of `COUNT` numbers (1 to 3) and returns the index of its accessor.
    pub(crate) fn floats<const COUNT: usize>(&mut self, values: &[[f32; COUNT]]) -> usize {
        let view = self.bytes(bytemuck::cast_slice(values));
        let shape = ["SCALAR", "VEC2", "VEC3"][COUNT - 1];
        let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
            let reduced = values.iter().copied().reduce(|a, b| {
                let mut both = a;
                both.iter_mut().zip(b).for_each(|(a, b)| *a = pick(*a, b));
                both
            });
            reduced.map_or_else(Vec::new, |bound| bound.to_vec())
        };
        let (least, most) = (bound(f32::min), bound(f32::max));
        self.add(
            "accessors",
            json!({
                "bufferView": view, "componentType": FLOAT_TYPE, "type": shape,
                "count": values.len(), "min": least, "max": most,
            }),
        )
    }

    /// Adds a list of indices and returns the index of its accessor.
    pub(crate) fn indices(&mut self, values: &[u32]) -> usize {
        let view = self.bytes(bytemuck::cast_slice(values));
        self.add(
            "accessors",
            json!({
                "bufferView": view, "componentType": UNSIGNED_TYPE, "type": "SCALAR",
                "count": values.len(),
            }),
        )
    }

    /// The bytes of the file.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let lists = std::mem::take(&mut self.lists).into_iter();
        let lists = lists.map(|(name, items)| (name.into(), Value::Array(items)));
        let mut document: Map<String, Value> = lists.collect();
        document.insert("asset".into(), json!({"version": "2.0"}));
        document.insert("scene".into(), json!(0));
        let scene = json!({"nodes": self.roots, "extras": self.extras});
        document.insert("scenes".into(), json!([scene]));
        if !self.binary.is_empty() {
            let buffer = json!({"byteLength": self.binary.len()});
            document.insert("buffers".into(), json!([buffer]));
        }
        if !self.lights.is_empty() {
            let lights = json!({"KHR_lights_punctual": {"lights": self.lights}});
            document.insert("extensions".into(), lights);
            document.insert("extensionsUsed".into(), json!(["KHR_lights_punctual"]));
        }
        let mut text = Value::Object(document).to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        joined(&text, &self.binary)
    }
}

/// Joins a document and its binary chunk into a file.
fn joined(text: &[u8], binary: &[u8]) -> Vec<u8> {
    // The limits of a map's size keep every length far below `u32::MAX`.
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let length = 12 + 8 + text.len() + 8 + binary.len();
    let mut file = Vec::with_capacity(length);
    for part in [&b"glTF"[..], &number(2), &number(length)] {
        file.extend_from_slice(part);
    }
    for (kind, content) in [(b"JSON", text), (b"BIN\0", binary)] {
        file.extend_from_slice(&number(content.len()));
        file.extend_from_slice(kind);
        file.extend_from_slice(content);
    }
    file
}
