//! Tests that the page about the museum says what its command measures.

use std::{fs, path::Path};

use crate::program::*;

/// The parts of a row of the table in docs/museum.md: code, title, what the figures say, left, right, bound.
fn rows() -> Vec<Vec<String>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/museum.md");
    let page = fs::read_to_string(page).expect("a document");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let cells = |row: &str| {
        let cells = row.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    rows.map(cells).collect()
}

#[test]
fn every_vector_ends_as_the_page_about_the_museum_says() {
    let verdicts = json("verify --museum --json");
    let verdicts = verdicts.as_array().expect("a list");
    let told = rows();
    assert_eq!(told.len(), verdicts.len());
    for (row, verdict) in told.iter().zip(verdicts) {
        assert_eq!(verdict["naive_fails"], true, "{verdict}");
        assert_eq!(verdict["ours_holds"], true, "{verdict}");
        let word = |name: &str| verdict[name].as_str().expect("a text").to_owned();
        let code = word("code");
        assert_eq!(row[0], format!("`{code}`"));
        let [title, said, left, right, bound] = &row[1..] else {
            panic!("{row:?}");
        };
        assert_eq!(format!("{} · {title}", code.to_uppercase()), word("title"));
        let told = [left, right, bound].map(|figure| format!("{figure} {said}"));
        let measured = ["naive_said", "ours_said", "bound"].map(word);
        assert_eq!(told, measured, "{code}");
    }
}
