//! Comments and pages: their numbers of words, and their style.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use crate::{
    figure::{Figure, Large},
    package::Package,
};

const MAX_SENTENCE_WORDS: usize = 30;
const RELATIVE_WORDS: [&str; 8] = [
    "that", "which", "who", "whose", "where", "what", "when", "whom",
];

/// A test of one sentence.
type IsBad = fn(&str) -> bool;

const SENTENCE_KINDS: [(&str, IsBad); 3] = [
    ("told_or_tells", has_told),
    (
        "sentences_of_three_relative_words",
        has_three_relative_words,
    ),
    ("sentences_over_30_words", is_long),
];

pub(crate) fn figures(packages: &[Package]) -> Vec<Figure> {
    let kinds = SENTENCE_KINDS.iter();
    kinds
        .map(|&(name, is_bad)| (name, sentences(packages, is_bad).len()))
        .collect()
}

/// The sentences behind the figure `figure`.
pub(crate) fn list(figure: &str, packages: &[Package]) -> Option<Vec<Large>> {
    let (_, is_bad) = SENTENCE_KINDS.iter().find(|(name, _)| *name == figure)?;
    Some(sentences(packages, *is_bad))
}

/// The words of README, ARCHITECTURE and all pages in English.
pub(crate) fn words_of_docs(root: &Path) -> Result<Vec<Figure>> {
    let readme = words_of(&root.join("README.md"))?;
    let architecture = words_of(&root.join("ARCHITECTURE.md"))?;
    let mut all = readme + architecture;
    for page in ["CONTRIBUTING.md", "CHANGELOG.md"] {
        all += words_of(&root.join(page))?;
    }
    for entry in fs::read_dir(root.join("docs"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".md") && !name.ends_with(".zh-CN.md") {
            all += words_of(&path)?;
        }
    }
    Ok(vec![
        ("words_of_readme", readme),
        ("words_of_architecture", architecture),
        ("words_of_docs", all),
    ])
}

fn words_of(path: &Path) -> Result<usize> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(word_count(&text))
}

/// The number of words of a page, without the lines of its tables.
fn word_count(page: &str) -> usize {
    let is_word = |text: &&str| text.chars().any(char::is_alphanumeric);
    page.split_whitespace().filter(is_word).count()
}

fn sentences(packages: &[Package], is_bad: IsBad) -> Vec<Large> {
    let mut found = Vec::new();
    for source in packages.iter().flat_map(Package::code) {
        for (line, comment) in source.comments() {
            for sentence in comment.split_inclusive(". ").filter(|it| is_bad(it)) {
                found.push(Large {
                    size: sentence.split_whitespace().count(),
                    name: format!("{}:{line}: {}", source.path, sentence.trim()),
                });
            }
        }
    }
    found
}

fn words(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split(|letter: char| !letter.is_alphanumeric())
}

fn has_told(sentence: &str) -> bool {
    words(sentence).any(|word| matches!(word, "told" | "tells"))
}

fn has_three_relative_words(sentence: &str) -> bool {
    words(sentence)
        .filter(|word| RELATIVE_WORDS.contains(word))
        .count()
        >= 3
}

fn is_long(sentence: &str) -> bool {
    sentence.split_whitespace().count() > MAX_SENTENCE_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_tables_are_no_words() {
        let table = "| key | does |\n|---|---|\n| `W` | walks 2 m |";
        assert_eq!(word_count(table), 6);
    }

    #[test]
    fn sentences_are_judged() {
        assert!(has_told("Is told by it.") && !has_told("A teller."));
        let clauses = "The one that is where it was, which holds.";
        assert!(has_three_relative_words(clauses));
        assert!(!has_three_relative_words("The ball that rests."));
        assert!(is_long(&"word ".repeat(31)) && !is_long(&"word ".repeat(30)));
    }
}
