//! Levels in files beside this one, `cases/*.txt`: what each comes to, and what is said of it.

use std::path::Path;

use test_support::level_case;

#[test]
fn every_case_comes_to_what_it_says() {
    level_case::play_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/level/cases"));
}
