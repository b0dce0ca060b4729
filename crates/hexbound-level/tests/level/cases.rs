//! Levels in files beside this one, `cases/*.txt`: what each comes to, and what is said of it.

use std::path::{Path, PathBuf};

use hexbound_level::Level;
use test_support::level_case;

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/level/cases")
}

#[test]
fn every_case_comes_to_what_it_says() {
    level_case::play_all(&folder());
}

/// The level of a case's lines.
pub fn level_of(lines: &str) -> Level {
    level_case::level(lines, &folder()).unwrap_or_else(|words| panic!("{words}"))
}
