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

/// The targets of a page's links, in a folder, whose anchors are no headings, and how many have an anchor.
fn without_heading<'a>(page: &'a str, folder: &Path) -> (Vec<&'a str>, usize) {
    let with_anchors: Vec<_> = targets(page)
        .filter_map(|target| Some((target, target.split_once('#')?)))
        .collect();
    let is_wrong = |(path, wanted): (&str, &str)| {
        let other = match path {
            "" => page.to_owned(),
            path => fs::read_to_string(folder.join(path)).unwrap_or_default(),
        };
        !headings(&other).any(|heading| anchor(heading) == wanted)
    };
    let wrong = with_anchors.iter().filter(|(_, parts)| is_wrong(*parts));
    (
        wrong.map(|(target, _)| *target).collect(),
        with_anchors.len(),
    )
}

#[test]
fn every_anchor_of_a_link_is_a_heading() {
    let mut count = 0;
    for (path, text) in documents() {
        let (wrong, all) = without_heading(&text, path.parent().expect("a folder"));
        assert_eq!(wrong, [""; 0], "{}", path.display());
        count += all;
    }
    assert!(count > 50, "only {count} anchors were found");
}

#[test]
fn anchors_without_a_heading_are_found() {
    let page = "# Two words\n[a](#two-words) [b](#two) [c](CONTRIBUTING.md#long-runs) [d](CONTRIBUTING.md#long)\n\
                [e](none.md#two-words) [f](README.md) [g](#code)\n```sh\n# Code\n```\n";
    let (wrong, all) = without_heading(page, Path::new(env!("CARGO_MANIFEST_DIR")));
    assert_eq!(
        wrong,
        ["#two", "CONTRIBUTING.md#long", "none.md#two-words", "#code"]
    );
    assert_eq!(all, 6);
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
