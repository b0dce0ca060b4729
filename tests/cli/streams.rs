//! Outputs that go to standard output: `-` in place of a file.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Command, Output, Stdio},
};

use crate::{
    pictures::has_adapter,
    program::{PROGRAM, Place, refusal, succeed, text, usage_refusal},
};

const WALK: [&str; 6] = ["sim", "test:box-room", "--wander", "5", "--ticks", "250"];

/// Runs in a folder of its own, which has to be as empty afterward.
fn run(place: &Place, arguments: &[&str]) -> Output {
    let folder = place.path("here");
    fs::create_dir_all(&folder).expect("a folder");
    let output = Command::new(PROGRAM)
        .args(arguments)
        .current_dir(&folder)
        .env_remove("RUST_LOG")
        .output()
        .expect("the program starts");
    let left: Vec<_> = fs::read_dir(&folder).expect("a folder").collect();
    assert!(left.is_empty(), "{arguments:?} left {left:?}");
    assert!(output.status.success(), "{}", text(&output.stderr));
    output
}

#[test]
fn a_trace_and_a_recording_can_go_to_standard_output() {
    let place = Place::new();
    for option in ["--trace", "--record", "--events"] {
        let file = place.at("output");
        succeed(&[&WALK[..], &[option, &file]].concat());
        let streamed = run(&place, &[&WALK[..], &[option, "-"]].concat());
        let written = fs::read(&file).expect("a file");
        assert!(written.len() > 200, "{option}");
        assert_eq!(text(&streamed.stdout), text(&written), "{option}");
        let said = text(&streamed.stderr);
        assert!(said.contains("250 ticks"), "{option}: {said}");
        let streamed = run(&place, &[&WALK[..], &[option, "-", "--json"]].concat());
        assert_eq!(text(&streamed.stdout), text(&written), "{option}");
        let report: serde_json::Value = serde_json::from_slice(&streamed.stderr).expect("a report");
        assert_eq!(report["ticks"], 250, "{option}");
        fs::remove_file(&file).expect("a file");
    }
    let said = refusal(&[&WALK[..], &["--trace", "-", "--record", "-"]].concat());
    assert!(said.contains("--trace and --record"), "{said}");
    let said = refusal(&[&WALK[..], &["--events", "-", "--record", "-"]].concat());
    assert!(said.contains("--record and --events"), "{said}");
}

#[test]
fn a_picture_can_go_to_standard_output_and_nothing_else_does() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let shot = ["shot", "test:box-room", "--size", "64x36", "-o"];
    let file = place.at("shot.png");
    succeed(&[&shot[..], &[&file]].concat());
    let streamed = run(&place, &[&shot[..], &["-"]].concat());
    assert_eq!(streamed.stdout, fs::read(&file).expect("a picture"));
}

#[test]
fn a_reader_that_goes_away_costs_the_run_nothing() {
    let place = Place::new();
    let record = place.at("walk.rec");
    let mut child = Command::new(PROGRAM)
        .args(["sim", "test:box-room", "--wander", "5", "--ticks", "6000"])
        .args(["--trace", "-", "--record", &record])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe"))
        .read_line(&mut first)
        .expect("a line");
    assert!(first.starts_with("tick,"), "{first}");
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "{}", text(&output.stderr));
    succeed(&["verify", &record]);
}

#[test]
fn a_list_that_nobody_reads_to_its_end_is_no_error() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    for list in [&["settings"][..], &["settings", "sound"], &["levels"]] {
        let output = Command::new(PROGRAM)
            .args(list)
            .stdout(writer.try_clone().expect("a pipe"))
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{list:?}: {output:?}");
    }
}

#[test]
fn many_pictures_do_not_go_to_standard_output() {
    let said = usage_refusal(&["verify", "demo", "--pages", "-"]);
    assert!(said.contains("folder"), "{said}");
}
