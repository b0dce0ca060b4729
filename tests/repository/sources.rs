//! Tests that the works which code cites by their titles are in docs/sources.md.

use std::{fs, path::Path};

use test_support::files_below;

const FOLDERS: [&str; 6] = ["src", "shaders", "tests", "benches", "examples", "crates"];

/// The comments of a file, each of one or more lines, as one text.
fn comments(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for line in text.lines() {
        match line.trim_start().strip_prefix("//") {
            Some(comment) => {
                let comment = comment.trim_start_matches(['/', '!']);
                let last = found.last_mut().expect("the text begun");
                last.push_str(comment.trim());
                last.push(' ');
            }
            None => found.push(String::new()),
        }
    }
    found
}

/// The titles in a comment: the quotations of several words with a capital that stand after a comma
/// or a bracket, as in `(Karis, "Real Shading in Unreal Engine 4")`.
fn titles(comment: &str) -> Vec<&str> {
    let parts: Vec<&str> = comment.split('"').collect();
    let quotations = parts.windows(2).step_by(2);
    let cited = quotations.filter(|pair| pair[0].ends_with('(') || pair[0].ends_with(", "));
    let titles = cited.map(|pair| pair[1].trim_end_matches(','));
    let is_title = |it: &&str| it.contains(' ') && it.starts_with(char::is_uppercase);
    titles.filter(is_title).collect()
}

#[test]
fn titles_are_told_from_other_quotations() {
    let text = "// Smoothed (Lottes,\n    // \"Some Long\n // Title\", 2009). It says \"No such thing\".\nlet a = 1;";
    let found = comments(text);
    let found: Vec<&str> = found.iter().flat_map(|comment| titles(comment)).collect();
    assert_eq!(found, ["Some Long Title"]);
}

#[test]
fn every_work_that_code_cites_is_among_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = fs::read_to_string(root.join("docs/sources.md")).expect("the page of sources");
    let mut count = 0;
    let files = FOLDERS.map(|folder| files_below(&root.join(folder), &["rs", "wgsl"]));
    for path in files.concat() {
        let text = fs::read_to_string(&path).expect("a text");
        for comment in comments(&text) {
            for title in titles(&comment) {
                count += 1;
                assert!(sources.contains(title), "{}: {title}", path.display());
            }
        }
    }
    assert!(count > 30, "only {count} titles were found");
}
