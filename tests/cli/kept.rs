//! Runs as files: verified, listed and found by name.

use std::{
    fs,
    process::{Command, Output},
};

use serde_json::Value;

use crate::program::{PROGRAM, Place, disproof, hexbound, refusal, succeed, text, usage_refusal};

/// Lights the target ahead, turns left, lights that one, and waits for the end.
const SCRIPT: &str = "T x4\n- x60\n- 0.01309 0 x120\nT x4\n- x232\nend 420 any\n";

/// A recording of `test:range`, finished.
fn finished(place: &Place) -> String {
    let rules = serde_json::to_string(&hexbound_sim::Rules::default()).expect("rules");
    let head = format!("hexbound-recording 4\nlevel test:range\ncontent any\nrules {rules}\n");
    let script = place.file("script.rec", head + SCRIPT);
    let run = place.at("run.rec");
    let mut arguments = vec!["sim", "test:range", "--input", &script];
    arguments.extend(["--record", run.as_str()]);
    succeed(&arguments);
    run
}

/// Runs with the user's data in a folder of its own, on Linux.
fn with_data(place: &Place, arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .args(arguments)
        .env("XDG_DATA_HOME", place.folder())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("RUST_LOG")
        .output()
        .expect("the program starts")
}

#[test]
fn a_run_is_verified_in_one_line() {
    let place = Place::new();
    let run = finished(&place);
    let said = succeed(&["verify", &run]);
    assert_eq!(said.lines().count(), 1, "{said}");
    for part in [
        "run.rec",
        "range",
        "2 balls",
        "0 rewinds",
        "gold",
        "hash ok",
    ] {
        assert!(said.contains(part), "no '{part}' in {said}");
    }
    let walk = place.recording();
    let said = succeed(&["verify", &run, &walk]);
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(
        said.contains("250 ticks, not finished, hash ok at 3 checkpoints and"),
        "{said}"
    );
    let json: Value = serde_json::from_str(&succeed(&["verify", &run, "--json"])).expect("JSON");
    assert_eq!(json[0]["ok"], true);
    assert_eq!(json[0]["result"]["lit"], 2);
    assert_eq!(json[0]["result"]["medal"], "gold");
    let seconds = json[0]["seconds"].as_f64().expect("a time");
    assert!((1.0..4.0).contains(&seconds), "{seconds}");
    usage_refusal(&["verify"]);
    // Twice as fast on foot: a run all the same, but not without help.
    let mut fast = vec!["sim", "test:range", "--input", &run, "--speed", "10"];
    let other = place.at("fast.rec");
    fast.extend(["--record", other.as_str()]);
    succeed(&fast);
    let said = succeed(&["verify", &other]);
    assert!(said.contains("gold, assisted"), "{said}");
}

