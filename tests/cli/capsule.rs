//! Tests of capsules: cut out of a run, opened, shrunk, refused.

use std::fs;

use crate::program::{Place, refusal, succeed, usage_refusal};

/// A run on the wedge by the article's method, which leaks there.
fn leaking_run(place: &Place) -> String {
    let run = place.at("leak.rec");
    succeed(&[
        "sim",
        "test:wedge",
        "--wander",
        "1",
        "--ticks",
        "600",
        "--collision",
        "article",
        "--record",
        &run,
    ]);
    run
}

/// The first tick in which the run goes through a triangle.
fn first_leak(run: &str) -> u64 {
    let compared = crate::program::json(&[
        "compare",
        "test:wedge",
        "--input",
        run,
        "--methods",
        "usual",
        "--json",
    ]);
    let tick = &compared["methods"][0]["first_passed"];
    tick.as_u64().expect("a tick that goes through")
}

#[test]
fn a_leak_is_cut_out_opened_and_shrunk() {
    let place = Place::new();
    let run = leaking_run(&place);
    let tick = first_leak(&run);
    let capsule = place.at("leak.capsule");
    let ticks = format!("{}..{}", tick.saturating_sub(200), tick + 100);
    let said = succeed(&[
        "capsule",
        &run,
        "--ticks",
        &ticks,
        "-o",
        &capsule,
        "--note",
        "out at the edge",
    ]);
    assert!(said.contains("test:wedge"), "{said}");
    assert!(fs::metadata(&capsule).expect("a file").len() < 200_000);
    let told = format!("tick {tick}: the body's center goes through a triangle");
    let said = succeed(&["open", &capsule, "--headless"]);
    for words in ["note: out at the edge", &told, "lead to the states"] {
        assert!(said.contains(words), "{words} in {said}");
    }
    let small = place.at("small.capsule");
    succeed(&[
        "capsule",
        "--minimise",
        &capsule,
        "--fault",
        "through",
        "-o",
        &small,
    ]);
    let said = succeed(&["open", &small, "--headless"]);
    assert!(said.contains(&told), "{said}");
    let size = |path: &str| fs::metadata(path).expect("a file").len();
    assert!(size(&small) * 3 < size(&capsule), "{}", size(&small));
}

#[test]
fn what_is_no_capsule_or_has_no_such_ticks_is_refused() {
    let place = Place::new();
    let run = leaking_run(&place);
    let capsule = place.at("leak.capsule");
    succeed(&["capsule", &run, "--ticks", "0..60", "-o", &capsule]);
    let said = refusal(&["capsule", &run, "--ticks", "100..9000", "-o", &capsule]);
    assert!(
        said.contains("100..9000") && said.contains("600 ticks"),
        "{said}"
    );
    usage_refusal(&["capsule", &run, "--ticks", "60..0"]);
    usage_refusal(&["capsule", &run, "--minimize", "--fault", "odd"]);
    let said = refusal(&["open", &place.at("none.capsule"), "--headless"]);
    assert!(said.contains("none.capsule"), "{said}");
    let said = refusal(&["capsule", "--minimize", &run]);
    assert!(said.contains("is no capsule"), "{said}");
    let said = refusal(&["capsule", &capsule]);
    assert!(said.contains("is a capsule already"), "{said}");
    let bytes = fs::read(&capsule).expect("a file");
    fs::write(&capsule, &bytes[..bytes.len() / 2]).expect("written");
    let said = refusal(&["open", &capsule, "--headless"]);
    assert!(
        said.contains("damaged") && said.contains("copy it again"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_without_waiting() {
    let place = Place::new();
    let pipe = place.at("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    for arguments in [
        &["open", &pipe, "--headless"][..],
        &["capsule", "--minimize", &pipe],
    ] {
        let said = refusal(arguments);
        assert!(said.contains("ordinary"), "{said}");
    }
}

#[test]
fn a_recording_is_opened_too() {
    let place = Place::new();
    let run = leaking_run(&place);
    let said = succeed(&["open", &run, "--headless"]);
    assert!(said.contains("state_hash"), "{said}");
}
