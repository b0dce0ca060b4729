//! The command line as its users see it: the built program, its output, its exit codes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hexbound");
const TRACE_HEADER: &str = "tick,x,y,z,vx,vy,vz,yaw,pitch,grounded,contacts,half_height,teleported";

fn hexbound(arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .args(arguments)
        .env_remove("RUST_LOG")
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The standard output of a run that has to succeed.
fn succeed(arguments: &[&str]) -> String {
    let output = hexbound(arguments);
    assert!(
        output.status.success(),
        "{arguments:?} failed: {}",
        text(&output.stderr)
    );
    text(&output.stdout)
}

fn json(arguments: &[&str]) -> Value {
    let out = succeed(arguments);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error} in {out}"))
}

/// The message of a run that has to be refused: one line, exit code 1, no panic.
fn refusal(arguments: &[&str]) -> String {
    let output = hexbound(arguments);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
    assert!(!errors.contains("panicked"), "{arguments:?}: {errors}");
    let said: Vec<&str> = errors
        .lines()
        .filter(|line| line.starts_with("hexbound: "))
        .collect();
    assert_eq!(said.len(), 1, "{arguments:?}: {errors}");
    said[0].to_owned()
}

/// The same for arguments that make no sense.
fn usage_refusal(arguments: &[&str]) -> String {
    let output = hexbound(arguments);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
    assert!(errors.starts_with("error: "), "{arguments:?}: {errors}");
    errors
}

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn at(&self, name: &str) -> String {
        self.path(name).to_string_lossy().into_owned()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), bytes).expect("a file is written");
        self.at(name)
    }

    /// A recording of two seconds of restless walking in the box room.
    fn recording(&self) -> String {
        let path = self.at("walk.rec");
        let mut run = vec!["sim", "test:box-room", "--wander", "5", "--ticks", "250"];
        run.extend(["--record", path.as_str()]);
        succeed(&run);
        path
    }
}

#[test]
fn every_help_has_examples() {
    for command in ["", "play", "levels", "sim", "replay", "shot", "demo"] {
        let arguments: Vec<&str> = [command, "--help"]
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect();
        let help = succeed(&arguments);
        assert!(help.contains("Example"), "{command}: {help}");
        assert!(help.contains("hexbound "), "{command}: {help}");
    }
    assert!(succeed(&["--version"]).starts_with("hexbound "));
}

#[test]
fn levels_are_listed_with_their_triangles() {
    let shipped = succeed(&["levels"]);
    assert!(!shipped.contains("test:"), "{shipped}");
    let all = succeed(&["levels", "--scenes"]);
    assert!(all.starts_with(&shipped), "{all}");
    let room = all
        .lines()
        .find(|line| line.starts_with("test:box-room "))
        .expect("the box room is listed");
    let words: Vec<&str> = room.split_whitespace().collect();
    assert!(words[1].parse::<u32>().is_ok_and(|count| count > 0));
    assert_eq!(words[2], "triangles");
}

#[test]
fn the_shipped_level_is_listed_and_runs() {
    let line = succeed(&["levels"]);
    let line = line
        .lines()
        .find(|line| line.starts_with("observatory "))
        .expect("the observatory is listed");
    let count: u64 = line
        .split_whitespace()
        .nth(1)
        .and_then(|word| word.parse().ok())
        .unwrap_or_else(|| panic!("no count in {line}"));
    assert!((5_000..=30_000).contains(&count), "{line}");
    let report = json(&["sim", "observatory", "--ticks", "120", "--json"]);
    assert_eq!(report["triangles"], count);
    assert!(report["grounded_fraction"].as_f64() > Some(0.9), "{report}");
}

