//! Tests of the commands that explain recorded runs: one tick in words, and pages about whole runs.

use std::fs;

use crate::program::{Place, hexbound, json, succeed, text};

/// A recorded walk into walls.
fn walk(place: &Place, level: &str) -> String {
    let run = place.at("walk.rec");
    succeed(&[
        "sim", level, "--wander", "3", "--ticks", "900", "--record", &run,
    ]);
    run
}

#[test]
fn a_tick_is_told_and_every_other_method_beside_it() {
    let place = Place::new();
    let run = walk(&place, "test:stairs");
    let last = json(&["why", &run, "--json"]);
    let tick = last["tick"].as_u64().expect("a tick").to_string();
    assert_eq!(json(&["why", &run, "--json", "--tick", &tick]), last);
    let replayed = json(&[
        "sim",
        "test:stairs",
        "--input",
        &run,
        "--ticks",
        &tick,
        "--json",
    ]);
    assert_eq!(last["state_hash"], replayed["state_hash"]);
    let places = last["places"].as_array().expect("places");
    assert_eq!(places.last().expect("the end")["place"], replayed["end"]);
    for other in last["by_other_methods"].as_array().expect("a list") {
        assert!(
            other["asked"].is_u64() && other["question"].is_string(),
            "{other}"
        );
    }
    let told = succeed(&["why", &run]);
    for part in [
        &format!("Tick {tick}"),
        "triangles asked",
        "normal",
        "By the other methods",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
}

#[test]
fn what_cant_be_told_is_refused_with_the_remedy() {
    let place = Place::new();
    let run = walk(&place, "test:stairs");
    for tick in ["0", "901"] {
        let refused = text(&hexbound(&["why", &run, "--tick", tick]).stderr);
        assert!(
            refused.contains("1 to 900") && refused.contains(tick),
            "{refused}"
        );
    }
    let other = text(&hexbound(&["why", &run, "--level", "test:flat"]).stderr);
    assert!(
        other.contains("test:stairs") || other.contains("stairs"),
        "{other}"
    );
    let idle = place.at("idle.rec");
    succeed(&["sim", "test:flat", "--ticks", "9", "--record", &idle]);
    let nothing = text(&hexbound(&["report", &run, "-o", &idle, "--no-pictures"]).stderr);
    assert!(nothing.contains("idle.rec"), "{nothing}");
}

#[test]
fn pages_need_nothing_but_themselves() {
    let place = Place::new();
    let run = walk(&place, "test:stairs");
    let folder = place.at("pages");
    let written = succeed(&["report", &run, &run, "-o", &folder, "--no-pictures"]);
    assert_eq!(written.lines().count(), 3, "{written}");
    let page = |name: &str| fs::read_to_string(place.path("pages").join(name)).unwrap();
    let [one, index] = ["walk.html", "index.html"].map(page);
    assert!(index.contains("href=\"walk.html\"") && index.contains("href=\"walk-2.html\""));
    let hash = json(&["sim", "test:stairs", "--input", &run, "--json"]);
    let hash = hash["state_hash"].as_str().expect("a hash");
    for part in [
        "900 ticks (7.5 s)",
        "<svg class=\"map\"",
        "Contacts a tick",
        hash,
        "to the bit",
    ] {
        assert!(one.contains(part), "{part}");
    }
    for html in [&one, &index] {
        let outside = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!outside.contains("http") && !html.contains("<script"));
        assert!(!html.contains("NaN"));
    }
}
