//! The command that lists and removes what is kept so that levels open faster.

use std::{
    fs,
    process::{Command, Output},
};

use crate::program::{PROGRAM, Place, text};

fn cache(place: &Place, arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .arg("cache")
        .args(arguments)
        .env("HOME", place.folder())
        .env("HEXBOUND_CONFIG", place.folder())
        .env("HEXBOUND_CACHE", place.at("cache"))
        .output()
        .expect("the program starts")
}

#[test]
fn what_is_kept_is_listed_and_removed_by_kind() {
    let place = Place::new();
    let empty = text(&cache(&place, &[]).stdout);
    assert!(empty.contains("0 files, 0 B"), "{empty}");
    let folder = place.at("cache");
    fs::create_dir(&folder).unwrap();
    for name in ["1.light", "2.geometry", "3.geometry", "mine.txt"] {
        fs::write(format!("{folder}/{name}"), "not what it seems").unwrap();
    }
    let listed = text(&cache(&place, &[]).stdout);
    assert!(listed.contains("3 files, 51 B"), "{listed}");
    assert!(listed.contains("1.light: it can't be read"), "{listed}");
    let removed = text(&cache(&place, &["clear", "geometry"]).stdout);
    assert!(removed.contains("removed 2 files, 34 B"), "{removed}");
    let removed = text(&cache(&place, &["clear"]).stdout);
    assert!(removed.contains("removed 1 file"), "{removed}");
    let left: Vec<_> = fs::read_dir(&folder).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn an_unknown_kind_is_refused_with_those_there_are() {
    let place = Place::new();
    let output = cache(&place, &["clear", "lights"]);
    assert!(!output.status.success());
    let said = text(&output.stderr);
    assert!(
        said.contains("geometry, light, pictures, quality"),
        "{said}"
    );
}
