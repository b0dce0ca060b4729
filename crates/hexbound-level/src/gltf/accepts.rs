//! The custom property `accept` of nodes and of the scene: the codes of findings that the author accepts,
//! with reasons. Semicolons separate entries, commas separate codes of one reason, and a colon precedes
//! the reason.

use super::{
    document::shown_scene,
    extras::{Extras, properties},
};
use crate::{Code, Finding, accepted::Accepted, suggestions};
use gltf::json::{Extras as RawExtras, Root};

const ACCEPT_KEY: &str = "accept";

/// Reads the accepted findings of all nodes and of the shown scene. A word that is no code becomes a
/// finding.
pub(super) fn read(root: &Root, findings: &mut Vec<Finding>) -> Accepted {
    let mut accepted = Accepted::default();
    if let Some(scene) = shown_scene(root) {
        for (code, reason) in entries("the scene", "", &scene.extras, findings) {
            accepted.add(None, code, &reason);
        }
    }
    for node in &root.nodes {
        let name = node.name.as_deref().unwrap_or_default();
        for (code, reason) in entries("node", name, &node.extras, findings) {
            accepted.add(Some(name), code, &reason);
        }
    }
    accepted
}

/// The codes in the property of one owner (its kind and its name), each with its reason.
fn entries(
    kind: &'static str,
    name: &str,
    given: &RawExtras,
    findings: &mut Vec<Finding>,
) -> Vec<(Code, String)> {
    // Most extras have other properties.
    if !(given.as_ref()).is_some_and(|text| text.get().to_lowercase().contains(ACCEPT_KEY)) {
        return Vec::new();
    }
    let value = properties(given);
    let mut extras = Extras::new(kind, name, value.as_ref(), findings);
    let mut entries = Vec::new();
    for entry in extras.list(ACCEPT_KEY, ';') {
        let (words, reason) = entry.split_once(':').unwrap_or((&entry, ""));
        for word in words.split(',').map(|word| word.trim().to_lowercase()) {
            match Code::ALL.iter().find(|code| code.name() == word) {
                Some(code) => entries.push((*code, reason.trim().to_string())),
                None if word.is_empty() => {}
                None => extras.report(Code::BadValue, &unknown(&word)),
            }
        }
    }
    entries
}

fn unknown(word: &str) -> String {
    let names = Code::ALL.iter().map(|code| code.name());
    let meant = suggestions::near(word, names);
    let meant = meant.map_or_else(String::new, |name| format!("; did you mean {name}?"));
    format!(
        "its custom property {ACCEPT_KEY} names \"{word}\", which is no code of a finding{meant}"
    )
}
