//! Tests of the hunt for escapes: what it finds is a run that anybody can replay.

use std::fs;

use crate::program::*;

#[test]
fn a_leak_is_found_kept_and_replayed() {
    let place = Place::new();
    let hunt = "hunt test:wedge --methods article --ignore left --rounds 4 --seed 2 --json -o";
    let hunted = hexbound(format!("{hunt} {}", place.at("found")));
    assert_eq!(hunted.status.code(), Some(1));
    let report = parse(&hunted.stdout);
    let finds = report["found"].as_array().expect("a list");
    let leak = (finds.iter())
        .find(|find| find["kind"] == "through")
        .unwrap_or_else(|| panic!("the article leaks at the wedge: {report}"));
    assert!(leak["ticks"].as_u64() <= leak["found_after"].as_u64());
    let [run, capsule] = ["run", "capsule"].map(|file| leak[file].as_str().expect("a file"));
    succeed(format!("verify {run} {capsule}"));
    // The comparison sees the same: the article went through in the last tick, the sweep never.
    let compared = format!("compare test:wedge --input {run} --methods usual,swept --json");
    let compared = json(compared);
    let (article, swept) = (&compared["methods"][0], &compared["methods"][1]);
    assert_eq!(article["first_passed"], leak["ticks"]);
    assert_eq!(swept["passed_through"], 0);
    if let Some(picture) = leak["picture"].as_str() {
        assert!(fs::metadata(picture).unwrap().len() > 1_000);
    }
}