#[test]
fn a_tampered_run_is_refused_where_it_parts() {
    let place = Place::new();
    let run = fs::read_to_string(finished(&place)).expect("a run");
    let altered = |from: &str, to: &str| {
        assert!(run.contains(from), "no '{from}' in {run}");
        place.file("false.rec", run.replacen(from, to, 1))
    };
    let tamper = |from: &str, to: &str| disproof(&["verify", &altered(from, to)]);
    // What can't be compared is no answer.
    let spoil = |from: &str, to: &str| refusal(&["verify", &altered(from, to)]);
    // The first throw a tick later.
    let said = tamper("T x4\n- x60", "- x1\nT x4\n- x59");
    assert!(
        said.contains("parts at tick 1:") && said.contains("line 5 "),
        "{said}"
    );
    // After the last hash before the end.
    let said = tamper("- x60\nchecks", "J x60\nchecks");
    assert!(said.contains("parts at tick 361:"), "{said}");
    let said = tamper("T x4\n", "");
    assert!(said.contains("parts at tick 1:"), "{said}");
    let said = tamper(r#""balls":2"#, r#""balls":1"#);
    assert!(
        said.contains("1 ball,") && said.contains("2 balls,"),
        "{said}"
    );
    assert!(tamper("end 420 ", "end 421 ").contains("421"));
    let (result, _) = run.split_once("\nend").expect("a footer");
    let result = &result[result.find("result ").expect("a result")..];
    let said = tamper(&format!("{result}\n"), "");
    assert!(said.contains("claims no result"), "{said}");
    let content = run
        .lines()
        .find(|line| line.starts_with("content"))
        .expect("a hash");
    let said = spoil(content, "content 0123456789abcdef");
    assert!(said.contains("another level"), "{said}");
    // A script claims nothing that could be confirmed.
    let said = spoil(content, "content any");
    assert!(
        said.contains("script") && said.contains("--record"),
        "{said}"
    );
    let end = &run[run.rfind("end ").expect("an end")..];
    let said = spoil(end, "end 420 any\n");
    assert!(said.contains("hashes"), "{said}");
}

#[test]
fn a_cut_run_is_called_so_wherever_it_was_cut() {
    let place = Place::new();
    let run = fs::read(finished(&place)).expect("a run");
    let checks = run.windows(7).position(|it| it == b"checks ");
    let checks = checks.expect("a line of checks");
    for length in [checks + 8, checks + 10, run.len() / 2, run.len() - 12] {
        let cut = place.file("cut.rec", &run[..length]);
        let said = disproof(&["verify", &cut]);
        assert!(said.contains("is cut short"), "{length}: {said}");
    }
}

#[test]
fn a_page_marks_a_result_that_is_only_claimed() {
    let place = Place::new();
    let run = finished(&place);
    let page = |name: &str, code: i32| {
        let [run, pages] = [name, "pages"].map(|name| place.at(name));
        let output = hexbound(&["verify", &run, "--pages", &pages, "--no-pictures"]);
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
        fs::read_to_string(place.path("pages").join(name).with_extension("html")).expect("a page")
    };
    let honest = page("run.rec", 0);
    assert!(honest.contains("gold</dd>"), "{honest}");
    let text = fs::read_to_string(run).expect("a run");
    let parting = text.replacen("T x4\n", "JT x4\n", 1);
    let boasting = text.replacen(r#""balls":2"#, r#""balls":1"#, 1);
    let cut_out = text.replacen("T x4\n", "", 1);
    for (name, text) in [("parting.rec", parting), ("boasting.rec", boasting)] {
        place.file(name, text);
        let page = page(name, 1);
        assert!(page.contains("gold (claimed, not confirmed"), "{page}");
    }
    // Of a file whose lines don't fit together the page says where, too.
    place.file("cut-out.rec", cut_out);
    let page = page("cut-out.rec", 1);
    assert!(page.contains("parts at tick 1:"), "{page}");
}

#[test]
fn of_several_runs_each_is_judged() {
    let place = Place::new();
    let run = finished(&place);
    let lost = place.at("lost.rec");
    let output = hexbound(&["verify", &lost, &run, &lost]);
    assert_eq!(output.status.code(), Some(2));
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    let judged: Vec<bool> = said.lines().map(|line| line.contains("hash ok")).collect();
    assert_eq!(judged, [false, true, false], "{said}");
    assert!(
        errors.contains("lost.rec") && errors.contains("and 1 more: "),
        "{errors}"
    );
    let output = hexbound(&["verify", &lost, "--json"]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json[0]["ok"], false);
    assert!(
        json[0]["refused"]
            .as_str()
            .is_some_and(|it| it.contains("lost.rec"))
    );
}

#[test]
fn a_rewind_stays_in_the_file_and_is_charged() {
    let place = Place::new();
    let run = fs::read_to_string(finished(&place)).expect("a run");
    // Thrown at nothing, taken back by half a second, then as it was: a script again.
    let mut script: Vec<&str> = run
        .lines()
        .take_while(|line| !line.starts_with("T "))
        .collect();
    script.extend(["- 0.01 0 x30", "T x4", "- x26", "back 0"]);
    script.extend(SCRIPT.lines());
    let script = place.file("again.rec", script.join("\n") + "\n");
    let recorded = place.at("recorded.rec");
    let mut arguments = vec!["sim", "test:range", "--input", &script];
    arguments.extend(["--record", recorded.as_str()]);
    succeed(&arguments);
    let plain = succeed(&["verify", &place.at("run.rec")]);
    let said = succeed(&["verify", &recorded]);
    let seconds = |line: &str| -> f64 {
        let words: Vec<&str> = line.split(' ').collect();
        let unit = words
            .iter()
            .position(|word| *word == "s,")
            .expect("seconds");
        words[unit - 1].parse().expect("a number")
    };
    assert!(
        said.contains("1 rewind,") && said.contains("2 balls"),
        "{said}"
    );
    assert!(
        (seconds(&said) - seconds(&plain) - 0.5).abs() < 1e-6,
        "{said} {plain}"
    );
    let text = fs::read_to_string(recorded).expect("a recording");
    assert!(text.contains("rewound 60 1"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn kept_runs_are_listed_and_found_by_level() {
    let place = Place::new();
    let output = with_data(&place, &["files", "runs"]);
    assert!(text(&output.stdout).contains("no run has been finished yet"));
    let run = finished(&place);
    let folder = place.path("hexbound/runs");
    fs::create_dir_all(&folder).expect("a folder");
    fs::copy(&run, folder.join("range-3.00s-2-balls-gold.rec.gz")).expect("a kept run");
    fs::write(folder.join("broken.rec.gz"), "no run").expect("a file");
    let output = with_data(&place, &["files", "runs"]);
    let said = text(&output.stdout);
    assert!(
        output.status.success() && said.contains("test:range"),
        "{said}"
    );
    assert!(said.contains("range-3.00s-2-balls-gold.rec.gz"), "{said}");
    assert!(text(&output.stderr).contains("broken.rec.gz"));
    let output = with_data(&place, &["files", "runs", "--json"]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (json.as_array().map(Vec::len), &json[0]["balls"]),
        (Some(1), &Value::from(2))
    );
    for name in ["test:range", "range-3.00s-2-balls-gold"] {
        let output = with_data(&place, &["verify", name]);
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
    }
    assert!(!said.contains("branches"), "{said}");
    let branches = place.path("hexbound/branches");
    fs::create_dir_all(&branches).expect("a folder");
    fs::copy(&run, branches.join("range-b.rec")).expect("a branch");
    let said = text(&with_data(&place, &["files", "runs"]).stdout);
    let [kept, branch] = ["gold.rec.gz", "  range-b.rec"].map(|it| said.find(it));
    assert!(kept.is_some() && kept < branch, "{said}");
    let output = with_data(&place, &["verify", "range-b"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = with_data(&place, &["play", "--against", "observatory"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said.contains("no kept run") && said.contains("hexbound files runs"),
        "{said}"
    );
    assert!(!said.contains("cannot read"), "{said}");
}
