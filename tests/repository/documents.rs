//! The two pages that lead from the documents to the keys say the same, and name what is there.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    docs::{links, read, root},
    failures::has_test,
};

const NAMES: [&str; 2] = ["documents.md", "documents.zh-CN.md"];

fn pages() -> [String; 2] {
    NAMES.map(|name| read(&format!("docs/{name}")))
}

/// The words of a page that are marked as code.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// How often each part is there.
fn counted<'a>(parts: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    parts.for_each(|part| *counts.entry(part).or_default() += 1);
    counts
}

/// The numbers of a text, whatever they count.
fn numbers(text: &str) -> BTreeSet<&str> {
    text.split(|letter: char| !letter.is_ascii_digit() && !".,".contains(letter))
        .map(|number| number.trim_matches(['.', ',']))
        .filter(|number| !number.is_empty())
        .collect()
}

#[test]
fn both_languages_have_the_same_code_links_and_figures() {
    let [english, chinese] = pages();
    let [first, second] = [&english, &chinese].map(|page| page.split("\n## ").collect::<Vec<_>>());
    assert_eq!(first.len(), second.len());
    for (one, other) in first.into_iter().zip(second) {
        let title = one.lines().next().unwrap_or_default();
        assert_eq!(counted(code(one)), counted(code(other)), "{title}");
        assert_eq!(numbers(one), numbers(other), "{title}");
        let [one, other] = [one, other].map(|text| {
            let others = links(text).into_iter().filter(|link| !NAMES.contains(link));
            counted(others)
        });
        assert_eq!(one, other, "{title}");
    }
}

#[test]
fn every_test_and_example_that_is_named_is_there() {
    let [page, _] = pages();
    let mut count = 0;
    for (file, name) in code(&page).filter_map(|word| word.split_once('#')) {
        assert!(has_test(file, name), "{file}: {name}");
        count += 1;
    }
    for command in code(&page).filter_map(|word| word.strip_prefix("cargo ")) {
        let words: Vec<&str> = command.split(' ').collect();
        let [.., "-p", package, kind, name] = words[..] else {
            panic!("{command}");
        };
        let kind = kind.trim_start_matches('-');
        let file = format!("crates/{package}/{kind}s/{name}.rs");
        assert!(root().join(file).exists(), "{command}");
        count += 1;
    }
    assert!(count > 10, "only {count} were found");
}
