//! Tests of what runs print and write, and that it is the same every time.

use std::fs;

use serde_json::Value;

use crate::program::{PROGRAM, Place, json, succeed, text};

const TRACE_HEADER: &str = "tick,x,y,z,vx,vy,vz,yaw,pitch,grounded,contacts,half_height,teleported";

#[test]
fn every_help_has_examples() {
    for command in [
        "", "play", "levels", "sim", "compare", "hunt", "replay", "shot", "film", "files",
    ] {
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
fn levels_are_listed_in_the_games_order_with_their_titles_and_the_folder_for_others() {
    let place = Place::new();
    let levels = place.path("data/hexbound/levels");
    fs::create_dir_all(&levels).expect("a folder");
    fs::copy("assets/starter/LEVEL.glb", levels.join("a-yard.glb")).expect("a level");
    let output = std::process::Command::new(PROGRAM)
        .arg("levels")
        .env("XDG_DATA_HOME", place.at("data"))
        .env("XDG_STATE_HOME", place.at("state"))
        .output()
        .expect("the program starts");
    let listed = text(&output.stdout);
    let names: Vec<&str> = (listed.lines())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let own = hexbound_scenes::catalog::OWN_LEVELS;
    assert_eq!(names[..own.len()], own, "{listed}");
    assert_eq!(names[own.len()], "a-yard", "{listed}");
    let title = |name: &str| {
        let line = listed.lines().find(|line| line.starts_with(name));
        let (_, title) = line
            .and_then(|line| line.split_once(" triangles  "))
            .expect("a title");
        title.to_owned()
    };
    assert_eq!(title("observatory"), "Observatory");
    let last = listed.lines().last().expect("a line");
    assert!(last.ends_with(&*levels.to_string_lossy()), "{last}");
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
    assert!((5_000..=60_000).contains(&count), "{line}");
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
    let replayed = succeed(&["verify", record.as_str()]);
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
fn events_and_bodies_are_lines_of_json() {
    let place = Place::new();
    let run = [
        "sim",
        "test:props",
        "--wander",
        "4",
        "--ticks",
        "900",
        "--json",
    ];
    let bare = json(&run);
    let file = place.at("events.jsonl");
    let report = json(&[&run[..], &["--events", &file, "--bodies-every", "300"]].concat());
    assert_eq!(
        report["state_hash"], bare["state_hash"],
        "it changes nothing"
    );
    let text = fs::read_to_string(file).expect("events");
    let lines: Vec<Value> = (text.lines())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}")))
        .collect();
    let ticks: Vec<u64> = lines
        .iter()
        .filter_map(|line| line["tick"].as_u64())
        .collect();
    assert!(ticks.len() == lines.len() && ticks.is_sorted());
    let events =
        |name: &str| -> Vec<&Value> { lines.iter().filter(|line| line["event"] == name).collect() };
    let thrown = events("throw");
    assert!(thrown.len() > 1 && thrown.len() as u64 >= report["balls"].as_u64().unwrap());
    for (id, throw) in thrown.iter().enumerate() {
        assert_eq!(throw["ball"], id);
        assert!(throw["speed"].as_f64() > Some(5.0), "{throw}");
    }
    assert!(!events("footstep").is_empty());
    for bounce in events("bounce") {
        assert!(
            bounce["ball"].as_u64() < Some(thrown.len() as u64),
            "{bounce}"
        );
        let normal: Vec<f64> = (bounce["normal"].as_array().expect("a normal").iter())
            .filter_map(Value::as_f64)
            .collect();
        let length: f64 = normal.iter().map(|it| it * it).sum();
        assert!((length - 1.0).abs() < 1e-3, "{bounce}");
        assert!(bounce["mover"]["surface"] == "metal", "{bounce}");
    }
    let bodies = |tick: u64, body: &str| -> Vec<&Value> {
        let is_it = |line: &&Value| line["tick"] == tick && line["body"] == body;
        lines.iter().filter(is_it).collect()
    };
    assert_eq!(bodies(900, "player")[0]["at"], report["end"]);
    assert_eq!(
        bodies(900, "ball").len() as u64,
        report["balls"].as_u64().unwrap()
    );
    assert_eq!(
        (bodies(300, "prop").len(), bodies(301, "prop").len()),
        (7, 0)
    );
    let crowd = place.at("crowd.jsonl");
    let walk = ["sim", "test:crowd", "--ticks", "12", "--json"];
    json(&[&walk[..], &["--events", &crowd, "--bodies-every", "12"]].concat());
    let text = fs::read_to_string(crowd).expect("events");
    let walkers = (text.lines()).filter(|line| line.contains(r#""body":"walker""#));
    let upright = walkers.filter(|line| line.contains(r#""fate":"upright""#));
    assert_eq!(upright.count(), 120);
    let none = json(
        &[
            &run[..],
            &["--events", &place.at("e"), "--bodies-every", "0"],
        ]
        .concat(),
    );
    assert_eq!(none["state_hash"], bare["state_hash"]);
    let text = fs::read_to_string(place.path("e")).expect("events");
    assert!(text.contains("\"event\"") && !text.contains("\"body\""));
}

#[test]
fn what_is_lit_and_what_a_tick_costs_is_reported() {
    let report = json(&["sim", "test:range", "--ticks", "30", "--json"]);
    assert_eq!(
        (&report["targets"], &report["lit"]),
        (&Value::from(2), &Value::from(0))
    );
    assert_eq!(report["result"], Value::Null);
    for part in ["player", "props", "walkers", "balls", "play"] {
        assert!(report["tick_cost_us"][part].is_f64(), "{part} in {report}");
    }
    let summary = succeed(&["sim", "test:range", "--ticks", "30"]);
    assert!(summary.contains("0 of 2 targets lit"), "{summary}");
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
    let rules = serde_json::to_string(&hexbound_sim::Rules::default()).expect("rules");
    let script = format!(
        "hexbound-recording 4\nlevel test:flat\ncontent any\nrules {rules}\nF x120\nend 120 any\n"
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
