//! Tests of the museum's command: what it lists, what it measures, and that the page about it says
//! the same.

use std::{fs, path::Path};

use crate::program::{hexbound, json, refusal, succeed, text};

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
    let output = hexbound(&["verify", "--museum", "--json"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let verdicts: serde_json::Value = serde_json::from_str(&said).expect("JSON");
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
        assert_eq!(
            told,
            ["naive_said", "ours_said", "bound"].map(word),
            "{code}"
        );
    }
}

#[test]
fn the_list_names_every_exhibit_and_one_can_be_asked_for() {
    let listed = succeed(&["levels", "--museum"]);
    for row in rows() {
        assert!(listed.contains(&row[1]), "{row:?}");
    }
    let one = json(&["verify", "--museum", "B1,d5", "--json"]);
    let codes: Vec<_> = one.as_array().expect("a list").iter().collect();
    assert_eq!(codes.len(), 2);
    assert_eq!(codes[0]["code"], "b1");
    let said = succeed(&["verify", "--museum", "d5"]);
    assert!(said.contains("fails, as it should"), "{said}");
    assert!(said.contains("1 vector: all is as it should be"), "{said}");
    assert!(said.contains("2 bodies of 4 behind the wall"), "{said}");
    assert!(said.contains("(0 bodies of 4 behind the wall)"), "{said}");
}

#[test]
fn a_named_hall_is_listed_and_checked_alone() {
    let listed = succeed(&["levels", "--museum", "documents"]);
    assert!(listed.contains("Hall of the documents"), "{listed}");
    assert!(!listed.contains("Hall of walking"), "{listed}");
    let played = json(&["verify", "--json", "--museum", "documents"]);
    let codes = played.as_array().expect("a list").iter();
    let codes: Vec<_> = codes
        .map(|it| it["code"].as_str().expect("a code"))
        .collect();
    let told = rows();
    let of_documents = told.iter().filter(|row| row[0].starts_with("`d"));
    let of_documents: Vec<_> = of_documents.map(|row| row[0].trim_matches('`')).collect();
    assert_eq!(codes, of_documents);
    let level = json(&["sim", "museum:documents", "--ticks", "1", "--json"]);
    assert_eq!(level["level"], "museum-documents");
}

#[test]
fn a_comma_too_many_names_no_exhibit_and_what_is_not_there_is_refused_with_what_is() {
    let played = json(&["verify", "--museum", "d2,,d4,", "--json"]);
    assert_eq!(played.as_array().expect("a list").len(), 2);
    let said = refusal(&["verify", "--museum", ","]);
    assert!(said.contains("names no exhibit"), "{said}");
    let said = refusal(&["verify", "--museum", "z9"]);
    for part in ["'z9'", "a1, ", "balls"] {
        assert!(said.contains(part), "no {part} in {said}");
    }
}
