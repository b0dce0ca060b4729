//! The page of what goes wrong elsewhere names tests that are there.

use std::{fs, path::Path};

/// Returns whether a file of the project has a test of that name, or a session that begins with it.
pub fn has_test(file: &str, name: &str) -> bool {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(path).unwrap_or_default();
    if file.ends_with(".txt") {
        let name = name.replace('_', " ");
        return text.lines().any(|line| line.starts_with(&name));
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join("\n").contains(&format!("#[test]\nfn {name}("))
}

#[test]
fn every_failure_has_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/failures.md")).expect("a document");
    let rows = page.lines().filter(|line| line.starts_with("| "));
    for row in rows.filter(|row| !row.ends_with("Checked by |")) {
        let words = row.split('`');
        let tests: Vec<_> = words.filter_map(|word| word.split_once('#')).collect();
        assert!(!tests.is_empty(), "no test in: {row}");
        for (file, name) in tests {
            assert!(has_test(file, name), "{file}: {name}");
        }
    }
}
