//! `--scale`: what it takes, what it keeps, and when it is advised.

use std::fs;

use crate::program::{Place, disproof, hexbound, json, refusal, succeed, text, usage_refusal};

/// A floor half a meter square.
const DIORAMA: &str = r#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":6,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":72}],
"buffers":[{"byteLength":72,"uri":"data:application/octet-stream;base64,AACAvgAAAAAAAIC+AACAvgAAAAAAAIA+AACAPgAAAAAAAIA+AACAvgAAAAAAAIC+AACAPgAAAAAAAIA+AACAPgAAAAAAAIC+"}]}"#;

#[test]
fn a_senseless_scale_is_refused_wherever_a_level_is_opened() {
    for scale in ["0", "-1", "nan", "inf", "1e9", "1e-9", "cm"] {
        for run in [
            &["sim", "observatory"][..],
            &["shot", "observatory", "-o", "a.png"],
            &["bench", "observatory"],
            &["play", "observatory"],
        ] {
            let said = usage_refusal(&[run, &["--scale", scale]].concat());
            assert!(said.contains("0.01 for centimeters"), "{said}");
        }
    }
    let said = refusal(&["sim", "test:flat", "--scale", "2"]);
    assert!(said.contains("Leave --scale out"), "{said}");
}

#[test]
fn a_diorama_is_told_the_scale_that_fits_and_can_then_be_walked_in() {
    let place = Place::new();
    let level = place.file("diorama.gltf", DIORAMA);
    let warned = |more: &[&str]| {
        let output = hexbound(&[&["sim", &level, "--ticks", "1"], more].concat());
        text(&output.stderr)
    };
    let said = warned(&[]);
    assert!(
        said.contains("diorama") && said.contains("--scale 100 "),
        "{said}"
    );
    let said = warned(&["--scale", "100"]);
    assert!(!said.contains("--scale"), "{said}");
    let run = ["--wander", "3", "--ticks", "240", "--json"];
    let report = json(&[&["sim", &level, "--scale", "100"], &run[..]].concat());
    assert_eq!(report["respawns"], 0, "{report}");
    assert!(report["distance"].as_f64() > Some(1.0), "{report}");
}

#[test]
fn a_recording_keeps_the_scale_of_its_level() {
    let place = Place::new();
    let level = place.file("diorama.gltf", DIORAMA);
    let recording = place.at("walk.rec");
    let run = ["--wander", "3", "--ticks", "240", "--record", &recording];
    succeed(&[&["sim", &level, "--scale", "37.5"], &run[..]].concat());
    let written = fs::read_to_string(&recording).expect("a recording");
    assert!(written.contains("\nscale 37.5\n"), "{written}");
    succeed(&["verify", &recording]);
    let other = place.file("other.rec", written.replace("scale 37.5", "scale 38"));
    let said = refusal(&["verify", &other]);
    assert!(said.contains("other.rec"), "{said}");
    let nonsense = place.file("nonsense.rec", written.replace("scale 37.5", "scale 0"));
    let said = disproof(&["verify", &nonsense]);
    assert!(said.contains("a scale is"), "{said}");
    // A recording without it is of a level in meters, and says nothing of a scale.
    let plain = fs::read_to_string(place.recording()).expect("a recording");
    assert!(!plain.contains("scale"), "{plain}");
}
