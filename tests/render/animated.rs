//! Skins and morph targets that move: their pictures are those of a mesh that was made in the same
//! pose, at every time, with shadows, and wherever they get.

use std::fmt::Write;

use test_support::shapes::quad;

use crate::stage::*;

/// The seconds of a round of both.
const ROUND: f64 = 2.0;

/// The distance from the origin along −Z at which both stand, meters.
const DEPTH: f32 = 5.0;

/// A flag that hangs on the strip's upper joint.
const FLAG: &str = r#"
    "flag" "quad 0.5 0.3 0 1.3 0.3 0 1.3 0.9 0 0.5 0.9 0"
/meshes/2/primitives/0/material 0"#;

/// The corners of a strip two meters high whose upper meter leans forward at a time of the run, and of
/// the flag.
fn strip_and_flag_at(seconds: f64) -> [Vec<[f32; 3]>; 2] {
    let time = seconds % ROUND;
    let (sine, cosine) = (time.min(ROUND - time) as f32 * 1.2).sin_cos();
    let at = |x: f32, above_hip: f32| [x, 1.0 + above_hip * cosine, above_hip * sine - DEPTH];
    let rectangle = |[x, low, far_x, high]: [f32; 4]| {
        quad([at(x, low), at(far_x, low), at(far_x, high), at(x, high)]).to_vec()
    };
    let [foot, far_foot] = [-0.5, 0.5].map(|x| [x, 0.0, -DEPTH]);
    let lower = quad([foot, far_foot, at(0.5, 0.0), at(-0.5, 0.0)]);
    let strip = [lower.to_vec(), rectangle([-0.5, 0.0, 0.5, 1.0])].concat();
    [strip, rectangle([0.5, 0.3, 1.3, 0.9])]
}

fn strip_at(seconds: f64) -> Vec<[f32; 3]> {
    let [strip, _] = strip_and_flag_at(seconds);
    strip
}

/// The corners of a pane whose top is raised at a time of the run.
fn pane_at(seconds: f64) -> Vec<[f32; 3]> {
    let at = |x: f32, y: f32| [x, y, -DEPTH];
    let high = 1.0 + (seconds % ROUND * 0.5) as f32;
    quad([at(-0.5, 0.0), at(0.5, 0.0), at(0.5, high), at(-0.5, high)]).to_vec()
}

/// A floor and a mesh of these corners that hardly moves, so that light takes it for what moves.
fn still_twin(corners: &[[f32; 3]]) -> String {
    let mut numbers = String::new();
    let each = corners.as_flattened().iter();
    each.for_each(|number| write!(numbers, " {number}").expect("a text grows"));
    format!(
        r#"with floor
"twin mover" "triangle{numbers}"
/meshes/1/primitives/0/material 0
animate "twin mover" "translation" [0, {ROUND}] [[0, 0, 0], [0, 1e-6, 0]]"#
    )
}

/// A picture at a time of the run, from before the mesh and a little to its side.
fn at(device: &mut Device, level: &Level, seconds: f64) -> RgbaImage {
    let eye = level.to_local(dvec3(1.5, 1.7, 0.5));
    let mut view = looking(eye, 0.25, -0.15);
    view.seconds = seconds;
    steady(device, &view, 1.0)
}

/// Makes the level of a case's lines the device's.
fn open(device: &mut Device, lines: &str) -> Level {
    let level = written(lines);
    device.open(&level);
    level
}

/// Pictures of an animated level at some times are those of twins made for these times.
fn assert_like_twins(lines: &str, twin_at: impl Fn(f64) -> Vec<[f32; 3]>) {
    let Some(mut device) = device() else { return };
    let level = open(&mut device, lines);
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
    assert_like_twins("with strip", strip_at);
}

#[test]
fn what_hangs_on_a_joint_goes_along_with_it() {
    assert_like_twins(&format!("with strip{FLAG}"), |seconds| {
        strip_and_flag_at(seconds).concat()
    });
}

#[test]
fn a_morph_target_is_drawn_as_a_mesh_made_by_its_weight() {
    assert_like_twins("with pane", pane_at);
}

/// The strip goes six meters to the side, out of the box that it rests in.
#[test]
fn what_an_animation_takes_far_away_is_drawn_there() {
    let Some(mut device) = device() else { return };
    let away = r#"animate "lower" "translation" [0, 2] [[0, 0, -5], [12, 0, -5]]"#;
    let level = open(&mut device, &format!("with strip\n{away}"));
    let aside = |device: &mut Device, level: &Level, seconds: f64| {
        // Nothing of the strip's place at rest is in this picture.
        let mut view = looking(level.to_local(dvec3(6.0, 1.7, -1.0)), -0.1, -0.2);
        view.seconds = seconds;
        steady(device, &view, 1.0)
    };
    let there = aside(&mut device, &level, 1.0);
    let gone = aside(&mut device, &level, 0.0);
    let strip = strip_at(1.0).into_iter();
    let moved: Vec<[f32; 3]> = strip.map(|[x, y, z]| [x + 6.0, y, z]).collect();
    let twin = open(&mut device, &still_twin(&moved));
    let expected = aside(&mut device, &twin, 0.0);
    assert!(share_that_differs(&there, &gone, 6) > 0.02);
    let differs = share_that_differs(&there, &expected, 6);
    assert!(differs < 0.003, "{differs} of the pixels differ");
}
