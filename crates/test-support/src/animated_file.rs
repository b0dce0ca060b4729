//! Small files with a skin and with morph targets that move, and where their vertices are then, in
//! plain arithmetic.

use serde_json::json;

use crate::{gltf_file::File, shapes::quad};

/// The seconds of a round of both.
pub const ROUND: f64 = 2.0;

/// The distance from the origin along −Z at which both stand, meters.
pub const AWAY: f32 = 5.0;

/// The index of their node.
pub const NODE: usize = 1;

/// The corners of a strip two meters high whose upper meter leans forward by this angle, radians.
pub fn strip_at(angle: f32) -> Vec<[f32; 3]> {
    let (sine, cosine) = angle.sin_cos();
    let row = |height: f32, forward: f32| {
        let at = |x: f32| [x, height, forward - AWAY];
        [at(-0.5), at(0.5)]
    };
    let (foot, hip) = (row(0.0, 0.0), row(1.0, 0.0));
    let head = row(1.0 + cosine, sine);
    let lower = quad([foot[0], foot[1], hip[1], hip[0]]);
    let upper = quad([hip[0], hip[1], head[1], head[0]]);
    [lower, upper].concat()
}

/// The angle by which the strip leans at a time of the run, radians.
pub fn lean_at(seconds: f64) -> f32 {
    let time = seconds % ROUND;
    let share = if time < 1.0 { time } else { 2.0 - time };
    (share * 1.2) as f32
}

/// A floor, and the strip that leans forward and back by the upper of its two joints.
pub fn leaning_strip() -> File {
    let mut file = File::new().with_floor(0.0);
    // Bound with the lower joint at the origin.
    let corners: Vec<[f32; 3]> = (strip_at(0.0).into_iter())
        .map(|[x, y, z]| [x, y, z + AWAY])
        .collect();
    let mesh = file.mesh(&corners);
    let upper = |y: f32| if y > 1.5 { 1.0 } else { 0.0 };
    let weights: Vec<[f32; 4]> = (corners.iter())
        .map(|[_, y, _]| [1.0 - upper(*y), upper(*y), 0.0, 0.0])
        .collect();
    let weights = file.floats(&weights);
    let joints: Vec<u8> = corners.iter().flat_map(|_| [0, 1, 0, 0]).collect();
    let joints = file.accessor(&joints, 5121, "VEC4", corners.len());
    file.json["materials"] = json!([{"doubleSided": true}]);
    file.primitive(mesh)["material"] = json!(0);
    file.primitive(mesh)["attributes"]["JOINTS_0"] = json!(joints);
    file.primitive(mesh)["attributes"]["WEIGHTS_0"] = json!(weights);
    let node = file.node("strip", mesh);
    assert_eq!(node, NODE);
    file.json["nodes"][node]["skin"] = json!(0);
    let upper = file.push("nodes", json!({"translation": [0, 1, 0]}));
    let lower = file.push(
        "nodes",
        json!({"translation": [0, 0, -AWAY], "children": [upper]}),
    );
    // The upper joint's bind undoes its place a meter up.
    let mut binds = [0.0_f32; 32];
    (0..8).for_each(|k| binds[16 * (k / 4) + 5 * (k % 4)] = 1.0);
    binds[16 + 13] = -1.0;
    let bytes: Vec<u8> = binds.iter().flat_map(|value| value.to_le_bytes()).collect();
    let binds = file.accessor(&bytes, 5126, "MAT4", 2);
    file.json["skins"] = json!([{"joints": [lower, upper], "inverseBindMatrices": binds}]);
    let times = file.floats(&[[0.0], [1.0], [2.0]]);
    let turned = |angle: f32| [(0.5 * angle).sin(), 0.0, 0.0, (0.5 * angle).cos()];
    let values = file.floats(&[turned(0.0), turned(lean_at(1.0)), turned(0.0)]);
    animate(&mut file, [upper, times, values], "rotation");
    file
}

/// The corners of a pane whose top is raised by so many meters.
pub fn pane_at(raised: f32) -> Vec<[f32; 3]> {
    let at = |x: f32, y: f32| [x, y, -AWAY];
    let high = 1.0 + raised;
    quad([at(-0.5, 0.0), at(0.5, 0.0), at(0.5, high), at(-0.5, high)]).to_vec()
}

/// A floor, and a pane whose top a morph target raises.
pub fn rising_pane() -> File {
    let mut file = File::new().with_floor(0.0);
    let corners = pane_at(0.0);
    let mesh = file.mesh(&corners);
    let offsets: Vec<[f32; 3]> = (corners.iter())
        .map(|[_, y, _]| [0.0, if *y > 0.5 { 2.0 } else { 0.0 }, 0.0])
        .collect();
    let offsets = file.floats(&offsets);
    file.json["materials"] = json!([{"doubleSided": true}]);
    file.primitive(mesh)["material"] = json!(0);
    file.primitive(mesh)["targets"] = json!([{"POSITION": offsets}]);
    let node = file.node("pane", mesh);
    assert_eq!(node, NODE);
    let times = file.floats(&[[0.0], [2.0]]);
    let values = file.floats(&[[0.0], [0.5]]);
    animate(&mut file, [node, times, values], "weights");
    file
}

/// Adds an animation of one channel, of a node by times and values.
pub fn animate(file: &mut File, [node, times, values]: [usize; 3], path: &str) {
    file.push(
        "animations",
        json!({"samplers": [{"input": times, "output": values}],
            "channels": [{"sampler": 0, "target": {"node": node, "path": path}}]}),
    );
}

/// The strip with a plain flag that hangs on its upper joint, and the corners of that flag as it leans
/// by an angle, radians.
pub fn strip_with_flag() -> (File, impl Fn(f32) -> Vec<[f32; 3]>) {
    let at = |x: f32, y: f32| [x, y, 0.0];
    let corners = quad([at(0.5, 0.3), at(1.3, 0.3), at(1.3, 0.9), at(0.5, 0.9)]);
    let mut file = leaning_strip();
    let mesh = file.mesh(&corners);
    file.primitive(mesh)["material"] = json!(0);
    let flag = file.node("flag", mesh);
    let upper = file.json["skins"][0]["joints"][1].clone();
    let upper = upper.as_u64().expect("a node") as usize;
    file.json["nodes"][upper]["children"] = json!([flag]);
    let leaning = move |angle: f32| {
        let (sine, cosine) = angle.sin_cos();
        let leans = |[x, y, _]: [f32; 3]| [x, 1.0 + y * cosine, y * sine - AWAY];
        corners.map(leans).to_vec()
    };
    (file, leaning)
}
