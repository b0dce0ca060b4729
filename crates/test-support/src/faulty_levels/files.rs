//! Faulty levels made as glTF files: mistakes in names, custom properties, animations and lamps.

use std::io::Cursor;

use base64::{Engine, prelude::BASE64_STANDARD};
use hexbound_level::{Code, Level};
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};

use crate::gltf_file::File;

/// Returns the level for a code; `None` for those that are made in code or can't be seen.
pub fn level(code: Code) -> Option<Level> {
    let spawn = |place: [f32; 3]| court().marker(json!({"name": "spawn", "translation": place}));
    let file = match code {
        Code::SpawnInWall => spawn([0.0, 0.5, 0.0]).thing("block", [0.0, 1.0, 0.0], [1.5, 1.0, 1.5]),
        Code::SpawnOutside => spawn([14.0, 1.0, 0.0]),
        Code::SpawnInAir => spawn([0.0, 6.0, 0.0]),
        Code::SpawnClosedIn => cell(spawn([0.0, 0.5, 0.0])),
        Code::NoStart => {
            let target = court().extra_thing("target", [1.0, 1.0, 0.0], [0.4; 3], json!({}));
            target.marker(json!({"name": "exit", "translation": [-4, 1, 3]}))
        }
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
        Code::ZUp => on_its_side(yard()),
        Code::WrongUnit => scaled(court(), 0.01),
        Code::TooManyLamps => (0..24).fold(court(), |file, number| {
            let place = [(number % 6) as f32 - 2.5, 1.6, (number / 6) as f32 - 1.5];
            file.lamp("Lamp", place, json!({"intensity": 10.0}))
        }),
        Code::HugeTexture => painted(court(), json!({"uri": picture([4100, 4])}), 0),
        Code::MissingTexture => painted(court(), json!({"uri": "bricks.png"}), 0),
        Code::MissingUvs => painted(court(), json!({"uri": picture([2, 2])}), 1),
        Code::NotDrawn => {
            let mut file = court().thing("prism", [1.0, 0.8, 0.0], [0.5, 0.8, 0.5]);
            let material = &mut file.json["materials"][1];
            material["extensions"] = json!({"KHR_materials_dispersion": {"dispersion": 0.1}});
            file
        }
        Code::OverLimit => meadow(court()),
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

/// A floor of 12 by 8 m with some boxes on it.
fn yard() -> File {
    let mut file = court();
    // Without its walls.
    file.json["nodes"]
        .as_array_mut()
        .expect("nodes")
        .truncate(1);
    file.thing("chest", [-3.0, 0.5, 1.0], [0.8, 0.5, 0.5])
        .thing("table", [1.0, 0.4, -1.0], [1.0, 0.4, 0.6])
        .thing("post", [4.0, 1.2, 2.0], [0.2, 1.2, 0.2])
}

/// Puts all nodes under one with that transform.
fn under(mut file: File, mut root: Value) -> File {
    let count = file.json["nodes"].as_array().map_or(0, Vec::len);
    root["children"] = json!((0..count).collect::<Vec<usize>>());
    root["name"] = json!("root");
    let root = file.push("nodes", root);
    file.json["scenes"] = json!([{"nodes": [root]}]);
    file.json["scene"] = json!(0);
    file
}

/// The same with z up.
fn on_its_side(file: File) -> File {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    under(file, json!({"rotation": [half, 0.0, 0.0, half]}))
}

/// The same in another unit.
fn scaled(file: File, factor: f32) -> File {
    under(file, json!({"scale": [factor, factor, factor]}))
}

/// A box whose texture is that image, by a set of texture coordinates; it has the first alone.
fn painted(file: File, image: Value, set: usize) -> File {
    let mut file = file.thing("crate", [1.0, 0.8, 0.0], [0.8, 0.8, 0.8]);
    let image = file.push("images", image);
    let texture = file.push("textures", json!({"source": image}));
    file.json["materials"][1]["pbrMetallicRoughness"] = json!({"metallicFactor": 0.0,
        "baseColorTexture": {"index": texture, "texCoord": set}});
    let count = cuboid([1.0; 3]).len();
    let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    let other = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let uvs: Vec<[f32; 2]> = [square, other]
        .concat()
        .into_iter()
        .cycle()
        .take(count)
        .collect();
    let uvs = file.floats(&uvs);
    let mesh = file.json["meshes"].as_array().map_or(0, Vec::len) - 1;
    file.primitive(mesh)["attributes"]["TEXCOORD_0"] = json!(uvs);
    file
}

/// A picture of stripes as a data URI.
fn picture([width, height]: [u32; 2]) -> String {
    let stripes = RgbImage::from_fn(width, height, |x, _| match (x * 12 / width) % 2 {
        0 => Rgb([196, 120, 70]),
        _ => Rgb([228, 205, 170]),
    });
    let mut bytes = Cursor::new(Vec::new());
    stripes
        .write_to(&mut bytes, ImageFormat::Png)
        .expect("a picture");
    format!(
        "data:image/png;base64,{}",
        BASE64_STANDARD.encode(bytes.into_inner())
    )
}

/// Blades of grass, more than a level may have copies.
fn meadow(mut file: File) -> File {
    let blade = [[-0.02, 0.0, 0.0], [0.02, 0.0, 0.0], [0.0, 0.25, 0.03]];
    let mesh = file.mesh(&blade);
    let green = json!({"doubleSided": true, "pbrMetallicRoughness":
        {"baseColorFactor": [0.2, 0.4, 0.1, 1.0], "metallicFactor": 0.0}});
    file.primitive(mesh)["material"] = json!(file.json["materials"].as_array().map_or(0, Vec::len));
    file.push("materials", green);
    // Evenly strewn: multiples of two numbers whose parts after the point do not repeat.
    let places: Vec<[f32; 3]> = (0..66_000)
        .map(|number| {
            let along = |step: f64| (f64::from(number) * step).fract() as f32 - 0.5;
            [along(0.754_877_666) * 7.0, 0.0, along(0.569_840_291) * 5.0]
        })
        .collect();
    let places = file.floats(&places);
    file.marker(json!({"name": "grass-nocol", "mesh": mesh, "extensions":
        {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": places}}}}))
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
