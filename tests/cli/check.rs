//! `check`: its lines, its JSON, its page of pictures and its exit codes.

use std::fs;

use serde_json::Value;

use crate::{
    pictures::has_adapter,
    program::{Place, hexbound, text, without_device},
};

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
    // What can't be read is reported, and the others are checked all the same.
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
fn what_an_author_accepts_is_listed_with_its_reason() {
    let place = Place::new();
    let spawn = r#"{"name":"spawn","translation":[0,1,0]}"#;
    let island = level(spawn, "").replace(
        r#""scenes":[{"#,
        r#""scenes":[{"extras":{"accept":"open-rim: an island, in the sea; crack"},"#,
    );
    let island = place.file("island.gltf", island);
    let (code, said) = checked(&[&island]);
    assert_eq!(code, Some(0), "{said}");
    let heading = format!("{island}: nothing is wrong; 1 accepted\n");
    assert!(said.starts_with(&heading), "{said}");
    assert!(said.contains("  accepted open-rim at "), "{said}");
    assert!(
        said.ends_with(". Reason: an island, in the sea\n"),
        "{said}"
    );
    let (_, out) = checked(&[&island, "--json"]);
    let reports: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(reports[0]["findings"].as_array().map(Vec::len), Some(0));
    let accepted = &reports[0]["accepted"][0];
    assert_eq!(accepted["code"], "open-rim");
    assert_eq!(accepted["reason"], "an island, in the sea");
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
        let replayed = hexbound(&["verify", &recording]);
        assert!(replayed.status.success(), "{}", text(&replayed.stderr));
    }
}

/// A level with a name that is almost right and is markup, and one of a start beside it.
fn odd_names(place: &Place) -> String {
    let nodes = r#"{"name":"spawn","translation":[90,1,0]},{"name":"ball <b>&","extras":{"ball":"perhaps"}}"#;
    place.file("odd & 'it'.gltf", level(nodes, ""))
}

#[test]
fn a_page_has_all_findings_of_all_levels_with_their_pictures() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let (odd, broken) = (odd_names(&place), place.file("broken.gltf", "{"));
    let folder = place.at("found/here");
    let arguments = [CLEAN, &odd, &odd, &broken, "--json", "--pictures", &folder];
    let (code, out) = checked(&arguments);
    assert_eq!(code, Some(2), "{out}");
    let page = fs::read_to_string(place.path("found/here/index.html")).expect("a page");
    let reports: Value = serde_json::from_str(&out).expect("JSON");
    let findings = |level: usize| {
        reports[level]["findings"]
            .as_array()
            .expect("a list")
            .clone()
    };
    assert!(findings(1).len() > 2, "{out}");
    for finding in findings(1) {
        for part in ["code", "severity", "remedy"] {
            let told = finding[part].as_str().expect("words");
            assert!(page.contains(told), "{part} {told}");
        }
        let Some(picture) = finding["picture"].as_str() else {
            assert!(finding["place"].is_null(), "{finding}");
            continue;
        };
        let size = image::image_dimensions(picture).expect("a picture");
        assert_eq!(size, (640, 360));
        let file = picture.rsplit(['/', '\\']).next().expect("a name");
        assert!(page.contains(&format!("src=\"{file}\"")), "{file}");
    }
    // The same level twice has pictures of its own each time.
    assert_ne!(findings(1)[0]["picture"], findings(2)[0]["picture"]);
    assert!(page.contains("odd &amp; 'it'.gltf") && page.contains("ball &lt;b&gt;&amp;"));
    assert!(!page.contains("<b>"), "{page}");
    assert!(page.contains("nothing is wrong") && page.contains("the JSON is wrong"));
    let (code, out) = checked(&[&odd, "--pictures", &folder]);
    assert_eq!(code, Some(1));
    assert!(
        out.contains("pictures: ") && out.contains("index.html"),
        "{out}"
    );
}

#[test]
fn the_way_out_of_an_open_level_is_drawn() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let start = r#"{"name":"spawn","translation":[0,1,0]}"#;
    let open = place.file("open.gltf", level(start, ""));
    let folder = place.at("found");
    let (code, out) = checked(&[&open, "--leaks=walk", "--json", "--pictures", &folder]);
    assert_eq!(code, Some(1), "{out}");
    let reports: Value = serde_json::from_str(&out).expect("JSON");
    let leak = &reports[0]["findings"][0];
    assert_eq!(leak["code"], "hole");
    assert!(leak["path"].as_array().is_some_and(|path| path.len() > 1));
    let picture = image::open(leak["picture"].as_str().expect("a picture"));
    let picture = picture.expect("a picture").into_rgba8();
    // The way is drawn in the color of the ring, on both sides of it.
    let is_mark = |x: &u32| (0..360).any(|y| picture.get_pixel(*x, y).0 == [255, 140, 13, 255]);
    let columns = (0..640).filter(is_mark).count();
    let rows = (0..360)
        .filter(|y| (0..640).any(|x| picture.get_pixel(x, *y).0 == [255, 140, 13, 255]))
        .count();
    assert!(columns.max(rows) > 100, "{columns} columns, {rows} rows");
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_before_anything_is_checked() {
    let place = Place::new();
    let file = place.file("taken", "a file");
    let output = hexbound(&["check", CLEAN, "--pictures", &file]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains(&file) && said.contains("--pictures"),
        "{said}"
    );
    assert!(text(&output.stdout).is_empty());
    fs::create_dir(place.path("mine")).expect("a folder");
    let homepage = place.file("mine/index.html", "<p>mine");
    let output = hexbound(&["check", CLEAN, "--pictures", &place.at("mine")]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(&homepage), "{said}");
    assert_eq!(fs::read_to_string(homepage).expect("a file"), "<p>mine");
}

#[test]
fn without_a_device_the_page_is_written_without_pictures() {
    let place = Place::new();
    let odd = odd_names(&place);
    let output = without_device(&["check", &odd, "--pictures", &place.at("found")]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("no pictures") && said.contains("adapter"),
        "{said}"
    );
    let page = fs::read_to_string(place.path("found/index.html")).expect("a page");
    assert!(
        page.contains("spawn-outside") && page.contains("Nothing is drawn"),
        "{page}"
    );
    assert!(!page.contains("<img"));
}
