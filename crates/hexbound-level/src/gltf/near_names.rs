//! Names of nodes that resemble ones with a meaning: slips, and the terms of other engines. Slips of
//! markers' names are reported where markers are read.

use gltf::json::Node;
use serde_json::Value;
use strsim::{levenshtein, osa_distance};

use super::{
    document::{Document, Skin},
    node_names::{plain, spawn_rank},
};
use crate::{Code, Finding};

/// The suffixes whose slips are reported; many words are one letter away from the shorter suffixes.
const KNOWN_SUFFIXES: [&str; 7] = [
    "colonly",
    "convcolonly",
    "convcol",
    "nocol",
    "noimp",
    "navmesh",
    "occonly",
];
/// Other engines' suffixes for solid meshes that are not drawn.
const COLLIDER_SUFFIXES: [&str; 6] = [
    "collision",
    "collisions",
    "collider",
    "colliders",
    "coll",
    "colmesh",
];
/// Other engines' prefixes for solid meshes that are not drawn.
const COLLIDER_PREFIXES: [&str; 4] = ["ucx_", "ubx_", "usp_", "ucp_"];
/// The hint about a mesh that is called a collider.
const COLLIDER_DOUBT: &str = "it is drawn as well as solid: end its name with \"-colonly\" if it is there \
                        to be touched and not seen";
/// Names of starts in other engines, letters only.
const START_NAMES: [&str; 8] = [
    "player",
    "playerstart",
    "playerpos",
    "playerposition",
    "start",
    "startpoint",
    "startpos",
    "startposition",
];
/// Words that are a letter away from one with a meaning, and mean something else.
const OTHER_WORDS: [&str; 9] = [
    "bumped", "bummer", "moved", "moves", "mower", "sawn", "spain", "span", "spawns",
];
/// Slips of `prop`, which is too short to accept every word that is a letter away.
const SLIPS_OF_PROP: [&str; 5] = ["porp", "prpo", "rpop", "proop", "prrop"];

/// Reads the nodes' names, one after the other.
#[derive(Debug, Default)]
pub(super) struct NameReader {
    /// The nodes possibly meant as starts, for a level without any.
    starts: Vec<String>,
}

impl NameReader {
    /// Reports the possible meaning of a node's name and custom properties.
    pub(super) fn read(
        &mut self,
        document: &Document,
        index: usize,
        node: &Node,
        name: &str,
        extras: Option<&Value>,
        findings: &mut Vec<Finding>,
    ) {
        let mut report =
            |problem| findings.push(Finding::about("node", name, Code::NearMissName, problem));
        let has_children = node.children.as_ref().is_some_and(|it| !it.is_empty());
        if node.mesh.is_some() || has_children {
            let meant = if node.mesh.is_some() {
                meant_by_mesh(name)
            } else {
                word_meant(name)
            };
            meant.map(&mut report);
        } else if is_start(name) && spawn_rank(name).is_none() {
            let is_joint = |skin: &Skin| skin.joints.contains(&index);
            if node.camera.is_none() && !document.skins.iter().any(is_joint) {
                self.starts.push(name.to_string());
            }
        }
        for (key, value) in extras.and_then(Value::as_object).into_iter().flatten() {
            let is_set = !matches!(value, Value::Bool(false)) && value.as_f64() != Some(0.0);
            if let Some(known) = word_near(key).filter(|_| is_set) {
                report(format!(
                    "nothing reads its custom property {key}; did you mean {known}?"
                ));
            }
        }
    }

    /// Reports nodes that may be meant as a start, in a level that names none.
    pub(super) fn finish(self, has_start: bool, findings: &mut Vec<Finding>) {
        if has_start {
            return;
        }
        if let Some(name) = self.starts.first() {
            let problem = "did you mean it as the start? A start is a node without a mesh whose \
                           name begins with \"spawn\"";
            findings.push(Finding::about("node", name, Code::NearMissName, problem));
        }
    }
}

/// Returns the possible meaning of the name of a node with a mesh.
fn meant_by_mesh(name: &str) -> Option<String> {
    suffix_meant(&plain(name)).or_else(|| word_meant(name))
}