#[test]
fn a_report_has_everything_the_contract_names() {
    let report = json(&["sim", "test:box-room", "--wander", "1", "--json"]);
    for key in ["ticks", "triangles", "contacts", "respawns", "accepted"] {
        assert!(report[key].is_u64(), "{key} in {report}");
    }
    for key in [
        "radius_xz",
        "half_height",
        "distance",
        "grounded_fraction",
        "seconds",
    ] {
        assert!(report[key].is_f64(), "{key} in {report}");
    }
    for plane in ["s", "ps1", "ps2", "ps3", "ps4", "ps5", "ps6"] {
        assert!(report["rejected_by"][plane].is_u64(), "{plane} in {report}");
    }
    assert_eq!(report["ticks"], 1200);
    assert_eq!(report["radius_xz"], 0.4);
    assert_eq!(report["half_height"], 0.9);
    assert_eq!(report["spawn"].as_array().map(Vec::len), Some(3));
    let hash = report["state_hash"].as_str().expect("a hash");
    assert!(hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    // The six planes together account for what was asked.
    let rejected: u64 = report["rejected_by"]
        .as_object()
        .expect("an object")
        .values()
        .filter_map(Value::as_u64)
        .sum();
    let behind = report["behind"].as_u64().expect("a number");
    let accepted = report["accepted"].as_u64().expect("a number");
    assert_eq!(report["asked"], rejected + behind + accepted);
}

#[test]
fn without_json_a_summary_is_for_people() {
    let summary = succeed(&["sim", "test:box-room", "--ticks", "10"]);
    assert!(
        summary.contains("10 ticks") && summary.contains("state "),
        "{summary}"
    );
}

#[test]
fn a_restless_player_walks_far_and_touches_walls() {
    let report = json(&[
        "sim",
        "test:box-room",
        "--wander",
        "2",
        "--ticks",
        "6000",
        "--json",
    ]);
    assert!(report["distance"].as_f64() > Some(100.0), "{report}");
    assert!(report["grounded_fraction"].as_f64() > Some(0.6), "{report}");
    // More than the floor under every tick.
    assert!(report["contacts"].as_u64() > Some(6_000), "{report}");
    assert_eq!(report["respawns"], 0, "{report}");
}

#[test]
fn the_trace_has_one_exact_row_a_tick() {
    let place = Place::new();
    let path = place.at("walk.csv");
    let mut run = vec![
        "sim",
        "test:stairs",
        "--wander",
        "3",
        "--ticks",
        "900",
        "--json",
    ];
    run.extend(["--trace", path.as_str()]);
    let report = json(&run);
    let csv = fs::read_to_string(&path).expect("a trace");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some(TRACE_HEADER));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 900);
    let number = |word: &str| -> f64 {
        assert!(
            !word.contains(['e', 'E', 'n', 'i']),
            "'{word}' is no plain decimal"
        );
        word.parse()
            .unwrap_or_else(|error| panic!("{word}: {error}"))
    };
    let mut before: Vec<f64> = report["spawn"]
        .as_array()
        .expect("a spawn")
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    let mut distance = 0.0;
    let mut grounded = 0;
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), 13);
        assert_eq!(row[0], (index + 1).to_string());
        row[1..9].iter().for_each(|word| {
            number(word);
        });
        let at: Vec<f64> = row[1..4].iter().map(|word| number(word)).collect();
        // Shortest: printing what was read gives the same text.
        assert_eq!(at[0].to_string(), row[1]);
        assert_eq!(number(row[4]) as f32, row[4].parse::<f32>().unwrap());
        assert!(matches!(row[9], "0" | "1") && matches!(row[12], "0" | "1"));
        assert_eq!(row[11], "0.9");
        if row[12] == "0" {
            let step = at.iter().zip(&before).map(|(a, b)| (a - b).powi(2));
            distance += step.sum::<f64>().sqrt();
        }
        grounded += u32::from(row[9] == "1");
        before = at;
    }
    let close = |key: &str, value: f64| {
        let reported = report[key].as_f64().expect("a number");
        assert!(
            (reported - value).abs() < 1e-3,
            "{key}: {reported} and {value}"
        );
    };
    close("distance", distance);
    close("grounded_fraction", f64::from(grounded) / 900.0);
}

#[test]
fn outputs_change_nothing_and_a_recording_gives_the_same_end() {
    let place = Place::new();
    let run = [
        "sim",
        "test:bumpers",
        "--wander",
        "9",
        "--ticks",
        "700",
        "--json",
    ];
    let bare = json(&run);
    let (record, trace) = (place.at("a.rec"), place.at("a.csv"));
    let mut full = run.to_vec();
    full.extend(["--record", record.as_str(), "--trace", trace.as_str()]);
    let full = json(&full);
    let hash = bare["state_hash"].as_str().expect("a hash");
    assert_eq!(full["state_hash"], hash);
    let replayed = succeed(&["replay", record.as_str(), "--headless"]);
    assert!(
        replayed.contains(hash) && replayed.contains("700"),
        "{replayed}"
    );
    // Fed back, recorded again: the same file to the byte.
    let again = place.at("b.rec");
    let fed = json(&[
        "sim",
        "test:bumpers",
        "--input",
        record.as_str(),
        "--record",
        again.as_str(),
        "--json",
    ]);
    assert_eq!(fed["state_hash"], hash);
    assert_eq!(fed["ticks"], 700);
    assert_eq!(fs::read(record).unwrap(), fs::read(again).unwrap());
}

