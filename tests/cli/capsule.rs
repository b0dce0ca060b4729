//! Tests of capsules: cut out of a run, opened, shrunk.

use std::fs;

use crate::program::{Place, json, refusal, succeed};

/// A run on the wedge by the article's method, which leaks there.
fn leaking_run(place: &Place) -> String {
    let run = place.at("leak.rec");
    let sim = "sim test:wedge --wander 1 --ticks 600 --collision article --record";
    succeed(format!("{sim} {run}"));
    run
}

#[test]
fn a_leak_is_cut_out_opened_and_shrunk() {
    let place = Place::new();
    let run = leaking_run(&place);
    let input = format!("--input {run} --methods usual --json");
    let compared = json(format!("compare test:wedge {input}"));
    let tick = &compared["methods"][0]["first_passed"];
    let tick = tick.as_u64().expect("a tick that goes through");
    let [capsule, small] = ["leak.capsule", "small.capsule"].map(|name| place.at(name));
    let ticks = format!("{}..{}", tick.saturating_sub(200), tick + 100);
    let cut = format!("--ticks {ticks} -o {capsule} --note outside");
    let said = succeed(format!("capsule {run} {cut}"));
    assert!(said.contains("test:wedge"), "{said}");
    let size = |path: &str| fs::metadata(path).expect("a file").len();
    assert!(size(&capsule) < 200_000);
    let told = format!("tick {tick}: the body's center goes through a triangle");
    let said = succeed(format!("verify {capsule}"));
    for words in ["note: outside", &told, "lead to the states"] {
        assert!(said.contains(words), "{words} in {said}");
    }
    let minimized = format!("{capsule} --fault through -o {small}");
    succeed(format!("capsule --minimise {minimized}"));
    let said = succeed(format!("verify {small}"));
    assert!(said.contains(&told), "{said}");
    assert!(size(&small) * 3 < size(&capsule), "{}", size(&small));
}

#[test]
fn a_tick_of_a_capsule_is_told_as_that_of_its_run() {
    let place = Place::new();
    let (run, capsule) = (leaking_run(&place), place.at("leak.capsule"));
    let last = json(format!("why {run} --json"))["tick"].as_u64();
    let last = last.expect("a tick");
    let begin = last - 60;
    succeed(format!(
        "capsule {run} --ticks {begin}..{last} -o {capsule}"
    ));
    for tick in [begin + 1, last - 20, last] {
        let told = |file: &str| json(format!("why {file} --tick {tick} --json"));
        let [of_run, of_capsule] = [&run, &capsule].map(|file| told(file));
        for fact in ["tick", "feet", "wished", "velocity", "state_hash"] {
            assert_eq!(of_run[fact], of_capsule[fact], "tick {tick}: {fact}");
            assert!(!of_run[fact].is_null(), "{fact}");
        }
    }
    assert_eq!(json(format!("why {capsule} --json"))["tick"], last);
    for tick in [begin, last + 1] {
        let said = refusal(format!("why {capsule} --tick {tick}"));
        let range = format!("has the ticks {} to {last}", begin + 1);
        assert!(said.contains(&range), "{said}");
    }
}
