//! Faulty levels made as glTF files: mistakes in names, custom properties, animations and lamps.

use hexbound::level::{Code, Level};
use serde_json::{Value, json};

use crate::gltf_file::File;

/// Returns the level for a code; `None` for those that are made in code or have no place.
pub fn level(code: Code) -> Option<Level> {
    let spawn = |place: [f32; 3]| court().marker(json!({"name": "spawn", "translation": place}));
    let file = match code {
        Code::SpawnInWall => spawn([0.0, 0.5, 0.0]).thing("block", [0.0, 1.0, 0.0], [1.5, 1.0, 1.5]),
        Code::SpawnOutside => spawn([14.0, 1.0, 0.0]),
        Code::SpawnInAir => spawn([0.0, 6.0, 0.0]),
        Code::SpawnClosedIn => cell(spawn([0.0, 0.5, 0.0])),
        Code::NearMissName => court().thing("bumber_1", [1.0, 0.6, 0.0], [0.4, 0.6, 0.4]),
        Code::UnfitMarker => {
            court().extra_thing("sheet", [1.0, 0.6, 0.0], [0.8, 0.0, 0.8], json!({"prop": true}))
        }
        Code::NoEnd => {
            let target = court().extra_thing("target", [1.0, 1.0, 0.0], [0.4; 3], json!({"mass": 900}));
            target.marker(json!({"name": "exit", "translation": [-4, 1, 3]}))
        }
        Code::BuriedBall => court().thing("block", [1.0, 0.7, 0.0], [0.9, 0.7, 0.9]).marker(
            json!({"name": "ball.001", "translation": [1.0, 0.6, 0.0], "extras": {"ball": true}}),
        ),
        Code::StillMover => court().thing("mover_gate", [1.0, 1.0, 0.0], [0.2, 1.0, 1.2]),
        Code::StillAnimation => swinging(court().thing("sign", [1.0, 1.2, 0.0], [0.1, 0.5, 0.8])),
        Code::DrawnOnly => bent(court().thing("banner", [1.0, 1.0, 0.0], [0.06, 1.0, 0.8])),
        Code::DarkLamp => court().lamp("Lamp", [1.0, 1.6, 0.0], json!({"intensity": 0.0})),
        Code::BuriedLamp => {
            let pillar = court().thing("pillar", [1.0, 1.5, 0.0], [0.5, 1.5, 0.5]);
            pillar.bare_lamp("Lamp", [1.0, 1.6, 0.0], json!({"intensity": 50.0}))
        }
        Code::TooStrongLamp => {
            let lamps = court().lamp("Lamp", [-3.0, 1.6, 0.0], json!({"intensity": 10.0}));
            let lamps = lamps.lamp("Other", [-3.0, 1.6, 2.0], json!({"intensity": 10.0}));
            lamps.lamp("Floodlight", [2.0, 1.6, 0.0], json!({"intensity": 9000.0}))
        }
        Code::BadValue => {
            court().extra_thing("gong", [1.0, 1.0, 0.0], [0.1, 0.7, 0.7], json!({"target": "perhaps"}))
        }
        Code::LeftOut => {
            let light = json!({"type": "area", "intensity": 50.0});
            court().lamp("Lamp", [1.0, 1.6, 0.0], light)
        }
        _ => return None,
    };
    Some(file.level())
}

/// A file that is made step by step.
trait Made: Sized {
    /// A solid box, by its middle and its half sides.
    fn thing(self, name: &str, middle: [f32; 3], half: [f32; 3]) -> Self;
    /// The same with custom properties.
    fn extra_thing(self, name: &str, middle: [f32; 3], half: [f32; 3], extras: Value) -> Self;
    /// A node without a mesh.
    fn marker(self, node: Value) -> Self;
    /// A lamp.
    fn bare_lamp(self, name: &str, place: [f32; 3], light: Value) -> Self;
    /// A lamp with a post below it.
    fn lamp(self, name: &str, place: [f32; 3], light: Value) -> Self;
}

impl Made for File {
    fn thing(self, name: &str, middle: [f32; 3], half: [f32; 3]) -> Self {
        self.extra_thing(name, middle, half, Value::Null)
    }

    fn extra_thing(mut self, name: &str, middle: [f32; 3], half: [f32; 3], extras: Value) -> Self {
        let mesh = self.mesh(&cuboid(half));
        let blue = json!({"pbrMetallicRoughness": {"baseColorFactor": [0.3, 0.42, 0.6, 1.0],
            "metallicFactor": 0.0, "roughnessFactor": 0.9}});
        let material = self.push("materials", blue);
        self.primitive(mesh)["material"] = json!(material);
        let mut node = json!({"name": name, "mesh": mesh, "translation": middle});
        if !extras.is_null() {
            node["extras"] = extras;
        }
        self.marker(node)
    }

    fn marker(mut self, node: Value) -> Self {
        self.push("nodes", node);
        self
    }

