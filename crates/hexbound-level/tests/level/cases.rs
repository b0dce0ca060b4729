//! Levels in files beside this one, `cases/*.txt`: what each comes to, and what is said of it.

use std::{fs, path::Path};

use test_support::level_case;

#[test]
fn every_case_comes_to_what_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/level/cases");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files
        .filter(|it| it.extension().is_some_and(|it| it == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files.iter().for_each(|file| level_case::play(file));
}
