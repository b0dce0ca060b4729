//! Tests of the hunt for escapes: what it finds is a run that anybody can replay.

use std::{fs, path::Path};

use crate::program::{Place, hexbound, refusal, succeed, text, usage_refusal};

#[test]
fn a_leak_is_found_kept_and_replayed() {
    let place = Place::new();
    let found = place.at("found");
    let hunted = hexbound(&[
        "hunt",
        "test:wedge",
        "--methods",
        "article",
        "--ignore",
        "left",
        "--rounds",
        "4",
        "--seed",
        "2",
        "-o",
        &found,
        "--json",
    ]);
    assert_eq!(hunted.status.code(), Some(1), "{}", text(&hunted.stderr));
    let report: serde_json::Value = serde_json::from_slice(&hunted.stdout).expect("JSON");
    let finds = report["found"].as_array().expect("a list");
    let leak = (finds.iter())
        .find(|find| find["kind"] == "through")
        .unwrap_or_else(|| panic!("the article leaks at the wedge: {report}"));
    assert!(leak["ticks"].as_u64() <= leak["found_after"].as_u64());
    let run = leak["run"].as_str().expect("a file");
    succeed(&["verify", run]);
    succeed(&["verify", leak["capsule"].as_str().expect("a file")]);
    // The comparison sees the same: the article went through in the last tick, the sweep never.
    let compared = succeed(&[
        "compare",
        "test:wedge",
        "--input",
        run,
        "--methods",
        "usual,swept",
        "--json",
    ]);
    let compared: serde_json::Value = serde_json::from_str(&compared).expect("JSON");
    let (article, swept) = (&compared["methods"][0], &compared["methods"][1]);
    assert_eq!(article["first_passed"], leak["ticks"]);
    assert_eq!(swept["passed_through"], 0);
    if let Some(picture) = leak["picture"].as_str() {
        assert!(fs::metadata(Path::new(picture)).unwrap().len() > 1_000);
    }
}

#[test]
fn finds_are_told_also_where_they_can_not_be_kept() {
    let place = Place::new();
    let file = place.file("file", "no folder");
    // No rounds end this hunt soon: it is refused before it begins.
    let mut unfit = vec![file.as_str()];
    if cfg!(target_os = "linux") {
        // A folder that is there, in which nobody can make a file.
        unfit.push("/proc");
    }
    for folder in unfit {
        let refused = refusal(&["hunt", "test:wedge", "--minutes", "60", "-o", folder]);
        assert!(refused.contains("choose another folder"), "{refused}");
    }
    // No number above the one that is there is free.
    let found = place.path("found");
    fs::create_dir_all(found.join(format!("{}-left.rec", u64::MAX))).expect("a folder");
    let mut hunt = vec!["hunt", "test:wedge", "--methods", "article", "--seed", "2"];
    let folder = place.at("found");
    hunt.extend(["--ignore", "left", "--rounds", "4", "-o", &folder]);
    let hunted = hexbound(&hunt);
    let said = text(&hunted.stderr);
    assert_eq!(hunted.status.code(), Some(2), "{said}");
    assert!(said.contains("no number is free"), "{said}");
    let told = text(&hunted.stdout);
    assert!(told.contains("\n  through at "), "{told}");
    assert!(!told.contains("hexbound replay"), "{told}");
}

#[test]
fn finds_that_were_kept_stay_and_commands_can_be_pasted() {
    let place = Place::new();
    let folder = place.at("my finds");
    let hunt = "hunt test:wedge --methods article --ignore left --rounds 4 --seed 2 -o";
    let mut hunt: Vec<&str> = hunt.split(' ').collect();
    hunt.push(&folder);
    let told = text(&hexbound(&hunt).stdout);
    assert!(
        told.contains(&format!(": hexbound replay '{folder}/1-")),
        "{told}"
    );
    let kept = || -> Vec<(String, Vec<u8>)> {
        let files = fs::read_dir(&folder).expect("a folder");
        let file = |path: std::path::PathBuf| {
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), fs::read(&path).expect("a file"))
        };
        let mut all: Vec<_> = files.map(|it| file(it.expect("a file").path())).collect();
        all.sort();
        all
    };
    let first = kept();
    let finds = told.matches("hexbound replay").count();
    let told = text(&hexbound(&hunt).stdout);
    let next = format!("hexbound replay '{folder}/{}-", finds + 1);
    assert!(told.contains(&next), "{told}");
    let both = kept();
    assert_eq!(both.len(), 2 * first.len());
    assert!(first.iter().all(|file| both.contains(file)));
}

#[test]
fn where_nothing_is_found_it_says_how_much_was_tried() {
    let told = succeed(&["hunt", "test:box-room", "--rounds", "2"]);
    assert!(
        told.starts_with("box-room: nothing found in 2 rounds, "),
        "{told}"
    );
    assert_eq!(
        told.split(" ticks").next(),
        succeed(&["hunt", "test:box-room", "--rounds", "2"])
            .split(" ticks")
            .next(),
        "the same seed hunts the same"
    );
}

#[test]
fn senseless_hunts_are_refused_in_words() {
    for (option, value) in [("--minutes", "-1"), ("--speed", "0")] {
        let refused = hexbound(&["hunt", "test:flat", option, value]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(option), "{option}");
    }
    usage_refusal(&["hunt", "test:flat", "--methods", "sweep-it"]);
    usage_refusal(&["hunt", "test:flat", "--rounds", "0"]);
    for kind in ["falls", "panic"] {
        let refused = usage_refusal(&["hunt", "test:flat", "--ignore", kind]);
        assert!(
            refused.contains("left, through, overlap, stuck"),
            "{refused}"
        );
    }
    let streamed = refusal(&["hunt", "test:flat", "-o", "-"]);
    assert!(streamed.contains("folder"), "{streamed}");
    // Nothing is found on a level that is not there, but that is no answer either.
    let missing = refusal(&["hunt", "no-such-level"]);
    assert!(missing.contains("no-such-level"), "{missing}");
}
