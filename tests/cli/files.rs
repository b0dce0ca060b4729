//! The command that lists what the game keeps, and removes what makes levels open faster.

use std::{
    fs,
    process::{Command, Output},
};

use crate::program::{PROGRAM, Place, text};

fn files(place: &Place, arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .arg("files")
        .args(arguments)
        .env("HOME", place.folder())
        .env_remove("XDG_DATA_HOME")
        .env_remove("XDG_STATE_HOME")
        .env("HEXBOUND_CONFIG", place.folder())
        .env("HEXBOUND_CACHE", place.at("cache"))
        .output()
        .expect("the program starts")
}

#[test]
fn what_is_kept_is_listed_and_removed_by_kind() {
    let place = Place::new();
    let empty = text(&files(&place, &["cache"]).stdout);
    assert!(empty.contains("0 files, 0 B"), "{empty}");
    let folder = place.at("cache");
    fs::create_dir(&folder).unwrap();
    for name in ["1.light", "2.geometry", "3.geometry", "mine.txt"] {
        fs::write(format!("{folder}/{name}"), "not what it seems").unwrap();
    }
    let listed = text(&files(&place, &["cache"]).stdout);
    assert!(listed.contains("3 files, 51 B"), "{listed}");
    assert!(listed.contains("1.light: it can't be read"), "{listed}");
    let all = text(&files(&place, &[]).stdout);
    for part in ["no run has been finished", "no reports of faults", &listed] {
        assert!(all.contains(part), "no '{part}' in {all}");
    }
    let removed = text(&files(&place, &["clear", "geometry"]).stdout);
    assert!(removed.contains("removed 2 files, 34 B"), "{removed}");
    let removed = text(&files(&place, &["clear"]).stdout);
    assert!(removed.contains("removed 1 file"), "{removed}");
    let left: Vec<_> = fs::read_dir(&folder).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn an_unknown_kind_is_refused_with_those_there_are() {
    let place = Place::new();
    let output = files(&place, &["clear", "lights"]);
    assert!(!output.status.success());
    let said = text(&output.stderr);
    assert!(
        said.contains("geometry, light, pictures, quality"),
        "{said}"
    );
}