#[test]
fn seeds_differ_and_the_same_seed_does_not() {
    let hash = |seed: &str| {
        json(&[
            "sim",
            "test:box-room",
            "--wander",
            seed,
            "--ticks",
            "300",
            "--json",
        ])["state_hash"]
            .clone()
    };
    assert_eq!(hash("1"), hash("1"));
    assert_ne!(hash("1"), hash("2"));
}

#[test]
fn speed_and_collision_mode_are_obeyed() {
    let place = Place::new();
    let rules = serde_json::to_string(&hexbound::sim::Rules::default()).expect("rules");
    let script = format!(
        "hexbound-recording 1\nlevel test:flat\ncontent any\nrules {rules}\nF x120\nend 120 any\n"
    );
    let script = place.file("walk.rec", script);
    let distance = |more: &[&str]| {
        let mut run = vec!["sim", "test:flat", "--input", script.as_str(), "--json"];
        run.extend(more);
        let report = json(&run);
        (
            report["distance"].as_f64().unwrap(),
            report["collision"].clone(),
        )
    };
    let (usual, mode) = distance(&[]);
    assert!((4.0..5.0).contains(&usual), "{usual}");
    assert_eq!(mode, "swept");
    let (fast, _) = distance(&["--speed", "10"]);
    assert!(fast > usual * 1.7, "{fast}");
    assert_eq!(distance(&["--collision", "article"]).1, "article");
    let (boxed, mode) = distance(&["--collision", "box"]);
    assert_eq!(mode, "box");
    assert!((boxed - usual).abs() < 0.002, "{boxed} for {usual}");
    let (on_rays, _) = distance(&["--ground", "rays"]);
    assert!((on_rays - usual).abs() < 0.02, "{on_rays} for {usual}");
}

#[test]
fn senseless_arguments_are_refused() {
    let sim = |more: &[&str]| {
        let mut run = vec!["sim", "test:flat", "--json"];
        run.extend(more);
        usage_refusal(&run)
    };
    assert!(sim(&["--collision", "sphere"]).contains("swept, article and box"));
    assert!(sim(&["--ground", "feet"]).contains("sweep and rays"));
    for speed in ["0", "-3", "nan", "inf", "fast"] {
        sim(&["--speed", speed]);
    }
    sim(&["--ticks", "-1"]);
    sim(&["--wander", "x"]);
    sim(&["--wander", "1", "--input", "a.rec"]);
    for size in ["0x0", "640", "640x", "-1x2", "99999x1", "axb"] {
        let said = usage_refusal(&["shot", "test:flat", "-o", "a.png", "--size", size]);
        assert!(said.contains("1280x720"), "{said}");
        usage_refusal(&["play", "test:flat", "--size", size]);
    }
    for camera in ["1,2,3", "1,2,3,4,95", "a,b,c,d,e", "nan,0,0,0,0"] {
        let said = usage_refusal(&["shot", "test:flat", "-o", "a.png", "--camera", camera]);
        assert!(said.contains("x,y,z,yaw,pitch"), "{said}");
    }
    let wrong = ["--collision-view", "plane"];
    let said = usage_refusal(&[&["shot", "test:flat", "-o", "a.png"], &wrong[..]].concat());
    assert!(said.contains("planes"), "{said}");
    usage_refusal(&["shot", "test:flat"]);
    usage_refusal(&["sim"]);
}