    fn bare_lamp(mut self, name: &str, place: [f32; 3], mut light: Value) -> Self {
        if light["type"].is_null() {
            light["type"] = json!("point");
        }
        let lights = &mut self.json["extensions"]["KHR_lights_punctual"]["lights"];
        if lights.is_null() {
            *lights = json!([]);
        }
        let lights = lights.as_array_mut().expect("a list");
        lights.push(light);
        let number = lights.len() - 1;
        self.marker(json!({"name": name, "translation": place,
            "extensions": {"KHR_lights_punctual": {"light": number}}}))
    }

    fn lamp(self, name: &str, place: [f32; 3], light: Value) -> Self {
        let [x, y, z] = place;
        let half = (y - 0.3) * 0.5;
        let post = self.thing("post", [x, half, z], [0.06, half, 0.06]);
        post.bare_lamp(name, place, light)
    }
}

/// A floor of 12 by 8 m with walls around it.
fn court() -> File {
    let mut file = File::new();
    let stone = json!({"pbrMetallicRoughness": {"baseColorFactor": [0.62, 0.55, 0.45, 1.0],
        "metallicFactor": 0.0, "roughnessFactor": 0.95}});
    let stone = file.push("materials", stone);
    for (name, middle, half) in [
        ("floor", [0.0, -0.5, 0.0], [6.0, 0.5, 4.0]),
        ("west", [-6.5, 1.0, 0.0], [0.5, 2.0, 5.0]),
        ("east", [6.5, 1.0, 0.0], [0.5, 2.0, 5.0]),
        ("south", [0.0, 1.0, -4.5], [6.0, 2.0, 0.5]),
        ("north", [0.0, 1.0, 4.5], [6.0, 2.0, 0.5]),
    ] {
        let mesh = file.mesh(&cuboid(half));
        file.primitive(mesh)["material"] = json!(stone);
        file.push(
            "nodes",
            json!({"name": name, "mesh": mesh, "translation": middle}),
        );
    }
    file
}

/// Walls close around the middle of the court.
fn cell(file: File) -> File {
    file.thing("a", [-1.1, 2.5, 0.0], [0.2, 2.5, 1.3])
        .thing("b", [1.1, 2.5, 0.0], [0.2, 2.5, 1.3])
        .thing("c", [0.0, 2.5, -1.1], [0.9, 2.5, 0.2])
        .thing("d", [0.0, 2.5, 1.1], [0.9, 2.5, 0.2])
}

/// Turns the last node to and fro.
fn swinging(mut file: File) -> File {
    let node = file.json["nodes"].as_array().map_or(0, Vec::len) - 1;
    let times = file.floats(&[[0.0], [1.0]]);
    let values = file.floats(&[[1.0, 1.2, 0.0], [1.0, 2.2, 0.0]]);
    let animation = json!({"samplers": [{"input": times, "output": values}],
        "channels": [{"sampler": 0, "target": {"node": node, "path": "translation"}}]});
    file.push("animations", animation);
    file
}

/// Lets morph targets take the upper end of the last mesh to and fro.
fn bent(mut file: File) -> File {
    let last = |list: &Value| list.as_array().map_or(0, Vec::len) - 1;
    let (mesh, node) = (last(&file.json["meshes"]), last(&file.json["nodes"]));
    let aside = |[_, y, _]: [f32; 3]| if y > 0.0 { [1.6, 0.0, 0.0] } else { [0.0; 3] };
    let offsets: Vec<[f32; 3]> = cuboid([0.06, 1.0, 0.8]).into_iter().map(aside).collect();
    let offsets = file.floats(&offsets);
    file.primitive(mesh)["targets"] = json!([{"POSITION": offsets}]);
    let times = file.floats(&[[0.0], [1.0], [2.0]]);
    let values = file.floats(&[[0.0], [1.0], [0.0]]);
    let animation = json!({"samplers": [{"input": times, "output": values}],
        "channels": [{"sampler": 0, "target": {"node": node, "path": "weights"}}]});
    file.push("animations", animation);
    file
}

/// The triangles of a box about zero with outward faces, by its half sides.
fn cuboid(half: [f32; 3]) -> Vec<[f32; 3]> {
    let mut corners = Vec::new();
    for axis in 0..3 {
        for side in [-1.0_f32, 1.0] {
            let corner = |u: f32, v: f32| {
                let mut signs = [0.0; 3];
                (signs[axis], signs[(axis + 1) % 3], signs[(axis + 2) % 3]) = (side, u, v);
                [0, 1, 2].map(|at| signs[at] * half[at])
            };
            let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            let square = square.map(|(u, v)| corner(u, v));
            let order = match side > 0.0 {
                true => [0, 1, 2, 0, 2, 3],
                false => [0, 2, 1, 0, 3, 2],
            };
            corners.extend(order.map(|at| square[at]));
        }
    }
    corners
}
