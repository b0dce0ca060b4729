//! Tests of what runs print and write.

use crate::program::*;

const TRACE_HEADER: &str = "tick,x,y,z,vx,vy,vz,yaw,pitch,grounded,contacts,half_height,teleported";

#[test]
fn the_shipped_level_runs_with_the_triangles_that_are_listed() {
    let listed = succeed("levels");
    let report = json("sim observatory --ticks 120 --json");
    let count = report["triangles"].as_u64().expect("a number");
    assert!((5_000..=60_000).contains(&count), "{count}");
    let mut words = listed.lines().map(|line| line.split_whitespace().take(2));
    let line = ["observatory", &*count.to_string()];
    assert!(words.any(|it| it.eq(line)), "{count} in {listed}");
    assert!(report["grounded_fraction"].as_f64() > Some(0.9), "{report}");
}

#[test]
fn a_report_adds_up() {
    let report = json("sim test:box-room --wander 1 --json");
    assert_eq!(report["ticks"], 1200);
    assert_eq!(report["radius_xz"], 0.4);
    assert_eq!(report["half_height"], 0.9);
    assert!(vector(&report["spawn"]).is_finite());
    let hash = report["state_hash"].as_str().expect("a hash");
    assert!(hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    // The six planes together account for what was asked.
    let rejected = report["rejected_by"].as_object().into_iter().flatten();
    let rejected: u64 = rejected.filter_map(|(_, count)| count.as_u64()).sum();
    let others = ["behind", "accepted"].map(|it| report[it].as_u64().expect("a number"));
    assert_eq!(report["asked"], rejected + others[0] + others[1]);
}

#[test]
fn the_trace_has_one_exact_row_a_tick() {
    let place = Place::new();
    let path = place.at("walk.csv");
    let run = "sim test:stairs --wander 3 --ticks 900 --json";
    let report = json(format!("{run} --trace {path}"));
    let csv = place.read("walk.csv");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some(TRACE_HEADER));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 900);
    let number = |word: &str| -> f64 {
        assert!(!word.contains(['e', 'E', 'n', 'i']), "{word}");
        word.parse().expect(word)
    };
    let mut before = vector(&report["spawn"]);
    let (mut distance, mut grounded) = (0.0, 0);
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), 13);
        assert_eq!(row[0], (index + 1).to_string());
        let values: Vec<f64> = row[1..9].iter().map(|word| number(word)).collect();
        let at = DVec3::from_slice(&values);
        // Shortest: printing what was read gives the same text.
        assert_eq!(at.x.to_string(), row[1]);
        assert_eq!(values[3] as f32, row[4].parse::<f32>().unwrap());
        assert!(matches!(row[9], "0" | "1") && matches!(row[12], "0" | "1"));
        assert_eq!(row[11], "0.9");
        if row[12] == "0" {
            distance += at.distance(before);
        }
        grounded += u32::from(row[9] == "1");
        before = at;
    }
    let grounded = f64::from(grounded) / 900.0;
    for (key, value) in [("distance", distance), ("grounded_fraction", grounded)] {
        let reported = report[key].as_f64().expect("a number");
        assert!((reported - value).abs() < 1e-3, "{key} {reported} {value}");
    }
}

/// The lines of JSON in the file.
fn events(place: &Place, name: &str) -> Vec<Value> {
    let text = place.read(name);
    let parse =
        |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
    text.lines().map(parse).collect()
}

#[test]
fn events_and_bodies_are_lines_of_json() {
    let place = Place::new();
    let (file, crowd) = (place.at("events.jsonl"), place.at("crowd.jsonl"));
    let run = "sim test:props --wander 4 --ticks 900 --json";
    let report = json(format!("{run} --events {file} --bodies-every 300"));
    // It changes nothing.
    assert_eq!(report["state_hash"], json(run)["state_hash"]);
    let lines = events(&place, "events.jsonl");
    assert!(lines.iter().all(|line| line["tick"].is_u64()));
    assert!(lines.is_sorted_by_key(|line| line["tick"].as_u64()));
    let events_of = |name: &'static str| lines.iter().filter(move |line| line["event"] == name);
    let balls = report["balls"].as_u64().expect("a number") as usize;
    let thrown = events_of("throw").count();
    assert!(thrown > 1 && thrown >= balls);
    for (id, throw) in events_of("throw").enumerate() {
        assert_eq!(throw["ball"], id);
        assert!(throw["speed"].as_f64() > Some(5.0), "{throw}");
    }
    assert!(events_of("footstep").count() > 0);
    for bounce in events_of("bounce") {
        assert!(bounce["ball"].as_u64() < Some(thrown as u64), "{bounce}");
        let length = vector(&bounce["normal"]).length_squared();
        assert!((length - 1.0).abs() < 1e-3, "{bounce}");
        assert!(bounce["mover"]["surface"] == "metal", "{bounce}");
    }
    let bodies = |tick: u64, body: &str| -> Vec<&Value> {
        let is_it = |line: &&Value| line["tick"] == tick && line["body"] == body;
        lines.iter().filter(is_it).collect()
    };
    assert_eq!(bodies(900, "player")[0]["at"], report["end"]);
    assert_eq!(bodies(900, "ball").len(), balls);
    assert_eq!([300, 301].map(|tick| bodies(tick, "prop").len()), [7, 0]);
    let of_crowd = "sim test:crowd --ticks 12 --json --bodies-every 12 --events";
    json(format!("{of_crowd} {crowd}"));
    let is_upright = |it: &&Value| it["body"] == "walker" && it["fate"] == "upright";
    let crowd = events(&place, "crowd.jsonl");
    assert_eq!(crowd.iter().filter(is_upright).count(), 120);
    json(format!("{run} --events {file} --bodies-every 0"));
    let lines = events(&place, "events.jsonl");
    let is_event = |line: &Value| line["body"].is_null() && line["event"].is_string();
    assert!(lines.iter().all(is_event));
}

#[test]
fn what_is_lit_and_what_a_tick_costs_is_reported() {
    let report = json("sim test:range --ticks 30 --json");
    assert_eq!([&report["targets"], &report["lit"]], [2, 0]);
    assert_eq!(report["result"], Value::Null);
    for part in ["player", "props", "walkers", "balls", "play"] {
        assert!(report["tick_cost_us"][part].is_f64(), "{part} in {report}");
    }
}

#[test]
fn speed_and_collision_mode_are_obeyed() {
    let place = Place::new();
    let rules = serde_json::to_string(&hexbound_sim::Rules::default()).expect("rules");
    let head = "hexbound-recording 4\nlevel test:flat\ncontent any\nrules";
    let script = place.file("walk.rec", format!("{head} {rules}\nF x120\nend 120 any\n"));
    let walk = |options: &str| {
        let report = json(format!("sim test:flat --input {script} --json{options}"));
        let meters = report["distance"].as_f64().expect("meters");
        (meters, report["collision"].clone())
    };
    let (usual, mode) = walk("");
    assert!((4.0..5.0).contains(&usual), "{usual}");
    assert_eq!(mode, "swept");
    let (fast, _) = walk(" --speed 10");
    assert!(fast > usual * 1.7, "{fast}");
    assert_eq!(walk(" --collision article").1, "article");
    let (boxed, mode) = walk(" --collision box");
    assert_eq!(mode, "box");
    assert!((boxed - usual).abs() < 0.002, "{boxed} for {usual}");
    let (on_rays, _) = walk(" --ground rays");
    assert!((on_rays - usual).abs() < 0.02, "{on_rays} for {usual}");
}