#[test]
fn bad_levels_are_refused_by_name() {
    let place = Place::new();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/levels/observatory.glb");
    let whole = fs::read(shipped).expect("the shipped level");
    let cases = [
        place.at("missing.glb"),
        place.at("missing.gltf"),
        place.file("empty.glb", ""),
        place.file("empty.gltf", ""),
        place.file("cut.glb", &whole[..whole.len() / 3]),
        place.file("head.glb", &whole[..20]),
        place.file("text.glb", "no level"),
        place.file("list.gltf", "[1, 2, 3]"),
        place.file("void.gltf", r#"{"asset":{"version":"2.0"}}"#),
        place.file("picture.png", "no level either"),
        place.0.path().to_string_lossy().into_owned(),
    ];
    for level in &cases {
        let name = Path::new(level).file_name().unwrap().to_string_lossy();
        for command in ["sim", "play"] {
            let said = refusal(&[command, level]);
            assert!(said.contains(name.as_ref()), "{said}");
        }
    }
    let said = refusal(&["sim", "no-such-level"]);
    assert!(
        said.contains("no-such-level") && said.contains("observatory"),
        "{said}"
    );
    refusal(&["sim", "test:no-such-scene"]);
    refusal(&["shot", "no-such-level", "-o", &place.at("a.png")]);
}

#[test]
fn bad_recordings_are_refused_by_name() {
    let place = Place::new();
    let good = fs::read_to_string(place.recording()).expect("a recording");
    let lines: Vec<&str> = good.lines().collect();
    let without_end = lines[..lines.len() - 1].join("\n") + "\n";
    let hash_at = good.rfind(' ').expect("a footer") + 1;
    let cases = [
        ("missing.rec", None, "No such file"),
        ("empty.rec", Some(String::new()), "not a Hexbound recording"),
        (
            "text.rec",
            Some("hello\n".into()),
            "not a Hexbound recording",
        ),
        (
            "binary.rec",
            Some("\u{0}\u{1}glTF".into()),
            "not a Hexbound recording",
        ),
        (
            "old.rec",
            Some(good.replace("recording 1", "recording 0")),
            "version 0",
        ),
        ("cut.rec", Some(good[..good.len() / 2].into()), "cut.rec"),
        ("endless.rec", Some(without_end), "cut short"),
        ("short.rec", Some(good.replace("end 250", "end 251")), "251"),
        (
            "nan.rec",
            Some(good.replace("end 250", "F NaN 0\nend 251")),
            "NaN",
        ),
        (
            "garbage.rec",
            Some(good.replace("end 250", "what is this\nend 250")),
            &format!("line {}", lines.len()),
        ),
        (
            "end.rec",
            Some(format!("{}0123456789abcdef\n", &good[..hash_at])),
            "diverged",
        ),
    ];
    for (name, content, reason) in cases {
        let path = match content {
            Some(content) => place.file(name, content),
            None => place.at(name),
        };
        let said = refusal(&["replay", &path, "--headless"]);
        assert!(said.contains(name) && said.contains(reason), "{said}");
        if reason != "diverged" {
            refusal(&["sim", "test:box-room", "--input", &path]);
        }
    }
}

#[test]
fn a_recording_of_another_level_is_refused_and_both_are_named() {
    let place = Place::new();
    let recording = place.recording();
    for said in [
        refusal(&["replay", &recording, "--headless", "--level", "test:stairs"]),
        refusal(&["sim", "test:stairs", "--input", &recording]),
        refusal(&[
            "shot",
            "test:stairs",
            "--input",
            &recording,
            "-o",
            &place.at("a.png"),
        ]),
    ] {
        assert!(said.contains("another level"), "{said}");
        assert!(
            said.contains("box-room") && said.contains("stairs"),
            "{said}"
        );
    }
    let lost = fs::read_to_string(&recording)
        .expect("a recording")
        .replace("level test:box-room", "level /gone/level.glb");
    let lost = place.file("lost.rec", lost);
    let said = refusal(&["replay", &lost, "--headless"]);
    assert!(
        said.contains("/gone/level.glb") && said.contains("--level"),
        "{said}"
    );
    succeed(&["replay", &lost, "--headless", "--level", "test:box-room"]);
}

#[test]
fn places_that_cannot_be_written_are_named() {
    let place = Place::new();
    let nowhere = place.at("no/such/folder/file");
    for option in ["--record", "--trace"] {
        let said = refusal(&["sim", "test:flat", option, &nowhere]);
        assert!(said.contains(&nowhere) && said.contains(option), "{said}");
        // A folder is no file.
        refusal(&["sim", "test:flat", option, &place.at("")]);
    }
}

#[test]
fn a_recording_replaces_an_older_one_but_no_other_file() {
    let place = Place::new();
    let level = place.file("level.glb", "precious");
    let said = refusal(&["sim", "test:flat", "--record", &level]);
    assert!(said.contains("level.glb"), "{said}");
    assert_eq!(fs::read(&level).expect("a file"), b"precious");
    let recording = place.recording();
    let before = fs::read(&recording).expect("a recording");
    succeed(&["sim", "test:flat", "--ticks", "5", "--record", &recording]);
    assert_ne!(fs::read(&recording).expect("a recording"), before);
}

/// Pictures need a graphics adapter; without one the message is the test.
fn has_adapter(place: &Place) -> bool {
    let probe = hexbound(&[
        "shot",
        "test:box-room",
        "-o",
        &place.at("probe.png"),
        "--size",
        "8x8",
    ]);
    let there = probe.status.success();
    if !there {
        let said = text(&probe.stderr);
        assert!(said.contains("no graphics adapter"), "{said}");
        println!("SKIPPED: {said}");
    }
    there
}

#[test]
fn a_shot_is_a_png_of_the_asked_size() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let path = place.at("shot.png");
    succeed(&["shot", "test:box-room", "-o", &path, "--size", "96x54"]);
    let spawn = image::open(&path).expect("a picture").into_rgba8();
    assert_eq!(spawn.dimensions(), (96, 54));
    let camera = ["--camera", "0,1.6,0,180,-20"];
    let other = place.at("other.png");
    let mut run = vec!["shot", "test:box-room", "-o", &other, "--size", "96x54"];
    run.extend(camera);
    succeed(&run);
    assert_ne!(image::open(&other).expect("a picture").into_rgba8(), spawn);
    let said = refusal(&["shot", "test:box-room", "-o", &place.at("no/folder/a.png")]);
    assert!(said.contains("no/folder/a.png"), "{said}");
}

