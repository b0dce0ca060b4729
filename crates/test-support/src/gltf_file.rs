//! Small glTF files built by the tests themselves.

use std::{
    fs,
    path::{Path, PathBuf},
};

use hexbound_level::{Level, LevelError};
use serde_json::{Value, json};

use crate::shapes::quad;

/// A document under construction, with its one binary chunk.
pub struct File {
    pub json: Value,
    pub binary: Vec<u8>,
}

pub const FLOAT: u32 = 5126;

impl Default for File {
    fn default() -> Self {
        Self::new()
    }
}

impl File {
    pub fn new() -> Self {
        Self {
            json: json!({
                "asset": {"version": "2.0"},
                "accessors": [], "bufferViews": [], "meshes": [], "nodes": [],
            }),
            binary: Vec::new(),
        }
    }

    /// Appends to a list of the document and gives the index.
    pub fn push(&mut self, list: &str, item: Value) -> usize {
        if self.json[list].is_null() {
            self.json[list] = json!([]);
        }
        let list = self.json[list].as_array_mut().unwrap();
        list.push(item);
        list.len() - 1
    }

    pub fn view(&mut self, bytes: &[u8]) -> usize {
        while !self.binary.len().is_multiple_of(4) {
            self.binary.push(0);
        }
        let offset = self.binary.len();
        self.binary.extend(bytes);
        let view = json!({"buffer": 0, "byteOffset": offset, "byteLength": bytes.len()});
        self.push("bufferViews", view)
    }

    pub fn accessor(&mut self, bytes: &[u8], kind: u32, shape: &str, count: usize) -> usize {
        let view = self.view(bytes);
        let accessor =
            json!({"bufferView": view, "componentType": kind, "type": shape, "count": count});
        self.push("accessors", accessor)
    }

    pub fn floats<const N: usize>(&mut self, values: &[[f32; N]]) -> usize {
        let bytes = values.as_flattened().iter().flat_map(|v| v.to_le_bytes());
        let bytes: Vec<u8> = bytes.collect();
        let shape = ["", "SCALAR", "VEC2", "VEC3", "VEC4"][N];
        self.accessor(&bytes, FLOAT, shape, values.len())
    }

    /// An accessor to rows of bytes, of which it may leave the last ones out.
    pub fn rows(
        &mut self,
        rows: &[impl AsRef<[u8]>],
        kind: u32,
        shape: &str,
        normalized: bool,
    ) -> usize {
        let bytes: Vec<u8> = rows.iter().flat_map(|row| row.as_ref().to_vec()).collect();
        let accessor = self.accessor(&bytes, kind, shape, rows.len());
        self.json["accessors"][accessor]["normalized"] = json!(normalized);
        // The last view is this accessor's.
        let views = self.json["bufferViews"].as_array_mut().unwrap();
        views.last_mut().unwrap()["byteStride"] = json!(bytes.len() / rows.len());
        accessor
    }

    /// A mesh of one primitive without indices, and the primitive's index.
    pub fn mesh(&mut self, positions: &[[f32; 3]]) -> usize {
        let position = self.floats(positions);
        let primitive = json!({"attributes": {"POSITION": position}});
        let mesh = json!({"name": "stone", "primitives": [primitive]});
        self.push("meshes", mesh)
    }

    /// The first primitive of a mesh.
    pub fn primitive(&mut self, mesh: usize) -> &mut Value {
        &mut self.json["meshes"][mesh]["primitives"][0]
    }

    /// A mesh under a node of that name.
    pub fn node(&mut self, name: &str, mesh: usize) -> usize {
        self.push("nodes", json!({"name": name, "mesh": mesh}))
    }

    /// Adds an animation of one channel, of a node by times and values.
    pub fn animate(&mut self, [node, times, values]: [usize; 3], path: &str) {
        let sampler = json!({"input": times, "output": values});
        let channel = json!({"sampler": 0, "target": {"node": node, "path": path}});
        let animation = json!({"samplers": [sampler], "channels": [channel]});
        self.push("animations", animation);
    }

    /// A floor of 20 m by 20 m at the height `y`, drawn and solid.
    pub fn with_floor(mut self, y: f32) -> Self {
        let mesh = self.mesh(&floor(y, 10.0));
        self.node("floor", mesh);
        self
    }

    pub fn glb(&self) -> Vec<u8> {
        let mut json = self.json.clone();
        if json["buffers"].is_null() {
            json["buffers"] = json!([{"byteLength": self.binary.len()}]);
        }
        let mut text = json.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut binary = self.binary.clone();
        binary.resize(binary.len().next_multiple_of(4), 0);
        let length = 12 + 8 + text.len() + 8 + binary.len();
        let mut bytes = b"glTF".to_vec();
        bytes.extend(2_u32.to_le_bytes());
        bytes.extend((length as u32).to_le_bytes());
        for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &binary)] {
            bytes.extend((chunk.len() as u32).to_le_bytes());
            bytes.extend(kind);
            bytes.extend(chunk);
        }
        bytes
    }

    pub fn save(&self, folder: &Path) -> PathBuf {
        let path = folder.join("made.glb");
        fs::write(&path, self.glb()).unwrap();
        path
    }

    /// Through a file, as the game does it.
    pub fn load(&self) -> Result<Level, LevelError> {
        let folder = tempfile::tempdir().unwrap();
        hexbound_level::load(self.save(folder.path()))
    }

    /// Loads what must be right.
    pub fn level(&self) -> Level {
        self.load().unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Two upward triangles.
pub fn floor(y: f32, half: f32) -> [[f32; 3]; 6] {
    let at = |x: f32, z: f32| [x * half, y, z * half];
    quad([at(-1.0, -1.0), at(-1.0, 1.0), at(1.0, 1.0), at(1.0, -1.0)])
}
