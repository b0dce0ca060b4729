//! A check, for tests of any package, that a family has a message for each of its members.

use std::collections::{BTreeMap, BTreeSet};

use super::Language;

/// The names of all messages of a language, with the placeholders of each. Names of attributes follow a
/// dot.
pub(super) fn messages(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut message, mut current) = (String::new(), String::new());
    for line in language.messages().lines() {
        let is_comment = line.starts_with('#');
        let inner = line.trim_start();
        let head = inner.split_once('=').filter(|_| !is_comment);
        let text = match head {
            Some((name, text)) if line.starts_with(char::is_alphabetic) => {
                message = name.trim().to_owned();
                current.clone_from(&message);
                text
            }
            Some((name, text)) if inner.starts_with('.') => {
                current = format!("{message}{}", name.trim());
                text
            }
            _ if is_comment => continue,
            _ => inner,
        };
        if text.trim().is_empty() {
            continue;
        }
        let places = found.entry(current.clone()).or_default();
        for place in text.split('$').skip(1) {
            let name = place.split(|it: char| !it.is_alphanumeric() && it != '_');
            places.extend(name.take(1).map(String::from));
        }
    }
    found
}

/// Panics unless the messages of a family are exactly those of its members.
pub fn check_family<T: AsRef<str>>(family: &str, members: impl IntoIterator<Item = T>) {
    let members = members.into_iter();
    let expected: BTreeSet<String> = members.map(|it| it.as_ref().to_owned()).collect();
    let prefix = format!("{family}-");
    let names = messages(Language::English);
    let found: BTreeSet<String> = (names.keys())
        .filter_map(|name| name.strip_prefix(&prefix).map(String::from))
        .collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    let unused: Vec<_> = found.difference(&expected).collect();
    assert!(missing.is_empty(), "no message for {missing:?} of {family}");
    assert!(unused.is_empty(), "nothing asks for {unused:?} of {family}");
}