#[test]
fn a_shot_shows_a_moment_of_a_recording() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let recording = place.recording();
    let shot = |tick: &str| {
        let path = place.at(&format!("{tick}.png"));
        succeed(&[
            "shot",
            "test:box-room",
            "-o",
            &path,
            "--size",
            "64x36",
            "--input",
            &recording,
            "--tick",
            tick,
        ]);
        image::open(&path).expect("a picture").into_rgba8()
    };
    assert_eq!(shot("100"), shot("100"));
    assert_ne!(shot("0"), shot("250"));
    let said = refusal(&[
        "shot",
        "test:box-room",
        "-o",
        &place.at("a.png"),
        "--input",
        &recording,
        "--tick",
        "251",
    ]);
    assert!(said.contains("250 ticks") && said.contains("251"), "{said}");
}

#[test]
fn a_demo_leaves_frames_and_a_summary() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let (recording, out) = (place.recording(), place.at("demo"));
    for _ in 0..2 {
        let said = succeed(&["demo", "--recording", &recording, "--output", &out]);
        assert!(
            said.starts_with("demo: ") && said.lines().count() == 1,
            "{said}"
        );
        let summary = fs::read_to_string(place.path("demo/summary.txt")).expect("a summary");
        assert_eq!(summary, said);
    }
    let frames = fs::read_dir(&out)
        .expect("the folder")
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .filter(|name| name.ends_with(".png"))
        .count();
    // 250 ticks, one every 60 from the first on.
    assert_eq!(frames, 5);
    let said = refusal(&["demo", "--recording", &recording, "--output", &recording]);
    assert!(said.contains("walk.rec"), "{said}");
}

#[test]
fn the_shipped_demo_fits_the_shipped_level() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo.rec");
    let output = hexbound(&["replay", &demo.to_string_lossy(), "--headless"]);
    assert!(
        output.status.success(),
        "{}\nrecord it again: hexbound sim observatory --input assets/make/tour.rec \
         --record assets/demo.rec",
        text(&output.stderr)
    );
}

#[test]
fn without_a_display_playing_says_what_to_do() {
    let output = Command::new(PROGRAM)
        .args(["play", "test:flat"])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("the program starts");
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("no window can be opened"), "{errors}");
    assert!(errors.contains("shot"), "{errors}");
}

#[test]
fn without_an_adapter_a_shot_says_what_to_do() {
    let place = Place::new();
    let output = Command::new(PROGRAM)
        .args(["shot", "test:flat", "-o", &place.at("a.png")])
        .env("WGPU_BACKEND", "vulkan")
        .env("VK_ICD_FILENAMES", "/dev/null")
        .env("VK_DRIVER_FILES", "/dev/null")
        .output()
        .expect("the program starts");
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("no graphics adapter"), "{errors}");
    assert!(errors.contains("mesa-vulkan-drivers"), "{errors}");
}

#[test]
fn drawing_is_measured_offscreen_where_no_window_can_be_opened() {
    if hexbound::render::Gpu::software().is_err() {
        println!("SKIPPED: no software Vulkan driver (Debian: mesa-vulkan-drivers)");
        return;
    }
    let run = |more: &[&str]| {
        let output = Command::new(PROGRAM)
            .args([
                "bench",
                "test:flat",
                "--frames",
                "2",
                "--size",
                "64x48",
                "--json",
            ])
            .args(more)
            .env("WGPU_BACKEND", "vulkan")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env_remove("RUST_LOG")
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{}", text(&output.stderr));
        let report: Value = serde_json::from_str(&text(&output.stdout)).expect("a report");
        assert_eq!(report["window"], false);
        assert_eq!(report["frames"], 2);
        text(&output.stderr)
    };
    assert!(run(&[]).contains("measuring offscreen"));
    assert!(!run(&["--offscreen"]).contains("measuring offscreen"));
}
