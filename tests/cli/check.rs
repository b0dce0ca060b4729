//! `check`: its lines, its JSON and its exit codes.

use serde_json::Value;

use crate::program::{Place, hexbound, text};

/// A level with nothing wrong.
const CLEAN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/starter/LEVEL.glb");

/// A square floor of 40 m with a node of its own, and whatever nodes and fields are added.
fn level(nodes: &str, fields: &str) -> String {
    let floor = "AACgwQAAAAAAAKDBAACgwQAAAAAAAKBBAACgQQAAAAAAAKBBAACgwQAAAAAAAKDBAACgQQAAAAAAAKBBAACgQQAAAAAAAKDB";
    let comma = if nodes.is_empty() { "" } else { "," };
    let count = nodes.matches("\"name\"").count();
    let roots: Vec<String> = (0..=count).map(|root| root.to_string()).collect();
    let roots = roots.join(",");
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[{roots}]}}],
        "nodes":[{{"mesh":0}}{comma}{nodes}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":6,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":72}}],
        "buffers":[{{"byteLength":72,"uri":"data:application/octet-stream;base64,{floor}"}}]{fields}}}"#
    )
}

/// The exit code and the standard output of a check.
fn checked(arguments: &[&str]) -> (Option<i32>, String) {
    let output = hexbound(&[&["check"], arguments].concat());
    assert!(!text(&output.stderr).contains("panicked"));
    (output.status.code(), text(&output.stdout))
}

#[test]
fn the_exit_code_tells_clean_levels_errors_and_what_cannot_be_read_apart() {
    let place = Place::new();
    let clean = CLEAN;
    let odd = place.file(
        "odd.gltf",
        level(r#"{"name":"light","extras":{"ball":"perhaps"}}"#, ""),
    );
    let wrong = place.file(
        "wrong.gltf",
        level(r#"{"name":"spawn","translation":[90,1,0]}"#, ""),
    );
    let broken = place.file("broken.gltf", "{");
    assert_eq!(
        checked(&[clean]),
        (Some(0), format!("{clean}: nothing is wrong\n"))
    );
    let (code, said) = checked(&[&odd]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("  warning bad-value at 0.00, 0.00, 0.00: node \"light\": its custom property ball is \"perhaps\""), "{said}");
    let (code, said) = checked(&[clean, &wrong]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("  error spawn-outside at 90.00, 1.00, 0.00: "),
        "{said}"
    );
    // What can't be read is told, and the others are checked all the same.
    let output = hexbound(&["check", &broken, &wrong]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("hexbound: ") && text(&output.stderr).contains(&broken));
    assert!(text(&output.stdout).contains("spawn-outside"));
}

#[test]
fn json_has_a_list_of_levels_with_their_findings() {
    let place = Place::new();
    let clean = CLEAN;
    let node = r#"{"name":"spawn.far","translation":[90,1,0]}"#;
    let wrong = place.file("wrong.gltf", level(node, ""));
    let broken = place.file("broken.gltf", "{");
    let (code, out) = checked(&[clean, &wrong, &broken, "--json"]);
    assert_eq!(code, Some(2));
    let reports: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(reports[0]["level"], clean);
    assert_eq!(reports[0]["findings"].as_array().map(Vec::len), Some(0));
    let finding = &reports[1]["findings"][0];
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["code"], "spawn-outside");
    assert_eq!(finding["node"], "spawn.far");
    assert_eq!(finding["place"], serde_json::json!([90.0, 1.0, 0.0]));
    assert!(finding["remedy"].as_str().is_some_and(|it| !it.is_empty()));
    let problem = finding["problem"].as_str().unwrap_or_default();
    assert!(problem.contains("spawn.far"), "{problem}");
    let why = reports[2]["unreadable"].as_str().unwrap_or_default();
    assert!(why.contains("the JSON is wrong"), "{why}");
}

#[test]
fn opening_a_level_says_in_a_line_what_check_would_tell() {
    let place = Place::new();
    let wrong = place.file(
        "wrong.gltf",
        level(r#"{"name":"spawn","translation":[90,1,0]}"#, ""),
    );
    let opened = |level: &str| {
        let output = hexbound(&["sim", level, "--ticks", "1"]);
        text(&output.stderr)
    };
    let said = opened(&wrong);
    let line = format!("wrong: 1 error; 'hexbound check {wrong}' tells all");
    assert!(said.contains(&line), "{said}");
    assert!(!opened("test:flat").contains("hexbound check"));
}

#[test]
fn a_way_out_is_told_with_its_place_and_its_recording_is_replayed() {
    let place = Place::new();
    let open = place.file("open.gltf", level("", ""));
    let recording = place.at("out.rec");
    for moves in ["--leaks", "--leaks=walk"] {
        let (code, said) = checked(&[&open, moves, "--leak-recording", &recording]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("  error hole at "), "{said}");
        assert!(
            said.contains("hexbound shot ") && said.contains("--camera "),
            "{said}"
        );
        let replayed = hexbound(&["replay", &recording, "--headless"]);
        assert!(replayed.status.success(), "{}", text(&replayed.stderr));
    }
}
