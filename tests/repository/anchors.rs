//! Tests that the anchors of links are headings of the pages to which they lead.

use std::{fs, path::Path};

use crate::docs::{documents, targets};

/// The anchor that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    let heading = heading.trim().to_lowercase();
    let kept = heading
        .chars()
        .filter(|it| it.is_alphanumeric() || " -_".contains(*it));
    kept.map(|it| if it == ' ' { '-' } else { it }).collect()
}

/// The headings of a page, without the lines of its blocks of code that look like headings.
fn headings(page: &str) -> impl Iterator<Item = &str> {
    let text = page.split("\n```").step_by(2);
    text.flat_map(str::lines).filter_map(|line| {
        let heading = line.strip_prefix('#')?;
        heading.trim_start_matches('#').strip_prefix(' ')
    })
}

/// The targets of a page's links that have anchors, and whether these are headings.
fn anchored<'a>(page: &'a str, folder: &Path) -> Vec<(&'a str, bool)> {
    let found = targets(page).filter_map(|target| {
        let (path, wanted) = target.split_once('#')?;
        let other = match path {
            "" => page.to_owned(),
            path => fs::read_to_string(folder.join(path)).unwrap_or_default(),
        };
        let is_heading = headings(&other).any(|heading| anchor(heading) == wanted);
        Some((target, is_heading))
    });
    found.collect()
}

#[test]
fn every_anchor_of_a_link_is_a_heading() {
    let mut count = 0;
    for (path, text) in documents() {
        for (target, is_heading) in anchored(&text, path.parent().expect("a folder")) {
            assert!(is_heading, "{}: {target}", path.display());
            count += 1;
        }
    }
    assert!(count > 50, "only {count} anchors were found");
}

#[test]
fn anchors_without_a_heading_are_found() {
    let page = "# Two words\n[a](#two-words) [b](#two) [c](CONTRIBUTING.md#long-runs) [d](CONTRIBUTING.md#long)\n\
                [e](none.md#two-words) [f](README.md) [g](#code)\n```sh\n# Code\n```\n";
    let found = anchored(page, Path::new(env!("CARGO_MANIFEST_DIR")));
    let expected = [
        ("#two-words", true),
        ("#two", false),
        ("CONTRIBUTING.md#long-runs", true),
        ("CONTRIBUTING.md#long", false),
        ("none.md#two-words", false),
        ("#code", false),
    ];
    assert_eq!(found, expected);
}

#[test]
fn anchors_are_those_of_github() {
    for (heading, expected) in [
        (
            "Comparing methods: `hexbound compare`",
            "comparing-methods-hexbound-compare",
        ),
        ("why --ball", "why---ball"),
        (
            "Keys and buttons: `[keys]` and `[pad_buttons]`",
            "keys-and-buttons-keys-and-pad_buttons",
        ),
        (
            "What is rodio's, and what is not",
            "what-is-rodios-and-what-is-not",
        ),
    ] {
        assert_eq!(anchor(heading), expected);
    }
}
