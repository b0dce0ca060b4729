//! Reads the requests in a node's name and extras. The suffixes are those of Godot's importer.

use gltf::json::Node;
use serde_json::Value;

use crate::PropKind;

/// The treatment of a node's mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NodeTreatment {
    /// True if the node and everything below it is left out.
    pub left_out: bool,
    pub visible: bool,
    pub solid: bool,
    /// True if balls bounce off the mesh.
    pub bumper: bool,
    /// True if the node moves by its animation.
    pub mover: bool,
    /// The shape of a node that can be moved.
    pub prop: Option<PropKind>,
    /// The shape of a part of a prop, by the extra `shape`.
    pub shape: Option<PropKind>,
    /// True if the node falls, should it be a prop.
    pub gravity: bool,
    /// The mass, kilograms, should the node be a prop.
    pub mass: Option<f32>,
}

/// The node's name, or its index as text.
pub(super) fn node_name(node: &Node, index: usize) -> String {
    let given = node.name.as_deref().filter(|name| !name.is_empty());
    given.map_or_else(|| format!("node {index}"), str::to_string)
}

/// The treatment of a node by its name and its extras.
pub(super) fn treatment(name: &str, extras: Option<&Value>) -> NodeTreatment {
    let name = plain(name);
    let has = |suffix: &str| {
        let rest = name.strip_suffix(suffix);
        rest.is_some_and(|rest| rest.ends_with(['-', '_', '$']))
    };
    NodeTreatment {
        left_out: has("noimp") || has("navmesh") || has("occonly"),
        visible: !(has("colonly") || has("convcolonly")),
        solid: !has("nocol"),
        bumper: marked(extras, "bumper").unwrap_or_else(|| named_bumper(&name)),
        mover: marked(extras, "mover").unwrap_or_else(|| name.contains("mover")),
        prop: marked_prop(extras).unwrap_or_else(|| named_prop(&name)),
        shape: word(extras, "shape").and_then(prop_kind),
        gravity: marked(extras, "gravity").unwrap_or(false),
        mass: mass(extras),
    }
}

/// The rank of a node as a start by its name, lower being better; `None` for other names.
pub(super) fn spawn_rank(name: &str) -> Option<u8> {
    let name = plain(name);
    let starts = [
        "spawn",
        "info_player_start",
        "info_player_deathmatch",
        "info_player_",
    ];
    let rank = starts.iter().position(|start| name.starts_with(start))?;
    Some(rank as u8)
}

/// The name in lower case, without the number that Blender adds to a duplicate.
pub(super) fn plain(name: &str) -> String {
    let number = |letter: char| letter.is_ascii_digit() || letter.is_whitespace() || letter == '.';
    name.trim_end_matches(number).to_lowercase()
}

fn named_bumper(name: &str) -> bool {
    name.split(|letter: char| !letter.is_alphanumeric())
        .any(|word| word.starts_with("bumper"))
}

/// The value of a flag among the extras: true or false, or 1 or 0 as Blender writes them.
fn marked(extras: Option<&Value>, key: &str) -> Option<bool> {
    match extras?.get(key)? {
        Value::Bool(marked) => Some(*marked),
        Value::Number(number) => Some(number.as_f64() != Some(0.0)),
        _ => None,
    }
}

/// A text extra.
fn word<'a>(extras: Option<&'a Value>, key: &str) -> Option<&'a str> {
    extras?.get(key)?.as_str()
}

/// The name of a body's class, in lower case.
pub(super) fn class_name(extras: Option<&Value>) -> Option<String> {
    let name = word(extras, "class")?.trim().to_lowercase();
    (!name.is_empty()).then_some(name)
}

/// The unknown shape named by the extra `prop` or `shape`, if any.
pub(super) fn unknown_shape(extras: Option<&Value>) -> Option<&str> {
    let keys = ["prop", "shape"].into_iter();
    let mut words = keys.filter_map(|key| word(extras, key));
    words.find(|shape| prop_kind(shape).is_none())
}

/// Returns whether the extra `prop` itself makes a node movable.
pub(super) fn is_marked_prop(extras: Option<&Value>) -> bool {
    marked_prop(extras).is_some_and(|prop| prop.is_some())
}

/// The masses that a prop may have, kilograms.
const PROP_MASSES: std::ops::RangeInclusive<f64> = 0.001..=1e6;

/// The mass by the extra `mass`, kilograms, if a body may have it.
fn mass(extras: Option<&Value>) -> Option<f32> {
    let mass = extras?.get("mass")?.as_f64()?;
    PROP_MASSES.contains(&mass).then_some(mass as f32)
}

/// Returns whether the extra `mass` has a value that no prop may have.
pub(super) fn is_mass_refused(extras: Option<&Value>) -> bool {
    let mass_value = extras.and_then(|extras| extras.get("mass"));
    mass_value.is_some_and(|mass_value| !mass_value.is_null()) && mass(extras).is_none()
}

/// The shape of a prop by its name: a word begins with `prop`, and another may name the shape.
fn named_prop(name: &str) -> Option<PropKind> {
    let words = || name.split(|letter: char| !letter.is_alphanumeric());
    let named = words().any(|word| word.starts_with("prop"));
    named.then(|| words().find_map(prop_kind).unwrap_or_default())
}

/// The shape of a prop by the extra `prop`, which is a shape's name, or true or false.
fn marked_prop(extras: Option<&Value>) -> Option<Option<PropKind>> {
    match word(extras, "prop") {
        Some(shape) => Some(Some(prop_kind(shape).unwrap_or_default())),
        None => marked(extras, "prop").map(|marked| marked.then(PropKind::default)),
    }
}

/// The shape named by a word.
fn prop_kind(word: &str) -> Option<PropKind> {
    word.to_lowercase().parse().ok()
}