/// Returns whether the name of a node without a mesh is that of a start in other engines, or a slip of
/// ours.
fn is_start(name: &str) -> bool {
    let plain = plain(name);
    let letters: String = plain.chars().filter(|it| it.is_alphabetic()).collect();
    let is_word = |word: &String| word == "spawn" || word == "respawn" || is_slip(word, "spawn");
    let is_near = |known: &str| letters.starts_with("inf") && levenshtein(&letters, known) <= 2;
    START_NAMES.contains(&&*letters)
        || words(name).iter().any(is_word)
        || is_near("infoplayerstart")
        || is_near("infoplayerdeathmatch")
}

/// Returns the word with a meaning that `key` may be a slip of.
fn word_near(key: &str) -> Option<&'static str> {
    let key = key.to_lowercase();
    if SLIPS_OF_PROP.contains(&&*key) {
        return Some("prop");
    }
    ["bumper", "mover"]
        .into_iter()
        .find(|known| is_slip(&key, known))
}

/// Returns the suffix that the end of a lower-case name may be meant as.
fn suffix_meant(plain: &str) -> Option<String> {
    const SUFFIX_SIGNS: [char; 3] = ['-', '_', '$'];
    let hint = |suffix: &str| format!("did you mean \"-{suffix}\" at its end?");
    if COLLIDER_PREFIXES.iter().any(|it| plain.starts_with(it)) {
        return Some(String::from(COLLIDER_DOUBT));
    }
    let Some(at) = plain.rfind(SUFFIX_SIGNS) else {
        return suffix_without_sign(plain);
    };
    let (rest, suffix) = (&plain[..at], &plain[at + 1..]);
    let is_denied = rest.rsplit(SUFFIX_SIGNS).next() == Some("no");
    if KNOWN_SUFFIXES.contains(&suffix) || ["col", "occ"].contains(&suffix) {
        return (suffix == "col" && is_denied).then(|| hint("nocol"));
    }
    let denied = suffix.strip_prefix("no");
    if denied.is_some_and(|it| COLLIDER_SUFFIXES.contains(&it)) {
        return Some(hint("nocol"));
    }
    if COLLIDER_SUFFIXES.contains(&suffix) {
        return Some(if is_denied {
            hint("nocol")
        } else {
            String::from(COLLIDER_DOUBT)
        });
    }
    // Nobody writes the word colony behind a hyphen.
    let is_word = suffix == "colony" && plain[at..].starts_with('_');
    let near = KNOWN_SUFFIXES.iter().find(|known| is_slip(suffix, known));
    near.filter(|_| !is_word)
        .map(|known| hint(known))
        .or_else(|| suffix_without_sign(plain))
}

/// Returns the suffix that ends a name without a separator before it.
fn suffix_without_sign(plain: &str) -> Option<String> {
    let is_glued = |known: &&&str| plain.len() > known.len() && plain.ends_with(**known);
    let known = KNOWN_SUFFIXES
        .iter()
        .filter(is_glued)
        .max_by_key(|it| it.len())?;
    Some(format!("a hyphen is missing before \"{known}\" at its end"))
}

/// Returns the word that a name may be meant as.
fn word_meant(name: &str) -> Option<String> {
    let words = words(name);
    let meant = words.iter().find_map(|word| word_near(word))?;
    Some(format!("did you mean \"{meant}\"?"))
}

/// The words of a name in lower case: its runs of letters, split before capitals.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for letter in name.chars() {
        if !letter.is_alphabetic() || (letter.is_uppercase() && before.is_lowercase()) {
            words.push(String::new());
        }
        if letter.is_alphabetic() {
            let last = words.last_mut().expect("there is always one");
            last.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns whether a word is a known one with a letter wrong, missing or too many, or with two swapped.
/// Slips spare the first letter.
fn is_slip(word: &str, known: &str) -> bool {
    if word == known || OTHER_WORDS.contains(&word) || word.chars().next() != known.chars().next() {
        return false;
    }
    osa_distance(word, known) == 1
}
