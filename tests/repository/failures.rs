//! The page of what goes wrong elsewhere names tests that are there.

use std::{fs, path::Path};

#[test]
fn every_failure_has_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/failures.md")).expect("a document");
    let rows = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.ends_with("Checked by |"));
    for row in rows {
        let tests: Vec<_> = (row.split('`'))
            .filter_map(|word| word.split_once(".rs#"))
            .collect();
        assert!(!tests.is_empty(), "no test in: {row}");
        for (file, name) in tests {
            let path = root.join(format!("{file}.rs"));
            let text = fs::read_to_string(&path).unwrap_or_default();
            let test = format!("#[test]\nfn {name}() {{");
            let is_there = text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
            assert!(is_there.contains(&test), "{}: {name}", path.display());
        }
    }
}
