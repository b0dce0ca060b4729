//! Levels with one mistake each, and the same without it, in files beside this one, `cases/*.txt`.

use std::path::Path;

use test_support::level_case;

#[test]
fn every_mistake_is_told_and_nothing_else() {
    level_case::check_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/levels/cases"));
}
