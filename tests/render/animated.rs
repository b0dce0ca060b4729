//! Skins and morph targets that move: their pictures are those of a mesh that was made in the same
//! pose, at every time, with shadows, and wherever they get.

use glam::dvec3;
use hexbound_level::Level;
use image::RgbaImage;
use serde_json::json;

use crate::{
    animated_file::{
        AWAY, ROUND, animate, lean_at, leaning_strip, pane_at, rising_pane, strip_at,
        strip_with_flag,
    },
    gltf_file::File,
    stage::{Device, SIZE, device, looking, share_that_differs, steady},
};

/// The meters by which the pane is raised at a time of the run.
fn raise_at(seconds: f64) -> f32 {
    (seconds % ROUND * 0.5) as f32
}

/// A floor and a mesh of these corners that hardly moves, so that light takes it for what moves.
fn still_twin(corners: &[[f32; 3]]) -> File {
    let mut file = File::new().with_floor(0.0);
    let mesh = file.mesh(corners);
    file.json["materials"] = json!([{"doubleSided": true}]);
    file.primitive(mesh)["material"] = json!(0);
    let node = file.node("twin mover", mesh);
    let times = file.floats(&[[0.0], [ROUND as f32]]);
    let values = file.floats(&[[0.0, 0.0, 0.0], [0.0, 1e-6, 0.0]]);
    animate(&mut file, [node, times, values], "translation");
    file
}

/// A picture at a time of the run, from before the mesh and a little to its side.
fn at(device: &mut Device, level: &Level, seconds: f64) -> RgbaImage {
    let eye = level.to_local(dvec3(1.5, 1.7, 0.5));
    let mut view = looking(eye, 0.25, -0.15);
    view.seconds = seconds;
    steady(device, &view, 1.0)
}

fn open(device: &mut Device, file: &File) -> Level {
    let level = file.level();
    device.offscreen().resize(SIZE);
    device.set(&level);
    level
}

/// Pictures of an animated file at some times are those of twins made for these times.
fn assert_like_twins(file: &File, twin_at: impl Fn(f64) -> Vec<[f32; 3]>) {
    let Some(mut device) = device() else { return };
    let level = open(&mut device, file);
    let times = [0.0, 0.6, 1.7, 0.6 + ROUND];
    let pictures = times.map(|seconds| at(&mut device, &level, seconds));
    let moves = share_that_differs(&pictures[0], &pictures[1], 6) > 0.004;
    assert!(moves, "it stands still");
    assert!(pictures[1] == pictures[3], "it goes round");
    // Time goes back, too.
    assert!(at(&mut device, &level, 0.0) == pictures[0]);
    for (seconds, picture) in times.into_iter().zip(&pictures) {
        let twin = open(&mut device, &still_twin(&twin_at(seconds)));
        let differs = share_that_differs(picture, &at(&mut device, &twin, 0.0), 6);
        assert!(differs < 0.003, "{seconds} {differs}");
    }
}

#[test]
fn a_skin_is_drawn_as_a_mesh_made_in_its_pose() {
    assert_like_twins(&leaning_strip(), |seconds| strip_at(lean_at(seconds)));
}

#[test]
fn what_hangs_on_a_joint_goes_along_with_it() {
    let (file, flag) = strip_with_flag();
    assert_like_twins(&file, |seconds| {
        [strip_at(lean_at(seconds)), flag(lean_at(seconds))].concat()
    });
}

#[test]
fn a_morph_target_is_drawn_as_a_mesh_made_by_its_weight() {
    assert_like_twins(&rising_pane(), |seconds| pane_at(raise_at(seconds)));
}

/// The strip goes six meters to the side, out of the box that it rests in.
#[test]
fn what_an_animation_takes_far_away_is_drawn_there() {
    let Some(mut device) = device() else { return };
    let mut file = leaning_strip();
    let times = file.floats(&[[0.0], [ROUND as f32]]);
    let foot = [0.0, 0.0, -AWAY];
    let values = file.floats(&[foot, [12.0, 0.0, -AWAY]]);
    let lower = file.json["skins"][0]["joints"][0].as_u64();
    let lower = lower.expect("a node") as usize;
    animate(&mut file, [lower, times, values], "translation");
    let level = open(&mut device, &file);
    let aside = |device: &mut Device, level: &Level, seconds: f64| {
        // Nothing of the strip's place at rest is in this picture.
        let mut view = looking(level.to_local(dvec3(6.0, 1.7, -1.0)), -0.1, -0.2);
        view.seconds = seconds;
        steady(device, &view, 1.0)
    };
    let there = aside(&mut device, &level, 1.0);
    let gone = aside(&mut device, &level, 0.0);
    let strip = strip_at(lean_at(1.0)).into_iter();
    let moved: Vec<[f32; 3]> = strip.map(|[x, y, z]| [x + 6.0, y, z]).collect();
    let twin = open(&mut device, &still_twin(&moved));
    let expected = aside(&mut device, &twin, 0.0);
    assert!(share_that_differs(&there, &gone, 6) > 0.02);
    let differs = share_that_differs(&there, &expected, 6);
    assert!(differs < 0.003, "{differs} of the pixels differ");
}
